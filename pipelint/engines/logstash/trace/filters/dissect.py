"""dissect: a text cut at fixed delimiters. Source: logstash-filter-dissect 1.2.5, with what is odd in its Dissector."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.trace.common import Outcome, Work, absent, failed, matched
from pipelint.engines.logstash.trace.settings import RefusedError, Settings, text_of
from pipelint.engines.logstash.trace.values.event import TracedEvent, path_of
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError, Path
from pipelint.engines.logstash.trace.values.text import java_text, ruby_text

_SUFFIX = late(r"(.+?)(/\d{1,2}|->|/\d{1,2}->|->/\d{1,2})?", re.ASCII)
_ONLY_SUFFIX = late(r"/\d{1,2}|->|/\d{1,2}->|->/\d{1,2}", re.ASCII)
_NUMBER = late(r"\d+", re.ASCII)
_NORMAL, _APPEND, _INDIRECT = 1, 100, 1000
_MOST_EXPONENT = 400


@dataclass(frozen=True, slots=True)
class _Field:
    """A part of a mapping: ``before`` and ``after`` are delimiters, None at its ends; ``order`` 0 for one that is not kept."""

    name: str
    order: int
    before: bytes
    after: bytes | None
    skips: bool


class _Mapping:
    """One field's mapping. Raises RefusedError for one with which Logstash does not start."""

    def __init__(self, source: str, text: str, place: Place) -> None:
        self.path: Path = path_of(source)
        self.source, self.text, self.place = source, text, place
        parts, at = [], 0
        while (start := text.find("%{", at)) >= 0 and (end := text.find("}", start)) >= 0:
            parts.append((text[at:start].encode(), text[start + 2 : end]))
            at = end + 1
        last = text.rpartition("}")[2]
        if last:
            if not parts:
                raise RefusedError("a mapping of dissect has no field")
            parts.append((last.encode(), "?auto_added_skip"))
        self.fields = tuple(self._fields(parts))
        self.kept = sorted((at for at, field in enumerate(self.fields) if field.order), key=lambda at: self.fields[at].order)
        self.paths = {at: path_of(self.fields[at].name) for at in self.kept}

    def _fields(self, parts: list[tuple[bytes, str]]) -> list[_Field]:
        made = []
        greedy = False
        for at, (before, written) in enumerate(parts):
            name, suffix, order = _read(written)
            after = parts[at + 1][0] if at + 1 < len(parts) else None
            made.append(_Field(name, order, before, after, greedy))
            greedy = "->" in suffix
        return made

    def cut(self, text: bytes) -> list[bytes] | int:
        """The values of all fields, or the number of the field that the text got stuck at."""
        values: list[bytes] = []
        left = position = 0
        offset = len(self.fields[0].before)
        for at, field in enumerate(self.fields):
            last = at == len(self.fields) - 1
            if field.skips:
                while field.before and text.startswith(field.before, left):
                    left += len(field.before)
            elif left == 0 and offset and field.before:
                if not text.startswith(field.before):
                    return at
                left = len(field.before)
            elif left == 0 and offset:
                raise LostError("a dissect mapping with nothing between two fields", self.place)
            if last:
                values.append(text[left:])
                return values
            assert field.after is not None
            # Nothing between two fields is never found.
            position = text.find(field.after, left) if field.after else -1
            if position == -1:
                return at
            if position > 0:
                values.append(text[left:position])
                left = position + len(field.after)
            else:
                # The engine does not go on from a delimiter at the very beginning.
                values.append(b"")
        return values

    def keep(self, event: TracedEvent, values: list[bytes]) -> None:
        """Sets the fields."""
        for at in self.kept:
            field, path, value = self.fields[at], self.paths[at], values[at].decode()
            if field.order >= _INDIRECT:
                self._keep_indirect(event, at, value, values)
            elif field.order >= _APPEND and event.includes(path):
                joint = field.before.decode() or " "
                event.put(path, java_text(event.get(path)) + joint + value)
            else:
                event.put(path, value)

    def _keep_indirect(self, event: TracedEvent, at: int, value: str, values: list[bytes]) -> None:
        name = self.fields[at].name
        if event.includes(path_of(name)):
            found = event.get(path_of(name))
            key = "null" if found is None else java_text(found)
        else:
            others = [other for other, field in enumerate(self.fields) if field.name == name and other != at]
            key = values[others[0]].decode() if others else ""
        if key:
            event.put(path_of(key), value)


