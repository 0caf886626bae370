"""An event on its way: fields by reference, tags, metadata, as ``Event`` and ``Accessors`` of logstash-core 8 treat them.

Values are texts, integers, floats, booleans, None, lists, objects, ``Timestamp`` and ``UNKNOWN``. No value is ever changed in
place: what is changed is copied, so what a step shows, and what a clone holds, stays as it was.
"""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.values.nested import (
    MISSING,
    EngineError,
    LostError,
    Path,
    item_of,
    shown,
    with_field,
    without_field,
)
from pipelint.trace.model import UNKNOWN

TIMESTAMP = "@timestamp"
METADATA = "@metadata"
TAGS = "tags"
_VERSION = "@version"
_KEY = late(r"\[([^\[\]]+)\]")
_MOST_KEYS = 100


class Timestamp(str):
    """A time as Logstash writes it, to the nanosecond: no text to Logstash, but one in JSON."""

    __slots__ = ("nanoseconds",)
    nanoseconds: int

    @staticmethod
    def of(nanoseconds: int) -> Timestamp:
        """The time so many nanoseconds after 1970 in UTC. Raises LostError before the year 1 and after 9999."""
        from pipelint.engines.logstash.trace.time.writing import iso_text

        made = Timestamp(iso_text(nanoseconds))
        made.nanoseconds = nanoseconds
        return made


@lru_cache(maxsize=10_000)
def path_of(reference: str) -> Path:
    """The keys that a field reference leads along: ``[a][b]``, or a name. Raises EngineError for any other brackets.

    Source: StrictTokenizer of logstash-core's FieldReference.
    """
    if "[" not in reference and "]" not in reference:
        return (reference,)
    keys = tuple(_KEY.findall(reference))
    if 0 < len(keys) <= _MOST_KEYS and "".join([f"[{key}]" for key in keys]) == reference:
        return keys
    if "[[" in reference or "]]" in reference or len(keys) > _MOST_KEYS:
        raise LostError("a field reference of very many brackets, or of some inside each other")
    raise EngineError(f"{reference!r} is no field reference")


