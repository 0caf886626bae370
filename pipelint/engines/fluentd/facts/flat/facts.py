"""Parameters that Fluentd 0.12 wrote flat into a plugin's section, and the sections that they belong into today."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.facts.flat import names as flat_names
from pipelint.engines.fluentd.plugins.regexp import LINE_FORMATS
from pipelint.graph.stage import Kind
from pipelint.plugins import PluginSpec, plugin_of, plugin_spec, stage_kinds


@dataclass(frozen=True, eq=False)
class MoveFact:
    """A parameter of the new section: its ``value``, and ``old``, the flat parameter whose value it takes ("": a new value)."""

    name: str
    value: str
    old: str


@dataclass(frozen=True, eq=False)
class FlatFact:
    """The flat parameters ``names`` of a plugin that belong in its section ``section`` with the argument ``arg``.

    ``own`` are those of them that no other section of this plugin would take. ``moves`` is what the section holds then.
    ``movable``: Fluentd reads the plugin with that section as it does without, so the same values in the same places.
    ``place`` is the first of the parameters.
    """

    section: str
    arg: str
    names: list[str]
    own: list[str]
    moves: list[MoveFact]
    movable: bool
    place: Place
    block: Block = field(repr=False)

    def moved(self) -> tuple[dict[str, str | Param], list[Param]]:
        """What a writer needs: the new section's parameters, as the old one where the value stays, and the old ones to remove."""
        params = self.block.params
        new = {move.name: params[move.old] if move.old else move.value for move in self.moves}
        return new, [params[name] for name in self.names]


def flat_facts(kind: Kind, plugin: str, block: Block) -> list[FlatFact]:
    """The flat parameters of a plugin whose translation is known (Fluentd 1.16, ``plugin_helper/compat_parameters.rb``)."""
    known = plugin_of("fluentd", kind.value, plugin)
    read = known.flat
    found: list[FlatFact] = []
    for section, default_arg in read.items():
        table = flat_names.TABLES[section]
        names = [name for name in block.params if name in table or _is_line_format(section, plugin, name)]
        if not names or block.block(section) is not None:
            continue
        moves = _MAKE[section](block, names, default_arg)
        own = plugin_spec("fluentd", stage_kinds("fluentd")[kind.value], plugin)
        movable = (
            moves is not None
            and not any(name in known.flat_own for name in names)
            and not (own is not None and own.params.keys() & set(names))
            and not any(
                flat_names.TABLES[other].keys() & set(names) for other in read if other != section and block.block(other) is None
            )
            and all(block.params[name].place.document is block.place.document for name in names)
        )
        own_names = [name for name in names if not any(name in flat_names.TABLES[other] for other in read if other != section)]
        place = min((block.params[name].name_place for name in own_names or names), key=lambda p: p.span.start)
        arg = default_arg if section == "buffer" else ""
        found.append(FlatFact(section, arg, names, own_names, moves or [], movable, place, block))
    return found


def not_passed_on(kind: Kind, plugin: str, block: Block) -> list[Param]:
    """The flat parameters that the parser of a flat ``format`` has, and that reach nothing: they are no names of 0.12.

    But those with the value that the parser has without them: with a ``time_format`` it takes times as text.
    """
    written, kinds = block.param("format"), stage_kinds("fluentd")
    if written is None or written.embedded or block.block("parse") is not None:
        return []
    known = plugin_of("fluentd", kind.value, plugin)
    own, parser = plugin_spec("fluentd", kinds[kind.value], plugin), plugin_spec("fluentd", "parser", written.value)
    if "parse" not in known.flat or own is None or parser is None:
        return []
    taken = {*own.params, *own.accepts, *known.flat_own}.union(*(flat_names.TABLES[section] for section in known.flat))
    anyway = {name: str(spec.default).lower() for name, spec in parser.params.items() if name not in taken}
    if "time_type" in anyway and "time_format" in block.params:
        anyway["time_type"] = "string"
    names = {name for name, default in anyway.items() if name in block.params and block.params[name].value != default}
    return [param for name, param in block.params.items() if name in names and not _is_line_format("parse", plugin, name)]


