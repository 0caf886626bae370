"""Routing by hand-made configs: which stages events pass, and what is proved never to be reached."""

import pytest

from pipelint.graph.stage import LATEST, Flow, Kind
from tests.engines.fluentd.routes import failing, filter_, graph, match, named, source


def test_the_first_match_takes_the_event() -> None:
    found = graph(source("a.b") + match("a.*", "first") + match("**", "rest"))
    ids = named(found)
    assert [route.target for route in found.routes] == [ids["first"]]
    # The last one still gets Fluentd's own log events.
    assert ids["rest"] not in found.unreachable


def test_a_match_that_a_former_one_covers_is_never_reached() -> None:
    found = graph(source("a.b") + match("a.**", "all") + match("a.b.{c,d}", "never"))
    ids = named(found)
    assert found.unreachable == {ids["never"]: ids["all"]}


def test_two_former_matches_may_cover_it_together() -> None:
    found = graph(source("a.b") + match("a.x", "x") + match("a.y", "y") + match("a.{x,y}", "never"))
    assert named(found)["never"] in found.unreachable


def test_a_filter_behind_the_match_that_takes_its_events_is_never_reached() -> None:
    found = graph(source("a") + match("**", "out") + filter_("a", "late"))
    ids = named(found)
    assert found.unreachable == {ids["late"]: ids["out"]}


def test_a_filter_for_tags_that_nothing_emits_is_never_reached() -> None:
    config = source("raw.kubernetes") + filter_("kubernetes.**", "filter") + match("**", "out")
    found = graph(config)
    assert found.unreachable == {named(found)["filter"]: None}
    assert graph(config, complete=False).unreachable == {}


def test_the_tags_of_a_tail_source_come_from_its_path() -> None:
    tail = "<source>\n@type tail\n@id in\npath /var/log/containers/*.log\ntag kubernetes.*\n</source>\n"
    found = graph(
        tail
        + match("kubernetes.var.log.containers.fluentd**", "own")
        + match("kubernetes.var.log.pods.**", "never")
        + match("**", "rest")
    )
    ids = named(found)
    assert {route.target: route.whole for route in found.routes} == {ids["own"]: False, ids["rest"]: True}
    assert found.unreachable == {ids["never"]: None}


def test_a_foreign_tag_may_be_anything() -> None:
    found = graph("<source>\n@type forward\n</source>\n" + match("a", "a") + filter_("b", "b") + match("**", "rest"))
    assert found.unreachable == {}
    assert {route.whole for route in found.routes} == {True, False}


def test_relabel_leads_to_the_label_and_back_to_the_root() -> None:
    found = graph(
        source("a")
        + match("a", "to", "relabel", "@label @L")
        + "<label @L>\n"
        + filter_("**", "f")
        + match("**", "out")
        + "</label>\n"
    )
    ids = named(found)
    [first, second] = found.routes
    assert (first.target, second.flow, second.origin) == (ids["to"], Flow.RELABEL, ids["to"])
    assert (second.filters, second.target) == (((ids["f"], True),), ids["out"])


def test_a_router_by_the_pod_sends_events_to_each_label_that_its_routes_name() -> None:
    routes = "default_route @REST\n" + "".join(f"<route>\n@label {label}\n</route>\n" for label in ("@A", "@B", "@A"))
    labels = "".join(f"<label {label}>\n" + match("**", label) + "</label>\n" for label in ("@A", "@B", "@REST", "@C"))
    found = graph(source("a") + match("**", "by pod", "label_router", routes) + labels)
    ids = named(found)
    sent = [(route.flow, route.target) for route in found.routes if route.origin == ids["by pod"]]
    assert sorted(sent, key=lambda one: one[1] or 0) == [(Flow.EMIT, ids[label]) for label in ("@A", "@B", "@REST")]


def test_what_times_out_goes_to_its_label_and_root_is_what_stands_outside_of_all() -> None:
    for label, out in (("@OUT", "in label"), ("@ROOT", "outside")):
        concat = filter_("**", "f", "concat", f"key log\nn_lines 2\ntimeout_label {label}") + match("**", "never")
        found = graph(
            source("a", "@label @L")
            + f"<label @L>\n{concat}</label>\n<label @OUT>\n{match('**', 'in label')}</label>\n"
            + match("**", "outside")
        )
        ids = named(found)
        assert [r.target for r in found.routes if r.flow is Flow.TIMEOUT] == [ids[out]], label


def test_detect_exceptions_emits_without_its_prefix() -> None:
    found = graph(
        source("raw.k8s.x") + match("raw.**", "traces", "detect_exceptions", "remove_tag_prefix raw") + match("k8s.**", "out")
    )
    ids = named(found)
    assert [(r.origin, r.target) for r in found.routes] == [(ids["in"], ids["traces"]), (ids["traces"], ids["out"])]


