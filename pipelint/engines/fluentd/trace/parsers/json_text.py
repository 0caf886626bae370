"""JSON as the libraries read it that the json parser may use: Oj (the default), json, yajl. Where they differ was tried out."""

from __future__ import annotations

import json

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.trace.values import LostError

# What some of them take though it is no JSON: comments, bare control characters, odd escapes and numbers, NaN and Infinity.
_ODD = late(r"""/[/*]|[\x00-\x08\x0b\x0c\x0e-\x1f]|\\[^"\\/bfnrtu]|-(?![0-9])|[nN]a[nN]|Infinity|-I|(?<![0-9.])0[0-9]""")
_CONTROL = late(r"[\x00-\x1f]")
_SURROGATE = late(r"\\u[dD][89a-fA-F]")
_HALVES = late(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u")
_LOW = late(r"\\u[dD][c-fC-F]")
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
            body.encode()
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            if not _HALVES.search(body) and (library == "oj" or (library == "json" and not _LOW.search(body))):
                raise NoJsonError from error
            raise LostError("half of a surrogate pair") from error
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
    if _ODD.search(body) or _CONTROL.search(body.strip()) or "\\u" in body:
        raise LostError(f"{library} may read this text though it is no JSON") from error
    if library == "yajl":
        raise LostError("yajl may read a part of this text") from error
    raise NoJsonError from error


def _without_texts(body: str) -> bool:
    return "/" in body or "\\" in body
