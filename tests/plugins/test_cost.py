"""What plugin files say of costs: types, places of errors, the measurements behind it, and what comes of it for events."""

from __future__ import annotations

import csv
import math
from collections.abc import Collection
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import Document, SourceFile
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import LARGE, TrafficProfile
from pipelint.cost.events.work import Grade
from pipelint.cost.model import US, load_model
from pipelint.engines.fluentd.cost.said import COSTS
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.engines.logstash.cost import said as logstash
from pipelint.plugins.cost import Cost, Settings, Work, default_of, kind_of
from pipelint.plugins.form.costs import compile_cost
from pipelint.plugins.form.errors import PluginFileError
from pipelint.plugins.form.read import read_file
from pipelint.plugins.index import all_plugins, plugin_file, plugin_spec, stage_kinds
from pipelint.plugins.spec import ParamSpec, SectionSpec
from tests.cost.helpers import NULL, load
from tests.cost.logstash_helpers import graph, pipeline
from tests.each import each

ROOT = Path(__file__).resolve().parents[2]
COSTING = [plugin for plugin in all_plugins() if plugin_file(*plugin).cost is not None]
ROWS = {
    engine: [
        row["id"]
        for path in (ROOT / "cost-models" / "measurements").glob(f"{engine}*.csv")
        if "traffic" not in path.name
        for row in csv.DictReader(path.read_text("utf-8").splitlines())
    ]
    for engine in ("fluentbit", "fluentd", "logstash")
}
STATE = State(1.0, 0.5, 100.0, 200.0, 8.0, frozenset({"log"}), False, 0.1, 0.0, 3.0)
HEAD = "name: x\nabout: Does something with events.\nlink: https://example.org/x\n"


@each("plugin", COSTING, ids="-".join)
def test_costs_rest_on_measurements_that_there_are_and_count_in_terms_of_the_model(plugin: tuple[str, str, str]) -> None:
    cost = plugin_file(*plugin).cost
    assert cost is not None
    for rows in cost.get("measured", ()):
        assert any(fnmatch(row, rows) for row in ROWS[plugin[0]]), rows
    terms = {term for key in ("terms", "failed", "writes") for term in cost.get(key, ())}
    assert terms <= load_model(plugin[0]).coefficients.keys()
    # What µs are is for plugins that nobody here has measured.
    assert US not in terms


def work(plugin: str, section: str, kind: str = "filter", state: State = STATE, traffic: TrafficProfile = LARGE) -> Work:
    """What a plugin of Fluentd does, by its file."""
    text = f"<filter **>\n@type {plugin}\n{section}\n</filter>\n"
    block = parse(Document.whole(SourceFile("f.conf", text.encode()))).root.blocks[0]
    found = COSTS.work(kind, plugin, block, state, traffic)
    assert found is not None
    return found


# By hand, from what the files say.
@pytest.mark.parametrize(
    ("section", "shown"),
    [("", 4), ("skip_labels true", 3), ("skip_labels yes\nskip_master_url true", 2), ("skip_labels \"#{ENV['X']}\"", 4)],
)
def test_a_pod_has_the_parts_that_are_not_skipped(section: str, shown: int) -> None:
    found = work("kubernetes_metadata", section)
    assert found.terms() == {"kubernetes.event": 1.0, "kubernetes.cached": 1.0, "kubernetes.part": shown}
    assert found.after().record == 200 + 360 + 160 * shown
    assert found.after().fields == 8 + 6 + 2 * shown
    assert found.grade is Grade.MEASURED


def test_labels_of_metrics_are_their_own_and_those_of_all() -> None:
    labels = "<labels>\na 1\nb 2\n</labels>"
    section = f"<metric>\nname x\n{labels}\n</metric>\n<metric>\nname y\n</metric>\n<labels>\nhost h\n</labels>"
    metrics = {"prometheus.metric": 2.0, "prometheus.label": 4.0}
    # Whatever they are, each key of the record and each part of the tag gets a name.
    assert work("prometheus", section).terms() == {
        **metrics,
        "prometheus.key": STATE.fields,
        "prometheus.tag_part": STATE.tag_parts,
    }


def test_the_parser_of_csv_is_the_one_that_the_config_names() -> None:
    # As for parser_type, its older name, which counted alone before.
    source = "<source>\n@type tail\npath /x\ntag x\n<parse>\n@type csv\nkeys a,b\n{}\n</parse>\n</source>\n"
    for said, term in (
        ("", "parse.csv_field"),
        ("parser_engine fast", "parse.split_field"),
        ("parser_type fast", "parse.split_field"),
    ):
        terms = {name for name, amount in load(source.format(said) + NULL, "csv").terms.items() if amount}
        assert term in terms and terms & {"parse.csv_field", "parse.split_field"} == {term}


