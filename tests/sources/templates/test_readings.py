"""Readings of templates: what they keep, what they leave out, and that no text makes them slow or raise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.sourcemap import SourceMap
from pipelint.sources.templates.actions import Language
from pipelint.sources.templates.marks import MARK
from pipelint.sources.templates.reading import read_template
from tests.properties import tries

PIECES = {
    Language.GO: ("{{ .x }}", "{{- if .a -}}", "{{ else }}", "{{ end }}", "{{ range .b }}", "{{/* }} */}}", '{{ "}}" }}', "{{"),
    Language.JINJA: ("{{ x }}", "{% if a %}", "{% else %}", "{% endif %}", "{% for b in c %}", "{% endfor %}", "{# {{ #}", "{%"),
    Language.TERRAFORM: ("${x}", "%{ if a ~}", "%{ else }", "%{ endif }", "$${", "%%{", "%{ for a in b }", "%{ endfor }", "${"),
}
TEXT = st.sampled_from(["a", "  b c\n", "\n", " ", "<x>\n", '"', "}", "é"])


def readings(text: str, language: Language) -> list[str]:
    """Every reading, with marks as ``[name]`` and ``[?name]``."""
    template = read_template(text.encode(), language)
    if template is None:
        return []
    made = [SourceMap.join(template.text, pieces).text for pieces in template.readings()]
    return [MARK.sub(rb"[\1\2]", each).decode() for each in made]


@pytest.mark.parametrize(
    ("language", "text", "first"),
    [
        (Language.GO, "port {{ .Values.port }}\n", "port [Values_port]\n"),
        (Language.GO, 'port {{ default "}}" .p }} x\n', "port [default_p] x\n"),
        (Language.GO, "a\n{{- if .x }}\nb\n{{- else }}\nc\n{{- end }}\nd\n", "a\nb\nd\n"),
        (Language.GO, "a\n  {{- /* if }} */}}\nb\n", "a\nb\n"),
        (Language.GO, "a\n{{ $x := 1 }}\nb\n", "a\nb\n"),
        (Language.GO, '{{ "{{" }}x{{ `}}` }}\n', "{{x}}\n"),
        (Language.GO, 'a\n{{ include "b" . | indent 4 }}\n', "a\n[?include_b_indent_4]\n"),
        (Language.GO, "a {{ if .x }}1{{ else }}2{{ end }} b\n", "a [if_x] b\n"),
        (Language.GO, '{{ define "m" }}\nx\n{{ end }}\ny\n', "y\n"),
        (Language.JINJA, "{% for a in b %}\n{{ a }} x\n{% endfor %}\n", "[a] x\n"),
        (Language.JINJA, "{% if a %}\nx\n{% elif b %}\ny\n{% else %}\nz\n{% endif %}\n", "x\n"),
        (Language.JINJA, "{% raw %}\n{{ x }}\n{% endraw %}\n", "{{ x }}\n"),
        (Language.JINJA, "{# {{ #}x {{ {'a': {}}['a'] }}\n", "x [a_a]\n"),
        (Language.JINJA, "{% set a = 1 %}\n{% macro m() %}\nx\n{% endmacro %}\ny\n", "y\n"),
        (Language.JINJA, "{% include 'x' %}\n", "[?include_x]\n"),
        (Language.TERRAFORM, '$${tag} %%{x} ${f("}")}\n', "${tag} %{x} [f]\n"),
        (Language.TERRAFORM, "%{ if a ~}\nx\n%{ endif ~}\ny\n", "x\ny\n"),
    ],
)
def test_the_first_reading(language: Language, text: str, first: str) -> None:
    assert readings(text, language)[0] == first


def test_each_branch_of_a_condition_is_in_some_reading_with_and_without_what_follows() -> None:
    text = "{{ if .a }}\na\n{{ else if .b }}\nb\n{{ else if .c }}\nc\n{{ else }}\nd\n{{ end }}\n{{ if .e }}\ne\n{{ end }}\n"
    made = set(readings(text, Language.GO))
    assert {f"{branch}\n{rest}" for branch in "abcd" for rest in ("e\n", "")} <= made


def test_of_two_conditions_some_reading_has_each_without_the_other() -> None:
    text = "".join(f"{{{{ if .{name} }}}}\n{name}\n{{{{ end }}}}\n" for name in "abcdefg")
    made = readings(text, Language.GO)
    for one in "abcdefg":
        for other in set("abcdefg") - {one}:
            assert any(one in reading and other not in reading for reading in made)


def test_a_loop_stands_twice_in_some_reading() -> None:
    assert readings("a\n{{ range .x }}\nb {{ . }}\n{{ end }}\nc\n", Language.GO)[1] == "a\nb [value]\nb [value]\nc\n"


def test_an_else_inside_of_loops_stands_in_some_reading_with_all_that_is_around_it() -> None:
    inner = "{% if f %}\nx\n{% else %}\ny\n{% endif %}\n"
    text = f"{{% if a %}}\n{{% for b in c %}}\nhead\n{{% for d in e %}}\n{inner}{{% endfor %}}\n{{% endfor %}}\n{{% endif %}}\n"
    assert "head\ny\n" in readings(text, Language.JINJA)


def test_a_loop_around_nothing_ends() -> None:
    assert readings("a\n{{ range .x }}{{ end }}\nb\n", Language.GO)[0] == "a\n\nb\n"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.GO, "{{ if .x }}\na\n"),
        (Language.GO, "a\n{{ end }}\n"),
        (Language.GO, "{{ x\n"),
        (Language.GO, "no actions"),
        (Language.JINJA, "{% raw %}{{ x }}"),
        (Language.JINJA, "{{ don't }}"),
        (Language.JINJA, "{{ x }}\ue000"),
    ],
)
def test_what_does_not_fit_together_is_no_template(language: Language, text: str) -> None:
    assert readings(text, language) == []


@tries(400)
@given(st.sampled_from(list(Language)), st.data())
def test_a_reading_is_the_text_outside_of_actions(language: Language, data: st.DataObject) -> None:
    parts = data.draw(st.lists(st.one_of(TEXT, st.sampled_from(PIECES[language])), max_size=30))
    text = "".join(parts).encode()
    template = read_template(text, language)
    if template is None:
        return
    for pieces in template.readings():
        source = SourceMap.join(text, pieces)
        for piece in source.pieces():
            if piece.verbatim:
                assert piece.doc.cut(source.text) == piece.file.cut(text)
                assert not any(a.span.start < piece.file.end and piece.file.start < a.span.end for a in template.actions)
        assert "\ue000".encode() not in MARK.sub(b"", source.text)


@pytest.mark.slow
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "text",
    [
        *(each * 100_000 for each in ("{{", "{{ x }}", '{{ "', "{%", "${", "{#")),
        "{{ if a }}" * 200,
        "{% if a %}\n" * 300 + "{% endif %}\n" * 300,
        "{{ range a }}\nx\n" * 200 + "{{ end }}\n" * 200,
    ],
)
def test_hostile_templates_end(language: Language, text: str) -> None:
    made = readings(text, language)
    assert len(made) <= 20
    assert sum(map(len, made)) <= max(40 * len(text), 1_000)
