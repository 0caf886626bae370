"""Writes files of the form: YAML as the project's own files have it, one parameter a line, with comments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

Json = dict[str, object]

WIDTH = 130
"""Columns of a line; one that would be longer is taken apart."""
COMMENT = 78
"""Columns of a comment's text."""

# What is the same text to all readers of YAML when nothing is put around it; words and numbers could be something else.
_PLAIN = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*")
_WORDS = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")


def scalar(value: object) -> str:
    """A value of a parameter, on one line."""
    match value:
        case Mapping():
            named = {key if isinstance(key, str) else json.dumps(key): each for key, each in value.items()}
            return "{" + ", ".join(f"{scalar(key)}: {scalar(each)}" for key, each in named.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(scalar, value)) + "]"
        case str() if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
            return value
        case str():
            return _quoted(value)
    return json.dumps(value)


def sentence(text: str) -> str:
    """A text that is all of a line after its key: without quotes where it is words, marks between them, or an address."""
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9 ,.'()/_:+-]*[A-Za-z0-9./]", text) and ": " not in text
    return text if plain and text.lower() not in _WORDS else _quoted(text)


def _quoted(text: str) -> str:
    """In double quotes, whatever is not seen as an escape of YAML."""
    escaped = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    found = [escaped.get(char) or (char if char.isprintable() and char != "\ufeff" else f"\\U{ord(char):08x}") for char in text]
    return '"' + "".join(found) + '"'


def entry(key: str, value: object, indent: str = "") -> Iterator[str]:
    """The lines of a key and its value: one line where there is room."""
    line = f"{indent}{scalar(key)}: {scalar(value)}"
    if len(line) <= WIDTH or not isinstance(value, Mapping):
        yield line
        return
    yield f"{indent}{scalar(key)}:"
    for name, each in value.items():
        yield from entry(name, each, f"{indent}  ")


def comment(text: str, indent: str = "") -> Iterator[str]:
    """The lines of a comment. What would steer a terminal or end the line is left out of it."""
    line = ""
    for word in "".join(char if char.isprintable() else " " for char in text).split():
        if line and len(line) + 1 + len(word) > COMMENT:
            yield f"{indent}# {line}"
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield f"{indent}# {line}"