def test_a_tag_without_the_prefix_that_is_taken_off_stays_as_it_is() -> None:
    sources = source("raw.app", "@label @L") + source("app.b", "@label @L").replace("@id in", "@id in2")
    traces = match("**", "traces", "detect_exceptions", "remove_tag_prefix raw\n@label @OUT")
    outputs = match("app", "a") + match("app.b", "b") + match("**", "c")
    found = graph(f"{sources}<label @L>\n{traces}</label>\n<label @OUT>\n{outputs}</label>\n")
    ids = named(found)
    assert {r.target for r in found.routes if r.origin == ids["traces"]} == {ids["a"], ids["b"]}


def test_rewriting_rules_emit_what_their_templates_say() -> None:
    rules = "<rule>\nkey level\npattern /^error$/\ntag bad.${tag}\n</rule>\n<rule>\nkey level\npattern /./\ntag good.$1\n</rule>"
    found = graph(
        source("app") + match("app", "rewrite", "rewrite_tag_filter", rules) + match("bad.**", "bad") + match("good.*", "good")
    )
    ids = named(found)
    assert {r.target for r in found.routes if r.origin == ids["rewrite"]} >= {ids["bad"], ids["good"]}
    assert found.unreachable == {}


def test_an_emitter_that_feeds_itself_ends() -> None:
    found = graph(source("a") + match("**", "loop", "detect_exceptions", "add_tag_prefix x"))
    assert any(route.origin == route.target for route in found.routes)


def test_copies_go_to_every_store() -> None:
    stores = "<store>\n@type stdout\n@id one\n</store>\n<store>\n@type relabel\n@id two\n@label @L\n</store>"
    found = graph(source("a") + match("a", "copy", "copy", stores) + "<label @L>\n" + match("**", "out") + "</label>\n")
    ids = named(found)
    assert {(e.source, e.target) for e in found.edges if e.flow is Flow.COPY} == {
        (ids["copy"], ids["one"]),
        (ids["copy"], ids["two"]),
    }
    assert ids["out"] in {route.target for route in found.routes}


def test_failed_records_reach_the_error_label() -> None:
    found = graph(failing() + "<label @ERROR>\n" + match("**", "err") + "</label>\n")
    ids = named(found)
    assert (ids["p"], ids["err"], Flow.ERROR) in {(e.source, e.target, e.flow) for e in found.edges}


def test_failed_records_go_nowhere_where_the_filter_is_told_so() -> None:
    config = failing() + "<label @ERROR>\n" + match("**", "err") + "</label>\n"
    for value, reported in (("true", True), ("yes", True), ("false", False), ("no", False)):
        found = graph(config.replace("key_name log", f"key_name log\nemit_invalid_record_to_error {value}"))
        assert (Flow.ERROR in {route.flow for route in found.routes if route.origin == named(found)["p"]}) is reported, value


# Fluentd.Config (tests/data/fluentd-types.json): no is false; and of digits the leading ones count, 1_0 is 10.
def test_a_filter_that_is_told_so_sends_no_errors() -> None:
    quiet = failing().replace("@type parser", "@type parser\nemit_invalid_record_to_error no")
    found = graph(quiet + "<label @ERROR>\n" + match("**", "err") + "</label>\n")
    assert Flow.ERROR not in {edge.flow for edge in found.edges}


def test_workers_are_counted_as_fluentd_reads_numbers() -> None:
    configs = (f"<system>\nworkers {text}\n</system>\n{source('a')}" for text in ("1_0", "4x", "x", "0"))
    assert [graph(config).workers for config in configs] == [10, 4, 1, 1]


def test_workers_have_their_own_rules() -> None:
    config = "<worker 0>\n" + source("a") + match("**", "zero") + "</worker>\n<worker 1>\n" + match("a", "one") + "</worker>\n"
    found = graph("<system>\nworkers 2\n</system>\n" + config)
    ids = named(found)
    assert found.workers == 2
    assert [route.target for route in found.routes] == [ids["zero"]]


def test_ranges_of_workers_meet_where_they_overlap() -> None:
    config = "<system>\nworkers 4\n</system>\n<worker 0-2>\n" + source("a") + "</worker>\n"
    config += "<worker 2-3>\n" + match("a", "two") + "</worker>\n" + "<worker 3>\n" + match("a", "three") + "</worker>\n"
    found = graph(config)
    ids = named(found)
    # Worker 2 sends its events there, workers 0 and 1 do not.
    assert [(route.target, route.whole) for route in found.routes] == [(ids["two"], False)]
    assert found.unreachable == {ids["three"]: ids["two"]}


def test_a_match_of_some_workers_shadows_nothing_of_others() -> None:
    config = "<worker 1>\n" + match("**", "one") + "</worker>\n<worker 0-1>\n" + match("a", "both") + "</worker>\n"
    found = graph("<system>\nworkers 2\n</system>\n" + source("a") + config)
    assert found.unreachable == {}


