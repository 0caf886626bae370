"""Fields that a filter, condition or output needs although nothing before it sets them: no input, no filter on the way.

Said of inputs whose events have only fields that are known; of others only where a grok or dissect in another branch, or later,
captures the field, as that is where it was copied from. Each field asks only the stages that may set it, the nearest first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter

from pipelint.base.block import Block, Guard
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact
from pipelint.engines.logstash.facts.dataflow.inputs import asked_sources
from pipelint.engines.logstash.facts.dataflow.moved import set_fields
from pipelint.engines.logstash.facts.dataflow.parsed.times import guards_meet
from pipelint.engines.logstash.facts.dataflow.reads import read_by, read_fields
from pipelint.engines.logstash.facts.field_writes import Change, Path, effects, field_path, overlap
from pipelint.engines.logstash.facts.grok import filter_groks, logstash_library
from pipelint.engines.logstash.facts.guards import asked_paths
from pipelint.engines.logstash.facts.items import value_entries
from pipelint.engines.logstash.facts.missing.asked import is_shut, needed_by
from pipelint.engines.logstash.facts.missing.facts import UnsetReadFact
from pipelint.engines.logstash.facts.missing.rows import lowers, may_set, setting_of
from pipelint.engines.logstash.facts.missing.written import CODED, COLUMN, fields_of
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.regex.grok import expand

# Inputs whose events hold the text and what is said here, with a codec that makes no fields.
_PLAIN = frozenset({"plain", "line", "multiline"})
_CLOSED = frozenset({"exec", "file", "generator", "kafka", "pipe", "stdin", "tcp", "udp", "unix"})
_OF_OLD_KAFKA = frozenset({"black_list", "topic_id", "white_list", "zk_connect"})
# First keys of fields that inputs, codecs and Logstash itself set, with ECS compatibility or without.
_OWN = frozenset(
    {"@metadata", "@timestamp", "@version", "clock", "command", "event", "host", "input", "log", "message", "original"}
)
_OWN |= {"path", "port", "process", "proxy_host", "proxy_port", "sequence", "sslsubject", "tags", "type", "url"}
# Filters that do nothing without the field that they read, and for which it has no default.
_NEEDS = frozenset({"csv", "date", "dissect", "geoip", "grok", "json", "kv", "urldecode", "useragent", "xml"})
_CONDITION = "a condition"
_CAPTURES = ("grok", "dissect")
# A time that grok captures, with a name.
_TIME = late(r"%\{(?:\w*(?:TIMESTAMP|DATESTAMP)\w*|HTTPDATE|DATE\w*|TIME):")
_EXPANDED = late(r"\(\?<(?:\w*(?:TIMESTAMP|DATESTAMP)\w*|HTTPDATE|DATE\w*|TIME):")
_DISSECTED = late(r"%\{\+?([^}]{0,999}?)(?:/\d+)?(?:->)?\}")


def unset_reads(graph: StageGraph) -> Iterator[UnsetReadFact]:
    """Such reads of filters, in the order of the config, each field of a plugin once."""
    for label in graph.pipelines:
        stages = [stage for stage in graph.stages if stage.label == label and stage.parent is None]
        if any(stage.kind is Kind.SOURCE for stage in stages):
            yield from _Pipeline(graph, stages).unset()


class _Pipeline:
    """The filters of a pipeline by what they may set."""

    def __init__(self, graph: StageGraph, stages: Sequence[Stage]) -> None:
        self._graph = graph
        self._filters = sorted((stage for stage in stages if stage.kind is Kind.FILTER), key=attrgetter("index"))
        self._outputs = [stage for stage in stages if stage.kind is Kind.OUTPUT]
        self._any: list[Stage] = []
        self._by_key: dict[str, list[Stage]] = {}
        # What a kv sets begins so; which fields that are is in the data.
        self._prefixed = [(stage.block.value("prefix"), stage) for stage in self._filters if stage.plugin == "kv"]
        self._prefixed += [(COLUMN, stage) for stage in self._filters if stage.plugin == "csv"]
        changed: set[Path] = set()
        for stage in self._filters:
            writes = stage.block.noted(_writes)
            if writes is None:
                self._any.append(stage)
            else:
                changed |= writes
                for key in {path[0] for path in writes}:
                    self._by_key.setdefault(key, []).append(stage)
        self._changed = Change.of(frozenset(changed))
        sources = [stage for stage in stages if stage.kind is Kind.SOURCE]
        self._rows = all(map(lowers, sources))
        self._closed = any(lowers(stage) or stage.plugin in _CLOSED for stage in sources)

    def unset(self) -> Iterator[UnsetReadFact]:
        """Those of filters, then those of conditions and outputs, of which no event can have the field."""
        said: set[Path] = set()
        for read in self._of_filters():
            said.add(field_path(read.field))
            yield read
        found: dict[Path, UnsetReadFact] = {}
        places: set[Place] = set()
        for stage, plugin, path, place in (*self._asked(), *self._filled_in()) if self._closed else ():
            cause = None if path in said or path[0] in _OWN else self._cause(stage, path, text=False)
            if cause is not None and cause[0] and not is_shut(stage, place, places):
                places.add(place)
                name = path[0] if len(path) == 1 else "".join(f"[{key}]" for key in path)
                setting = "" if plugin == _CONDITION else setting_of(stage.block, place)
                read = UnsetReadFact(name, plugin, place, plugin != _CONDITION, *cause, self._rows, setting, [])
                first = found.setdefault(path, read)
                if first.place != place:
                    first.others.append(CauseFact(plugin, place))
        yield from found.values()

    def _asked(self) -> Iterator[tuple[Stage, str, Path, Place]]:
        """What the conditions need, each with the first stage after it."""
        seen: set[int] = set()
        for stage in (*self._filters, *self._outputs):
            for guard in stage.guards:
                if guard.holds and id(guard.branch) not in seen:
                    seen.add(id(guard.branch))
                    yield from ((stage, _CONDITION, each.path, each.place) for each in needed_by(guard.condition))

    def _filled_in(self) -> Iterator[tuple[Stage, str, Path, Place]]:
        """What outputs fill in."""
        for stage in self._outputs:
            asked = " ".join(guard.text for guard in stage.guards)
            for name, place in read_fields(stage):
                path = field_path(name)
                if path[-1] not in asked:
                    yield stage, stage.plugin, path, place

    def _of_filters(self) -> Iterator[UnsetReadFact]:
        if any(not stage.guards for stage in self._any[:1]):
            # Whatever comes after it may have any field.
            self._filters = [stage for stage in self._filters if stage.index < self._any[0].index]
        # What reads a field again has the same cause.
        found: dict[tuple[str, bool, CauseFact | None], UnsetReadFact] = {}
        for stage in self._filters:
            seen: set[str] = set()
            for number, name, path, text in stage.block.noted(_needed):
                asked = any(path[-1] in guard.text for guard in stage.guards)
                # A mutate may make a field before it reads it.
                needs = text or stage.plugin in _NEEDS or (self._rows and stage.block.place.text.count(path[-1]) == 1)
                known = self._cause(stage, path, text) if needs and name not in seen and not asked else None
                if known is not None:
                    seen.add(name)
                    place = next(islice(read_fields(stage), number, None))[1]
                    read = UnsetReadFact(name, stage.plugin, place, text, *known, known[0] and self._rows, "", [])
                    first = found.setdefault((name, *known), read)
                    if first.place != place:
                        first.others.append(CauseFact(stage.plugin, place))
        yield from found.values()

    def _cause(self, stage: Stage, path: Path, text: bool) -> tuple[bool, CauseFact | None] | None:
        """What ``UnsetReadFact`` says of a field that nothing before sets: ``known`` and ``elsewhere``; None of any other."""
        setters = self._by_key.get(path[0], [])
        prefixed = [one for prefix, one in self._prefixed if prefix and path[0].startswith(prefix)]
        for listed in (self._any, setters, prefixed):
            before = range(bisect_left(listed, stage.index, key=attrgetter("index")) - 1, -1, -1)
            if any(self._may_meet(stage, listed[at]) for at in before):
                return None
        others = [one for one in setters if one is not stage and path in (one.block.noted(_captured) or ())]
        elsewhere = CauseFact(others[0].plugin, others[0].place) if others else None
        # A name after the braces, as in %{HTTPDATE}:time, was to be in them.
        beside = f"}}:{path[-1]}"
        dated = stage.plugin == "date" and any(
            one.block.noted(_times) or beside in one.block.place.text for one in self._parsers(stage)
        )
        if elsewhere is None and not dated and (not self._closed or (text and stage.plugin != "mutate")):
            return None
        known = self._known(stage, path)
        if known is None or (elsewhere is None and not known and not dated) or (not known and not any(self._parsers(stage))):
            return None
        return known, elsewhere

    def _may_meet(self, one: Stage, other: Stage) -> bool:
        """Whether an event may come to both: what asks for a field that a filter may change rules nothing out."""
        if any(stage.index < one.index for stage in self._any[:1]):
            return True
        ways = [[guard for guard in stage.guards if not self._may_change(guard)] for stage in (one, other)]
        return guards_meet(*ways)

    def _may_change(self, guard: Guard) -> bool:
        asked = asked_paths((guard,))
        return any(path[0].startswith(COLUMN) or self._changed.touches(path) for path in asked)

    def _parsers(self, stage: Stage) -> Iterator[Stage]:
        """The groks and dissects of its own branch that have parsed the line, nearest first."""
        own = [(guard.text, guard.holds) for guard in stage.guards]
        size = bisect_left(self._filters, stage.index, key=attrgetter("index"))
        for one in (self._filters[at] for at in range(size - 1, -1, -1)):
            way = [(guard.text, guard.holds) for guard in one.guards] if one.plugin in _CAPTURES else []
            if way and way == own[: len(way)]:
                yield one

    def _known(self, stage: Stage, path: Path) -> bool | None:
        """Whether the inputs set no field that the config does not show; None where one of them may set this one."""
        sources = asked_sources(self._graph, stage)
        if any(source.plugin == "pipeline" or may_set(source, path) for source in sources):
            return None
        capital = path[0] != path[0].lower()
        return all((capital and lowers(source)) or (source.plugin in _CLOSED and self._plain(source)) for source in sources)

    def _plain(self, source: Stage) -> bool:
        codecs = [part.plugin for part in self._graph.parts(source) if part.kind is Kind.PARSE]
        # The kafka input of Logstash 2, with other settings, takes lines for JSON.
        json = not codecs and source.plugin == "kafka" and any(name in _OF_OLD_KAFKA for name in source.block.names)
        return not json and all(each in _PLAIN for each in codecs)


def _needed(block: Block) -> list[tuple[int, str, Path, bool]]:
    """What a filter reads and needs of what came before: the number of the read, the field, its keys, whether in a text."""
    own = block.noted(_writes)
    # What grok removes it has read before.
    captured = block.noted(_captured) if block.name in _CAPTURES else None
    found: list[tuple[int, str, Path, bool]] = []
    for number, (name, place) in enumerate(read_by(block, Kind.FILTER)):
        path, text = field_path(name), "%{" in place.text
        # What it sets itself is there for its common options, and for the types of what dissect captures.
        sets = own if text else captured
        itself = (text or block.name in _CAPTURES) and (sets is None or any(overlap(path, other) for other in sets))
        broken = "[" in path[0] or "]" in path[0]
        # Of mutate it is said where no event has a field with capitals.
        capital = block.name == "mutate" and path[0] != path[0].lower()
        needs = text or block.name in _NEEDS or capital
        if path[0] not in _OWN and not itself and not broken and needs:
            found.append((number, name, path, text))
    return found


def _writes(block: Block) -> frozenset[Path] | None:
    """The fields that a filter may set or change, None for any; those of a grok's own patterns, too, where all are known."""
    done = effects(block)
    own: frozenset[Path] | None = None
    if done.writes is not None:
        return done.writes
    if block.name in _CAPTURES and "target" not in block.names:
        own = block.noted(_captured)
    elif block.name == "kv" and block.value("prefix") and "target" not in block.names:
        own = None if "%{" in block.value("prefix") else frozenset()
    elif "target" not in block.names or block.name == "csv":
        names = fields_of(block) if block.name in CODED else set_fields(block)
        own = None if names is None else frozenset(map(field_path, names))
    added = block.param("add_field")
    given = [] if added is None or added.data is None else [entry.key.text for entry in value_entries(added.data)]
    if own is None or any("%{" in name for name in given):
        return None
    return own.union(field_path(name) for name in (*given, "tags"))


