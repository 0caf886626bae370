"""The keys of records at each stage: what is claimed holds for what the real Fluentd sent, and for a small interpreter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.records.flow import arriving_shapes
from pipelint.engines.fluentd.records.shape import KeyStatus, Shape
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import Kind, StageGraph
from tests.analysis.record_steps import Grep, JoinCri, Modify, Parse, Record, Step, Transform

DATA = Path(__file__).parents[1] / "data" / "fluentd-record-flow.json"
STDOUT = "<match **>\n@type stdout\n</match>\n"


class Case(TypedDict):
    """Records that real filters got, and the sorted keys of those that came out; ``i`` is a counter that the source adds."""

    name: str
    records: list[Record]
    filters: str
    out: list[list[str]]


CASES: list[Case] = json.loads(DATA.read_text())
# By name the step that does the same as the section of a case.
STEPS: dict[str, Step] = {
    "parser": Parse("message"),
    "parser on a missing key": Parse("nothing"),
    "parser on a missing key, reserve": Parse("nothing", reserve=True),
    "parser reserve": Parse("message", reserve=True),
    "parser reserve remove": Parse("message", reserve=True, removes_key=True),
    "parser reserve nested": Parse("message", reserve=True, nested="parsed"),
    "parser nested": Parse("message", nested="parsed"),
    "parser prefix": Parse("message", prefix="p."),
    "transformer removes": Transform((), ("level", "$.n.a", "$.log", "n.b")),
    "transformer adds and removes": Transform(("x",), ("x",)),
    "transformer renews": Transform(("x",), (), ("message", "nothing")),
    "modifier removes": Modify((), ("level", "$.n.a", "n.b")),
    "modifier keeps": Modify(("x",), (), ("message", "nothing")),
    "concat on a missing key": JoinCri("nothing"),
    "concat cri without its key": JoinCri("log", "absent"),
}


def graph(text: str) -> StageGraph:
    parsed = parse(Document.whole(SourceFile("fluent.conf", text.encode())))
    assert not parsed.errors
    return build(parsed.root)


def sample(records: list[Record], tag: str, label: str = "") -> str:
    where = f"@label {label}\n" if label else ""
    return f"<source>\n@type sample\ntag {tag}\n{where}auto_increment_key i\nsample {json.dumps(records)}\n</source>\n"


def at_output(text: str) -> Shape | None:
    flow = graph(text)
    (output,) = flow.of_kind(Kind.OUTPUT)
    return arriving_shapes(flow).get(output.index)


def assert_holds(shape: Shape, keys: list[str]) -> None:
    """What is certainly absent is absent, what is certainly present is present."""
    assert [key for key in keys if shape.get(key).status is KeyStatus.ABSENT] == []
    sure = {name for name, key in shape.keys.items() if key.status is KeyStatus.PRESENT}
    assert sure <= set(keys)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_the_real_fluentd_sent_is_as_claimed(case: Case) -> None:
    shape = at_output(sample(case["records"], "app") + case["filters"] + STDOUT)
    assert shape is not None
    for keys in case["out"]:
        assert_holds(shape, keys)


@pytest.mark.parametrize(
    ("name", "sure", "maybe"),
    [
        ("parser regexp", {"rest"}, {"first"}),
        ("parser none", {"whole"}, set()),
        ("parser tsv", {"a", "b", "c"}, set()),
        ("transformer renews", {"x"}, {"message"}),
        ("transformer adds and removes", {"i", "message"}, {"level", "log", "n", "stream"}),
        ("transformer ruby that sets", {"i", "message", "x"}, {"level", "log", "n", "stream"}),
        ("modifier removes", {"i", "message"}, {"log", "n", "stream"}),
        ("modifier keeps", {"x", "message"}, set()),
        ("concat cri", {"i", "log"}, set()),
        ("concat on a missing key", {"i", "log", "stream", "logtag"}, set()),
    ],
)
def test_no_more_keys_are_possible_than_needed(name: str, sure: set[str], maybe: set[str]) -> None:
    (case,) = [case for case in CASES if case["name"] == name]
    shape = at_output(sample(case["records"], "app") + case["filters"] + STDOUT)
    assert shape is not None and not shape.is_open
    assert set(shape.possible) - sure - maybe <= ({"nothing"} if "nothing" in case["filters"] else set())
    assert {key for key in shape.possible if shape.get(key).status is KeyStatus.PRESENT} >= sure - {"message"}


@pytest.mark.parametrize("name", STEPS)
def test_the_interpreter_does_what_the_real_fluentd_did(name: str) -> None:
    (case,) = [case for case in CASES if case["name"] == name]
    step = STEPS[name]
    out = [step.run({**record, "i": 0}) for record in case["records"]]
    assert sorted({tuple(sorted(record)) for record in out if record is not None}) == [tuple(keys) for keys in case["out"]]


# A pattern that takes the tag one alone, of which the graph cannot tell that.
UNREAD = "/^(?=o)one$/"
KEYS = st.sampled_from(["a", "b", "message", "log", "logtag", "stream", "n", "time"])
NAMES = st.lists(KEYS, max_size=2, unique=True).map(tuple)
REMOVED = st.lists(KEYS | st.sampled_from(["$.a", "$.n.a", "n.b"]), max_size=2, unique=True).map(tuple)
TEXTS = st.sampled_from(["", "one", "one two", "no JSON", "F", "P", '{"a":1}', '{"b":"x","time":5}', '{"time":"x"}', "{}"])
RECORDS: st.SearchStrategy[list[Record]] = st.lists(
    st.dictionaries(KEYS, TEXTS | st.just({"a": 1}), max_size=4), min_size=1, max_size=3
)
CHAIN: st.SearchStrategy[list[tuple[str, Step]]] = st.lists(
    st.tuples(
        st.sampled_from(["one", "two", "**", UNREAD]),
        st.one_of(
            st.builds(Transform, NAMES, REMOVED, st.none() | NAMES),
            st.builds(Modify, NAMES, REMOVED, NAMES),
            st.builds(
                Parse,
                st.sampled_from(["message", "log", "a"]),
                st.sampled_from(["json", "regexp"]),
                st.booleans(),
                st.booleans(),
                st.sampled_from(["", "n"]),
                st.sampled_from(["", "p."]),
            ),
            st.builds(Grep, KEYS),
            st.builds(JoinCri, st.sampled_from(["message", "log"])),
        ),
    ),
    max_size=5,
)


def written(chain: list[tuple[str, Step]]) -> str:
    return "".join(f"<filter {pattern}>\n{step.section()}\n</filter>\n" for pattern, step in chain)


def passed(chain: list[tuple[str, Step]], tag: str, records: list[Record]) -> list[list[Record]]:
    """The records that reach each filter of a chain (none where its tag is another), and at the end what comes out."""
    arriving: list[list[Record]] = []
    for pattern, step in chain:
        taken = pattern in (tag, "**") or (pattern == UNREAD and tag == "one")
        arriving.append(records if taken else [])
        if taken:
            records = [out for record in records if (out := step.run(record)) is not None]
    return [*arriving, records]


@given(RECORDS, RECORDS, CHAIN, CHAIN)
def test_claims_hold_for_every_record(
    first: list[Record], second: list[Record], chain: list[tuple[str, Step]], behind: list[tuple[str, Step]]
) -> None:
    """Two sources, a chain of filters, a relabelling, and another chain that a third source joins."""
    relabel = "<match **>\n@type relabel\n@label @L\n</match>\n"
    text = sample(first, "one") + sample(second, "two") + sample(second, "two", "@L")
    text += written(chain) + relabel + f"<label @L>\n{written(behind)}{STDOUT}</label>\n"
    flow = graph(text)
    shapes = arriving_shapes(flow)
    stages = [stage.index for stage in flow.stages if stage.kind in (Kind.FILTER, Kind.OUTPUT)]
    counted = [[{**record, "i": 0} for record in records] for records in (first, second)]
    one, two = (passed(chain, tag, records) for tag, records in zip(("one", "two"), counted, strict=True))
    later = [passed(behind, "one", one[-1]), passed(behind, "two", two[-1]), passed(behind, "two", counted[1])]
    reached = [a + b for a, b in zip(one, two, strict=True)] + [a + b + c for a, b, c in zip(*later, strict=True)]
    for index, records in zip(stages, reached, strict=True):
        for record in records:
            assert_holds(shapes[index], list(record))
