"""Methods of Ruby's values that expressions in configs call, and the operators. What is not here is not followed."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.engines.fluentd.trace.pattern import Match, Pattern
from pipelint.engines.fluentd.trace.ruby.tokens import UnreadRubyError
from pipelint.engines.fluentd.trace.time.clock import Time
from pipelint.engines.fluentd.trace.values import Raw, RubyError, cut, dig, inspect, kind, to_f, to_i, to_s
from pipelint.trace.model import UNKNOWN


class Moment:
    """The time of an event, as an object that code asks."""

    __slots__ = ("time",)

    def __init__(self, time: Time) -> None:
        self.time = time


def truth(value: object) -> bool:
    """Whether a value counts as true."""
    if value is UNKNOWN:
        raise UnreadRubyError("a value that only the running Fluentd knows decides")
    return value is not None and value is not False


def call(value: object, name: str, args: tuple[object, ...]) -> object:
    """What a method gives. Raises RubyError where Ruby does, UnreadRubyError."""
    if value is UNKNOWN or UNKNOWN in args:
        raise UnreadRubyError("a value that only the running Fluentd knows is asked")
    if name == "nil?" and not args:
        return value is None
    if name == "to_s" and not args and not isinstance(value, Moment):
        return to_s(value)
    table = _TABLES.get(_class_of(value), {})
    method = table.get((name, len(args)))
    if method is not None:
        return method(value, *args)
    if value is None and name not in _OF_ANY:
        raise RubyError(f"undefined method `{name}' for nil:NilClass")
    raise UnreadRubyError(f"the method {name} is not followed here")


def _class_of(value: object) -> str:
    match value:
        case None:
            return "nil"
        case bool():
            return "bool"
        case int() | float():
            return "number"
        case str():
            return "text"
        case dict():
            return "hash"
        case list():
            return "array"
    return "time" if isinstance(value, Moment) else ""


def _plain(value: object) -> str:
    """A text whose characters are its bytes, or that is known by its characters."""
    if not isinstance(value, str):
        raise RubyError(f"no implicit conversion of {kind(value).rpartition(':')[2]} into String")
    if type(value) is Raw:
        raise UnreadRubyError("what Ruby does to a text of bytes is not followed here")
    return value


def _on_text(method: Callable[..., object]) -> Callable[..., object]:
    return lambda value, *args: method(_plain(value), *args)


def _ascii(method: Callable[[str], str]) -> Callable[..., object]:
    def changed(value: object) -> object:
        text = _plain(value)
        if not text.isascii():
            raise UnreadRubyError("upper and lower case of other letters than ASCII are not followed here")
        return method(text)

    return changed


def _strip(text: str, left: bool, right: bool) -> str:
    if right:
        text = text.rstrip("\0\t\n\v\f\r ")
    return text.lstrip("\t\n\v\f\r \0") if left else text


def _split(text: str, delimiter: object = " ") -> object:
    if delimiter == " ":
        pieces = text.split() if text.isascii() else None
    elif isinstance(delimiter, str) and delimiter:
        pieces = text.split(_plain(delimiter))
    else:
        pieces = None
    if pieces is None:
        raise UnreadRubyError("this split is not followed here")
    while pieces and not pieces[-1]:
        pieces.pop()
    return pieces


def _chomp(text: str) -> str:
    return text[:-2] if text.endswith("\r\n") else text[:-1] if text.endswith(("\n", "\r")) else text


def _substitute(text: object, pattern: object, by: object, *, once: bool = False) -> object:
    replacement = _plain(by)
    if isinstance(pattern, str):
        if "\\" in replacement:
            raise UnreadRubyError("a replacement with a backslash is not followed here")
        return _plain(text).replace(_plain(pattern), replacement, 1 if once else -1) if pattern else _unread()
    if not isinstance(pattern, Pattern) or not isinstance(text, str):
        return _unread()
    return replaced(pattern, text, replacement, once=once)


def replaced(pattern: Pattern, text: str, by: str, *, once: bool = False) -> str:
    """``gsub``: every match replaced, or the first ``once``; ``\\1`` in ``by`` is what a group took."""
    source = pattern.use.pattern
    if not once and pattern.search(text) is not None:
        # After a match a search begins in the middle of the text, which one in the rest alone would not know.
        if any(sign in source for sign in ("\\b", "\\B", "\\G", "(?<=", "(?<!", "\\K")):
            return _unread_text()
        if "^" in source.replace("[^", "") or "\\A" in source:
            if not source.startswith(("^", "\\A")) or "|" in source or "\n" in text:
                return _unread_text()
            once = True
    out, rest = "", text
    while (found := pattern.search(rest)) is not None:
        span = found.groups[0] or (0, 0)
        if span[0] == span[1]:
            return _unread_text()
        out += str(found.slice(0, span[0])) + _filled(by, found)
        rest = found.rest
        if once:
            break
    return cut(text, out + rest)


def _filled(by: str, found: Match) -> str:
    if "\\" not in by:
        return by
    out, at = "", 0
    while at < len(by):
        if by[at] == "\\":
            follows = by[at + 1 : at + 2]
            if not follows.isdigit():
                return _unread_text()
            out += found.whole if follows == "0" else found.group(int(follows)) or ""
            at += 2
            continue
        out += by[at]
        at += 1
    return out


def _unread() -> object:
    raise UnreadRubyError("this call is not followed here")


def _unread_text() -> str:
    raise UnreadRubyError("this replacement is not followed here")


def at(value: object, *keys: object) -> object:
    """``value[key]``."""
    match value, keys:
        case (dict(), (key,)):
            return value.get(key)
        case (list(), (int(index),)):
            return value[index] if -len(value) <= index < len(value) else None
        case (str(), (int(index),)):
            text = _plain(value)
            return text[index] if -len(text) <= index < len(text) else None
        case (str(), (str(part),)):
            return part if part in _plain(value) else None
        case (str(), (Pattern() as pattern, *rest)) if not rest or isinstance(rest[0], int):
            found = pattern.search(value)
            return None if found is None else found.group(int(str(rest[0])) if rest else 0)
        case (None, _):
            raise RubyError("undefined method `[]' for nil:NilClass")
    if value is UNKNOWN:
        raise UnreadRubyError("a value that only the running Fluentd knows is asked")
    return _unread()


def _join(items: list[object], by: object = "") -> str:
    if any(isinstance(item, (list, dict)) for item in items):
        return _unread_text()
    return _plain(by).join(_plain(to_s(item)) for item in items)


def _json(value: object) -> object:
    from json import dumps

    text = dumps(value, separators=(",", ":"), ensure_ascii=False, default=lambda _: _unread())
    if not text.isascii() or "\x7f" in text or "\\" in text or ("." in text.replace('"', "") and _has_float(value)):
        return _unread()
    return text


def _has_float(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return any(map(_has_float, value)) if isinstance(value, list) else isinstance(value, float)


def _delete(value: object, key: object) -> object:
    return value.pop(key, None) if isinstance(value, dict) else _unread()


def _int(value: object) -> object:
    try:
        return int(value)  # type: ignore[call-overload]
    except (ValueError, OverflowError):
        return _unread()


def _seconds(value: Moment) -> object:
    return value.time[0] if isinstance(value.time, tuple) else value.time if isinstance(value.time, int) else UNKNOWN


_Table = dict[tuple[str, int], Callable[..., object]]
_SIZES: _Table = {("length", 0): len, ("size", 0): len, ("empty?", 0): lambda value: not value}
_TEXT: _Table = {
    ("to_i", 0): to_i,
    ("to_f", 0): to_f,
    ("to_str", 0): lambda value: value,
    ("upcase", 0): _ascii(str.upper),
    ("downcase", 0): _ascii(str.lower),
    ("capitalize", 0): _ascii(str.capitalize),
    ("strip", 0): _on_text(lambda text: _strip(text, left=True, right=True)),
    ("lstrip", 0): _on_text(lambda text: _strip(text, left=True, right=False)),
    ("rstrip", 0): _on_text(lambda text: _strip(text, left=False, right=True)),
    ("chomp", 0): _on_text(_chomp),
    ("split", 0): _on_text(_split),
    ("split", 1): _on_text(_split),
    ("include?", 1): _on_text(lambda text, part: _plain(part) in text),
    ("start_with?", 1): _on_text(lambda text, part: text.startswith(_plain(part))),
    ("end_with?", 1): _on_text(lambda text, part: text.endswith(_plain(part))),
    ("rpartition", 1): _on_text(lambda text, part: list(text.rpartition(_plain(part)))),
    ("partition", 1): _on_text(lambda text, part: list(text.partition(_plain(part)))),
    ("gsub", 2): _substitute,
    ("sub", 2): lambda text, pattern, by: _substitute(text, pattern, by, once=True),
    ("match?", 1): lambda text, pattern: pattern.matches(text) if isinstance(pattern, Pattern) else _unread(),
    **{name: _on_text(method) for name, method in _SIZES.items()},
}
_HASH: _Table = {
    ("key?", 1): lambda value, key: key in value,
    ("has_key?", 1): lambda value, key: key in value,
    ("include?", 1): lambda value, key: key in value,
    ("keys", 0): list,
    ("values", 0): lambda value: list(value.values()),
    ("fetch", 2): lambda value, key, default: value.get(key, default),
    ("delete", 1): _delete,
    ("to_json", 0): _json,
    **_SIZES,
}
_ARRAY: _Table = {
    ("first", 0): lambda value: value[0] if value else None,
    ("last", 0): lambda value: value[-1] if value else None,
    ("join", 0): _join,
    ("join", 1): _join,
    ("to_json", 0): _json,
    **_SIZES,
}
for _count in range(1, 9):
    _HASH["dig", _count] = lambda value, *keys: dig(value, keys)
_TABLES: dict[str, _Table] = {
    "text": _TEXT,
    "hash": _HASH,
    "array": _ARRAY,
    "nil": {("to_i", 0): lambda _: 0, ("to_f", 0): lambda _: 0.0, ("inspect", 0): inspect},
    "number": {("to_i", 0): _int, ("to_f", 0): float},
    "time": {("to_i", 0): _seconds},
}
# Methods that nil has too, which are not followed.
_OBJECT = """to_a to_h to_r to_c to_json to_yaml to_msgpack inspect class is_a? kind_of? instance_of? respond_to? send public_send
then tap dup clone freeze frozen? hash object_id eql? equal? instance_variable_get method methods itself yield_self display extend
rationalize blank? present? presence try"""
_OF_ANY = frozenset(_OBJECT.split())
