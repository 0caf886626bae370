"""Values with ``${...}`` in them, as record_transformer and record_modifier fill them in."""

from __future__ import annotations

import json
from collections.abc import Callable

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.holes import end_of_hole
from pipelint.engines.fluentd.trace.ruby.expression import compile_ruby
from pipelint.engines.fluentd.trace.ruby.methods import Moment
from pipelint.engines.fluentd.trace.ruby.scene import Code, Scene, constant, interpolated
from pipelint.engines.fluentd.trace.time.clock import Now
from pipelint.engines.fluentd.trace.values import LostError, RubyError, kind
from pipelint.trace.model import UNKNOWN

_HOLE = late(r"\$\{[^}]{1,9999}\}|__[A-Z_]+__")
_PART = late(r"(tag_parts|tag_prefix|tag_suffix)\[(-?\d+)\]")
_KEY = late(r'record\["(.*)"\]', 16)
_PARTS: dict[str, Callable[[Scene], list[object]]] = {
    "tag_parts": Scene.parts,
    "tag_prefix": Scene.prefixes,
    "tag_suffix": Scene.suffixes,
}


def plain_template(text: str, *, typed: bool) -> Code:
    """Placeholders without Ruby. ``typed``: one that is all of the text gives its value, not a text."""
    if typed and _HOLE.fullmatch(text):
        return _placeholder(text)
    pieces: list[Code] = []
    at = 0
    for found in _HOLE.finditer(text):
        pieces += [constant(text[at : found.start()]), _placeholder(found[0])]
        at = found.end()
    if not pieces:
        return constant(text)
    return interpolated([*pieces, constant(text[at:])])


def _placeholder(text: str) -> Code:
    """One placeholder; those that are unknown are nil."""
    inner = text[2:-1]
    part = _PART.fullmatch(inner)
    if part is not None:
        parts, index = _PARTS[part[1]], int(part[2])
        if part[2] != str(index):
            return constant(None)

        def of_tag(scene: Scene) -> object:
            found = parts(scene)
            return found[index] if -len(found) <= index < len(found) else None

        return of_tag
    key = _KEY.fullmatch(inner)
    if key is not None:
        name = key[1]
        return lambda scene: scene.record.get(name) if isinstance(scene.record, dict) else None
    return {"${tag}": _tag, "${hostname}": _unknown, "${time}": _time}.get(text, constant(None))


def _tag(scene: Scene) -> object:
    return scene.tag


def _unknown(_: Scene) -> object:
    return UNKNOWN


def _time(scene: Scene) -> object:
    """``Time#to_s`` in the machine's zone, which is known where the tracer knows it."""
    if isinstance(scene.time, Now) or scene.time is UNKNOWN or scene.time is None:
        return UNKNOWN
    return scene.shown(scene.time) if scene.shown is not None else UNKNOWN


def ruby_template(
    param: Param, text: str, block: Block, *, typed: bool, quote: str, hidden: frozenset[str] = frozenset()
) -> Code:
    """A text whose holes are Ruby. ``quote`` are the signs that the text around them may not have where it is read."""
    if typed and text.count("${") == 1 and text.startswith("${") and text.endswith("}"):
        return _value(_at(param, text[2:-1], block, hidden))
    pieces: list[Code] = []
    at = 0
    while (opened := text.find("${", at)) >= 0:
        closed = end_of_hole(text, opened + 2)
        if closed < 0:
            raise LostError("a ${ without its end is not followed here", param.place)
        pieces += [constant(text[at:opened]), _at(param, text[opened + 2 : closed], block, hidden)]
        _check(text[at:opened], quote, param)
        at = closed + 1
    _check(text[at:], quote, param)
    return interpolated([*pieces, constant(text[at:])]) if pieces else constant(text)


def _check(text: str, quote: str, param: Param) -> None:
    if any(sign in text for sign in quote) or "#{" in text or "#$" in text or "#@" in text:
        raise LostError("a text with signs that Ruby reads is not followed here", param.place)


def _at(param: Param, code: str, block: Block, hidden: frozenset[str]) -> Code:
    try:
        return compile_ruby(code, block, hidden)
    except LostError as error:
        error.place = error.place or param.place
        raise


def _value(code: Code) -> Code:
    def run(scene: Scene) -> object:
        value = code(scene)
        return UNKNOWN if isinstance(value, Moment) else value

    return run


def written_value(param: Param) -> object:
    """A value of a ``<record>``: JSON where it looks like it, else the text; not known where the environment makes it."""
    if param.embedded:
        return UNKNOWN
    text = param.value
    if not text.startswith(("{", "[")):
        return text
    if "/*" in text or "//" in text:
        raise LostError("JSON with comments is not read here", param.place)
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return text


def _refuse(name: str) -> float:
    raise ValueError(name)


def filled(value: object, fill: Callable[[str, bool], Code]) -> Code:
    """A value in whose texts and keys placeholders are filled in; ``fill`` gets a text, and whether it may keep its type."""
    if isinstance(value, str):
        return fill(value, True)
    if isinstance(value, list):
        items = [filled(item, fill) for item in value]
        return lambda scene: [item(scene) for item in items]
    if isinstance(value, dict):
        pairs = [(fill(key, False), filled(item, fill)) for key, item in value.items()]
        return lambda scene: {name_of(key(scene)): item(scene) for key, item in pairs}
    return constant(value)


def name_of(key: object) -> str:
    """The name of a field."""
    if not isinstance(key, str):
        raise LostError("a key depends on what only the running Fluentd knows")
    return key


def fields_of(scene: Scene) -> dict[str, object]:
    """The record, which must be an object."""
    if not isinstance(scene.record, dict):
        raise RubyError(f"undefined method `merge!' for {kind(scene.record)}")
    return scene.record
