"""What is proved of made-up configs: why stages get nothing, which events are lost, which go round."""

import pytest

from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import Stage, StageGraph
from pipelint.plugins import Plugin
from pipelint.plugins.behaviour import Records
from tests.engines.fluentd.routes import failing, filter_, graph, match, named, source


def relabel(pattern: str, name: str, to: str) -> str:
    return match(pattern, name, "relabel", f"@label {to}")


def why(graph: StageGraph, name: str) -> tuple[str, list[str], list[str], str]:
    """Why no event reaches a stage: the reason, and by @id the way and the takers, and a tag."""
    proof = graph.proofs.unreached[named(graph)[name]]
    ids = [stage.value("@id") for stage in graph.stages]
    return proof.why.value, [ids[i] for i in proof.way], [ids[i] for i in proof.takers], proof.tag


def test_the_way_to_what_takes_the_events_first_is_told() -> None:
    found = graph(
        source("a.b")
        + match("a.*", "to", "relabel", "@label @L")
        + "<label @L>\n"
        + match("a.x", "x")
        + match("a.**", "all")
        + match("a.b", "never")
        + filter_("a.b", "late")
        + match("b", "other")
        + "</label>\n"
    )
    assert why(found, "never") == ("taken", ["in", "to"], ["all"], "a.b")
    assert why(found, "late") == ("taken", ["in", "to"], ["all"], "a.b")
    assert why(found, "other") == ("no tag", ["to"], [], "")


def test_a_match_for_the_rest_is_not_called_shadowed() -> None:
    assert graph(source("a") + match("a", "a") + match("**", "rest")).unreachable == {}
    config = source("a", "@label @L") + "<label @L>\n" + match("a", "a") + match("**", "rest") + "</label>\n"
    assert why(graph(config), "rest") == ("rest", ["in"], ["a"], "a")


def test_nothing_comes_to_a_label_that_nothing_names() -> None:
    found = graph(source("a") + match("a", "a") + "<label @L>\n" + match("a", "never") + "</label>\n")
    assert why(found, "never") == ("label", [], [], "")


def test_a_label_of_another_worker_gets_nothing() -> None:
    first = "<worker 0>\n" + source("a") + relabel("a", "to", "@L") + "</worker>\n"
    second = "<worker 1>\n<label @L>\n" + match("a", "never") + "</label>\n</worker>\n"
    found = graph("<system>\nworkers 2\n</system>\n" + first + second)
    assert why(found, "never") == ("workers", ["in", "to"], [], "")


def test_any_event_may_fail_and_come_to_the_error_label() -> None:
    rules = match("b", "other") + match("**", "err") + match("c", "never")
    found = graph(failing() + "<label @ERROR>\n" + rules + "</label>\n")
    assert found.unreachable == {named(found)["never"]: named(found)["err"]}


def lost(graph: StageGraph) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(one.label, one.tags, one.whole) for one in graph.proofs.unmatched]


def test_events_that_no_match_takes_are_named_by_their_tags() -> None:
    levels = "<rule>\nkey level\npattern /^(info|warn)$/\ntag l.$1\n</rule>"
    found = graph(source("a") + match("a", "re", "rewrite_tag_filter", levels) + match("l.info", "info"))
    assert lost(found) == [("", ("l.warn",), False)]
    # Where nothing ends the pattern a longer word is never captured.
    open_ = levels.replace("warn)$", "warn|warning)")
    assert lost(graph(source("a") + match("a", "re", "rewrite_tag_filter", open_) + match("l.info", "info"))) == [
        ("", ("l.warn",), False)
    ]
    # What a filter dropped, or an earlier question left out, may be just these.
    config = source("a") + filter_("a", "g") + match("a", "re", "rewrite_tag_filter", levels) + match("l.info", "info")
    assert lost(graph(config)) == []


def test_nothing_is_said_to_be_lost_where_a_match_may_take_it_whatever_comes_after_that() -> None:
    levels = "<rule>\nkey level\npattern /^(info|warn)$/\ntag l.$1\n</rule>"
    rewritten = source("a") + match("a", "re", "rewrite_tag_filter", levels)
    assert lost(graph(rewritten + match("l.x", "other") + match("l.info", "info"))) == [("", ("l.warn",), False)]
    assert lost(graph(rewritten + match("\"#{ENV['WHICH']}\"", "any") + match("l.info", "info"))) == []


def test_of_a_part_of_a_config_nothing_is_said_to_be_lost() -> None:
    config = source("a") + source("b") + match("a", "a")
    assert lost(graph(config)) == [("", ("b",), True)]
    assert lost(graph(config, complete=False)) == []
    assert lost(graph(source("b") + match("a", "a"))) == []
    parsed = parse(Document.whole(SourceFile("x.conf", config.encode())))
    assert lost(build(parsed.root, whole=False)) == []


def loops(graph: StageGraph, *, dropped: bool = False) -> list[tuple[list[str], str]]:
    ids = [stage.value("@id") for stage in graph.stages]
    return [([ids[i] for i in loop.stages], loop.tag) for loop in graph.proofs.loops if loop.dropped == dropped]


