"""Fields in the names of indices that filters set in some branches alone, whose conditions leave some events out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.block import Block, Guard
from pipelint.engines.logstash.conditions.clauses import clause_of, every
from pipelint.engines.logstash.conditions.solver import Clause, Solver
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path, overlap
from pipelint.engines.logstash.facts.guards import asked_paths
from pipelint.engines.logstash.facts.items import sprintf_references, value_items
from pipelint.engines.logstash.facts.missing.facts import PartlyNamedFact
from pipelint.engines.logstash.facts.missing.unset import may_write
from pipelint.graph.stage import Kind, Stage, StageGraph

_STORES = ("elasticsearch", "opensearch")
_DATE = ("+", "{")
_INNER = "@metadata"
_TAGS = ("tags",)
# Parsers of what others have written, where nobody has @metadata.
_OF_TEXTS = frozenset({"json", "kv", "xml", "csv", "cef", "jdbc_streaming", "translate", "useragent", "geoip", "dns"})
# Of a pipeline with more filters that set such a field nothing is said.
_MOST = 60
_SHOWN = 5  # of those that set it


def partly_named(graph: StageGraph) -> Iterator[PartlyNamedFact]:
    """Such fields, each of an output once."""
    for output in graph.of_kind(Kind.OUTPUT):
        param = output.block.param("index") if output.plugin in _STORES else None
        for name in () if param is None or param.embedded else sprintf_references(param.value):
            setters = [] if name.startswith(_DATE) else _setters(graph, output, field_path(name))
            if param is not None and setters and not _covered(graph, output, field_path(name), setters):
                causes = [CauseFact(one.plugin, one.place) for one in setters[:_SHOWN]]
                yield PartlyNamedFact(name, field_path(name)[0] == _INNER, causes, param.place)
                break


def _setters(graph: StageGraph, output: Stage, path: Path) -> list[Stage]:
    """The filters that set the field; none where another filter or an input may set it, too."""
    sources = graph.sources(output)
    filters = [one for one in graph.before(output) if one.kind is Kind.FILTER and one.label == output.label]
    if not sources or any(path[-1] in words_in(one.block) or one.plugin == "pipeline" for one in sources):
        return []
    found: list[Stage] = []
    for one in filters:
        writes = may_write(one.block)
        if writes is None and not (path[0] == _INNER and one.plugin in _OF_TEXTS):
            return []
        if writes is not None and any(overlap(path, other) for other in writes):
            found.append(one)
    plain = all(one.plugin == "mutate" and one.guards for one in found)
    return sorted(found, key=lambda one: one.index) if plain and len(found) <= _MOST else []


def _covered(graph: StageGraph, output: Stage, path: Path, setters: Sequence[Stage]) -> bool:
    """Whether each event may meet the conditions of one of them, or is kept from the output."""
    guards = [guard for one in setters for guard in one.guards]
    if any(path[-1] in guard.text for guard in (*guards, *output.guards)):
        return True
    # What an input gives all of its events decides for these.
    literals = {word for guard in guards for word in guard.text.replace("'", '"').split('"')[1::2]}
    if all(any(text in source.block.place.text for text in literals) for source in graph.sources(output)):
        return True
    asked = asked_paths((*guards, *output.guards))
    # What comes after the last of them changes none of their conditions.
    last = output.index if output.guards else setters[-1].index
    between = [one for one in graph.before(output) if one.kind is Kind.FILTER and setters[0].index <= one.index < last]
    texts = " ".join(guard.text for guard in (*guards, *output.guards)).replace("'", '"')
    if not asked or any(_touches(one.block, asked, texts) for one in between):
        return True
    solver = Solver()
    # What ends there does not come before the output.
    filters = [one for one in graph.of_kind(Kind.FILTER) if one.label == output.label]
    dropping = [one for one in filters if effects(one.block).ends]
    left = [_met(one.guards, solver).negated() for one in (*setters, *dropping)]
    return solver.unsatisfiable([*left, *([_met(output.guards, solver)] if output.guards else [])])


def _touches(block: Block, asked: frozenset[Path], texts: str) -> bool:
    """Whether a filter may change what conditions ask for."""
    change = effects(block).change
    found = [path for path in asked if change is None or change.touches(path)]
    if found != [_TAGS] or texts.count("[tags") != texts.count(" in [tags]") or block.name != "mutate":
        return bool(found)
    # Tags that no condition asks for.
    added = [] if "remove_tag" in block.names else _items(block, "add_tag")
    return not added or any("%{" in tag or f'"{tag}" in [tags]' in texts for tag in added)


def _items(block: Block, name: str) -> list[str]:
    param = block.param(name)
    return [] if param is None or param.data is None else [item.text for item in value_items(param.data)]


def _met(guards: Sequence[Guard], solver: Solver) -> Clause:
    """All conditions on a way at once."""
    met: list[Clause] = []
    for guard in guards:
        clause = clause_of(guard.branch, guard.condition, lambda _: 0, solver)
        met.append(clause if guard.holds else clause.negated())
    return every(met)