class TracedEvent:
    """One event. ``open``: its source may have set more fields than are known; to ask for another one raises LostError.

    ``doubtful`` are fields of which it is not known whether they are there; they hold ``UNKNOWN``.
    """

    __slots__ = ("data", "doubtful", "metadata", "open")

    def __init__(self, data: dict[str, object], metadata: dict[str, object] | None = None, *, is_open: bool = False) -> None:
        self.data = data
        self.metadata = {} if metadata is None else metadata
        self.open = is_open
        self.doubtful: frozenset[Path] = frozenset()

    def clone(self) -> TracedEvent:
        """Another event with the same fields; a version and a time it gets anew where they were taken away."""
        data = self.data
        if TIMESTAMP not in data or _VERSION not in data:
            data = {_VERSION: "1", TIMESTAMP: UNKNOWN, **data}
        if type(data[TIMESTAMP]) is str:
            raise LostError("what a copy makes of a time that is a text")
        made = TracedEvent(data, self.metadata, is_open=self.open)
        made.doubtful = self.doubtful
        return made

    def doubt(self, path: Path) -> None:
        """From here it is not known whether it has a field, and what is in it."""
        self.doubtful |= {path}
        if path == (TIMESTAMP,) or path[0] != METADATA:
            self.data = with_field(self.data, path, 0, UNKNOWN) if len(path) > 1 else {**self.data, path[0]: UNKNOWN}
        else:
            self.metadata = with_field(self.metadata, path, 1, UNKNOWN) if len(path) > 1 else {}

    def _settle(self, path: Path) -> None:
        """A field is set or taken away: what is in it is known again."""
        self.doubtful = frozenset(each for each in self.doubtful if each[: len(path)] != path)

    def record(self) -> dict[str, object]:
        """Its fields, its metadata under ``@metadata`` where it has some."""
        return {**self.data, METADATA: self.metadata} if self.metadata else self.data

    def find(self, path: Path) -> object:
        """What a reference leads to: any value, ``UNKNOWN``, or ``MISSING``."""
        if self.doubtful:
            self._judge(path)
        if len(path) == 1 and path[0] in self.data:
            return self.data[path[0]]
        root, keys = (self.metadata, path[1:]) if path[0] == METADATA else (self.data, path)
        found: object = root
        for key in keys:
            if type(found) is dict:
                below = found.get(key, MISSING)
                if below is not MISSING:
                    found = below
                    continue
            elif type(found) is list:
                below = item_of(found, key)
            elif found is UNKNOWN:
                raise LostError(f"the value of {shown(path)} is only known to the running engine")
            else:
                return MISSING
            if below is MISSING and found is root and self.open and key not in (TIMESTAMP, _VERSION, TAGS):
                raise LostError(f"whether the source sets {shown(path)} is not known")
            found = below
        return found

    def _judge(self, path: Path) -> None:
        for each in self.doubtful:
            if path[: len(each)] == each:
                raise LostError(f"whether there is a field {shown(each)} is only known to the running engine")

    def get(self, path: Path) -> object:
        """The value of a field, None where it is missing. Raises LostError where it, or a part of it, is not known."""
        found = self.find(path)
        if found is MISSING:
            return None
        if type(found) is not str and found is not None and has_unknown(found):
            raise LostError(f"the value of {shown(path)} is only known to the running engine")
        return found

    def includes(self, path: Path) -> bool:
        """Whether it has the field, though it may be null."""
        return self.find(path) is not MISSING

    def set(self, path: Path, value: object) -> None:
        """Sets a field as Ruby's ``event.set`` does. Raises EngineError where that does."""
        if path[0] == TIMESTAMP and len(path) == 1 and not isinstance(value, Timestamp):
            if value is UNKNOWN:
                raise LostError("what time @timestamp gets is not known")
            raise EngineError("@timestamp takes nothing but a time")
        self.put(path, value)

    def put(self, path: Path, value: object) -> None:
        """Sets a field as Java's ``Event.setField`` does, where ``@timestamp`` may become a text."""
        if path[0] == TAGS:
            if value is UNKNOWN:
                raise LostError("what tags the event gets is not known")
            if len(path) > 1 or not is_legal_tags(value):
                raise EngineError("tags takes nothing but texts")
        if self.doubtful:
            self._settle(path)
        if len(path) == 1 and path[0] != METADATA:
            self.data = {**self.data, path[0]: value}
        elif path[0] != METADATA:
            self.data = with_field(self.data, path, 0, value)
        elif len(path) > 1:
            self.metadata = with_field(self.metadata, path, 1, value)
        elif type(value) is dict:
            self.metadata = value
        else:
            raise EngineError("@metadata takes nothing but an object")

    def remove(self, path: Path) -> object:
        """Takes a field away, and gives what it held (None where it was missing)."""
        old = UNKNOWN if path in self.doubtful else self.find(path)
        if old is MISSING:
            return None
        if self.doubtful:
            self._settle(path)
        if path == (METADATA,):
            self.metadata = {}
            return old
        if len(path) == 1:
            self.data = dict(self.data)
            return self.data.pop(path[0])
        if path[0] == METADATA:
            self.metadata = without_field(self.metadata, path, 1)
        else:
            self.data = without_field(self.data, path, 0)
        return old

    def tag(self, tag: str) -> None:
        """Adds a tag that is not yet there."""
        tags = self.get((TAGS,))
        if tags is None:
            self.put((TAGS,), [tag])
        elif type(tags) is list:
            if tag not in tags:
                self.put((TAGS,), [*tags, tag])
        elif tags != tag:
            self.put((TAGS,), [tags, tag])


def is_legal_tags(value: object) -> bool:
    """Whether ``tags`` may hold it: a text, a list of texts, null."""
    if type(value) is list:
        return all(type(item) is str for item in value)
    return value is None or type(value) is str


def has_unknown(value: object) -> bool:
    """Whether it is ``UNKNOWN`` or has one inside."""
    if value is UNKNOWN:
        return True
    if type(value) is list:
        return any(map(has_unknown, value))
    return type(value) is dict and any(map(has_unknown, value.values()))
