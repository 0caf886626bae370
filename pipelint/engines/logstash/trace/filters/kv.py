"""kv: keys and values found in a text by one regular expression. Source: logstash-filter-kv 4.7.0."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.engines.logstash.trace.common import Outcome, Work, absent, failed, matched
from pipelint.engines.logstash.trace.filters.conversions import letters
from pipelint.engines.logstash.trace.settings import RefusedError, Settings, literal
from pipelint.engines.logstash.trace.sprintf import filled
from pipelint.engines.logstash.trace.values.event import TracedEvent, path_of
from pipelint.engines.logstash.trace.values.matching import all_matches, checked, escaped, matches, replaced
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError

_DEEPEST = 10
_QUOTES = ('""', "''")
_BRACKETS = ("()", "[]", "<>")
_CASES = {"lowercase": letters(str.lower), "uppercase": letters(str.upper), "capitalize": letters(str.capitalize)}


def _until_class(letters_: str) -> str:
    return f"(?-mix:((?:\\\\.|[^{letters_}])+))"


def _until_pattern(*patterns: str) -> str:
    stop = patterns[0] if len(patterns) == 1 else f"(?-mix:{'|'.join(patterns)})"
    return f"(?-mix:((?:(?!{stop})(?:\\\\.|.))+))"


def _quoted(marks: str) -> str:
    opened, closed = escaped(marks[0]), escaped(marks[1])
    return f"(?-mix:(?-mix:{opened}){_until_class(closed)}?(?-mix:{closed}))"


class _Scan:
    """The regular expressions that the settings make."""

    def __init__(self, settings: Settings) -> None:
        fields, values = settings.optional("field_split_pattern"), settings.optional("value_split_pattern")
        field_letters, value_letters = settings.text("field_split"), settings.text("value_split")
        if "" in (fields, values, value_letters):
            raise RefusedError("a pattern of kv is empty")
        field = f"(?-mix:{fields or f'[{field_letters}]'})"
        value = f"(?-mix:{values or f'[{value_letters}]'})"
        if settings.text("whitespace") == "lenient":
            value = f"(?-mix:(?-mix: *){value}(?-mix: *))"
        key = _until_class(value_letters + field_letters) if fields is None and values is None else _until_pattern(value, field)
        marks = (*_QUOTES, *(_BRACKETS if settings.flag("include_brackets") else ()))
        bare = _until_class(field_letters) if fields is None else _until_pattern(field)
        candidates = "|".join([*(_quoted(each) for each in marks), bare])
        self.splitter = checked(value)
        self.pairs = checked(f"{key}{value}(?-mix:{candidates})?(?-mix:{field}|(?-mix:$))")


class _Kv:
    """The filter at work."""

    def __init__(self, settings: Settings) -> None:
        self.scan = _Scan(settings)
        self.source = settings.path("source")
        self.name = settings.text("source")
        self.target = settings.path("target") if settings.has("target") else None
        self.defaults = {key: literal(value) for key, value in settings.pairs("default_keys")}
        self.include, self.exclude = settings.texts("include_keys"), settings.texts("exclude_keys")
        self.empty, self.duplicates = settings.flag("allow_empty_values"), settings.flag("allow_duplicate_values")
        self.recursive, self.prefix = settings.flag("recursive"), settings.text("prefix")
        self.key_changes = list(_changes(settings, "key"))
        self.value_changes = list(_changes(settings, "value"))
        self.key_case = _CASES.get(settings.optional("transform_key") or "")
        self.value_case = _CASES.get(settings.optional("transform_value") or "")
        self.tags, self.success = settings.texts("tag_on_failure"), matched(settings)

    def __call__(self, event: TracedEvent) -> Outcome | None:
        value = event.get(self.source)
        try:
            found: dict[str, object] = {}
            for text in value if type(value) is list else [value]:
                if type(text) is str:
                    self._parse(text, event, found)
                elif type(value) is list:
                    raise LostError("a list with other values than texts")
            found = {**self.defaults, **found}
            if not found:
                return absent(self.name) if value is None else failed(f"the field {self.name} has no key with a value")
            if self.target is not None:
                event.set(self.target, found)
            else:
                for key, made in found.items():
                    event.set(path_of(key), made)
            self.success(event)
        except EngineError as error:
            for tag in self.tags:
                event.tag(tag)
            return failed(f"kv ends with an error: {error}")
        return None

    def _parse(self, text: str, event: TracedEvent, found: dict[str, object], depth: int = 0) -> None:
        if depth > _DEEPEST:
            raise LostError("keys and values inside each other very often")
        if not matches(self.scan.splitter, text):
            return
        include, exclude = ([filled(key, event) for key in keys] for keys in (self.include, self.exclude))
        for key, value in self._pairs(text):
            if (include and key not in include) or key in exclude:
                continue
            name = filled(self.prefix, event) + key
            made = value
            for pattern in self.value_changes:
                made = replaced(pattern, made, "")
            made = made if self.value_case is None else str(self.value_case(made))
            held = found.get(name)
            if not self.duplicates and name in found and _has(held, made):
                continue
            inner: dict[str, object] = {}
            if self.recursive:
                self._parse(made, event, inner, depth + 1)
            kept: object = inner or made
            if name not in found:
                found[name] = kept
            else:
                found[name] = [*held, kept] if type(held) is list else [held, kept]

    def _pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The keys as they count, and the values as they are found."""
        for groups in all_matches(self.scan.pairs, text):
            key, *candidates = [None if where is None else text[where[0] : where[1]] for where in groups[1:]]
            value = next((candidate for candidate in candidates if candidate is not None), "")
            if key is None or (not value and not self.empty):
                continue
            for pattern in self.key_changes:
                key = replaced(pattern, key, "")
            yield (key if self.key_case is None else str(self.key_case(key))), value


def _has(held: object, value: str) -> bool:
    """``include?`` of what a key has: a text has its parts."""
    if isinstance(held, (str, list, dict)):
        return value in held
    raise LostError("a default that is no text, and no duplicates")


def _changes(settings: Settings, what: str) -> Iterator[str]:
    """What is taken out of keys or values."""
    trimmed, removed = settings.optional(f"trim_{what}"), settings.optional(f"remove_char_{what}")
    if trimmed is not None:
        yield checked(f"^[{trimmed}]+|[{trimmed}]+$")
    if removed is not None:
        yield checked(f"[{removed}]")


def kv(settings: Settings) -> Work:
    """The filter."""
    return _Kv(settings)