def test_a_share_thins_streams_and_what_has_no_value_is_not_known() -> None:
    traces = work("detect_exceptions", "languages java, python", "output")
    after = traces.after()
    assert (after.events, after.emits) == (pytest.approx(1 - 0.2 * 0.82 / 2), 1.0)
    assert traces.terms()["detect.byte"] == 100.0
    # Without the interval no thread of the plugin asks for its lock.
    assert after.locked == 0.0
    assert work("detect_exceptions", "multiline_flush_interval 1", "output").after().locked == 1.0


PARAMETERS = "parameters:\n  n: {type: integer, default: 3}\n  o: {type: integer}\n  s: {type: size, default: 1}\n"
SPEC = SectionSpec({
    "n": ParamSpec("n", "integer", default=3), "o": ParamSpec("o", "integer"), "s": ParamSpec("s", "size", default=1),
})  # fmt: skip


def cost_of(text: str, known: Collection[str] | None = None) -> dict[str, Any]:
    file = SourceFile("filter-x.yaml", f"{HEAD}cost:\n{text}\n{PARAMETERS}".encode())
    found = read_file(file, "plugin")
    return compile_cost(found["cost"], found, file, known)  # type: ignore[arg-type]


def made(text: str, section: str = "", traffic: TrafficProfile = LARGE) -> Work:
    """What a made-up plugin does whose file says ``text`` of its cost."""
    block = parse(Document.whole(SourceFile("f.conf", f"<filter **>\n{section}\n</filter>\n".encode()))).root.blocks[0]
    return Work(Cost(cost_of(text)), Settings(block, SPEC, COSTS._read), STATE, traffic)


@pytest.mark.parametrize(("said", "seconds"), [("40", 40.0), ("long", 10.0)])
def test_in_the_place_of_what_is_no_number_the_default_counts(said: str, seconds: float) -> None:
    source = f"elasticsearch {{ connect_timeout_seconds => {said} }}"
    spec = plugin_spec("logstash", "input", "elasticsearch")
    assert spec is not None
    found = Settings(graph(pipeline("", source=source)).stages[0].block, spec, logstash.COSTS._read)
    assert found.connect_timeout_seconds == seconds


@pytest.mark.parametrize(
    ("text", "section", "terms", "known"),
    [
        ("  terms: {a: params.n, b: params.s}", "", {"a": 3.0, "b": 1.0}, True),
        ("  terms: {a: params.n, b: params.s}", "n 4\ns 8m", {"a": 4.0, "b": 8 * 1024 * 1024}, True),
        # No work is less than none.
        ("  terms: {a: 5 - params.n}", "n 9", {}, True),
        # What has no value is left out and not known.
        ("  terms: {a: params.o, b: 1}", "o 2", {"a": 2.0, "b": 1.0}, True),
        ("  terms: {a: params.o, b: 1}", "", {"b": 1.0}, False),
        ("  terms: {a: params.o + 1, b: 1}", "", {"b": 1.0}, False),
        ("  terms: {a: 'params.o == null ? 7.0 : params.o'}", "", {"a": 7.0}, True),
        ("  terms: {a: 1 / 0, b: 1}", "", {"b": 1.0}, False),
    ],
)
def test_terms_by_hand(text: str, section: str, terms: dict[str, float], known: bool) -> None:
    found = made(text, section)
    assert (found.terms(), found.grade is Grade.MEASURED) == (terms, known)


def test_what_fails_costs_what_failures_cost_and_the_rest_what_the_rest_costs() -> None:
    found = made("  terms: {a: 8, b: 4}\n  failed: {b: 2, c: 1}", traffic=replace(LARGE, app_miss=0.25))
    assert found.tried() == {"a": 6.0, "b": 3.5, "c": 0.25}
    assert made("  terms: {a: 8}", traffic=replace(LARGE, app_miss=0.25)).tried() == {"a": 8.0}


def test_the_file_says_whether_it_was_measured_or_is_taken_for_another() -> None:
    assert made("  terms: {a: 1}").grade is Grade.MEASURED
    assert made("  modelled: As b.\n  terms: {a: 1}").grade is Grade.MODELLED
    # What has no value is unknown, whatever the rest is alike.
    left_out = made("  modelled: As b.\n  terms: {a: params.o}")
    assert (left_out.terms(), left_out.grade) == ({}, Grade.UNKNOWN)


def test_a_share_below_zero_leaves_nothing() -> None:
    after = made("  share: 1 - params.n").after()
    assert (after.events, after.emits) == (0.0, STATE.emits)


def test_keys_may_be_unknown_where_the_work_is_known() -> None:
    found = made("  terms: {a: 1}\n  after: {keys: null}")
    assert (found.after().keys, found.grade) == (None, Grade.MEASURED)


