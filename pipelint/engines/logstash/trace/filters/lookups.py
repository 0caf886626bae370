"""translate and cidr: a value looked up in a dictionary, an address in networks.

Source: logstash-filter-translate 3.4.2, logstash-filter-cidr 3.1.3.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.common import Outcome, Work, absent, failed, matched
from pipelint.engines.logstash.trace.filters.outside import doubting
from pipelint.engines.logstash.trace.settings import RefusedError, Settings, literal
from pipelint.engines.logstash.trace.sprintf import Template, filled, template
from pipelint.engines.logstash.trace.values.event import TracedEvent
from pipelint.engines.logstash.trace.values.matching import checked, escaped, matches, replaced_by
from pipelint.engines.logstash.trace.values.nested import MISSING, EngineError, LostError, Path
from pipelint.engines.logstash.trace.values.text import ruby_text

Lookup = Callable[[str], object]
"""What a text is translated to, ``MISSING`` where it is not."""
_ADDRESS = late(r"[0-9a-fA-F.:]+")
_NEARLY_ADDRESS = late(r"[0-9a-fA-F.:/%\[\]\s]*")
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def translate(settings: Settings) -> Work:
    """The filter translate."""
    if settings.has("iterate_on"):
        raise LostError("the setting iterate_on", settings.place("iterate_on"))
    named = "source" if settings.has("source") else "field"
    source, name = settings.path(named), settings.text(named)
    wanted = next((key for key in ("target", "destination") if settings.has(key)), None)
    legacy: Path = ("translation",)
    target = settings.path(wanted) if wanted else source if settings.ecs else legacy
    in_place = settings.text(wanted) == name if wanted else settings.ecs
    override = settings.flag("override") if settings.has("override") else in_place
    if in_place and not override:
        raise RefusedError("override => false has no effect where the target is the source")
    if settings.has("dictionary_path"):
        return doubting(settings, lambda _: [target])
    lookup = _lookup(settings)
    fallback = template(settings.text("fallback")) if settings.has("fallback") else None
    success = matched(settings)

    def work(event: TracedEvent) -> Outcome | None:
        if not override and event.includes(target):
            return None
        if not event.includes(source):
            return absent(name)
        text = _source_text(event.get(source))
        try:
            found = _translated(event, text, lookup, fallback)
            if found is not MISSING:
                event.set(target, found)
            if found is not MISSING or in_place:
                success(event)
        except EngineError as error:
            return failed(f"translate ends with an error: {error}")
        return None if found is not MISSING else failed(f"{text!r} is not in the dictionary, and there is no fallback")

    return work


def _translated(event: TracedEvent, text: str, lookup: Lookup, fallback: Template | None) -> object:
    found = lookup(text)
    return fallback(event) if found is MISSING and fallback is not None else found


def _source_text(value: object) -> str:
    if type(value) is list:
        return ruby_text(value[0]) if value else ""
    return ruby_text(value)


def _lookup(settings: Settings) -> Lookup:
    entries = [(key, literal(value)) for key, value in settings.pairs("dictionary")]
    exact, regex = settings.flag("exact"), settings.flag("regex")
    if exact and not regex:
        known = dict(entries)
        return lambda text: known.get(text, MISSING)
    if exact:
        patterns = [(checked(key), value) for key, value in entries]
        return lambda text: next((value for pattern, value in patterns if matches(pattern, text)), MISSING)
    return _parts(entries)


def _parts(entries: list[tuple[str, object]]) -> Lookup:
    """Every place of a key in the text is replaced."""
    known = {key: ruby_text(value) for key, value in entries}
    if not known:
        return lambda _: MISSING
    union = checked("|".join(escaped(key) for key in known))

    def look(text: str) -> object:
        def made(groups: object) -> str:
            assert isinstance(groups, (list, tuple))
            start, end = groups[0]
            return known[text[start:end]]

        found = replaced_by(union, text, made)
        return MISSING if found == text else found

    return look


def cidr(settings: Settings) -> Work:
    """The filter cidr."""
    if settings.has("network_path"):
        raise LostError("networks in a file", settings.place("network_path"))
    addresses, networks, success = settings.texts("address"), settings.texts("network"), matched(settings)

    def work(event: TracedEvent) -> Outcome | None:
        here = [found for text in addresses if (found := _network(filled(text, event))) is not None]
        named = [part.strip() for text in networks for part in filled(text, event).split(",")]
        there = [found for text in named if (found := _network(text)) is not None]
        for address in here:
            for network in there:
                if address.version == network.version and address.subnet_of(network):  # type: ignore[arg-type]
                    success(event)
                    return None
        return failed("no address is in one of the networks")

    return work


def _network(text: str) -> _Network | None:
    """What ``IPAddr.new`` makes of a text, None where that is an error."""
    address, slash, size = text.partition("/")
    try:
        if _ADDRESS.fullmatch(address) is None or (slash and not (size.isascii() and size.isdecimal())):
            raise ValueError(text)
        found = ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        if text and _NEARLY_ADDRESS.fullmatch(text) is None:
            return None
        raise LostError(f"whether {text[:50]!r} is an address") from error
    if isinstance(found, ipaddress.IPv6Network) and "." in address:
        raise LostError("an address of version 4 written as one of version 6")
    return found