def test_nothing_is_claimed_of_regular_expressions_and_embedded_ruby() -> None:
    found = graph(
        source("a") + match("/(?!b).*/", "re") + match("\"#{ENV['T']}\"", "ruby") + match("a", "a") + match("**", "rest")
    )
    assert found.unreachable == {}


def test_parts_written_flat_are_stages_too() -> None:
    config = "<source>\n@type tail\npath /a\ntag a\nformat json\n</source>\n"
    config += "<match **>\n@type file\nbuffer_type file\nformat ltsv\n</match>\n"
    found = graph(config)
    assert [(s.kind, s.plugin) for s in found.stages if s.parent is not None] == [
        (Kind.PARSE, "json"),
        (Kind.FORMAT, "ltsv"),
        (Kind.BUFFER, "file"),
    ]


@pytest.mark.slow
def test_too_many_tags_to_follow_are_not_followed() -> None:
    config = "<source>\n@type forward\n</source>\n" + "".join(match(f"**.app{i}", f"m{i}") for i in range(2_000))
    found = graph(config)
    assert found.skipped
    assert (found.routes, found.unreachable, found.complete) == ((), {}, False)


@pytest.mark.parametrize("rest", [True, False])
def test_thousands_of_matches_are_followed(rest: bool) -> None:
    config = "<source>\n@type forward\n</source>\n" + "".join(match(f"app{i}.**", f"m{i}") for i in range(3_000))
    found = graph(config + (match("**", "rest") if rest else ""))
    ids = named(found)
    assert not found.skipped
    assert [route.target for route in found.routes] == [*(ids[f"m{i}"] for i in range(3_000)), ids["rest"] if rest else None]
    assert found.unreachable == {}


def test_filters_side_by_side_are_joined_to_a_few_and_each_before_is_reached() -> None:
    config = "<source>\n@type forward\n</source>\n"
    config += "".join(filter_(f"t{i}.**", f"f{i}") for i in range(300)) + match("**", "rest")
    found = graph(config)
    ids = named(found)
    assert len(found.edges) < 300 * (LATEST + 2)
    last = found.stages[ids["rest"]]
    assert {stage.index for stage in found.before(last)} == set(range(last.index))
    first = found.stages[ids["f0"]]
    assert {stage.index for stage in found.after(first)} == set(range(ids["f1"], last.index + 1))


def test_what_is_sent_again_with_more_tags_reaches_more() -> None:
    labels = "<label @X>\n" + match("a", "a") + match("b", "b") + "</label>\n"
    anything = "<source>\n@type http\n</source>\n"
    found = graph(source("a") + anything + match("**", "relabel", "relabel", "@label @X") + labels)
    ids = named(found)
    assert {route.target for route in found.routes if route.origin == ids["relabel"]} == {ids["a"], ids["b"], None}
    assert found.unreachable == {}
    rules = "<rule>\nkey k\npattern /x/\ntag a\n</rule>\n<rule>\nkey k\npattern /(.+)/\ntag $1\n</rule>"
    found = graph(source("in") + match("in", "again", "rewrite_tag_filter", rules) + match("a", "a") + match("b", "b"))
    assert found.unreachable == {}


def test_refused_events_go_to_the_label_of_their_output_under_the_same_tag() -> None:
    def config(more: str) -> str:
        return source("a") + match("a", "es", "elasticsearch", more) + "<label @B>\n" + match("a", "again") + "</label>\n"

    found = graph(config("@label @B"))
    assert named(found)["again"] not in found.unreachable
    assert graph(config("")).unreachable == {named(found)["again"]: None}


def test_a_syslog_source_gives_only_the_tags_of_facilities_and_severities() -> None:
    config = "<source>\n@type syslog\n@id in\ntag sys\n</source>\n"
    rules = match("sys.kern.info", "kern") + match("sys.unmatched", "unread") + match("sys.error.**", "never")
    found = graph(config + rules)
    assert found.unreachable == {named(found)["never"]: None, named(found)["unread"]: None}
    found = graph(config.replace("</", "emit_unmatched_lines true\n</") + rules)
    assert found.unreachable == {named(found)["never"]: None}


def test_of_a_tag_that_no_failed_event_may_have_nothing_is_claimed() -> None:
    # Events that fail come to @ERROR under tags that some plugin got: here none has x.
    errors = "<label @ERROR>\n" + match("x", "to", "relabel", "@label @A") + match("**", "rest") + "</label>\n"
    labels = "<label @A>\n" + match("b", "b") + match("x", "round", "relabel", "@label @A") + "</label>\n"
    found = graph(source("a") + match("a", "out") + errors + labels)
    assert found.proofs.loops == ()
    lost = "<label @A>\n" + match("b", "b") + "</label>\n"
    assert graph(source("a") + match("a", "out") + errors + lost).proofs.unmatched == ()
