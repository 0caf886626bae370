"""Configs with syntax errors: what no error touches is judged as it would be without them, and one line says what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.result import Report
from pipelint.checker.run import check
from pipelint.settings.model import Settings

GOOD = "<match {}>\n  @type elasticsearch\n  host a\n  foo bar\n</match>\n"
LS_GOOD = "mutate {{ lowercas => ['{}'] }}\n"


def found(folder: Path, texts: dict[str, str]) -> Report:
    for name, text in texts.items():
        (folder / name).write_text(text)
    return check([str(folder)], Settings())


def lines(report: Report, code: str) -> list[tuple[str, int]]:
    """The files and lines of the findings of one rule."""
    return sorted(
        (Path(each.place.document.file.path).name, each.place.document.text.count(b"\n", 0, each.place.span.start) + 1)
        for each in report.findings
        if each.code == code
    )


def test_files_before_the_broken_one_are_judged_with_what_comes_before_them(tmp_path: Path) -> None:
    texts = {
        "pipelines.yml": f"- pipeline.id: main\n  path.config: {tmp_path}/*.conf\n",
        "1.conf": "input { beats { port => 5044 ssl_enabled => true } }\n",
        "2.conf": 'filter { mutate { add_field => { "[ecs][version]" => "8" } } }\n',
        "3.conf": "filter { mutate { lowercase => [ 'a } }\n",
        "4.conf": 'filter { mutate { add_field => { "[agent][id]" => "8" } } }\n',
    }
    assert lines(found(tmp_path, texts), "LS390") == [("2.conf", 1)]
    # Nobody knows where events come from if the broken file may have inputs.
    texts["3.conf"] += "input { stdin {} }\n"
    assert lines(found(tmp_path, texts), "LS390") == []


def test_what_stands_before_the_error_in_its_file_is_judged_with_what_comes_before_it(tmp_path: Path) -> None:
    field = 'mutate {{ add_field => {{ "{}" => "8" }} }}\n'
    broken = field.format("[ecs][version]") + "mutate { lowercase => }\n" + field.format("[agent][id]")
    texts = {
        "pipelines.yml": f"- pipeline.id: main\n  path.config: {tmp_path}/*.conf\n",
        "1.conf": "input { beats { port => 5044 ssl_enabled => true } }\n",
        "2.conf": "filter {\n" + broken + "}\n",
    }
    assert lines(found(tmp_path, texts), "LS390") == [("2.conf", 2)]


@pytest.mark.parametrize(
    ("broken", "judged"),
    [
        # A value's error leaves the sections as they are: the match after it is judged, its own is not.
        ('<match x>\n  @type elasticsearch\n  foo "a\n</match>\n', [4, 13]),
        # An open section may hold what stands after it.
        ("<match x>\n  @type elasticsearch\n  foo bar\n\n", [4]),
        ("<filter x>\n  @type stdout\n</match>\n\n", [4]),
        # An end tag too many.
        ("</match>\n\n\n\n", [4]),
    ],
)
def test_fluentd(tmp_path: Path, broken: str, judged: list[int]) -> None:
    report = found(tmp_path, {"fluent.conf": GOOD.format("a") + broken + GOOD.format("b")})
    assert lines(report, "FD302")
    assert lines(report, "FD351") == [("fluent.conf", line) for line in judged]


@pytest.mark.parametrize(
    ("broken", "judged"),
    [
        ("mutate { lowercas => x y }\n", [2]),
        ("mutate { lowercas 'x' }\n", [2, 4]),
        ("mutate { lowercas => }\n", [2, 4]),
        ("mutate { lowercas => ['x'\n", [2]),
        ("mutate { lowercas => ['x' 'y'] }\n", [2, 4]),
        # A brace too many: where, nobody knows, but it is not before the last one.
        ("mutate { lowercas => ['x'] } }\n", [2, 3]),
    ],
)
def test_logstash(tmp_path: Path, broken: str, judged: list[int]) -> None:
    text = "filter {\n" + LS_GOOD.format("a") + broken + LS_GOOD.format("b") + "}\n"
    report = found(tmp_path, {"a.conf": text})
    assert lines(report, "LS302")
    assert lines(report, "LS351") == [("a.conf", line) for line in judged]


def test_the_other_files_of_a_pipeline_are_judged(tmp_path: Path) -> None:
    texts = {
        "10-in.conf": "input {\n  beats { port => 5044 }\n",
        "20-filter.conf": "filter {\n" + LS_GOOD.format("a") + "}\n",
        "30-out.conf": "output {\n  stdout { }\n}\n",
    }
    report = found(tmp_path, texts)
    assert lines(report, "LS302") == [("10-in.conf", 1)]
    assert lines(report, "LS351") == [("20-filter.conf", 2)]


def test_a_rule_that_points_at_a_whole_section_or_asks_for_the_release_judges_it_too(tmp_path: Path) -> None:
    broken = '<match x>\n  @type stdout\n  foo "a\n</match>\n'
    report = found(tmp_path, {"fluent.conf": "<source>\n  type forward\n</source>\n" + broken})
    assert lines(report, "FD302")
    assert lines(report, "FD407") == [("fluent.conf", 1)]
    assert lines(report, "FD503") == [("fluent.conf", 2)]


def test_an_included_file_with_an_error_leaves_the_section_out_that_it_stands_in(tmp_path: Path) -> None:
    included = '<match x>\n  @type elasticsearch\n  foo bar\n  @include "part.inc"\n</match>\n'
    (tmp_path / "part.inc").write_text('host "a\n')
    report = found(tmp_path, {"fluent.conf": included + GOOD.format("b")})
    assert lines(report, "FD302") == [("part.inc", 1)]
    assert lines(report, "FD351") == [("fluent.conf", 9)]


def test_what_the_whole_config_decides_is_left_out_and_one_line_says_so(tmp_path: Path) -> None:
    # Without the error FD313 says that no event reaches the last match.
    text = GOOD.format("a") + '<match x>\n  @type stdout\n  foo "a\n</match>\n' + GOOD.format("a")
    report = found(tmp_path, {"fluent.conf": text})
    assert {each.code for each in report.findings} == {"FD243", "FD302", "FD351", "FD419", "FD801"}
    (note,) = (note for note in report.notes if note.important)
    assert note.message == "the syntax is broken: of 3 plugins 2 could be checked, and only each by itself"


def test_a_regular_expression_of_a_plugin_that_could_be_read_is_judged(tmp_path: Path) -> None:
    head = "<source>\n  @type tail\n  path /a\n  pos_file /b\n  tag a\n"
    source = head + "  <parse>\n    @type regexp\n    expression {}\n  </parse>\n</source>\n"
    broken = '<match x>\n  @type stdout\n  foo "a\n</match>\n'
    slow, wrong, fine = (source.format(each) for each in (r"/^(?<m>(\w+\s?)+);$/", "/^(?<m>a/", r"/^(?<m>.*)(?<n>\d)$/"))
    report = found(tmp_path, {"fluent.conf": slow + wrong + fine + broken})
    assert lines(report, "FD302") and lines(report, "RX101") == [("fluent.conf", 8)]
    assert lines(report, "RX301") == [("fluent.conf", 18)]
    # What is captured others may read, in what could not be.
    assert not lines(report, "RX106") and not lines(report, "RX105")


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("# it isn't sent\n where it isn't \"empty\"\n risk = 0", "isn't"),
        # The quotes have no pair then.
        ("# it isn't sent\n risk = 0", "isn't"),
        ("# is not sent\n risk = 0", None),
    ],
)
def test_a_quote_inside_of_a_word_is_one_error(tmp_path: Path, code: str, word: str | None) -> None:
    text = f"input {{ stdin {{ }} }}\nfilter {{\n  ruby {{ code => '\n{code}\n' }}\n}}\noutput {{ stdout {{ }} }}\n"
    report = found(tmp_path, {"a.conf": text})
    messages = [each.message for each in report.findings if each.code == "LS302"]
    wanted = f"the quote inside the word {word} ends the string, expected a backslash before the quote"
    assert messages == ([] if word is None else [wanted])


def test_errors_before_the_broken_string_are_said(tmp_path: Path) -> None:
    report = found(tmp_path, {"a.conf": "filter {\n mutate { id 'x' }\n ruby { code => '\nisn't\nisn''t\n' }\n}\n"})
    assert lines(report, "LS302")[-1] == ("a.conf", 4)