def test_a_file_that_only_names_measurements_leaves_the_work_to_code() -> None:
    assert not Cost({"measured": ["filter_*"]}).says
    assert Cost({"measured": ["filter_*"], "buffered": False}).says


@pytest.mark.parametrize(
    ("type_", "default", "value"),
    [
        ("bool", True, True), ("bool", False, False), ("bool", None, False), ("bool", "no", False),
        ("integer", 2, 2.0), ("size", None, None), ("array", None, []), ("array", "a", ["a"]), ("string", 5, "5"),
    ],
)  # fmt: skip
def test_a_default_is_a_value_of_the_declared_type(type_: str, default: object, value: object) -> None:
    assert default_of(kind_of(type_), default) == value


@pytest.mark.parametrize("key", ["terms", "failed", "writes"])
def test_costs_count_in_the_terms_of_the_model(key: str) -> None:
    assert cost_of(f"  {key}: {{a: 1}}", {"a"})
    with pytest.raises(PluginFileError, match='the cost model has no term "b"'):
        cost_of(f"  {key}: {{a: 1, b: 1}}", {"a"})


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("  terms: {a: params.m}", 5, 21, '"m" is not a field of params'),
        ("  terms: {a: 1 + }", 5, 17, "a value"),
        ("  terms: {a: state.keys}", 5, 14, "this must be a number, it is an optional list<string>"),
        ("  share: params.n > 1", 5, 10, "this must be a number, it is a bool"),
        ("  opens: params.n", 5, 10, "this must be a bool, it is a double"),
        ("  let: {params: 1}", 5, 17, '"params" has a meaning here already'),
        ("  terms:\n    a: 1\n    b: stat.text", 7, 8, 'unknown variable "stat", did you mean "state"?'),
        ("""  terms: {a: '"é" + 1'}""", 5, 14, "cannot be combined with +"),
        ('  terms:\n    a: 1 + "é".size() + params.m', 6, 32, '"m" is not a field of params'),
        ("  assumed: of {params.m}", 5, 23, '"m" is not a field of params'),
        ("  assumed: of {params}", 5, 12, "a sentence shows scalars, not a params"),
        ("  after: {txt: 1}", 5, 11, 'unknown key "txt", did you mean "text"?'),
    ],
)
def test_what_does_not_fit_is_an_error_at_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PluginFileError) as caught:
        cost_of(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


NUMBERS = st.one_of(st.floats(0, 1e6), st.sampled_from([0.0, 1e-9, 1.0]))
STATES = st.builds(
    State,
    events=NUMBERS,
    emits=NUMBERS,
    text=NUMBERS,
    record=NUMBERS,
    fields=NUMBERS,
    keys=st.sampled_from([None, frozenset(), frozenset({"log"})]),
    framed=st.booleans(),
    continuation=st.floats(0, 1),
    partial=st.floats(0, 1),
    tag_parts=NUMBERS,
    packed=st.booleans(),
)
VALUES = st.text(st.characters(codec="ascii", exclude_characters="\n\r\0#\"'"), max_size=12) | st.sampled_from(
    ["true", "false", "0", "-1", "10m", "a, b", "[]", "1e999", "9" * 30]
)
FLUENTD = [(kind, name) for engine, kind, name in COSTING if engine == "fluentd"]


@given(st.sampled_from(FLUENTD), st.data(), STATES, st.builds(TrafficProfile, continuation=st.floats(0, 1)))
def test_whatever_a_config_says_work_is_a_number_that_is_not_negative(
    plugin: tuple[str, str], data: st.DataObject, state: State, traffic: TrafficProfile
) -> None:
    kind, name = plugin
    spec = plugin_spec("fluentd", kind, name)
    names = sorted(spec.params) if spec is not None and spec.params else ["x"]
    chosen = data.draw(st.dictionaries(st.sampled_from(names), VALUES, max_size=6))
    lines = "\n".join(f"{key} {value}" for key, value in chosen.items())
    stage = next(stage for stage, of in stage_kinds("fluentd").items() if of == kind)
    block = parse(Document.whole(SourceFile("f.conf", f"<filter **>\n{lines}\n</filter>\n".encode()))).root.blocks
    found = COSTS.work(stage, name, block[0], state, traffic, bytes=10.0, stores=2.0) if block else None
    if found is None:
        return
    amounts = [*found.tried().values(), *found.terms("writes").values(), found.number("share"), found.number("bytes")]
    after = found.after()
    amounts += [after.events, after.emits, after.text, after.record, after.fields]
    assert all(amount >= 0 and not math.isnan(amount) for amount in amounts)
    assert all(isinstance(line, str) for line in found.assumed())