def may_write(block: Block) -> frozenset[Path] | None:
    """The fields that a filter may set or change, None for any."""
    return block.noted(_writes)


def _times(block: Block) -> bool:
    """Whether a grok filter captures a time, perhaps in a pattern that it names."""
    if block.name != "grok" or _TIME.search(block.place.text) is not None:
        return block.name == "grok"
    library = logstash_library(block, "")
    return any(_EXPANDED.search(expand(grok.text, library, grok.dialect).regex) for grok in filter_groks("grok", block, {}))


def _captured(block: Block) -> frozenset[Path] | None:
    """What a grok or dissect captures, with ECS compatibility or without; None where not all of it is known."""
    if block.name == "dissect":
        mapping = block.param("mapping")
        texts = [] if mapping is None or mapping.data is None else [entry.value.text for entry in value_entries(mapping.data)]
        found = [name for text in texts for name in _DISSECTED.findall(text)]
        # The name of the field is in the text; what begins with a question mark is skipped.
        chosen = any(name[:1] in ("&", "*") for name in found)
        return None if chosen else frozenset(field_path(name) for name in found if name and not name.startswith("?"))
    if block.name != "grok":
        return frozenset()
    names: set[str] = set()
    for ecs in ("disabled", "v8"):
        library = logstash_library(block, ecs)
        for grok in filter_groks("grok", block, {}):
            expansion = expand(grok.text, library, grok.dialect)
            if not expansion.complete or "${" in grok.text:
                return None
            names |= {field.name for field in expansion.fields}
    return frozenset(map(field_path, names))
