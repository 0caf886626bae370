"""Fields that become a list: a grok capture or ``add_field`` puts a second text beside the one that is there for certain."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Guard
from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Not, Test, Truth
from pipelint.base.text.document import Place
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.facts.dataflow.facts import ListedFact
from pipelint.engines.logstash.facts.dataflow.inputs import asked_sources
from pipelint.engines.logstash.facts.dataflow.recaptured import captured_again, captured_often
from pipelint.engines.logstash.facts.dataflow.words import may_name
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path
from pipelint.engines.logstash.facts.grok import common_fields
from pipelint.engines.logstash.facts.items import EntryFact, value_entries, value_items
from pipelint.facts.grok.shape import read_grok
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

# What each Beat and the Elastic Agent send since version 7: libbeat, publisher/processing/default.go.
_SENT: frozenset[Path] = frozenset(
    [("host", "name"), ("ecs", "version"), *(("agent", name) for name in ("ephemeral_id", "id", "name", "type", "version"))]
)
_BEATS = ("beats", "elastic_agent")
# Lists of the Elastic Common Schema, or by custom, and what is a text by itself.
_LISTS = frozenset(["tags", "labels", "related", "category", "type"])
_TYPE: Path = ("type",)


def listed(config: Config, stage: Stage) -> list[ListedFact]:
    """The fields that a filter makes a list of, each once."""
    found = list(_listed(config.graph, stage, config.noted(added_by_mutate)))
    match = stage.block.param("match") if stage.plugin == "grok" else None
    if match is None:
        return found
    for path, origin in captured_again(config.graph, stage, config.noted(captured_often)):
        name = "".join(f"[{key}]" for key in path)
        if _LISTS.isdisjoint(path) and all(one.field != name for one in found):
            found.append(ListedFact(name, "grok", True, match.place, origin))
    return found


def _listed(graph: StageGraph, stage: Stage, by_mutate: frozenset[Path]) -> Iterator[ListedFact]:
    """Those but for what a grok before it captures. ``by_mutate``: captured ones that a mutate anywhere adds."""
    seen: set[Path] = set()
    asked = _SENT.union(*(guard.branch.noted(_asked) for guard in stage.guards))
    given = by_mutate & stage.block.noted(_captured_paths) if by_mutate else by_mutate
    if asked.isdisjoint(stage.block.noted(_added_paths)) and not given:
        # Of most fields nothing says that they are there.
        return
    match = stage.block.param("match")
    inside = [] if match is None else [(path, None, match.place) for path in sorted(given)]
    for path, text, place in (*_added(stage.block), *inside):
        if path not in seen and (path == _TYPE or not _LISTS.intersection(path)):
            seen.add(path)
            origin = _compared(graph, stage, path)
            if origin is not None:
                yield ListedFact("".join(f"[{key}]" for key in path), "condition", text is None, place, origin)
            elif path in _SENT and (source := _sent(graph, stage, path)) is not None:
                yield ListedFact("".join(f"[{key}]" for key in path), "beats", text is None, place, source)
            elif path in given and text is None and (source := _set_before(graph, stage, path)) is not None:
                yield ListedFact("".join(f"[{key}]" for key in path), "filter", True, place, source)


def added_by_mutate(config: Config) -> frozenset[Path]:
    """The fields that a mutate anywhere in a config adds, of those that a grok captures."""
    stages = config.graph.stages
    adding = (one.block for one in stages if one.plugin == "mutate" and one.block.param("add_field") is not None)
    added = frozenset(path for block in adding for path in block.noted(_add_field_paths))
    captured = (one.block.noted(_captured_paths) for one in stages if one.plugin == "grok")
    return added.intersection(frozenset[Path]().union(*captured)) if added else added


def _add_field_paths(block: Block) -> list[Path]:
    return _keys(block, "add_field")


def _captured_paths(block: Block) -> frozenset[Path]:
    """The fields that a grok captures, also by patterns of others, where it does not replace what is there."""
    if block.name != "grok" or block.param("match") is None or block.param("target") is not None:
        return frozenset()
    return frozenset(map(field_path, common_fields(block))) - {*_items(block, "overwrite"), *_keys(block, "match")}


def _set_before(graph: StageGraph, stage: Stage, path: Path) -> Place | None:
    """Where a mutate gives the field a text in each event that comes here without it, and nothing may have changed it since."""
    branches = {id(guard.branch) for guard in stage.guards}
    for before in graph.latest_before(stage):
        change = effects(before.block).change if before.kind is Kind.FILTER else None
        if change is not None and not change.touches(path):
            continue
        others = [guard for guard in before.guards if id(guard.branch) not in branches]
        if change is None or before.plugin != "mutate" or not all(g.holds and _denies(g.condition, path) for g in others):
            return None
        entries = _entries(before.block, "add_field")
        return next((entry.key.place for entry in entries if field_path(entry.key.text) == path), None)
    return None


def _added_paths(block: Block) -> frozenset[Path]:
    return frozenset(path for path, _, _ in _added(block))


def _asked(branch: Block) -> frozenset[Path]:
    """The fields that its condition compares with a text."""
    tests = () if branch.condition is None else _tests(branch.condition)
    return frozenset(test.left.path for test in tests if isinstance(test.left, FieldOperand))


def _added(block: Block) -> Iterator[tuple[Path, str | None, Place]]:
    """The fields that it adds a text to, and that text (None for a capture), where it does not replace what is there."""
    if block.name == "grok" and block.param("target") is None:
        read = _entries(block, "match")
        spared = {*_items(block, "overwrite"), *_keys(block, "match")}
        for pattern in (item for entry in read for item in entry.value.items):
            for name in read_grok(pattern.text).fields:
                if field_path(name) not in spared:
                    yield field_path(name), None, pattern.place
    # The common options come last: what remove_field names is gone, with what was added.
    changed = {path for name in ("replace", "update", "rename", "copy") for path in _keys(block, name)}
    changed |= {*_items(block, "remove_field")}
    for entry in _entries(block, "add_field"):
        if "%{" not in entry.key.text and field_path(entry.key.text) not in changed:
            yield field_path(entry.key.text), entry.value.text, entry.key.place


def _compared(graph: StageGraph, stage: Stage, path: Path) -> Place | None:
    """The comparison on the way to it that finds a text in a field which nothing has changed since."""
    if any(guard.holds and _denies(guard.condition, path) for guard in stage.guards):
        return None
    for guard in reversed(stage.guards):
        if guard.holds:
            for test in _tests(guard.condition):
                if isinstance(test.left, FieldOperand) and test.left.path == path and not _touched(graph, stage, guard, path):
                    return test.place
    return None


def _denies(condition: Condition, path: Path) -> bool:
    """Whether it is ``![field]``."""
    match condition:
        case Not(Truth(FieldOperand(asked))):
            return asked == path
    return False


def _tests(condition: Condition) -> Iterator[Test]:
    """The comparisons of a field with a text that some of the events here have met."""
    match condition:
        case Test("==" | "=~", FieldOperand(), LiteralOperand(value)) if value.kind is not ValueKind.NUMBER:
            yield condition
        case Joined(Logic.AND | Logic.OR, operands):
            for operand in operands:
                yield from _tests(operand)


def _touched(graph: StageGraph, stage: Stage, guard: Guard, path: Path) -> bool:
    """Whether a filter after this condition may have changed the field before the stage."""
    inside = (one for one in graph.before(stage) if any(other.branch is guard.branch for other in one.guards))
    return any((change := effects(one.block).change) is None or change.touches(path) for one in inside)


def _sent(graph: StageGraph, stage: Stage, path: Path) -> Place | None:
    """The input from which every event has the field, where no filter may have taken it away."""
    sources = asked_sources(graph, stage)
    if not sources or any(source.plugin not in _BEATS for source in sources):
        return None
    before = [one.block for one in graph.before(stage) if one.kind is Kind.FILTER]
    if any(may_name(block, path[-1]) or _removes_any(block, path) for block in before):
        return None
    return sources[0].place


def _removes_any(block: Block, path: Path) -> bool:
    """Whether it may remove a field that it does not name, or one in which this one lies."""
    if block.name in ("prune", "ruby"):
        return block.name == "prune" or any(word in block.value("code") for word in ("remove", "to_hash", "cancel"))
    removed = {*_items(block, "remove_field"), *_keys(block, "rename")}
    return not removed.isdisjoint([path[:size] for size in range(1, len(path) + 1)])


def _items(block: Block, name: str) -> list[Path]:
    param = block.param(name)
    return [] if param is None or param.data is None else [field_path(item.text) for item in value_items(param.data)]


def _keys(block: Block, name: str) -> list[Path]:
    return [field_path(entry.key.text) for entry in _entries(block, name)]


def _entries(block: Block, name: str) -> list[EntryFact]:
    param = block.param(name)
    return [] if param is None or param.data is None else value_entries(param.data)
