"""Pairing of stages, and what is said of those that changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.compare.model import Change, StageChange
from pipelint.compare.stages import pair_stages, stage_changes
from pipelint.language.config import Config
from tests.compare.support import fluentd, logstash

SOURCE = "<source>\n  @type tail\n  path /a.log\n  tag a.b\n  <parse>\n    @type json\n  </parse>\n</source>\n"
OUTPUT = "<match **>\n  @type stdout\n</match>\n"


def transformer(pattern: str, field: str, extra: str = "") -> str:
    return f"<filter {pattern}>\n  @type record_transformer\n{extra}  <record>\n    {field} x\n  </record>\n</filter>\n"


def changes(before: Config, after: Config) -> list[StageChange]:
    return list(stage_changes(after.engine.name, pair_stages(before.graph, after.graph), before.graph, after.graph))


def said(before: str, after: str) -> list[tuple[str, str, list[tuple[str, str | None, str | None]]]]:
    """Each change as its word, the plugin, and its parameters with both values."""
    return [
        (change.change.value, change.stage.plugin, [(param.name, param.before, param.after) for param in change.params])
        for change in changes(fluentd(before), fluentd(after))
    ]


def test_a_changed_parameter_is_one_of_its_own_section() -> None:
    after = SOURCE.replace("@type json", "@type json\n    time_key ts").replace("/a.log", "/b.log")
    assert said(SOURCE + OUTPUT, after + OUTPUT) == [
        ("changed", "tail", [("path", "/a.log", "/b.log")]),
        ("changed", "json", [("time_key", None, "ts")]),
    ]


def test_another_parser_is_a_change_of_the_parser() -> None:
    after = SOURCE.replace("@type json", "@type none")
    assert said(SOURCE + OUTPUT, after + OUTPUT) == [("changed", "none", [("<plugin>", "json", "none")])]


def test_layout_comments_and_quotes_change_nothing() -> None:
    after = "# a comment\n" + SOURCE.replace("  path /a.log", '     path   "/a.log" # there')
    assert said(SOURCE + OUTPUT, after + OUTPUT) == []


def test_blanks_inside_of_a_value_do_count() -> None:
    grep = "<filter **>\n  @type grep\n  <regexp>\n    key a\n    pattern /a b/\n  </regexp>\n</filter>\n"
    ((word, plugin, params),) = said(SOURCE + grep + OUTPUT, SOURCE + grep.replace("a b", "a  b") + OUTPUT)
    assert (word, plugin, [name for name, _, _ in params]) == ("changed", "grep", ["regexp.pattern"])


def test_a_filter_in_between_is_added_and_the_others_stay() -> None:
    before = SOURCE + transformer("a.**", "one") + transformer("a.**", "three") + OUTPUT
    after = SOURCE + transformer("a.**", "one") + transformer("a.**", "two") + transformer("a.**", "three") + OUTPUT
    assert said(before, after) == [("added", "record_transformer", [])]
    assert said(after, before) == [("removed", "record_transformer", [])]


def test_an_added_output_is_one_change_with_its_buffer() -> None:
    output = "<match x.**>\n  @type file\n  path /x\n  <buffer>\n    @type memory\n  </buffer>\n</match>\n"
    assert said(SOURCE + OUTPUT, SOURCE + output + OUTPUT) == [("added", "file", [])]


def test_a_stage_that_changes_places_has_moved() -> None:
    one, two = transformer("a.**", "one"), transformer("a.**", "two")
    found = changes(fluentd(SOURCE + one + two + OUTPUT), fluentd(SOURCE + two + one + OUTPUT))
    assert [change.change for change in found] == [Change.MOVED]


def test_an_id_pairs_what_nothing_else_would() -> None:
    before = "<match a>\n  @type stdout\n  @id out\n</match>\n"
    after = "<match b.**>\n  @type null\n  @id out\n</match>\n"
    assert said(SOURCE + before, SOURCE + after) == [
        ("changed", "null", [("<plugin>", "stdout", "null"), ("<pattern>", "a", "b.**")])
    ]


def test_a_parameter_that_says_the_same_pairs_as_much_as_two_by_name() -> None:
    def mine(*params: str) -> str:
        return "\n  ".join(("<filter a.**>", "@type mine", *params)) + "\n</filter>\n"

    before = SOURCE + mine("a 1", "b 2", "c 3") + mine("a 9", "b 9") + OUTPUT
    assert said(before, SOURCE + mine("a 9", "b 8", "c 7") + OUTPUT) == [
        ("changed", "mine", [("b", "9", "8"), ("c", None, "7")]),
        ("removed", "mine", []),
    ]


def test_a_filter_of_another_plugin_is_another_filter() -> None:
    grep = "<filter a.**>\n  @type grep\n  <regexp>\n    key a\n    pattern /b/\n  </regexp>\n</filter>\n"
    assert said(SOURCE + grep + OUTPUT, SOURCE + transformer("a.**", "f") + OUTPUT) == [
        ("added", "record_transformer", []),
        ("removed", "grep", []),
    ]


def test_the_keys_of_a_buffer_are_compared() -> None:
    output = "<match **>\n  @type file\n  path /x\n  <buffer {}>\n  </buffer>\n</match>\n"
    ((word, _, params),) = said(SOURCE + output.format("time"), SOURCE + output.format("tag,time"))
    assert (word, params) == ("changed", [("<pattern>", "time", "tag,time")])


def test_a_password_is_marked_as_a_secret_and_a_login_is_covered() -> None:
    output = "<match **>\n  @type http\n  endpoint http://u:{0}@example.org/\n  password {0}\n</match>\n"
    (change,) = changes(fluentd(SOURCE + output.format("one")), fluentd(SOURCE + output.format("two")))
    params = {param.name: param for param in change.params}
    assert params["password"].secret
    assert params["endpoint"].after == "http://u:••••@example.org/"


LOGSTASH = """\
input {{ beats {{ port => 1 codec => json {{ charset => "{0}" }} }} }}
filter {{ if [a] == "{1}" {{ mutate {{ add_field => {2} }} }} }}
"""


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("UTF-8", "b", '{ "x" => "y" }'), []),
        (("UTF-8", "b", "{\n  'x' => 'y'\n}"), []),
        (("ASCII", "b", '{ "x" => "y" }'), [("json", ["charset"])]),
        (("UTF-8", "c", '{ "x" => "y" }'), [("mutate", ["<if>"])]),
        (("UTF-8", "b", '{ "x" => "z" }'), [("mutate", ["add_field"])]),
    ],
)
def test_logstash_settings_are_compared_as_values(values: tuple[str, str, str], expected: list[tuple[str, list[str]]]) -> None:
    before = logstash(LOGSTASH.format("UTF-8", "b", '{ "x" => "y" }'))
    found = changes(before, logstash(LOGSTASH.format(*values)))
    assert [(change.stage.plugin, [param.name for param in change.params]) for change in found] == expected


FILTERS = st.lists(st.sampled_from([transformer(tag, field) for tag in ("a.**", "a.b") for field in ("x", "y")]), max_size=6)


@given(FILTERS, FILTERS)
def test_every_stage_is_paired_once_and_only_with_its_kind(before: list[str], after: list[str]) -> None:
    old, new = (fluentd(SOURCE + "".join(filters) + OUTPUT).graph for filters in (before, after))
    pairs = pair_stages(old, new)
    assert sorted(one.index for one, _ in pairs if one) == list(range(len(old.stages)))
    assert sorted(other.index for _, other in pairs if other) == list(range(len(new.stages)))
    assert all(one.kind is other.kind for one, other in pairs if one and other)


@given(FILTERS)
def test_a_config_does_not_differ_from_itself(filters: list[str]) -> None:
    text = SOURCE + "".join(filters) + OUTPUT
    assert said(text, text) == []
