"""mutate: its operations in their fixed order. Source: logstash-filter-mutate 3.5.8."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pipelint.engines.logstash.trace.common import Change, Outcome, Work, failed, matched
from pipelint.engines.logstash.trace.filters.conversions import (
    CONVERSIONS,
    Convert,
    converted,
    join,
    letters,
    split,
    stripped,
)
from pipelint.engines.logstash.trace.settings import RefusedError, Settings, values_of
from pipelint.engines.logstash.trace.sprintf import filled, fixed, reference, template
from pipelint.engines.logstash.trace.values.event import TracedEvent, path_of
from pipelint.engines.logstash.trace.values.matching import checked, replaced
from pipelint.engines.logstash.trace.values.nested import MISSING, EngineError
from pipelint.engines.logstash.trace.values.text import texts_of

_GROUP_OF_THREE = 3

Make = Callable[[Settings, str], Iterator[Change]]


def mutate(settings: Settings) -> Work:
    """The filter."""
    changes: list[Change] = [
        change for name, make in _OPERATIONS.items() if settings.has(name) for change in make(settings, name)
    ]
    success = matched(settings)
    tag = settings.text("tag_on_failure")

    def work(event: TracedEvent) -> Outcome | None:
        try:
            for change in changes:
                change(event)
            success(event)
        except EngineError as error:
            event.tag(tag)
            return failed(f"mutate ends with an error: {error}")
        return None

    return work


def _coerce(settings: Settings, name: str) -> Iterator[Change]:
    for field, text in settings.text_pairs(name):
        yield _setting(field, text, lambda found: found is None)


def _update(settings: Settings, name: str) -> Iterator[Change]:
    for field, text in settings.text_pairs(name):
        yield _setting(field, text, lambda found: found is not MISSING)


def _replace(settings: Settings, name: str) -> Iterator[Change]:
    for field, text in settings.text_pairs(name):
        yield _setting(field, text, None)


def _setting(field: str, text: str, wanted: Callable[[object], bool] | None) -> Change:
    """Sets a field that is named as it is written, of whose value ``wanted`` says whether."""
    path, value = path_of(field), template(text)

    def apply(event: TracedEvent) -> None:
        if wanted is None or wanted(event.find(path)):
            event.set(path, value(event))

    return apply


def _rename(settings: Settings, name: str) -> Iterator[Change]:
    for old, new in settings.text_pairs(name):
        yield _moving(old, new)


def _moving(old: str, new: str) -> Change:
    source, target = reference(old), reference(new)

    def apply(event: TracedEvent) -> None:
        here, there = source(event), target(event)
        if event.includes(here):
            event.set(there, event.remove(here))

    return apply


def _changing(field: str, change: Convert) -> Change:
    """Changes a value that is there; ``MISSING`` leaves it."""
    path = path_of(field)

    def apply(event: TracedEvent) -> None:
        found = event.get(path)
        made = MISSING if found is None else change(found)
        if made is not MISSING:
            event.set(path, made)

    return apply


def _convert(settings: Settings, name: str) -> Iterator[Change]:
    for field, kind in settings.text_pairs(name):
        if kind not in CONVERSIONS:
            raise RefusedError(f"{kind!r} is no type that mutate converts to")
        yield _changing(field, converted(CONVERSIONS[kind]))


def _each(change: Convert) -> Make:
    """An operation on a list of fields."""

    def make(settings: Settings, name: str) -> Iterator[Change]:
        return (_changing(field, change) for field in settings.texts(name))

    return make


def _with_text(change: Callable[[object, str], object]) -> Make:
    """An operation on fields, with a text for each."""

    def make(settings: Settings, name: str) -> Iterator[Change]:
        for field, text in settings.text_pairs(name):
            yield _changing(field, lambda found, text=text: change(found, text))  # type: ignore[misc]

    return make


def _gsub(settings: Settings, name: str) -> Iterator[Change]:
    items = settings.texts(name)
    if len(items) % _GROUP_OF_THREE:
        raise RefusedError("gsub takes three texts for each replacement")
    for field, needle, replacement in zip(items[::3], items[1::3], items[2::3], strict=True):
        try:
            yield _replacing(field, checked(needle) if fixed(needle) else needle, replacement)
        except EngineError as error:
            raise RefusedError(f"in gsub {error}") from error


def _replacing(field: str, needle: str, replacement: str) -> Change:
    path = path_of(field)

    def one(event: TracedEvent, value: object) -> object:
        if type(value) is not str:
            return value
        return replaced(needle if fixed(needle) else checked(filled(needle, event)), value, filled(replacement, event))

    def apply(event: TracedEvent) -> None:
        found = event.get(path)
        if type(found) is list:
            event.set(path, [one(event, item) for item in found])
        elif type(found) is str:
            event.set(path, one(event, found))

    return apply


def _merge(settings: Settings, name: str) -> Iterator[Change]:
    for field, value in settings.pairs(name):
        for added in values_of(value):
            yield _merging(field, added)


def _merging(field: str, added: str) -> Change:
    path, source = path_of(field), path_of(added)

    def apply(event: TracedEvent) -> None:
        held, more = event.get(path), event.get(source)
        if isinstance(held, dict) and isinstance(more, dict):
            event.set(path, {**held, **more})
        elif not isinstance(held, dict) and not isinstance(more, dict):
            event.set(path, [*texts_of(held), *texts_of(more)])

    return apply


def _copy(settings: Settings, name: str) -> Iterator[Change]:
    for source, target in settings.text_pairs(name):
        yield _copying(source, target)


def _copying(source: str, target: str) -> Change:
    here, there = path_of(source), path_of(target)

    def apply(event: TracedEvent) -> None:
        found = event.find(here)
        if found is not MISSING and found is not None:
            event.set(there, found)

    return apply


_OPERATIONS: Mapping[str, Make] = {
    "coerce": _coerce,
    "rename": _rename,
    "update": _update,
    "replace": _replace,
    "convert": _convert,
    "gsub": _gsub,
    "uppercase": _each(letters(str.upper)),
    "capitalize": _each(letters(str.capitalize)),
    "lowercase": _each(letters(str.lower)),
    "strip": _each(stripped),
    "split": _with_text(split),
    "join": _with_text(join),
    "merge": _merge,
    "copy": _copy,
}
"""In the order in which the filter works them off, whatever their order in the config."""
