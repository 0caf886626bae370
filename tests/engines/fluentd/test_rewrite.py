"""Tags that rewrite_tag_filter gives, against what the plugin (2.4.0, in Fluentd 1.16.5) made of events."""

from __future__ import annotations

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.plugins import rewrite_tag_filter as rewrite
from pipelint.engines.fluentd.routing.atoms import automaton, literal
from pipelint.engines.fluentd.routing.emit import Emission, from_output
from pipelint.engines.fluentd.routing.stages import build_stages
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import Stage


def rule(pattern: str, tag: str, *more: str) -> str:
    return "\n".join(("<rule>", "key k", f"pattern {pattern}", f"tag {tag}", *more, "</rule>"))


def stage(*lines: str) -> Stage:
    text = "\n".join(("<match **>", "@type rewrite_tag_filter", *lines, "</match>")) + "\n"
    parsed = parse(Document.whole(SourceFile("x.conf", text.encode())))
    assert not parsed.errors
    return build_stages(parsed.root).stages[0]


def emitted(tag: str, *lines: str) -> list[Emission]:
    return list(from_output(stage(*lines), automaton(literal(tag))))


def words(tag: str, *lines: str) -> list[str]:
    found = [emission.tags.words(50) for emission in emitted(tag, *lines)]
    return sorted({word for some in found for word in some or ["?"]})


# The values were: info, warn, error, INFO, ab.cd, web-1, "x y", two blanks.
@pytest.mark.parametrize(
    ("tag", "lines", "became"),
    [
        ("app.web", [rule("/^(info|warn)$/", "level.$1")], ["level.info", "level.warn"]),
        ("app.web", [rule("/^(info|warn)$/", "level.$1.${tag}")], ["level.info.app.web", "level.warn.app.web"]),
        ("app.web.x", [rule("/./", "${tag_parts[0]}.${tag_parts[2]}.${tag_parts[7]}.")], ["app.x.."]),
        ("app.web", [rule("/./", "n.${tag_parts[-1]}.__TAG_PARTS[0]__")], ["n.${tag_parts[-1]}.__TAG_PARTS[0]__"]),
        ("app.web", [rule("/./", "n.__TAG__.${foo}e.__BAR__")], ["n.app.web.e."]),
        ("app.web", [rule("/./", "n.${tag}"), "remove_tag_prefix app"], ["n.web"]),
        ("application.web", [rule("/./", "n.${tag}"), "remove_tag_prefix app"], ["n.lication.web"]),
        ("app", [rule("/./", "n.${tag}"), "remove_tag_prefix app"], ["n."]),
        ("web.app", [rule("/./", "n.${tag}.${tag_parts[0]}"), "remove_tag_prefix app"], ["n.web.app.web"]),
        ("app.web", [rule("/./", "${tag}")], []),
        ("web", [rule("/./", "${tag}"), "remove_tag_prefix app"], []),
        ("app.web", [rule("/info/", "app.web"), rule("/warn/", "w")], ["w"]),
        ("app.web", [rule("/info/", "i"), rule("/info/", "never.$1", "invert true")], ["i", "never.$1"]),
        ("app.web", [rule("/.+/", "all"), rule("/info/", "i")], ["all"]),
        ("app.web", [rule("/.*/", "n.$0x")], ["n.x"]),
        ("app..web.", [rule("/./", "n.${tag_parts[0]}-${tag_parts[1]}-${tag_parts[2]}-${tag_parts[3]}")], ["n.app--web-"]),
    ],
)
def test_the_new_tags_are_those_that_the_plugin_gave(tag: str, lines: list[str], became: list[str]) -> None:
    assert words(tag, *lines) == became


@pytest.mark.parametrize(
    ("lines", "became"),
    [
        ([rule("/^(?i:(info|warn))$/", "l.$1"), "capitalize_regex_backreference true"], ["l.Info", "l.Warn"]),
        ([rule("/^(a)?(x)? ?(y|cd)?/", "n.$1-$2-$3-$4")], ["n.---", "n.a---", "n.-x-y-"]),
        ([rule("/(?<first>[a-z]+)-(?<second>\\d)/", "n.$2.$1")], ["n.1.web"]),
        ([rule("/^(i|w)(n|a)/", "n.$1$2")], ["n.in", "n.wa"]),
    ],
)
def test_what_captures_may_hold_has_all_that_they_held(lines: list[str], became: list[str]) -> None:
    found = emitted("app.web", *lines)
    assert all(any(tag in emission.tags for emission in found) for tag in became)
    assert not any("other" in emission.tags for emission in found)


