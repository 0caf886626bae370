"""Filters as steps of a chain: each writes its section of a config, and does to concrete records what Fluentd does.

What the steps do was compared with Fluentd 1.16.5: see ``test_record_flow.py`` and ``tests/data/fluentd-record-flow.json``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Protocol

Record = dict[str, object]


class Step(Protocol):
    """One filter."""

    def section(self) -> str:
        """The lines of its section."""
        ...

    def run(self, record: Record) -> Record | None:
        """What comes out for a record, None where nothing does."""
        ...


@dataclass(frozen=True)
class Transform:
    """record_transformer: sets fields, in a copy or in a new record, then removes keys."""

    sets: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    keeps: tuple[str, ...] | None = None

    def section(self) -> str:
        renewed = (
            [] if self.keeps is None else ["renew_record true", *(["keep_keys " + ",".join(self.keeps)] if self.keeps else [])]
        )
        removed = ["remove_keys " + ",".join(self.removes)] if self.removes else []
        fields = ["<record>", *(f"{name} 1" for name in self.sets), "</record>"]
        return "\n".join(["@type record_transformer", *renewed, *removed, *fields])

    def run(self, record: Record) -> Record | None:
        made = dict(record) if self.keeps is None else {key: record[key] for key in self.keeps if key in record}
        made |= dict.fromkeys(self.sets, "1")
        for name in self.removes:
            _delete(made, name)
        return made


@dataclass(frozen=True)
class Modify:
    """record_modifier: sets fields, then removes keys or keeps some."""

    sets: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()

    def section(self) -> str:
        removed = ["remove_keys " + ",".join(self.removes)] if self.removes and not self.keeps else []
        kept = ["whitelist_keys " + ",".join(self.keeps)] if self.keeps else []
        fields = ["<record>", *(f"{name} 1" for name in self.sets), "</record>"]
        return "\n".join(["@type record_modifier", *removed, *kept, *fields])

    def run(self, record: Record) -> Record | None:
        made = {**record, **dict.fromkeys(self.sets, "1")}
        if self.keeps:
            return {key: made[key] for key in (*self.keeps, *self.sets) if key in made}
        for name in self.removes:
            _delete(made, name)
        return made


@dataclass(frozen=True)
class Parse:
    """A parser filter with a JSON parser, or with one that reads two words by a regular expression."""

    key: str
    by: str = "json"
    reserve: bool = False
    removes_key: bool = False
    nested: str = ""
    prefix: str = ""

    def section(self) -> str:
        options = [
            *(["reserve_data true"] if self.reserve else []),
            *(["remove_key_name_field true"] if self.removes_key else []),
            *([f"hash_value_field {self.nested}"] if self.nested else []),
            *([f"inject_key_prefix {self.prefix}"] if self.prefix else []),
        ]
        pattern = ["expression /^(?<a>[a-z]+)(?: (?<b>[a-z]+))?$/"] if self.by == "regexp" else []
        inner = ["<parse>", f"@type {self.by}", *pattern, "</parse>"]
        return "\n".join(["@type parser", f"key_name {self.key}", *options, *inner])

    def run(self, record: Record) -> Record | None:
        text = record.get(self.key)
        read: Record | None = None
        if isinstance(text, str):
            read = _json(text) if self.by == "json" else _words(text)
            if read is not None and self.by == "json" and "time" in read:
                stamp = read.pop("time")
                if not isinstance(stamp, int):
                    return dict(record)  # an error is raised, and the record passes
        if text is None or read is None:
            if not self.reserve:
                return None
            return {**record, **({self.nested: {}} if self.nested else {})}
        values = {self.prefix + key: value for key, value in read.items()}
        made: Record = {self.nested: values} if self.nested else values
        if not self.reserve:
            return made
        rest = {key: value for key, value in record.items() if not (self.removes_key and key == self.key)}
        return {**rest, **made}


@dataclass(frozen=True)
class Grep:
    """grep that keeps records whose key has a character."""

    key: str

    def section(self) -> str:
        return f"@type grep\n<regexp>\nkey {self.key}\npattern /./\n</regexp>"

    def run(self, record: Record) -> Record | None:
        return record if record.get(self.key) not in (None, "") else None


@dataclass(frozen=True)
class JoinCri:
    """concat for CRI, of lines that are all full: it takes the tag and the stream away."""

    key: str
    tag: str = "logtag"

    def section(self) -> str:
        return f"@type concat\nkey {self.key}\nuse_partial_cri_logtag true\npartial_cri_logtag_key {self.tag}\nseparator ''"

    def run(self, record: Record) -> Record | None:
        if self.key not in record:
            return record
        if record.get(self.tag) != "F":
            return None  # a part that waits for more, or an error
        return {key: value for key, value in record.items() if key not in (self.tag, "stream")}


def _delete(record: Record, name: str) -> None:
    """Removes a key by its plain name, or what ``$.key.inner`` leads to."""
    if not name.startswith("$."):
        record.pop(name, None)
        return
    first, _, inner = name[2:].partition(".")
    held = record.get(first)
    if not inner:
        record.pop(first, None)
    elif isinstance(held, dict):
        record[first] = {key: value for key, value in held.items() if key != inner}


def _json(text: str) -> Record | None:
    try:
        read: object = json.loads(text)
    except ValueError:
        return None
    return {str(key): value for key, value in read.items()} if isinstance(read, dict) else None


def _words(text: str) -> Record | None:
    words = text.split(" ")
    if not 1 <= len(words) <= 2 or not all(word.isascii() and word.isalpha() and word.islower() for word in words):
        return None
    return dict(zip("ab", words, strict=False))
