"""What all filters do with an event that they were successful with, and how a filter says what it did."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.trace.settings import Settings, values_of
from pipelint.engines.logstash.trace.sprintf import filled, reference, template
from pipelint.engines.logstash.trace.values.event import TAGS, TracedEvent
from pipelint.engines.logstash.trace.values.nested import MISSING
from pipelint.engines.logstash.trace.values.text import texts_of
from pipelint.trace.model import Fate, Reading

Change = Callable[[TracedEvent], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a filter did other than pass an event on: ``events`` are what it gives on, None for the event itself.

    ``reading`` is for a filter that parses.
    """

    fate: Fate
    reason: str = ""
    place: Place | None = None
    events: tuple[TracedEvent, ...] | None = None
    reading: Reading | None = None


Work = Callable[[TracedEvent], Outcome | None]


def failed(reason: str, place: Place | None = None, reading: Reading | None = None) -> Outcome:
    """A filter was not successful with an event, which goes on."""
    return Outcome(Fate.FAILED, reason, place, None, reading)


def chosen(taken: int, count: int, tried: int, rejected: int = 0) -> Outcome:
    """A filter's alternative ``taken`` of ``count`` was successful; see ``Reading``."""
    return Outcome(Fate.PASSED, reading=Reading("", taken, count, tried, rejected))


def none_of(count: int) -> Reading:
    """A filter tried all of its ``count`` alternatives, and none was successful."""
    return Reading("", None, count, count)


def absent(name: str) -> Outcome:
    """A filter found nothing in an event to work on; what it does after success it does not do."""
    return failed(f"the event has no field {name}")


def matched(settings: Settings) -> Change:
    """The options that a filter applies to an event after success, in Logstash's order."""
    changes = [
        *_adding(settings),
        *(_removing(name) for name in settings.texts("remove_field")),
        *_tagging(settings.texts("add_tag")),
        *_untagging(settings.texts("remove_tag")),
    ]
    if len(changes) == 1:
        return changes[0]

    def apply(event: TracedEvent) -> None:
        for change in changes:
            change(event)

    return apply


def _adding(settings: Settings) -> list[Change]:
    return [add_field(name, values_of(value)) for name, value in settings.pairs("add_field")]


def add_field(name: str, texts: list[str]) -> Change:
    """Adds texts to a field, which becomes a list where it has a value."""
    path = reference(name)
    values = [template(text) for text in texts]

    def apply(event: TracedEvent) -> None:
        for value in values:
            where = path(event)
            made = value(event)
            held = event.find(where)
            event.set(where, made if held is MISSING else [*texts_of(event.get(where)), made])

    return apply


def _removing(name: str) -> Change:
    path = reference(name)

    def apply(event: TracedEvent) -> None:
        event.remove(path(event))

    return apply


def _tagging(tags: list[str]) -> list[Change]:
    def apply(event: TracedEvent) -> None:
        event.set((TAGS,), [*texts_of(event.get((TAGS,))), *(filled(tag, event) for tag in tags)])

    return [apply] if tags else []


def add_tags(tags: list[str]) -> Change:
    """Adds tags, also such as are there."""
    found = _tagging(tags)
    return found[0] if found else lambda _: None


def _untagging(tags: list[str]) -> list[Change]:
    def apply(event: TracedEvent) -> None:
        held = event.get((TAGS,))
        if held is None:
            return
        gone = [filled(tag, event) for tag in tags] if held else []
        event.set((TAGS,), [tag for tag in texts_of(held) if tag not in gone])

    return [apply] if tags else []