def hash_names(kind: Kind, plugin: str) -> list[str]:
    """The parameters of a plugin that take a hash, and of whose name it has no section."""
    spec = plugin_spec("fluentd", stage_kinds("fluentd").get(kind.value, ""), plugin)
    if spec is None:
        return []
    return [name for name, param in spec.params.items() if param.type == "hash" and name not in spec.sections]


@dataclass(frozen=True, eq=False)
class BesideFact:
    """A flat parameter that nothing reads. ``decided``: the section has another value of its own for it."""

    name: str
    decided: bool
    place: Place
    block: Block = field(repr=False)


def beside_section(kind: Kind, plugin: str, block: Block) -> list[BesideFact]:
    """The flat parameters that nothing reads since the section that they belong into is there.

    Not those that the plugin itself reads, or that go into another section, which Fluentd still builds; nor those that say what
    the section does, perhaps by its default.
    """
    known = plugin_of("fluentd", kind.value, plugin)
    if not known.flat:
        return []
    own = plugin_spec("fluentd", stage_kinds("fluentd")[kind.value], plugin)
    there = {section for section in known.flat if block.block(section) is not None}
    taken = {*(() if own is None else own.params), *known.flat_own}
    built = {name for section in known.flat.keys() - there for name in flat_names.TABLES[section]}
    unread = {name for section in there for name in flat_names.TABLES[section]} - taken - built
    found: list[BesideFact] = []
    for param in block.params.values() if unread else ():
        sections = [section for section in there if param.name in flat_names.TABLES[section]]
        if param.name not in unread or any(_says(own, block, section, param) for section in sections):
            continue
        # What would not read it either decides, too.
        decided = any(_inner(block, section, param.name) or _foreign(block, section, param.name) for section in sections)
        found.append(BesideFact(param.name, decided, param.name_place, block))
    return found


def _inner(block: Block, section: str, name: str) -> list[Param]:
    """What the section says for a flat parameter, itself or in a section of its own (``<pattern>``)."""
    # The kind of a parser or formatter has no other name in the table: it is made of it in several ways.
    return _given(block, section, {name, flat_names.TABLES[section][name]} if name != "format" else {"@type"})


def _foreign(block: Block, section: str, name: str) -> bool:
    """Whether the parser or formatter that the section names has no such parameter: nothing would change if it stood there."""
    kinds, there = {"parse": "parser", "format": "formatter"}, [each for each in block.blocks if each.name == section]
    named = [each.param("@type") or each.param("type") for each in there]
    spec = plugin_spec("fluentd", kinds[section], named[0].value) if section in kinds and len(named) == 1 and named[0] else None
    return spec is not None and name != "format" and not there[0].blocks and flat_names.TABLES[section][name] not in spec.params


def _given(block: Block, section: str, names: set[str]) -> list[Param]:
    """Parameters of a section, or of a section of its own (``<pattern>``)."""
    found = [each for each in block.blocks if each.name == section]
    return [param for each in found for one in (each, *each.blocks) for param in one.params.values() if param.name in names]


def _says(own: PluginSpec | None, block: Block, section: str, param: Param) -> bool:
    """Whether the section says the same as a flat parameter."""
    if inner := _inner(block, section, param.name):
        return all(each.value == param.value for each in inner)
    if section == "parse" and param.name == "localtime":
        # A parser reads times as local ones by itself (fluentd 1.16, ``lib/fluent/time.rb``).
        return types.boolean(param.value) is True and not _given(block, section, {"utc", "timezone"})
    declared = None if own is None else own.sections.get(section)
    if section == "buffer" and param.name == "flush_at_shutdown":
        # What a buffer in memory does by itself (fluentd 1.16, ``lib/fluent/plugin/output.rb``).
        named = _given(block, section, {"@type"})
        usual = None if declared is None else declared.params.get("@type")
        kind = named[0].value if named else "memory" if usual is None else usual.default
        return own is not None and kind == "memory" and types.boolean(param.value) is True
    spec = None if declared is None else declared.params.get(flat_names.TABLES[section][param.name])
    return spec is not None and spec.type == "time" and types.seconds(param.value) == spec.default


