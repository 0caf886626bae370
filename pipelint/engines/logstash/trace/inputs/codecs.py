"""Codecs of inputs: what a line that an input reads becomes before any filter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from pipelint.base.lean.record import dataclass
from pipelint.engines.logstash.grok import GROK, GROK_ALL
from pipelint.engines.logstash.trace.settings import Settings
from pipelint.engines.logstash.trace.time.zones import iso_time
from pipelint.engines.logstash.trace.values.event import METADATA, TAGS, TIMESTAMP, Timestamp, TracedEvent, is_legal_tags
from pipelint.engines.logstash.trace.values.json_text import NoJsonError, read_json
from pipelint.engines.logstash.trace.values.matching import checked, matches
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError, Path
from pipelint.regex.grok import expand
from pipelint.regex.library import Edition, shipped
from pipelint.trace.model import UNKNOWN

ORIGINAL: Path = ("event", "original")
_MOST_BYTES = 10_000_000
_PLAIN = frozenset(map(chr, (*range(0x20, 0x7F), 9, 13, 27)))
_SHOWN = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\r": "\\r", "\x1b": "\\e"}
_INSERTED = ("#{", "#$", "#@")
_CHARSETS = {
    **dict.fromkeys(("ASCII", "US-ASCII", "ASCII-8BIT", "BINARY"), "ascii"),
    **dict.fromkeys(("ISO-8859-1", "ISO-8859-15"), "iso-8859-1"),
    **dict.fromkeys(("CP1252", "WINDOWS-1252", "Windows-1252"), "cp1252"),
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """An event of the lines ``first`` to ``last``; ``failure`` says why they are not what the codec reads."""

    first: int
    last: int
    event: TracedEvent
    failure: str = ""


class Codec(Protocol):
    """Turns lines into events. Raises LostError where that cannot be followed."""

    def decode(self, number: int, line: bytes) -> Iterator[Decoded]:
        """The events that a line completes."""
        ...

    def rest(self) -> Iterator[Decoded]:
        """The events that wait for more lines."""
        ...


def reader(charset: str) -> Callable[[bytes], str]:
    """How a codec with a charset reads a line. Raises LostError for a charset that is not known here."""
    if charset == "UTF-8":
        return utf8
    if charset not in _CHARSETS:
        raise LostError(f"the charset {charset}")
    name = charset.lower() if charset.startswith("ISO") else _CHARSETS[charset]
    return lambda line: line.decode(name, "replace")


def utf8(line: bytes) -> str:
    """A line as text. Of one that is no UTF-8 Logstash keeps what Ruby's ``inspect`` shows."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        text = line.decode(errors="surrogateescape")
    if not _PLAIN.issuperset(letter for letter in text if not 0xDC00 <= ord(letter) < 0xDD00):
        raise LostError("how a line that is no UTF-8 is written")
    for mark in _INSERTED:
        text = text.replace(mark, f"\0{mark}")
    shown = [f"\\x{ord(letter) - 0xDC00:02X}" if ord(letter) >= 0xDC00 else _SHOWN.get(letter, letter) for letter in text]
    return "".join(shown).replace("\0", "\\")


def new_event(data: dict[str, object]) -> TracedEvent:
    """An event as ``Event.new`` makes it of some fields: with a version, a time, and tags that are none renamed."""
    made: dict[str, object] = {"@version": "1", TIMESTAMP: UNKNOWN, **data}
    metadata = made.pop(METADATA) if METADATA in made else {}
    if type(metadata) is not dict:
        raise LostError("@metadata that is no object")
    if TAGS in made and not is_legal_tags(made[TAGS]):
        made["_tags"], made[TAGS] = [made[TAGS]], ["_tagsparsefailure"]
    event = TracedEvent(made, metadata)
    given = made[TIMESTAMP]
    if given is None:
        made[TIMESTAMP] = UNKNOWN
    elif given is not UNKNOWN and not isinstance(given, Timestamp):
        time = iso_time(given) if type(given) is str else None
        made[TIMESTAMP] = UNKNOWN if time is None else time
        if time is None:
            event.tag("_timestampparsefailure")
            event.put(("_@timestamp",), given)
    return event