def test_labels_that_lead_to_each_other_are_a_loop() -> None:
    config = source("a", "@label @A") + "<label @A>\n" + relabel("a", "one", "@B") + "</label>\n<label @B>\n"
    assert loops(graph(config + relabel("**", "two", "@A") + "</label>\n")) == [(["one", "two"], "a")]
    assert loops(graph(config + match("a", "out") + relabel("**", "two", "@A") + "</label>\n")) == []
    # A filter that it does not know may end it.
    assert loops(graph(config + filter_("**", "f", "sampling") + relabel("**", "two", "@A") + "</label>\n")) == []
    found = loops(graph(config + filter_("**", "f", "stdout") + relabel("**", "two", "@A") + "</label>\n"))
    assert found == [(["one", "two"], "a")]


def test_a_loop_of_some_of_the_tags_is_one() -> None:
    config = source("a.b") + relabel("**", "one", "@A") + "<label @A>\n" + relabel("a.**", "two", "@ROOT")
    assert loops(graph(config + match("**", "out") + "</label>\n")) == [(["one", "two"], "a.b")]
    # What has come round has another tag, which the second does not take.
    rule = "<rule>\nkey k\npattern /x/\ntag b.${tag}\n</rule>"
    config = source("a.b") + match("**", "one", "rewrite_tag_filter", f"@label @A\n{rule}")
    assert loops(graph(config + "<label @A>\n" + relabel("a.**", "two", "@ROOT") + match("**", "out") + "</label>\n")) == []


def test_a_rule_that_an_earlier_one_leaves_nothing_closes_no_loop() -> None:
    def rules(*tags: str) -> str:
        return "\n".join(f"<rule>\nkey k\npattern /.+/\ntag {tag}\n</rule>" for tag in tags)

    def two(*tags: str) -> list[tuple[list[str], str]]:
        first = match("a", "one", "rewrite_tag_filter", rules("b"))
        return loops(graph(source("a") + first + match("b", "two", "rewrite_tag_filter", rules(*tags)) + match("**", "out")))

    assert two("a") == [(["one", "two"], "a")]
    assert two("c", "a") == []


def test_a_rewritten_tag_that_comes_back_is_a_loop_unless_it_stays_the_same() -> None:
    def one(tag: str, pattern: str) -> list[tuple[list[str], str]]:
        rule = f"<rule>\nkey k\npattern /x/\ntag {tag}\n</rule>"
        return loops(graph(source("a.b") + match(pattern, "re", "rewrite_tag_filter", rule) + match("**", "out")))

    assert one("x.${tag}", "**") == [(["re"], "a.b")]
    assert one("a.${tag}", "a.**") == [(["re"], "a.b")]
    assert one("x.${tag}", "a.**") == []
    assert one("${tag}", "**") == []
    # The second time the tag is a.c already, and the event dropped.
    assert one("a.c", "a.**") == []


def test_a_rewritten_tag_that_the_same_match_takes_is_dropped_where_it_has_nothing_of_the_old_one() -> None:
    def one(tag: str, pattern: str, more: str = "", before: str = "") -> list[tuple[list[str], str]]:
        rule = f"<rule>\nkey k\npattern /^(x|y)$/\ntag {tag}\n{more}</rule>"
        config = source("a.b") + before + match(pattern, "re", "rewrite_tag_filter", rule) + match("**", "out")
        return loops(graph(config), dropped=True)

    assert one("a.c", "a.**") == [(["re"], "a.b")]
    assert one("a.$1", "a.*") == [(["re"], "a.b")]
    assert one("a.$1.z", "a.*") == []
    # Only some of the new tags come back.
    assert one("$1", "{x,a.b}") == []
    assert one("c", "a.**") == []
    assert one("a.c.${tag_parts[1]}", "a.**") == []
    # An earlier match takes it, or it goes to a label, or a filter may change the key.
    assert one("a.c", "a.**", before=match("a.c", "first")) == []
    assert one("a.c", "a.**", "label @OTHER\n") == []
    assert one("a.c", "a.**", before=filter_("**", "f", "record_transformer", "<record>\nk z\n</record>")) == []


def test_a_filter_that_may_give_a_key_another_value_ends_a_loop_that_values_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: no plugin that is known keeps all keys and changes values in the record that it gets; a team's own may."""
    rule = "<rule>\nkey k\npattern /x/\ntag x.${tag}\n</rule>"
    by_value = source("a.b") + filter_("**", "f", "stdout") + match("**", "re", "rewrite_tag_filter", rule)
    by_tag = source("a.b") + filter_("**", "f", "stdout") + relabel("**", "on", "@ROOT")
    assert (loops(graph(by_value)), loops(graph(by_tag))) == ([(["re"], "a.b")], [(["on"], "a.b")])

    def changing(stage: Stage) -> Plugin:
        plugin = known(stage)
        return replace(plugin, records=Records(same_keys=True, in_place=True)) if plugin.name == "stdout" else plugin

    monkeypatch.setattr("pipelint.engines.fluentd.routing.loops.known", changing)
    assert (loops(graph(by_value)), loops(graph(by_tag))) == ([], [(["on"], "a.b")])


def test_a_copy_sends_round_by_one_of_its_stores() -> None:
    stores = "<store>\n@type stdout\n</store>\n<store>\n@type relabel\n@id back\n@label @A\n</store>"
    config = source("a", "@label @A") + "<label @A>\n" + match("a", "copy", "copy", stores) + "</label>\n"
    assert loops(graph(config)) == [(["copy", "back"], "a")]