def _is_line_format(section: str, plugin: str, name: str) -> bool:
    """The formats of the multiline parser, which tail hands on itself (fluentd 1.16, ``lib/fluent/plugin/in_tail.rb``)."""
    return section == "parse" and plugin == "tail" and name in LINE_FORMATS


def _plain(block: Block, names: list[str], table: Mapping[str, str]) -> list[MoveFact]:
    """What keeps its value: the new names in the table's order."""
    return [MoveFact(new, block.params[old].value, old) for old, new in table.items() if new and old in names]


def _buffer(block: Block, names: list[str], arg: str) -> list[MoveFact] | None:
    moves = [
        MoveFact(move.name, "throw_exception", "") if (move.name, move.value) == ("overflow_action", "exception") else move
        for move in _plain(block, names, flat_names.BUFFER)
    ]
    if "time_slice_format" in names:
        return None  # Outputs read it for the names of their files as well.
    if arg == "time":
        moves.append(MoveFact("timekey", "86400", ""))
        if "flush_interval" in names:
            # Outside of <buffer> it decides the mode; inside, a buffer with time among its keys would ignore it.
            moves.append(MoveFact("flush_mode", "interval", ""))
    return moves


def _parse(block: Block, names: list[str], arg: str) -> list[MoveFact] | None:
    moves: list[MoveFact] = []
    written = block.param("format")
    if written is not None:
        if written.embedded:
            return None
        if written.value.startswith("/") and written.value.endswith("/") and len(written.value) > 1:
            moves = [MoveFact("@type", "regexp", ""), MoveFact("expression", written.value, "format")]
        elif written.value.startswith("/"):
            return None  # What Fluentd makes of a regexp with options here is an unknown parser.
        else:
            moves = [MoveFact("@type", written.value, "format")]
    if "types" in names:
        types = _types(block)
        if types is None:
            return None
        moves.append(types)
    zone = _local_time(block)
    if zone is None:
        return None
    moves += [MoveFact(name, block.params[name].value, name) for name in names if _is_line_format("parse", "tail", name)]
    return moves + _plain(block, names, flat_names.PARSE) + zone


def _types(block: Block) -> MoveFact | None:
    """The types of fields as JSON; None where they are written with delimiters of their own or not as name:type."""
    from json import dumps

    param = block.params["types"]
    pairs = [pair.partition(":") for pair in param.value.split(",")]
    plain = not param.embedded and all(name and kind for name, _, kind in pairs)
    if not plain or "types_delimiter" in block.params or "types_label_delimiter" in block.params:
        return None
    return MoveFact("types", dumps({name: kind for name, _, kind in pairs}, ensure_ascii=False, separators=(",", ":")), "")


def _local_time(block: Block) -> list[MoveFact] | None:
    """``localtime`` as ``localtime`` and ``utc`` mean it; None where both are written, or one is no plain bool."""
    written = [param for name in ("localtime", "utc") if (param := block.param(name)) is not None]
    if not written:
        return []
    (param, *more) = written
    given = types.boolean(param.value)
    if more or param.embedded or given is None:
        return None
    local = given == (param.name == "localtime")
    return [MoveFact("localtime", "true" if local else "false", "")]


def _format(block: Block, names: list[str], arg: str) -> list[MoveFact] | None:
    return _plain(block, names, flat_names.FORMAT)


def _inject(block: Block, names: list[str], arg: str) -> list[MoveFact] | None:
    moves = _plain(block, names, flat_names.INJECT)
    zone = _local_time(block)
    if zone is None:
        return None
    for switch, key in (("include_time_key", "time"), ("include_tag_key", "tag")):
        param = block.param(switch)
        if param is None:
            continue
        given = types.boolean(param.value)
        if param.embedded or given is None:
            return None
        if given and f"{key}_key" not in names:
            moves.append(MoveFact(f"{key}_key", key, ""))
        if given and key == "time":
            moves.append(MoveFact("time_type", "string", ""))
    return moves + zone if moves or zone else None


_MAKE: dict[str, Callable[[Block, list[str], str], list[MoveFact] | None]] = {
    "buffer": _buffer,
    "parse": _parse,
    "format": _format,
    "inject": _inject,
}
