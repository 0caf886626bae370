"""The same pipeline in the v1 and in the YAML format has the same sections and the same stage graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.engine import FluentdEngine
from pipelint.engines.fluentd.syntax.quoting import write_arg, write_value
from pipelint.language.config import Config
from pipelint.sources import Entry
from pipelint.sources.bundle import NoBundle
from tests.engines.fluentd.yaml_words import section_data
from tests.properties import tries


@dataclass
class Section:
    """A section before it is printed in either format."""

    name: str
    arg: str = ""
    params: dict[str, str] = field(default_factory=dict)
    inner: list[Section] = field(default_factory=list)


_NAMES = st.sampled_from(["path", "tag", "key_name", "flush_interval", "a.b", "on", "1", "x-y", "time_format"])
_VALUES = st.one_of(
    st.sampled_from(
        ["yes", "null", "~", "1_000", "0x1F", ":a", "#x", "a #b", "a: b", "- a", "[1]", "{}", "'", '"', "#{x}", "\\n"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text("\"'#:{}[]\\,&*!|>%@`- \t\n\r\x85\u2028é😀a", max_size=10),
)
_PARAMS = st.dictionaries(_NAMES, _VALUES, max_size=4)
_TAGS = st.sampled_from(["**", "a.**", "a.*", "b", "a.b c.**", "{a,b}.c", "x"])
_ARGS = st.sampled_from(["", "tag", "tag,time", "a b"])


def _typed(types: list[str]) -> st.SearchStrategy[dict[str, str]]:
    return st.builds(lambda kind, rest: {"@type": kind, **rest}, st.sampled_from(types), _PARAMS)


_BUFFER = st.builds(Section, st.just("buffer"), _ARGS, _typed(["file", "memory"]))
_PARSE = st.builds(Section, st.just("parse"), st.just(""), _typed(["json", "regexp"]))
_DEEP = st.builds(Section, st.just("rule"), st.just(""), _PARAMS, st.lists(_BUFFER, max_size=1))
_STORE = st.builds(Section, st.just("store"), st.just(""), _typed(["stdout", "kafka2"]), st.lists(_BUFFER, max_size=1))
_SOURCE = st.builds(
    lambda tag, label, params, inner: Section("source", "", {**params, "tag": tag, **label}, inner),
    st.sampled_from(["a.b", "b", "x.y"]),
    st.sampled_from([{}, {"@label": "@L"}, {"@id": "one"}]),
    _typed(["tail", "http", "forward"]),
    st.lists(_PARSE, max_size=1),
)
_FILTER = st.builds(
    Section, st.just("filter"), _TAGS, _typed(["grep", "parser", "record_transformer"]), st.lists(_PARSE, max_size=1)
)
_MATCH = st.one_of(
    st.builds(Section, st.just("match"), _TAGS, _typed(["stdout", "file"]), st.lists(st.one_of(_BUFFER, _DEEP), max_size=1)),
    st.builds(Section, st.just("match"), _TAGS, _typed(["copy"]), st.lists(_STORE, min_size=1, max_size=3)),
    st.builds(Section, st.just("match"), _TAGS, st.just({"@type": "relabel", "@label": "@L"})),
)
_ROUTED = st.lists(st.one_of(_FILTER, _MATCH), max_size=3)
_TOP = st.one_of(
    _SOURCE,
    _FILTER,
    _MATCH,
    st.builds(Section, st.just("label"), st.just("@L"), st.just({}), _ROUTED),
    st.builds(Section, st.just("worker"), st.sampled_from(["0", "0-1"]), st.just({}), _ROUTED),
)
_SYSTEM = st.lists(st.builds(Section, st.just("system"), st.just(""), _PARAMS), max_size=1)
_PIPELINES = st.tuples(_SYSTEM, st.lists(_TOP, min_size=1, max_size=6))


def as_v1(section: Section, indent: str = "") -> str:
    """``section`` in the v1 format."""
    head = f"{indent}<{section.name} {write_arg(section.arg)}>\n" if section.arg else f"{indent}<{section.name}>\n"
    lines = [f"{indent}  {name} {write_value(value)}\n" for name, value in section.params.items()]
    return "".join([head, *lines, *(as_v1(inner, indent + "  ") for inner in section.inner), f"{indent}</{section.name}>\n"])


def as_data(section: Section) -> dict[str, Any]:
    """What stands under the key of ``section`` in the YAML format."""
    inner = [(inner.name, as_data(inner)) for inner in section.inner]
    return section_data(section.name, section.arg, section.params, inner)


def as_yaml(system: list[Section], top: list[Section], style: str, width: int, flow: bool | None) -> str:
    """A pipeline in the YAML format, its scalars all quoted or blocks: plain ones would be numbers to Fluentd."""
    data: dict[str, Any] = {"system": as_data(system[0])} if system else {}
    data["config"] = [{section.name: as_data(section)} for section in top]
    dumped: str = yaml.dump(
        data,
        default_style=style,
        width=width,
        default_flow_style=flow,
        allow_unicode=True,
        sort_keys=False,
        Dumper=yaml.SafeDumper,
    )
    assume(yaml.safe_load(dumped) == data)  # its writer loses some line breaks in some styles
    return dumped


def load(name: str, text: str) -> Config:
    """The config of one document."""
    document = Document.whole(SourceFile(name, text.encode()))
    return FluentdEngine().load(Entry("fluentd", (document,), NoBundle(), name))


def shape(block: Block) -> tuple[object, ...]:
    """Names, arguments and values. Fluentd reads @type, @label and @id of a YAML section first."""
    params = {p.name: (p.value, p.embedded) for p in block.params.values()}
    return block.name, block.arg, params, [shape(inner) for inner in block.blocks]


def graph(config: Config) -> tuple[object, ...]:
    """The stage graph without places."""
    found = config.graph
    stages = [(s.index, s.kind, s.plugin, s.parent, {p.name: p.value for p in s.block.params.values()}) for s in found.stages]
    edges = [(e.source, e.target, e.flow, e.certain) for e in found.edges]
    return stages, edges, found.unreachable, found.workers, found.complete


@tries(60)
@given(_PIPELINES, st.sampled_from(['"', "'", "|", ">"]), st.sampled_from([20, 80, 1000]), st.sampled_from([False, True, None]))
def test_both_formats_give_the_same_sections_and_graph(
    pipeline: tuple[list[Section], list[Section]], style: str, width: int, flow: bool | None
) -> None:
    system, top = pipeline
    v1 = load("fluent.conf", "".join(as_v1(section) for section in [*system, *top]))
    same = load("fluent.yaml", as_yaml(system, top, style, width, flow))
    assert (v1.errors, same.errors) == ((), ())
    assert shape(same.root) == shape(v1.root)
    assert graph(same) == graph(v1)


def test_the_example_is_its_v1_twin() -> None:
    examples = Path(__file__).resolve().parents[3] / "examples" / "fluentd"
    twins = [load(name, (examples / name).read_text()) for name in ("tuning-article-after.conf", "tuning-article-after.yaml")]
    assert [config.errors for config in twins] == [(), ()]
    assert shape(twins[0].root) == shape(twins[1].root)
    assert graph(twins[0]) == graph(twins[1])
