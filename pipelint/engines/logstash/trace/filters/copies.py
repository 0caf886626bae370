"""drop, clone, split, sleep: filters that make an event none, two or several, or leave it as it is.

Source: logstash-filter-drop 3.0.5, logstash-filter-clone 4.2.0, logstash-filter-split 3.1.8.
"""

from __future__ import annotations

from pipelint.engines.logstash.trace.common import Outcome, Work, failed, matched
from pipelint.engines.logstash.trace.settings import Settings
from pipelint.engines.logstash.trace.values.event import TAGS, TracedEvent
from pipelint.engines.logstash.trace.values.nested import LostError
from pipelint.engines.logstash.trace.values.text import texts_of
from pipelint.trace.model import Fate


def drop(settings: Settings) -> Work:
    """The filter drop."""
    share = settings.number("percentage")
    dropped = Outcome(Fate.DROPPED, "", None, ())

    def work(event: TracedEvent) -> Outcome | None:
        if share >= 100:
            return dropped
        if share > 0:
            raise LostError("chance decides which events are dropped", settings.place("percentage"))
        return None

    return work


def sleep(settings: Settings) -> Work:
    """The filter sleep: events wait, and that is all."""
    success = matched(settings)

    def work(event: TracedEvent) -> Outcome | None:
        if settings.has("every") or settings.has("replay"):
            raise LostError("which events sleep waits with")
        success(event)
        return None

    return work


def clone(settings: Settings) -> Work:
    """The filter clone: a copy for each name, which it has as its type or tag."""
    names, success, ecs = settings.texts("clones"), matched(settings), settings.ecs

    def work(event: TracedEvent) -> Outcome | None:
        made = [event]
        for name in names:
            copied = event.clone()
            if ecs:
                copied.set((TAGS,), [*texts_of(copied.get((TAGS,))), name])
            else:
                copied.set(("type",), name)
            success(copied)
            made.append(copied)
        return Outcome(Fate.PASSED, "", None, tuple(made))

    return work


def split(settings: Settings) -> Work:
    """The filter split: an event for each item of a list or part of a text."""
    field, terminator, success = settings.path("field"), settings.text("terminator"), matched(settings)
    target = settings.path("target") if settings.has("target") else field
    name, in_place = settings.text("field"), not settings.has("target")
    if terminator in ("", " "):
        raise LostError("a terminator that is empty or a blank", settings.place("terminator"))

    def work(event: TracedEvent) -> Outcome | None:
        value = event.get(field)
        if type(value) is str:
            parts: list[object] = list(value.split(terminator)) if value else []
            if len(parts) == 1:
                return None
        elif type(value) is list:
            parts = value
            if in_place:
                event.remove(field)
        else:
            event.tag("_split_type_failure")
            return failed(f"{name} is neither a text nor a list")
        made: list[TracedEvent] = []
        for part in parts:
            if part is None or part == "":
                continue
            copied = event.clone()
            copied.set(target, part)
            success(copied)
            made.append(copied)
        reason = "" if made else f"{name} has nothing in it"
        return Outcome(Fate.PASSED if made else Fate.DROPPED, reason, None, tuple(made))

    return work
