"""What compiled Ruby is made of: the event that it asks, texts put together, operators."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.trace.pattern import Pattern
from pipelint.engines.fluentd.trace.ruby.methods import Moment, truth
from pipelint.engines.fluentd.trace.ruby.tokens import UnreadRubyError
from pipelint.engines.fluentd.trace.time.clock import Time
from pipelint.engines.fluentd.trace.values import Raw, RubyError, kind, to_s
from pipelint.trace.model import UNKNOWN


@dataclass(slots=True)
class Scene:
    """What code can ask of an event."""

    tag: str
    time: Time
    record: object
    shown: Callable[[Time], object] | None = None

    def parts(self) -> list[object]:
        """``tag_parts``: Ruby's split drops what is empty at the end."""
        pieces: list[object] = list(self.tag.split("."))
        while pieces and not pieces[-1]:
            pieces.pop()
        return pieces

    def prefixes(self) -> list[object]:
        """``tag_prefix``: the first parts joined."""
        parts = [str(part) for part in self.parts()]
        return [".".join(parts[: number + 1]) for number in range(len(parts))]

    def suffixes(self) -> list[object]:
        """``tag_suffix``: the last parts joined."""
        parts = [str(part) for part in self.parts()]
        return [".".join(parts[number:]) for number in range(len(parts))]


Code = Callable[[Scene], object]


def constant(value: object) -> Code:
    """What gives always the same."""
    return lambda _: value


def interpolated(pieces: list[Code]) -> Code:
    """The texts of several values in a row."""

    def join(scene: Scene) -> object:
        texts: list[str] = []
        known = True
        for piece in pieces:
            value = piece(scene)
            if value is UNKNOWN or isinstance(value, Moment):
                known = False
            else:
                texts.append(to_s(value))
        if not known:
            return UNKNOWN
        if any(type(text) is Raw for text in texts):
            if any(type(text) is not Raw and not text.isascii() for text in texts):
                raise UnreadRubyError("a text of bytes and one of characters are joined")
            return Raw("".join(texts))
        return "".join(texts)

    return join


def operation(sign: str, left: Code, right: Code) -> Code:
    """Two values and the sign between them."""
    if sign == "||":
        return lambda scene: first if truth(first := left(scene)) else right(scene)
    if sign == "&&":
        return lambda scene: right(scene) if truth(first := left(scene)) else first
    return lambda scene: _operate(sign, left(scene), right(scene))


def _operate(sign: str, left: object, right: object) -> object:
    if left is UNKNOWN or right is UNKNOWN or isinstance(left, Moment) or isinstance(right, Moment):
        raise UnreadRubyError("a value that only the running Fluentd knows is reckoned with")
    if sign in ("==", "!="):
        if type(left) is Raw or type(right) is Raw:
            raise UnreadRubyError("texts of bytes are compared")
        same = left == right and isinstance(left, bool) == isinstance(right, bool)
        return same == (sign == "==")
    if sign == "=~":
        if isinstance(left, str) and isinstance(right, Pattern):
            found = right.search(left)
            return None if found is None or found.groups[0] is None else found.groups[0][0]
        raise UnreadRubyError("a match is not followed here")
    if left is None:
        raise RubyError(f"undefined method `{sign}' for nil:NilClass")
    if isinstance(left, str) and isinstance(right, str) and sign == "+":
        return interpolated([constant(left), constant(right)])(Scene("", None, None))
    if isinstance(left, str) and sign == "+":
        raise RubyError(f"no implicit conversion of {kind(right).rpartition(':')[2]} into String")
    if not _number(left) or not _number(right):
        raise UnreadRubyError(f"the operator {sign} is not followed here")
    return _reckon(sign, left, right)


def _number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _reckon(sign: str, left: object, right: object) -> object:
    assert isinstance(left, (int, float)) and isinstance(right, (int, float))
    whole = isinstance(left, int) and isinstance(right, int)
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "<":
            return left < right
        case ">":
            return left > right
        case "<=":
            return left <= right
        case ">=":
            return left >= right
        case "/" if whole and right:
            return left // right
        case "%" if whole and right:
            return left % right
    raise UnreadRubyError(f"the operator {sign} is not followed here")
