"""Which keys the events at a stage may have, as far as inputs, parsers and filters say; and the keys it asks for that none has.

Source: in_tail, in_systemd, in_syslog, in_tcp, in_udp, the filters and outputs named here,
of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.facts.kubernetes import reads_container_logs
from pipelint.engines.fluentbit.facts.lua.scripts import script_text
from pipelint.engines.fluentbit.graph import AGAIN
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

# What Docker, containerd and CRI-O write into each line, and the names that Fluent Bit's parsers give to it.
_OF_RUNTIMES = ("log", "stream", "time", "attrs", "message", "logtag", "_p", "partial", "tag")
_OF_JOURNAL, _IN_LOWER = late(r"_*[A-Z][A-Z0-9_]*"), late(r"_*[a-z0-9][a-z0-9_]*")
_JOINING = frozenset(("docker", "cri", "go", "java", "python", "ruby"))
_NAMING = ("key", "lowercase", "multiline.parser", "offset_key", "parser", "parser_firstline", "path_key")
_PASSING = frozenset(("expect", "grep", "multiline", "rewrite_tag", "stdout", "throttle", "throttle_size"))
# What in a script may give keys that it does not name.
_ANY_KEYS = ("pairs", "require", "json", "gmatch", "..")
_SECOND = frozenset(("copy", "hard_copy", "hard_rename", "rename"))
_FIRST = frozenset(("add", "set"))
# The first key of an accessor such as $kubernetes['labels']['app'].
_KEY = late(r"\$?([A-Za-z_@][\w@-]*)")
# A label of Loki with a field: key=$field, or $field.
_LABELS = ("label_keys", "labels")
_LABEL = late(r"(?:[\w.-]+ *= *)?\$([A-Za-z_@][\w@-]*)(?:\[.*\])*")
_ASKED = {
    "parser": ("key_name",),
    "multiline": ("multiline.key_content",),
    "grep": ("regex", "exclude"),
    "rewrite_tag": ("rule",),
    "modify": tuple(sorted(_SECOND)),
    "nest": ("nested_under",),
    "cloudwatch_logs": ("log_key",),
    "s3": ("log_key",),
    "kinesis_streams": ("log_key",),
    "kinesis_firehose": ("log_key",),
    "splunk": ("event_key",),
    "gelf": ("gelf_full_message_key", "gelf_host_key", "gelf_short_message_key"),
    "loki": ("label_keys", "labels"),
    "es": ("id_key",),
    "opensearch": ("id_key",),
}


@dataclass(frozen=True, eq=False)
class LostKeyFact:
    """A key, ``field``, that ``name`` asks for and that no event at the stage has: ``keys`` are those it may have.

    Of a property with several such keys, ``field`` has all of them, with commas between.
    """

    name: str
    field: str
    keys: list[str]
    place: Place


class _Unknown(Exception):
    """An event may have any key."""


class _Keys:
    """The keys that events may have: ``names``, and of the journal all that are written as its fields are."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.scripts: list[str] = []
        self.journals: set[bool] = set()  # of each journal read, whether its fields are in lower case

    def has(self, key: str) -> bool:
        if key in self.names or any(key in script for script in self.scripts):
            return True
        return any((_IN_LOWER if each else _OF_JOURNAL).fullmatch(key) for each in self.journals)


def lost_keys(config: Config, graph: StageGraph, stage: Stage) -> Iterator[LostKeyFact]:
    """The keys that a stage asks for and that none of its events has, where all that may give one is known."""
    wanted = [*_wanted(stage)]
    if not wanted or not isinstance(config, FluentBitConfig) or config.root.open:
        return
    # Where values of a chart have no filters it has its own.
    if config.entry.partial and not any(config.sections("filter")):
        return
    try:
        keys = _keys(config, graph, stage)
    except _Unknown:
        return
    lost = [(param, field) for param, field in wanted if not keys.has(field)]
    for param in dict.fromkeys(param for param, _ in lost):
        fields = ", ".join(dict.fromkeys(field for each, field in lost if each is param))
        yield LostKeyFact(param.name, fields, sorted(keys.names), param.place)


def _wanted(stage: Stage) -> Iterator[tuple[Param, str]]:
    if stage.plugin == "nest" and stage.value("operation").lower() != "lift":
        return
    for param in _all(stage.block, _ASKED.get(stage.plugin, ())):
        if param.name in _LABELS:
            yield from (
                (param, name[1]) for part in types.parts(param.value) if (name := _LABEL.fullmatch(part)) and name[1] != "TAG"
            )
            continue
        found = _KEY.match(param.value)
        whole = stage.plugin not in ("grep", "modify") or len(types.words(param.value)) > 1
        if found is not None and whole and not param.embedded and "${" not in param.value.split(" ")[0]:
            yield param, found[1]


def _keys(config: FluentBitConfig, graph: StageGraph, stage: Stage) -> _Keys:
    keys = _Keys()
    before = [graph.stages[index] for index in sorted(stages_before(graph, stage))]
    sources = [each for each in before if each.kind is Kind.SOURCE]
    if not sources:
        raise _Unknown
    for source in sources:
        _of_source(config, source, keys)
    for each in before:
        if each.kind is Kind.FILTER:
            _of_filter(config, each, keys)
    return keys