# What Fluentd.Config makes of such texts is in tests/data/fluentd-types.json: /a/x has no option, /a/ixm is refused, off is nil.
@pytest.mark.parametrize(("written", "read"), [("/a b/x", "a b"), ("/a/i", "(?i)a"), ("/a/im", "(?im)a"), ("/a/ixm", "/a/ixm")])
def test_the_options_of_a_pattern_are_those_that_fluentd_reads(written: str, read: str) -> None:
    assert [found.pattern for found in rewrite.tag_rules(stage(rule(written, "t")))] == [read]


def test_captures_are_written_large_only_where_that_is_asked_for() -> None:
    lines = [rule("/^(info|warn)$/", "l.$1"), "capitalize_regex_backreference off"]
    assert words("app.web", *lines) == ["l.info", "l.warn"]


def test_of_a_rule_that_code_may_invert_nothing_is_known() -> None:
    (read,) = rewrite.tag_rules(stage(rule("/^(info)$/", "l.$1", "invert \"#{ENV['X']}\"")))
    assert (read.known, read.inverted) == (False, False)


def test_a_capture_of_free_text_may_be_anything() -> None:
    [emission] = emitted("app", rule("/^(.+)$/", "n.$1"))
    assert "n.whatever.it.is" in emission.tags
    assert "n." not in emission.tags
    [emission] = emitted("app", rule("/^(?<a>x)(?=y)\\k<a>/", "n.${hostname}"))
    assert "n.node-1.example" in emission.tags


def test_single_tags_are_rewritten_one_by_one() -> None:
    incoming = automaton(literal("a.b")) | automaton(literal("c.d"))
    [emission] = from_output(stage(rule("/./", "${tag_parts[0]}.${tag_parts[1]}.x")), incoming)
    assert emission.tags.words(9) == ["a.b.x", "c.d.x"]


def test_a_label_of_a_rule_keeps_events_whose_tag_stays() -> None:
    [emission] = emitted("app", rule("/./", "${tag}", "label @OUT"))
    assert (emission.label, emission.tags.words(1)) == ("@OUT", ["app"])


def test_rules_of_old_configs_are_read_in_the_order_of_their_numbers() -> None:
    rules = rewrite.tag_rules(stage("rewriterule10 k !^ok$ bad.$1", 'rewriterule2 path "/^\\/a b$/" page.a'))
    assert [(r.key, r.pattern, r.tag, r.inverted) for r in rules] == [
        ("path", "/^\\/a b$/", "page.a", False),
        ("k", "^ok$", "bad.$1", True),
    ]


@pytest.mark.parametrize(
    ("first", "second", "covered"),
    [
        (rule("/.+/", "a"), rule("/x/", "b"), True),
        (rule("//", "a"), rule("/x/", "b"), True),
        (rule("/^.*$/", "a"), rule("/x/", "b"), True),
        # A text of two lines is not found by it.
        (rule("/\\A.+\\z/", "a"), rule("/x/", "b"), False),
        (rule("/.../", "a"), rule("/x/", "b"), False),
        (rule("/.+/", "a"), rule("/x/", "b", "invert true"), False),
        (rule("/.+/", "a", "invert true"), rule("/x/", "b"), False),
        (rule("/.+/", "a").replace("key k", "key other"), rule("/x/", "b"), False),
    ],
)
def test_a_rule_behind_one_that_takes_all_is_never_asked(first: str, second: str, covered: bool) -> None:
    rules = rewrite.tag_rules(stage(first, second))
    assert [rule is not None for rule in rewrite.covered_by(rules)] == [False, covered]


@pytest.mark.parametrize(
    ("tag", "literal_", "empty"),
    [
        ("${tag}.${tag_parts[0]}.__TAG__.${hostname}.$1", [], []),
        ("${tag_parts[-1]}.__TAG_PARTS[0]__", ["${tag_parts[-1]}", "__TAG_PARTS[0]__"], []),
        ("n.${level}.__BAR__", [], ["${level}", "__BAR__"]),
        ("${tag_parts[0..1]}", ["${tag_parts[0..1]}"], []),
        ("${tag_parts[1..-1]}", ["${tag_parts[1..-1]}"], []),
    ],
)
def test_placeholders_that_are_none_are_found(tag: str, literal_: list[str], empty: list[str]) -> None:
    [found] = rewrite.retaggings(stage(rule("/./", tag)))
    assert (list(found.literal), list(found.empty)) == (literal_, empty)
