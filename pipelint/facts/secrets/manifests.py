"""Secrets in Kubernetes manifests: variables of containers that are named as such, and what a Secret holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.facts.secrets.quoted import Found, value_after

# name and value of a variable in either order: in a block, in braces, in JSON.
_NAMED = late(rb"(?<![\w.-])[\"']?name[\"']?[ \t]*:[ \t]*[\"']?\Z")
_VALUE = late(rb"[\"']?[ \t]*(?:,|(?:#[^\n]*)?\n)\s{0,200}(?P<key>[\"']?)value[\"']?[ \t]*:[ \t]*")
_BEFORE = late(rb"(?<![\w.-])(?P<key>[\"']?)value[\"']?[ \t]*:[ \t]*(?P<value>\S[^\n]*?)(?:,[ \t]*|[ \t]*\n[ \t]*)\Z")
_NEAR, _FAR = 20, 300  # bytes before the name in which the word name, and the value, are looked for

_KIND = late(rb"^[ \t-]*[\"']?kind[\"']?:[ \t]*[\"']?Secret\b", re.MULTILINE)
_DATA = late(rb"([ \t]*)(?:stringData|data):[ \t]*(?:#.*)?\r?\Z")
_ENTRY = late(rb"[ \t]+[^\s#:][^:\n]*:[ \t]+(?=[^\s|>&*!])")


def value_of_variable(text: bytes, start: int, end: int) -> Found | None:
    """The value that belongs to a variable whose name is ``text[start:end]``; None where that is no variable's name."""
    named = _NAMED.search(text, max(0, start - _NEAR), start)
    if named is None:
        return None
    if after := _VALUE.match(text, end):
        return value_after(text, after.end(), b":", bool(after["key"]))
    if before := _BEFORE.search(text, max(0, start - _FAR), named.start()):
        return value_after(text, before.start("value"), b":", bool(before["key"]))
    return None


def in_secrets(text: bytes) -> Iterator[Found]:
    """The values of one line each that the Secrets among a text's manifests hold."""
    at = 0
    for manifest in text.split(b"\n---") if b"Secret" in text else ():
        if _KIND.search(manifest):
            yield from (Found(at + one.start, at + one.end, one.quoted) for one in _entries(manifest))
        at += len(manifest) + 4


def _entries(manifest: bytes) -> Iterator[Found]:
    """The values below ``data`` and ``stringData``."""
    at, depth = 0, -1
    for line in manifest.split(b"\n"):
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= depth:
            depth = -1
        if depth >= 0 and (entry := _ENTRY.match(line)):
            yield value_after(manifest, at + entry.end(), b":", False)
        elif opened := _DATA.match(line):
            depth = len(opened[1])
        at += len(line) + 1