def stages_before(graph: StageGraph, stage: Stage) -> set[int]:
    """The stages that events may have passed before this one, tag by tag: more exact than where they may go next."""
    found: set[int] = set()
    wanted = [stage.index]
    # What rewrite_tag emits may have passed all that leads to it; wanted grows meanwhile.
    for index in wanted:
        for route in graph.routes:
            way = [step for step, _ in route.filters]
            if index not in way:
                continue
            if route.origin not in wanted and graph.stages[route.origin].kind is not Kind.SOURCE:
                wanted.append(route.origin)
            # What is joined passes the filters once more.
            again = any(graph.stages[step].plugin in AGAIN for step in way)
            found.update((route.origin, *(way if again else way[: way.index(index)])))
    return found


def _of_source(config: FluentBitConfig, source: Stage, keys: _Keys) -> None:
    block = source.block
    if block.open or block.blocks or any(item.embedded for item in _all(block, _NAMING)):
        raise _Unknown
    if source.plugin == "systemd":
        keys.journals.add(types.boolean(source.value("lowercase")) is True)
    elif source.plugin == "tail":
        keys.names.add(source.value("key", "log"))
        keys.names.update(source.value(name) for name in ("path_key", "offset_key") if source.value(name))
        _of_tail(config, source, keys)
    elif source.plugin == "syslog" and source.value("parser"):
        keys.names.update(source.value(name) for name in ("raw_message_key", "source_address_key") if source.value(name))
        _parsed(config, [source.value("parser")], keys)
    elif source.plugin in ("tcp", "udp") and source.value("format").lower() == "none" and not source.value("parser"):
        keys.names.add("log")
        keys.names.add(source.value("source_address_key", "log"))
    else:
        raise _Unknown


def _of_tail(config: FluentBitConfig, source: Stage, keys: _Keys) -> None:
    joined = [name for param in _all(source.block, ("multiline.parser",)) for name in types.parts(param.value)]
    parsers = [source.value(name) for name in ("parser", "parser_firstline") if source.value(name)]
    if reads_container_logs(source.plugin, source.block) and (not joined or _JOINING.issuperset(joined)):
        keys.names.update(_OF_RUNTIMES)
        # A parser of JSON reads what Docker writes there.
        parsers = [name for name in parsers if name not in ("docker", "cri") or name in config.parsers]
        parsers = [name for name in parsers if not _is_json(config, name)]
    _parsed(config, parsers, keys)


def _of_filter(config: FluentBitConfig, stage: Stage, keys: _Keys) -> None:
    block, plugin = stage.block, stage.plugin
    if block.open or block.blocks:
        raise _Unknown
    if plugin in _PASSING:
        return
    if plugin == "lua":
        script = script_text(config, stage)
        if not script or any(word in script for word in _ANY_KEYS):
            raise _Unknown
        keys.scripts.append(script)
    elif plugin == "modify":
        keys.names.update(_word(param, 1) for param in _all(block, _SECOND))
        keys.names.update(_word(param, 0) for param in _all(block, _FIRST))
    elif plugin == "record_modifier":
        keys.names.update(_word(param, 0) for param in _all(block, ("record",)))
        keys.names.update(param.value for param in _all(block, ("uuid_key",)))
    elif plugin == "geoip2":
        keys.names.update(_word(param, 0) for param in _all(block, ("record",)))
    elif plugin == "parser":
        _parsed(config, [param.value for param in _all(block, ("parser",))], keys)
    elif plugin == "kubernetes":
        keys.names.update(("kubernetes", "kubernetes_namespace"))
        merges = "merge_log" in block.names and types.boolean(block.value("merge_log")) is not False
        if merges and not block.value("merge_log_key"):
            raise _Unknown
        keys.names.update(param.value for param in _all(block, ("merge_log_key",)))
    elif plugin == "nest" and block.value("operation").lower() == "nest":
        keys.names.update(param.value for param in _all(block, ("nest_under",)))
    elif plugin == "nest" and not keys.has(block.value("nested_under")) and "${" not in block.value("nested_under"):
        return
    else:
        raise _Unknown


def _parsed(config: FluentBitConfig, names: Iterable[str], keys: _Keys) -> None:
    """The groups of parsers with expressions; of others any key may come."""
    # Imported here: it is large, and most configs ask for none.
    from pipelint.regex.tree import Regex, read_regex

    for name in names:
        blocks = config.parsers.get(name, [])
        if not blocks:
            raise _Unknown
        for block in blocks:
            pattern, options = types.regexp(block.value("regex")) or ("", "")
            found = read_regex(f"(?{options}:{pattern})" if options else pattern)
            decoded = any(each.startswith("decode_field") for each in block.names)
            if block.value("format").lower() != "regex" or decoded or "${" in pattern or not isinstance(found, Regex):
                raise _Unknown
            keys.names.update(found.names)


def _is_json(config: FluentBitConfig, name: str) -> bool:
    blocks = config.parsers.get(name, [])
    return bool(blocks) and all(
        each.value("format").lower() == "json" and not any(key.startswith("decode_field") for key in each.names)
        for each in blocks
    )


def _word(param: Param, number: int) -> str:
    words = types.words(param.value)
    if "${" in param.value and number < len(words) and "${" in words[number]:
        raise _Unknown
    return words[number] if number < len(words) else ""


def _all(block: Block, names: Iterable[str]) -> list[Param]:
    wanted = {*names}
    return [item for item in block.items if isinstance(item, Param) and item.name in wanted]
