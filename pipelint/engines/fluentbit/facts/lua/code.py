"""What the function of a lua filter does for each event, as far as its text tells: what it prints, and takes for granted.

Source: plugins/filter_lua/lua.c of Fluent Bit 5.1.1. Where a call ends in an error, ``cb_lua_filter`` gives up all events
that it has got together: they go on as they came, also those that the function has dealt with before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipelint.base.lean.late import late

# Comments and texts in brackets are looked for by their ends, so that none is searched for twice.
_TOKEN = late(r"(?:--)?\[(=*)\[|--[^\n]*|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|[A-Za-z_]\w*|\S", re.DOTALL)
_OPENING = frozenset(("function", "if", "do", "repeat"))
_CLOSING = frozenset(("end", "until"))
_QUOTES = "\"'"
_DEEP = 6  # levels of a record that are looked at
_NAME = late(r"[A-Za-z_]\w*")


def prints_each(script: str, call: str) -> bool:
    """Whether the function prints something for each event that it does not leave early: outside of all its blocks."""
    body = _body(script, call)
    depth = 1
    for number, token in enumerate(body):
        if token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
        elif token == "print" and depth == 1 and body[number + 1 : number + 2] == ["("] and body[number - 1] not in (".", ":"):
            return True
    return False


def unchecked_fields(script: str, call: str) -> list[str]:
    """The fields, such as ``kubernetes.labels``, of which the function takes a part and never looks whether they are there.

    Each other use of the field, and each call that gets the whole record, counts as a look.
    """
    body, record = _body(script, call), _record(script, call)
    if not record or "pcall" in body or "xpcall" in body or "goto" in body:
        return []
    names = {record, *_copies(body, record)}
    taken: list[tuple[str, ...]] = []
    seen: set[tuple[str, ...]] = set()
    for number, token in enumerate(body):
        before = body[number - 1] if number else ""
        if token not in names or before in (".", ":"):
            continue
        keys, after = _keys(body, number + 1)
        if not keys and before in ("(", ",") and after in (")", ","):
            return []
        taken += [keys[:length] for length in range(1, min(len(keys), _DEEP))]
        if after == "[" and keys:
            taken.append(keys)
        elif after != ":":
            seen.add(keys)
    return [".".join(keys) for keys in dict.fromkeys(taken) if keys not in seen]


def _keys(body: Sequence[str], at: int) -> tuple[tuple[str, ...], str]:
    """The constant keys that stand after a name, and the token after them."""
    keys: list[str] = []
    while True:
        head = body[at] if at < len(body) else ""
        if head == "." and at + 1 < len(body) and _NAME.fullmatch(body[at + 1]):
            keys.append(body[at + 1])
            at += 2
        elif head == "[" and at + 2 < len(body) and body[at + 1][:1] in _QUOTES and body[at + 2] == "]":
            keys.append(body[at + 1][1:-1])
            at += 3
        else:
            return tuple(keys), head


def _copies(body: Sequence[str], record: str) -> Iterator[str]:
    """Other names of the record: ``new = record``."""
    for number in range(2, len(body)):
        if body[number] == record and body[number - 1] == "=" and "".join(body[number + 1 : number + 2]) not in (".", "[", ":"):
            yield body[number - 2]


def _record(script: str, call: str) -> str:
    """What the function calls the record, "" where it has not three parameters."""
    head = _head(script, call)
    names = [] if head is None else [each.strip() for each in head[1].split(",")]
    return names[2] if len(names) == 3 else ""


def _head(script: str, call: str) -> re.Match[str] | None:
    name = re.escape(call)
    return re.search(rf"\b(?:function\s+{name}|{name}\s*=\s*function)\s*\(([\w\s,]*)\)", script)


def _body(script: str, call: str) -> list[str]:
    """The tokens of the function, without comments."""
    head = _head(script, call)
    tokens: list[str] = []
    depth = 1
    for token in _tokens(script, len(script) if head is None else head.end()):
        depth += (token in _OPENING) - (token in _CLOSING)
        if depth == 0:
            break
        tokens.append(token)
    return tokens


def _tokens(text: str, at: int) -> Iterator[str]:
    while found := _TOKEN.search(text, at):
        at = found.end()
        if found[1] is not None:
            end = text.find(f"]{found[1]}]", at)
            if end < 0:
                return
            at = end + len(found[1]) + 2
            if found[0][0] == "[":
                yield '""'
        elif not found[0].startswith("--"):
            yield found[0]
