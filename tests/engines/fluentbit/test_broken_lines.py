"""A line that Fluent Bit does not read hides nothing else, where there is one way to mend it, or a word has no value."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

INPUT = "[INPUT]\n    Name tail\n    Path /var/log/app.log\n    Tag app\n{}"
TEXT = INPUT + "[OUTPUT]\n    Name http\n    Match *\n    Host logs.example.org\n    tls On\n"
HIDDEN = ["FB210", "FB212", "FB302", "FB351"]


def codes(folder: Path, text: str) -> list[str]:
    (folder / "fluent-bit.conf").write_text(text)
    return sorted(each.code for each in check([str(folder)], Settings()).findings if each.code in HIDDEN)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("    DB\t/var/lib/app.db\n", ["FB212", "FB302"]),
        ("    DB=/var/lib/app.db\n", ["FB212", "FB302"]),
        ("      DB /var/lib/app.db\n", ["FB212", "FB302"]),
        ("    DB \n", ["FB212", "FB302"]),
        ("    DB\n", ["FB212", "FB302"]),
        ("    7\n", ["FB210", "FB212", "FB302"]),
        ("  [FILTER]\n    Name stdout\n    Match *\n", ["FB210", "FB212", "FB302"]),
        ("    [FILTER]\n    Name stdout\n    Match *\n", ["FB210", "FB212", "FB302"]),
        ("    some\n", ["FB210", "FB212", "FB302"]),
        ("    wrapped,text\n", ["FB210", "FB212", "FB302"]),
        ("    nonsense=7\n", ["FB210", "FB212", "FB302", "FB351"]),
        # More words are a text of another kind, and what is not indented may be anything.
        ("    a\n    b\n    c\n    d\n", ["FB302"] * 4),
        ("DB /var/lib/app.db\n", ["FB302"]),
        ("    [part\n", ["FB302"]),
        ("    [a-z]\n", ["FB302"]),
    ],
)
def test_the_rest_is_judged_as_it_is_written(tmp_path: Path, line: str, found: list[str]) -> None:
    assert codes(tmp_path, TEXT.format(line)) == found


def test_a_value_before_a_word_alone_may_go_on_there(tmp_path: Path) -> None:
    regex = "[PARSER]\n    Name app\n    Format regex\n    Regex ^(?<a>[^ ]+\n    )$\n"
    (tmp_path / "parsers.conf").write_text(regex)
    assert [each.code for each in check([str(tmp_path)], Settings()).findings] == ["FB302"]


def test_what_a_section_alone_decides_is_told_in_any_case(tmp_path: Path) -> None:
    filters = "[FILTER]\n    Name grep\n    Match *\n    Exclude debug\n"
    (tmp_path / "fluent-bit.conf").write_text(TEXT.format("DB /var/lib/app.db\n") + filters)
    assert "FB330" in [each.code for each in check([str(tmp_path)], Settings()).findings]


YAML = """pipeline:
  {}
    - name: tail
      path: /var/log/app.log
      tag: app
{}  outputs:
    - name: http
      match: '*'
      host: logs.example.org
      tls: on
{}"""


@pytest.mark.parametrize(
    ("inputs", "between", "after", "found"),
    [
        ("inputs:", "  filters:\n", "", ["FB210", "FB212", "FB302"]),
        ("inputs:", "", "parsers:\n", ["FB210", "FB212", "FB302"]),
        ("input:", "", "", ["FB210", "FB212", "FB302"]),
        # What is meant is not known.
        ("inputs:", "  filters: yes\n", "", ["FB302"]),
        ("sources:", "", "", ["FB302"]),
    ],
)
def test_an_empty_list_is_none_in_the_yaml_format(
    tmp_path: Path, inputs: str, between: str, after: str, found: list[str]
) -> None:
    (tmp_path / "fluent-bit.yaml").write_text(YAML.format(inputs, between, after))
    assert sorted(each.code for each in check([str(tmp_path)], Settings()).findings if each.code in HIDDEN) == found