def _read(written: str) -> tuple[str, str, int]:
    """A field's name, its suffix, and where it comes in the order in which fields are set."""
    if not written or written[0] == "?":
        return (*_suffix(written[1:]), 0)
    if written[:2] in ("+&", "&+"):
        raise RefusedError(f"dissect cannot both append and look up: {written}")
    if written[0] not in "+&":
        return (*_suffix(written), _NORMAL)
    name, suffix = _suffix(written[1:])
    if not name:
        raise RefusedError(f"a field of dissect has no name: {written}")
    number = _NUMBER.search(suffix)
    return name, suffix, _INDIRECT if written[0] == "&" else _APPEND + (int(number[0]) if number else 0)


def _suffix(text: str) -> tuple[str, str]:
    if not text or _ONLY_SUFFIX.fullmatch(text):
        return "", text
    found = _SUFFIX.fullmatch(text)
    return (text, "") if found is None else (found[1], found[2] or "")


def dissect(settings: Settings) -> Work:
    """The filter."""
    mappings = [_Mapping(name, text_of(value), value.place) for name, value in settings.pairs("mapping") if value.text]
    conversions = [(name, kind, path_of(name)) for name, kind in settings.text_pairs("convert_datatype")]
    for _, kind, _ in conversions:
        if kind.lower() not in ("int", "float"):
            raise RefusedError(f"{kind!r} is no type that dissect converts to")
    success, tags = matched(settings), settings.texts("tag_on_failure")

    def work(event: TracedEvent) -> Outcome | None:
        outcome: Outcome | None = None
        try:
            for mapping in mappings:
                if not event.includes(mapping.path):
                    outcome = outcome or absent(mapping.source)
                    continue
                stuck = _dissected(event, mapping)
                if stuck is None:
                    success(event)
                else:
                    outcome = outcome or failed(stuck, mapping.place)
                    for tag in tags:
                        event.tag(tag)
            for name, kind, path in conversions:
                reason = _convert(event, name, kind, path)
                outcome = outcome or (failed(reason) if reason else None)
        except EngineError as error:
            for tag in tags:
                event.tag(tag)
            return failed(f"dissect ends with an error: {error}")
        return outcome

    return work


def _dissected(event: TracedEvent, mapping: _Mapping) -> str | None:
    """Sets the fields; why it could not be done, None where it could."""
    value = event.get(mapping.path)
    text = ruby_text(value)
    values = mapping.cut(text.encode()) if text and mapping.fields else 0
    if isinstance(values, list):
        try:
            mapping.keep(event, values)
        except UnicodeDecodeError as error:
            raise LostError("a delimiter inside of a character") from error
        return None
    if not text:
        return f"the field {mapping.source} is empty"
    field = mapping.fields[values] if mapping.fields else None
    return "the text does not fit the mapping" + (f": it gets stuck at %{{{field.name}}}" if field and field.name else "")


def _convert(event: TracedEvent, name: str, kind: str, path: Path) -> str:
    """Converts a field; why it could not be done, "" where it could."""
    value = event.get(path)
    try:
        number = Decimal("x" if value is None else _java_number(java_text(value)))
    except InvalidOperation:
        what = "nullvalue" if value is None else "uncoercible"
        event.tag(f"_dataconversion{what}_{name}_{kind}")
        return f"the field {name} is no number"
    if number and not -_MOST_EXPONENT < number.adjusted() < _MOST_EXPONENT:
        raise LostError("a number of very many digits")
    event.put(path, int(number) if kind.lower() == "int" else _decimal(number))
    return ""


_JAVA_NUMBER = late(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def _java_number(text: str) -> str:
    """What ``BigDecimal`` takes; else a text that Decimal refuses."""
    if not text.isascii() and any(letter.isdecimal() for letter in text):
        raise LostError("digits of other scripts")
    return text if _JAVA_NUMBER.fullmatch(text) and len(text) < _MOST_EXPONENT else "x"


def _decimal(number: Decimal) -> float:
    """A decimal number of Java, where it is no more than a float."""
    found = float(number)
    if Decimal(repr(found)) != number:
        raise LostError("a decimal number of many digits")
    return found
