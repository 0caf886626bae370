"""prune, de_dot, syslog_pri: fields taken away, renamed, and numbers given names.

Source: logstash-filter-prune 3.0.4, logstash-filter-de_dot 1.0.4, logstash-filter-syslog_pri 3.2.1.
"""

from __future__ import annotations

from pipelint.engines.logstash.trace.common import Outcome, Work, failed, matched
from pipelint.engines.logstash.trace.settings import Settings
from pipelint.engines.logstash.trace.sprintf import filled
from pipelint.engines.logstash.trace.values.event import METADATA, TracedEvent, path_of
from pipelint.engines.logstash.trace.values.matching import checked, matches
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError
from pipelint.engines.logstash.trace.values.text import ruby_integer

_DEFAULT_PRIORITY = 13


def prune(settings: Settings) -> Work:
    """The filter prune."""
    fills, success = settings.flag("interpolate"), matched(settings)
    white, black = settings.texts("whitelist_names"), settings.texts("blacklist_names")
    white_values, black_values = settings.text_pairs("whitelist_values"), settings.text_pairs("blacklist_values")
    if not fills:
        for pattern in (*white, *black, *(text for _, text in (*white_values, *black_values))):
            checked(pattern)

    def made(pattern: str, event: TracedEvent) -> str:
        return checked(filled(pattern, event)) if fills else pattern

    def work(event: TracedEvent) -> Outcome | None:
        gone: list[tuple[str, list[object] | None]] = []
        whites, blacks = [made(each, event) for each in white], [made(each, event) for each in black]
        if whites:
            gone += [(name, None) for name in event.data if not any(matches(each, name) for each in whites)]
        if blacks:
            gone += [(name, None) for name in event.data if any(matches(each, name) for each in blacks)]
        for pairs, wanted in ((white_values, False), (black_values, True)):
            for key, pattern in pairs:
                name = filled(key, event) if fills else key
                gone += _unfit(event, name, made(pattern, event), wanted=wanted)
        if event.open:
            raise LostError("the fields that the source sets are not known")
        held = dict(event.data)
        for name, values in gone:
            if values is None:
                event.remove(path_of(name))
                held.pop(name, None)
            elif name not in held:
                raise EngineError("a list is pruned that was taken away")
            else:
                rest = held[name]
                assert isinstance(rest, list)
                event.set(path_of(name), [item for item in rest if item not in values])
        success(event)
        return None

    return work


def _unfit(event: TracedEvent, name: str, pattern: str, *, wanted: bool) -> list[tuple[str, list[object] | None]]:
    """A field whose value is (``wanted``: is not) to go, or the items of its list that are."""
    if name == METADATA or name not in event.data:
        return []
    value = event.get((name,))
    if value is None or value is False:
        return []
    items = value if isinstance(value, list) else [value]
    if not all(type(item) is str or (item is None and isinstance(value, list)) for item in items):
        raise EngineError(f"prune matches the field {name}, which is no text")
    if None in items:
        raise LostError("a list with null in it, pruned")
    found = [item for item in items if isinstance(item, str) and matches(pattern, item) is wanted]
    if not found:
        return []
    return [(name, None if len(found) == len(items) else list(found))]


def de_dot(settings: Settings) -> Work:
    """The filter de_dot."""
    if settings.has("recursive") or settings.has("tag_on_failure"):
        raise LostError("a setting that the version looked at does not have")
    separator, success = "][" if settings.flag("nested") else settings.text("separator"), matched(settings)
    fields = settings.texts("fields") if settings.has("fields") else None

    def work(event: TracedEvent) -> Outcome | None:
        if fields is None and event.open:
            raise LostError("the fields that the source sets are not known")
        for name in list(event.data) if fields is None else fields:
            if "." in name and event.includes(path_of(name)):
                _rename(event, name, separator)
        success(event)
        return None

    return work


def _rename(event: TracedEvent, name: str, separator: str) -> None:
    if separator == "][":
        name = name if name.startswith("[") else f"[{name}"
        name = name if name.endswith("]") else f"{name}]"
    event.set(path_of(name.replace(".", separator)), event.get(path_of(name)))
    keys: list[str] = []
    for key in name.replace("[", "").split("]"):
        keys.append(key)
        if "." in key:
            break
    event.remove(tuple(keys))


def syslog_pri(settings: Settings) -> Work:
    """The filter syslog_pri."""
    names = _ECS_NAMES if settings.ecs else _NAMES
    given = settings.optional("syslog_pri_field_name")
    source = path_of(given) if given is not None else names[0]
    labels, success = settings.flag("use_labels"), matched(settings)
    facilities, severities = settings.texts("facility_labels"), settings.texts("severity_labels")

    def work(event: TracedEvent) -> Outcome | None:
        priority = _priority(event.get(source))
        facility, severity = priority >> 3, priority & 7
        outcome = None
        event.set(names[1], severity)
        event.set(names[2], facility)
        if labels and facility >= len(facilities):
            event.tag("_syslogpriparsefailure")
            outcome = failed(f"{priority} is no priority of syslog")
        elif labels:
            if facility < 0:
                raise LostError("a negative priority")
            event.set(names[4], facilities[facility])
            if severity < len(severities):
                event.set(names[3], severities[severity])
        success(event)
        return outcome

    return work


_NAMES = tuple(
    path_of(name) for name in ("syslog_pri", "syslog_severity_code", "syslog_facility_code", "syslog_severity", "syslog_facility")
)
_ECS_NAMES = tuple(
    path_of(f"[log][syslog]{name}")
    for name in ("[priority]", "[severity][code]", "[facility][code]", "[severity][name]", "[facility][name]")
)


def _priority(value: object) -> int:
    if value is None or value is False:
        return _DEFAULT_PRIORITY
    if isinstance(value, list):
        return _priority(value[0]) if value and value[0] else 0
    if type(value) is str:
        return ruby_integer(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value)
    raise EngineError("the priority is neither a text nor a number")