class LineCodec:
    """``line`` and ``plain``: the line is the message."""

    def __init__(self, settings: Settings) -> None:
        self.ecs = settings.ecs
        self.read = reader(settings.optional("charset") or "UTF-8")

    def decode(self, number: int, line: bytes) -> Iterator[Decoded]:
        """One event."""
        yield Decoded(number, number, self.event(self.read(line)))

    def event(self, text: str) -> TracedEvent:
        """The event of a text."""
        data: dict[str, object] = {"@version": "1", TIMESTAMP: UNKNOWN, "message": text}
        if self.ecs:
            data["event"] = {"original": text}
        return TracedEvent(data)

    def rest(self) -> Iterator[Decoded]:
        """Nothing."""
        return iter(())


class JsonCodec:
    """``json`` and ``json_lines``: an object is an event, a list of objects several. Only ``json`` keeps the original."""

    def __init__(self, settings: Settings) -> None:
        if settings.has("target"):
            raise LostError("the codec's setting target", settings.place("target"))
        self.read = reader(settings.optional("charset") or "UTF-8")
        self.original = settings.ecs and settings.stage.plugin == "json"

    def decode(self, number: int, line: bytes) -> Iterator[Decoded]:
        """The events of a line; one with the text and a tag where it is no JSON."""
        text = self.read(line)
        if not text.strip():
            return
        try:
            value = read_json(text, more=True)
        except NoJsonError as error:
            yield self._failed(number, text, f"the line is no JSON: {error}")
            return
        items = value if type(value) is list else [value]
        made = [new_event(item) for item in items if type(item) is dict]
        if len(made) < len(items):
            yield self._failed(number, text, "the line is no JSON object")
            return
        if self.original and len(made) == 1 and not made[0].includes(ORIGINAL):
            try:
                made[0].put(ORIGINAL, text)
            except EngineError:
                yield self._failed(number, text, "its field event is no object")
                return
        for event in made:
            yield Decoded(number, number, event)

    def _failed(self, number: int, text: str, reason: str) -> Decoded:
        return Decoded(number, number, new_event({"message": text, TAGS: ["_jsonparsefailure"]}), reason)

    def rest(self) -> Iterator[Decoded]:
        """Nothing."""
        return iter(())


class MultilineCodec:
    """``multiline``: lines that belong together are one event."""

    def __init__(self, settings: Settings) -> None:
        for name in ("patterns_dir", "max_bytes"):
            if settings.has(name):
                raise LostError(f"the codec's setting {name}", settings.place(name))
        expansion = expand(settings.text("pattern"), shipped(Edition.LEGACY, GROK), GROK_ALL)
        if not expansion.complete:
            raise LostError("the codec's pattern names one that is not known", settings.place("pattern"))
        self.pattern = checked(expansion.runnable)
        self.negate = settings.flag("negate")
        self.next = settings.text("what") == "next"
        self.tag = settings.text("multiline_tag")
        self.most = settings.number("max_lines")
        self.lines = LineCodec(settings)
        self.held: list[str] = []
        self.first = self.last = 0

    def decode(self, number: int, line: bytes) -> Iterator[Decoded]:
        """The event that a line completes. Of an empty line Logstash makes nothing."""
        text = self.lines.read(line)
        if not text:
            return
        belongs = matches(self.pattern, text) is not self.negate
        if self.next:
            self._hold(number, text)
            if not belongs or len(self.held) > self.most:
                yield from self.rest()
        else:
            if not belongs or len(self.held) > self.most:
                yield from self.rest()
            self._hold(number, text)

    def _hold(self, number: int, text: str) -> None:
        if not self.held:
            self.first = number
        self.last = number
        self.held.append(text)

    def rest(self) -> Iterator[Decoded]:
        """The event of the lines that are held."""
        if not self.held:
            return
        text = "\n".join(self.held)
        if len(text) * 4 > _MOST_BYTES and len(text.encode()) > _MOST_BYTES:
            raise LostError("an event of more than 10 MB")
        event = self.lines.event(text)
        if self.tag and len(self.held) > 1:
            event.tag(self.tag)
        if len(self.held) > self.most:
            event.tag("multiline_codec_max_lines_reached")
        self.held = []
        yield Decoded(self.first, self.last, event)


CODECS: Mapping[str, Callable[[Settings], Codec]] = {
    "line": LineCodec,
    "plain": LineCodec,
    "java_line": LineCodec,
    "java_plain": LineCodec,
    "json": JsonCodec,
    "json_lines": JsonCodec,
    "multiline": MultilineCodec,
}
"""By the codec's name what makes it of its settings."""
