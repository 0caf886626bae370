"""fingerprint, truncate, urldecode: what is made of texts.

Source: logstash-filter-fingerprint 3.4.4, logstash-filter-truncate 1.0.6, logstash-filter-urldecode 3.0.6.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import string
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.common import Outcome, Work, absent, failed, matched
from pipelint.engines.logstash.trace.inputs.codecs import utf8
from pipelint.engines.logstash.trace.settings import Settings
from pipelint.engines.logstash.trace.values.event import TracedEvent, path_of
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError, Path
from pipelint.engines.logstash.trace.values.text import ruby_inspect, ruby_text
from pipelint.trace.model import UNKNOWN

_DIGESTS = ("SHA1", "SHA256", "SHA384", "SHA512", "MD5")
_PUNCTUATION = frozenset(string.punctuation)
_ESCAPES = late(r"(?:%[0-9a-fA-F]{2})+")
_MASK = 0xFFFFFFFF


def fingerprint(settings: Settings) -> Work:
    """The filter fingerprint."""
    method, success = settings.text("method"), matched(settings)
    sources = settings.texts("source")
    target = settings.path("target") if settings.has("target") else ("event", "hash") if settings.ecs else ("fingerprint",)
    if settings.flag("concatenate_all_fields"):
        raise LostError("the form of all fields as one text", settings.place("concatenate_all_fields"))
    together = settings.flag("concatenate_sources")
    make = _punctuation if method == "PUNCTUATION" else _digest(settings, method)

    def work(event: TracedEvent) -> Outcome | None:
        if method == "UUID":
            event.set(target, UNKNOWN)
        elif together and method != "PUNCTUATION":
            event.set(target, make("".join(f"|{name}|{_plain(event.get(path_of(name)))}" for name in sorted(sources)) + "|"))
        else:
            names = [name for name in (sorted(sources) if method == "PUNCTUATION" else sources) if event.includes(path_of(name))]
            for name in names:
                value = event.get(path_of(name))
                event.set(
                    target, [make(item) for item in value] if type(value) is list and make is not _punctuation else make(value)
                )
            if not names:
                success(event)
                return absent(" or ".join(sources))
        success(event)
        return None

    return work


def _plain(value: object) -> str:
    """``to_s`` with the fields of objects in order of their names."""
    return _sorted(value) if type(value) in (list, dict) else ruby_text(value)


def _sorted(value: object) -> str:
    if type(value) is dict:
        return "{" + ", ".join(f"{ruby_inspect(key)}=>{_sorted(value[key])}" for key in sorted(value)) + "}"
    return f"[{', '.join(map(_sorted, value))}]" if type(value) is list else ruby_inspect(value)


def _digest(settings: Settings, method: str) -> Callable[[object], object]:
    key, encodes = settings.optional("key"), settings.flag("base64encode")
    if method == "MURMUR3":
        return _murmur3
    if method == "UUID":
        return lambda _: UNKNOWN
    if method not in _DIGESTS:
        raise LostError(f"the method {method}", settings.place("method"))
    name = method.lower()

    def make(value: object) -> object:
        data = _plain(value).encode()
        found = hmac.new(key.encode(), data, name).digest() if key is not None else hashlib.new(name, data).digest()
        return base64.b64encode(found).decode() if encodes else found.hex()

    return make


def _punctuation(value: object) -> object:
    if type(value) is not str:
        raise EngineError("PUNCTUATION is for texts")
    if not value.isascii():
        raise LostError("punctuation of other scripts")
    return "".join(letter for letter in value if letter in _PUNCTUATION)


def _murmur3(value: object) -> object:
    """MurmurHash3 of 32 bits without a seed, of a text's bytes or of an integer of 64 bits."""
    if type(value) is int:
        if not -(2**63) <= value < 2**63:
            raise LostError("a number of more than 64 bits")
        return _murmur3_bytes(value.to_bytes(8, "little", signed=True))
    return _murmur3_bytes(_plain(value).encode())


def _murmur3_bytes(data: bytes) -> int:
    found = 0
    for at in range(0, len(data), 4):
        block = data[at : at + 4]
        mixed = int.from_bytes(block, "little") * 0xCC9E2D51 & _MASK
        found ^= ((mixed << 15 | mixed >> 17) & _MASK) * 0x1B873593 & _MASK
        if len(block) == 4:
            found = ((found << 13 | found >> 19) * 5 + 0xE6546B64) & _MASK
    found ^= len(data)
    found = (found ^ found >> 16) * 0x85EBCA6B & _MASK
    found = (found ^ found >> 13) * 0xC2B2AE35 & _MASK
    return found ^ found >> 16


def truncate(settings: Settings) -> Work:
    """The filter truncate."""
    length, success = int(settings.number("length_bytes")), matched(settings)
    fields = settings.texts("fields") if settings.has("fields") else None
    if length < 0:
        raise LostError("a negative length", settings.place("length_bytes"))

    def work(event: TracedEvent) -> Outcome | None:
        before = event.data, event.metadata
        if fields is None and event.open:
            raise LostError("the fields that the source sets are not known")
        for name in [f"[{key}]" for key in event.data] if fields is None else fields:
            _shorten(event, path_of(name), length)
        if (event.data, event.metadata) == before:
            return failed("no field is too long")
        success(event)
        return None

    return work


def _shorten(event: TracedEvent, path: Path, length: int) -> None:
    found = event.find(path)
    if path == ("@timestamp",):
        return
    if type(found) is dict:
        for key in found:
            _shorten(event, (*path, *path_of(f"[{key}]")), length)
        return
    value = event.get(path)
    if type(value) is str:
        event.set(path, _cut(value, length))
    elif type(value) is list:
        event.set(path, [_cut(item, length) if type(item) is str else item for item in value])


def _cut(text: str, length: int) -> str:
    data = text.encode()
    return text if len(data) <= length else data[:length].decode(errors="ignore")


def urldecode(settings: Settings) -> Work:
    """The filter urldecode."""
    if settings.text("charset") != "UTF-8":
        raise LostError("a charset other than UTF-8", settings.place("charset"))
    everything, field, tags = settings.flag("all_fields"), settings.path("field"), settings.texts("tag_on_failure")
    success = matched(settings)

    def work(event: TracedEvent) -> Outcome | None:
        outcome = None
        try:
            if everything:
                for name, value in event.data.items():
                    if name != "@timestamp":
                        event.set(path_of(name), _decoded(event.get((name,)) if value is UNKNOWN else value))
            else:
                event.set(field, _decoded(event.get(field)))
        except EngineError as error:
            for tag in tags:
                event.tag(tag)
            outcome = failed(f"urldecode ends with an error: {error}")
        success(event)
        return outcome

    return work


def _decoded(value: object) -> object:
    if type(value) is list:
        return [_decoded(item) for item in value]
    if type(value) is dict:
        return {key: _decoded(inner) for key, inner in value.items()}
    if type(value) is not str or "%" not in value:
        return value
    data = _ESCAPES.sub(lambda found: unquote_to_bytes(found[0]).decode(errors="surrogateescape"), value)
    return utf8(data.encode(errors="surrogateescape"))
