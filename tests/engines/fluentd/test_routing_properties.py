"""Routing of random small configs against a simulation that follows each single event, first match first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.stage import StageGraph

TAGS = ("a", "b", "a.b", "b.a", "a.b.c")
GLOBS = ("**", "*", "a", "b", "a.*", "a.**", "**.b", "{a,b}", "{a,b}.**", "a b.**", "l.*", "l.info")
PATTERNS = (*GLOBS, r"/[ab]\..*/", r"/l\.(info|warn)/")
LABELS = ("@A", "@B")
LEVELS = ("info", "warn", "error", "i", "w", "x", "")


@dataclass(frozen=True)
class Rewrite:
    pattern: str
    tag: str


@dataclass(frozen=True)
class Rule:
    """``sends`` is the label of a relabel, rewriting rules, or nothing for an output that ends the way."""

    pattern: str
    is_filter: bool
    sends: str | tuple[Rewrite, ...] = ""


@dataclass(frozen=True)
class Pipeline:
    sources: tuple[tuple[str, str], ...]
    labels: dict[str, tuple[Rule, ...]]


rewrites = st.lists(
    st.builds(
        Rewrite,
        st.sampled_from(["^(info|warn)$", "^(i|w)", "err", ".", "^(?:(info)|(.+))$"]),
        st.sampled_from(["l.$1", "l.${tag_parts[1]}", "x.${tag}", "${tag}", "a.$1.$2", "b", "a.b"]),
    ),
    min_size=1,
    max_size=2,
    unique_by=lambda rewrite: rewrite.pattern,
).map(tuple)
rules = st.one_of(
    st.builds(Rule, st.sampled_from(PATTERNS), st.booleans()),
    st.builds(Rule, st.sampled_from(PATTERNS), st.just(False), st.one_of(st.sampled_from(LABELS), rewrites)),
)
sections = st.lists(rules, min_size=1, max_size=4).map(tuple)
pipelines = st.builds(
    Pipeline,
    st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(("", *LABELS))), min_size=1, max_size=2).map(tuple),
    st.fixed_dictionaries({"": sections, "@A": sections, "@B": sections}),
)


def written(pipeline: Pipeline) -> str:
    lines: list[str] = []
    for tag, label in pipeline.sources:
        lines += ["<source>", "@type sample", f"tag {tag}", *([f"@label {label}"] if label else []), "</source>"]
    for label, section in pipeline.labels.items():
        lines += [f"<label {label}>"] if label else []
        for number, rule in enumerate(section):
            name = "filter" if rule.is_filter else "match"
            lines += [f"<{name} {rule.pattern}>", f"@id {label}{number}"]
            match rule.sends:
                case "":
                    lines.append("@type stdout")
                case str(to):
                    lines += ["@type relabel", f"@label {to}"]
                case several:
                    lines.append("@type rewrite_tag_filter")
                    for one in several:
                        lines += ["<rule>", "key level", f"pattern /{one.pattern}/", f"tag {one.tag}", "</rule>"]
            lines.append(f"</{name}>")
        lines += ["</label>"] if label else []
    return "\n".join(lines) + "\n"


def taken(pattern: str, tag: str) -> bool:
    """As Fluentd's match.rb: each pattern becomes a regular expression, its dot kept back until it is known what follows."""
    return any(re.fullmatch(translated(one), tag) is not None for one in pattern.split())


def translated(pattern: str) -> str:
    if pattern.startswith("/"):
        return pattern[1:-1]
    text = re.escape(pattern).replace(r"\{", "(?:").replace(r"\}", ")").replace(",", "|")
    text = text.replace(r"\*\*\.", "(?:.*\\.|^)").replace(r"\.\*\*", r"(?![^.]).*").replace(r"\*\*", ".*")
    return text.replace(r"\*", "[^.]*")


class Simulation:
    """Where the events of a pipeline come to, one after the other."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.reached: set[str] = set()
        self.lost: set[str] = set()
        self.looped = False
        for tag, label in pipeline.sources:
            for level in LEVELS:
                self.emit(label, tag, level, 0)

    def emit(self, label: str, tag: str, level: str, depth: int) -> None:
        if depth > 40:
            self.looped = True
            return
        for number, rule in enumerate(self.pipeline.labels[label]):
            if not taken(rule.pattern, tag):
                continue
            self.reached.add(f"{label}{number}")
            if rule.is_filter:
                continue
            match rule.sends:
                case "":
                    pass
                case str(to):
                    self.emit(to, tag, level, depth + 1)
                case several:
                    self.rewrite(label, several, tag, level, depth)
            return
        self.lost.add(tag)

    def rewrite(self, label: str, several: tuple[Rewrite, ...], tag: str, level: str, depth: int) -> None:
        for one in several:
            found = re.search(one.pattern, level) if level else None
            if found:
                parts = dict(enumerate(tag.split(".")))
                new = one.tag.replace("${tag}", tag).replace("${tag_parts[1]}", parts.get(1, ""))
                for group in (1, 2):
                    new = new.replace(f"${group}", (found[group] or "") if group <= len(found.groups()) else "")
                if new == tag:
                    self.dropped = True
                else:
                    self.emit(label, new, level, depth + 1)
                return


def graph(pipeline: Pipeline) -> StageGraph:
    parsed = parse(Document.whole(SourceFile("x.conf", written(pipeline).encode())))
    assert not parsed.errors
    return build(parsed.root)


@given(pipelines)
def test_nothing_is_claimed_that_a_single_event_disproves(pipeline: Pipeline) -> None:
    found, real = graph(pipeline), Simulation(pipeline)
    dead = {found.stages[index].value("@id") for index in found.proofs.unreached}
    assert not dead & real.reached
    for claim in found.proofs.unmatched:
        assert real.looped or (real.lost and set(claim.tags) <= real.lost)
    for loop in found.proofs.loops:
        assert real.looped or (loop.dropped and real.dropped)


@given(pipelines)
def test_without_rewriting_all_that_no_event_reaches_is_found(pipeline: Pipeline) -> None:
    if any(isinstance(rule.sends, tuple) for section in pipeline.labels.values() for rule in section):
        return
    found, real = graph(pipeline), Simulation(pipeline)
    dead = {found.stages[index].value("@id") for index in found.proofs.unreached}
    for label, section in pipeline.labels.items():
        for number, rule in enumerate(section):
            # What Fluentd says of itself may come to the others.
            if not taken(rule.pattern, "fluent.info"):
                assert (f"{label}{number}" in real.reached) is (f"{label}{number}" not in dead)
    assert bool(found.proofs.loops) is real.looped
