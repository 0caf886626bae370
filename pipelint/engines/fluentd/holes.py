"""Holes: the ``${...}`` in a parameter's value that a plugin fills in for each event."""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True)
class Holes:
    """``inside`` are the texts of the holes in order, ``around`` is all that stands outside of them, joined."""

    inside: tuple[str, ...]
    around: str


@lru_cache(maxsize=512)
def read_holes(text: str) -> Holes:
    """The holes of a value. One without its ``}`` is plain text. Never raises; linear in the text."""
    inside: list[str] = []
    around: list[str] = []
    start = 0
    while (opened := text.find("${", start)) >= 0 and (closed := end_of_hole(text, opened + 2)) >= 0:
        around.append(text[start:opened])
        inside.append(text[opened + 2 : closed])
        start = closed + 1
    return Holes(tuple(inside), "".join([*around, text[start:]]))


def end_of_hole(text: str, at: int) -> int:
    """Where the ``}`` of a hole is whose code begins at ``at``: braces in it are paired, strings may hold any. -1: nowhere."""
    depth, quote = 1, ""
    while at < len(text):
        char = text[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if depth == 0:
                return at
        at += 1
    return -1
