"""Reading settings as Logstash does, for the cost rules."""

from __future__ import annotations

from pipelint.base.block import Block, Param
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.types import integer


def strings(block: Block, name: str) -> tuple[str, ...]:
    """The entries of an array, or the one value; of a hash its keys."""
    param = block.param(name)
    return () if param is None else strings_of(param)


def strings_of(param: Param) -> tuple[str, ...]:
    """The same of a setting."""
    if param.data is None:
        return (param.value,)
    match param.data.kind:
        case ValueKind.ARRAY:
            return tuple(item.text for item in param.data.items)
        case ValueKind.HASH:
            return tuple(entry.key.text for entry in param.data.entries)
        case _:
            return (param.data.text,)


def pairs(block: Block, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Keys and their values, of a hash or of an array that is one written flat; a value that is an array has several."""
    param = block.param(name)
    return () if param is None else pairs_of(param)


def pairs_of(param: Param) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The same of a setting."""
    if param.data is None:
        return ()
    if param.data.kind is ValueKind.HASH:
        return tuple(
            (e.key.text, tuple(i.text for i in e.value.items) if e.value.kind is ValueKind.ARRAY else (e.value.text,))
            for e in param.data.entries
        )
    flat = [item.text for item in param.data.items]
    return tuple((key, (value,)) for key, value in zip(flat[::2], flat[1::2], strict=False))


def number(block: Block | None, name: str, default: float) -> float:
    """A positive number, or ``default``."""
    read = 0 if block is None else integer(block.value(name)) or 0
    return float(read) if read > 0 else default
