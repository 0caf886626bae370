"""Attributes of facts as values of the predicate language."""

from __future__ import annotations

from operator import attrgetter

from pipelint.rules.evaluate.frame import Frame, Run, Value


def get(holder: Run, name: str, adapt: str) -> Run:
    """The attribute ``name`` of a fact; ``adapt`` is a value of ``pipelint.rules.schema.Adapt``."""
    fetch = attrgetter(name)

    def plain(frame: Frame) -> Value:
        return fetch(holder(frame))

    def enum(frame: Frame) -> Value:
        found = fetch(holder(frame))
        return None if found is None else found.value

    def enums(frame: Frame) -> Value:
        found = fetch(holder(frame))
        return None if found is None else [item.value for item in found]

    def ordered(frame: Frame) -> Value:
        found = fetch(holder(frame))
        return None if found is None else sorted(found)

    return {"plain": plain, "enum": enum, "enums": enums, "sorted": ordered}[adapt]
