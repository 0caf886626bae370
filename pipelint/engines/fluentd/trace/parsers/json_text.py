"""JSON as the libraries read it that the json parser may use: Oj (the default), json, yajl. Where they differ was tried out."""

from __future__ import annotations

import json

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.trace.values import LostError

# What some of them take though it is no JSON: comments, bare control characters, odd escapes and numbers, NaN and Infinity.
_ODD = late(r"""/[/*]|[\x00-\x08\x0b\x0c\x0e-\x1f]|\\[^"\\/bfnrtu]|-(?![0-9])|[nN]a[nN]|Infinity|-I|(?<![0-9.])0[0-9]""")
_CONTROL = late(r"[\x00-\x1f]")
_SURROGATE = late(r"\\u[dD][89a-fA-F]")
_HALVES = late(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}\\u")
# Lines of logs that begin with a number, as a date or an address.
_LOG = late(r"[0-9][0-9.:-]*(?:[^0-9.:eE+\-\s/]|[ \t]+[^/\s])")
_PAIR = late(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_BLANKS = " \t\r\n"
_BEGINS = frozenset('{["0123456789-tfnNI/')


class NoJsonError(Exception):
    """A text that the library refuses."""


class _OddError(Exception):
    pass


def _odd(_: str) -> float:
    raise _OddError


_DECODER = json.JSONDecoder(parse_constant=_odd)


def read_json(text: str, library: str = "oj") -> object:
    """The value of a text. Raises NoJsonError, LostError where it is not sure what the library makes of it."""
    body = text.strip(_BLANKS)
    if not body or (body[0] not in _BEGINS and body.isascii() and body[0] > " "):
        raise NoJsonError
    try:
        value: object = _DECODER.decode(body)
    except (_OddError, json.JSONDecodeError) as error:
        return _odd_value(body, library, error)
    except (ValueError, RecursionError) as error:
        raise LostError("a number is too long, or values are nested too deeply") from error
    if _SURROGATE.search(body):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            if library == "oj" and not _HALVES.search(body):
                raise NoJsonError from error
            raise LostError("half of a surrogate pair") from error
        if _SURROGATE.search(_PAIR.sub("", body)):
            raise LostError("half of a surrogate pair")
    if library == "json" and isinstance(value, dict) and "json_class" in text:
        raise LostError("Ruby's json may make an object of json_class")
    return value


def _odd_value(body: str, library: str, error: Exception) -> object:
    if isinstance(error, _OddError) and library != "yajl" and not _without_texts(body):
        # NaN and Infinity: of Oj and json numbers like others.
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            pass
    if library == "oj" and _LOG.match(body):
        raise NoJsonError from error
    if _ODD.search(body) or _CONTROL.search(body.strip()) or "\\u" in body:
        raise LostError(f"{library} may read this text though it is no JSON") from error
    if library == "yajl":
        raise LostError("yajl may read a part of this text") from error
    raise NoJsonError from error


def _without_texts(body: str) -> bool:
    return "/" in body or "\\" in body
