"""Filters that ask something outside of the config: a database, a name server, chance. What they may change is not known after.

Source: logstash-filter-geoip 7.2.13, logstash-filter-useragent 3.3.5, logstash-filter-dns 3.2.0, logstash-filter-uuid 3.0.5,
logstash-filter-throttle 4.0.4, logstash-filter-metrics 4.0.7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pipelint.engines.logstash.trace.common import Outcome, Work, absent, failed, matched
from pipelint.engines.logstash.trace.settings import RefusedError, Settings
from pipelint.engines.logstash.trace.sprintf import reference
from pipelint.engines.logstash.trace.values.event import METADATA, TAGS, TracedEvent, path_of
from pipelint.engines.logstash.trace.values.nested import LostError, Path
from pipelint.trace.model import UNKNOWN


def doubting(settings: Settings, changed: Callable[[TracedEvent], Iterable[Path]]) -> Work:
    """A filter that may set some fields, and tags, and may be successful: all that this changes is doubtful."""
    added = [reference(name) for name, _ in settings.pairs("add_field")]
    removed = [reference(name) for name in settings.texts("remove_field")]
    tagged = any(settings.has(name) for name in ("add_tag", "remove_tag", "tag_on_failure", "tag_on_timeout"))

    def work(event: TracedEvent) -> Outcome | None:
        paths = [*changed(event), *(path(event) for path in (*added, *removed))]
        for path in (*paths, *([(TAGS,)] if tagged or settings.stage.plugin in _TAGGING else [])):
            if len(path) > 1 and not isinstance(event.get(path[:-1]) or {}, dict):
                raise LostError("a field that is set inside of another value than an object")
            event.doubt(path)
        return None

    return work


_TAGGING = ("geoip", "dns")


def _object(event: TracedEvent, path: Path) -> Path:
    """A field that is an object, or is not there yet; what comes of any other is not known."""
    if not isinstance(event.get(path) or {}, dict):
        raise LostError("a target that is no object")
    return path


def geoip(settings: Settings) -> Work:
    """The filter geoip. Without an address it fails for certain."""
    source, name, tags = settings.path("source"), settings.text("source"), settings.texts("tag_on_failure")
    if settings.has("target"):
        target = settings.path("target")
    elif not settings.ecs:
        target = ("geoip",)
    elif len(source) > 1 and source[-1] == "ip":
        target = source[:-1]
    else:
        raise RefusedError("geoip with ECS compatibility needs a target, as its source is no field ip inside of another")
    maybe = doubting(settings, lambda event: [_object(event, target)])

    def work(event: TracedEvent) -> Outcome | None:
        value = event.get(source)
        if value not in (None, ""):
            return maybe(event)
        if settings.has("database"):
            for tag in tags:
                event.tag(tag)
            return absent(name) if value is None else failed(f"the field {name} is empty")
        # Without a database of its own the filter waits for a download, and has another tag until then.
        event.doubt((TAGS,))
        return failed(f"the field {name} is empty or missing")

    return work


def useragent(settings: Settings) -> Work:
    """The filter useragent. Without a text it does nothing."""
    source, name = settings.path("source"), settings.text("source")
    if not settings.ecs and not settings.has("target"):
        raise LostError("a database decides which fields are set")
    target = settings.path("target") if settings.has("target") else ("user_agent",)
    versions = [(METADATA, "filter", "user_agent")] if settings.ecs else []
    maybe = doubting(settings, lambda event: [_object(event, target), *versions])

    def work(event: TracedEvent) -> Outcome | None:
        return absent(name) if event.get(source) in (None, "") else maybe(event)

    return work


def dns(settings: Settings) -> Work:
    """The filter dns."""
    fields = [path_of(name) for name in (*settings.texts("resolve"), *settings.texts("reverse"))]
    return doubting(settings, lambda _: fields)


def throttle(settings: Settings) -> Work:
    """The filter throttle: the rate of events decides whether its options apply."""
    return doubting(settings, lambda _: [])


def metrics(settings: Settings) -> Work:
    """The filter metrics: it counts events, which go on as they are."""
    return doubting(settings, lambda _: [])


def uuid(settings: Settings) -> Work:
    """The filter uuid: what it sets is there for certain."""
    target, overwrites, success = settings.path("target"), settings.flag("overwrite"), matched(settings)

    def work(event: TracedEvent) -> Outcome | None:
        if overwrites or event.get(target) is None:
            event.set(target, UNKNOWN)
        success(event)
        return None

    return work
