"""Ruby expressions, compiled to functions of an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.trace.pattern import Pattern, plain
from pipelint.engines.fluentd.trace.ruby.methods import Moment, at, call, truth
from pipelint.engines.fluentd.trace.ruby.tokens import Token, UnreadRubyError, tokens
from pipelint.engines.fluentd.trace.time.clock import Time
from pipelint.engines.fluentd.trace.values import Raw, RubyError, kind, to_s
from pipelint.trace.model import UNKNOWN

if TYPE_CHECKING:
    from pipelint.base.block import Block


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

_NAMES: dict[str, Code] = {
    "record": lambda scene: scene.record,
    "tag": lambda scene: scene.tag,
    "time": lambda scene: Moment(scene.time),
    "tag_parts": Scene.parts,
    "tag_prefix": Scene.prefixes,
    "tag_suffix": Scene.suffixes,
    "hostname": lambda _: UNKNOWN,
    "nil": lambda _: None,
    "true": lambda _: True,
    "false": lambda _: False,
}
_ORDERS = {"||": 1, "&&": 2, "==": 4, "!=": 4, "=~": 4, "<": 5, ">": 5, "<=": 5, ">=": 5, "+": 6, "-": 6, "*": 7, "/": 7, "%": 7}


def compile_ruby(code: str, block: Block, hidden: frozenset[str] = frozenset()) -> Code:
    """What the code gives for an event. ``hidden`` are names that it does not have. Raises UnreadRubyError.

    The function raises RubyError where Ruby does, UnreadRubyError where it is not sure.
    """
    return _Reader(tokens(code), block, hidden).all()


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


class _Reader:
    """Reads tokens by the precedence of operators."""

    def __init__(self, found: list[Token], block: Block, hidden: frozenset[str]) -> None:
        self.tokens, self.at, self.block, self.hidden = found, 0, block, hidden

    def next(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else Token("end", "")

    def take(self, text: str) -> bool:
        token = self.next()
        found = token.kind in ("sign", "name") and token.text == text
        self.at += found
        return found

    def need(self, text: str) -> None:
        if not self.take(text):
            raise UnreadRubyError("this Ruby code is not followed here")

    def all(self) -> Code:
        steps = [self.statement()]
        while self.take(";") or self.take("\n"):
            if self.next().kind != "end":
                steps.append(self.statement())
        if self.next().kind != "end":
            raise UnreadRubyError("this Ruby code is not followed here")
        if len(steps) == 1:
            return steps[0]

        def run(scene: Scene) -> object:
            value: object = None
            for step in steps:
                value = step(scene)
            return value

        return run

    def statement(self) -> Code:
        start = self.at
        value = self.expression()
        if self.take("="):
            return self.assignment(start)
        return value

    def assignment(self, start: int) -> Code:
        """``record["a"]["b"] = value``."""
        target = self.tokens[start : self.at - 1]
        keys = [token for token in target[1:] if token.kind == "text"]
        shape = ["record", *(sign for _ in keys for sign in "[]")]
        plain_keys = all(len(token.pieces) == 1 for token in keys)
        if [t.text for t in target if t.kind != "text"] != shape or not keys or not plain_keys:
            raise UnreadRubyError("an assignment is not followed here")
        value = self.expression()

        def assign(scene: Scene) -> object:
            new = value(scene)
            holder = scene.record
            for token in keys[:-1]:
                holder = at(holder, token.pieces[0])
            if not isinstance(holder, dict):
                raise RubyError(f"undefined method `[]=' for {kind(holder)}")
            holder[keys[-1].pieces[0]] = new
            return new

        return assign

    def expression(self) -> Code:
        asked = self.binary(1)
        if not self.take("?"):
            return asked
        yes = self.expression()
        self.need(":")
        no = self.expression()
        return lambda scene: yes(scene) if truth(asked(scene)) else no(scene)

    def binary(self, least: int) -> Code:
        left = self.unary()
        while self.next().kind == "sign" and _ORDERS.get(self.next().text, 0) >= least:
            sign = self.next().text
            self.at += 1
            left = _operation(sign, left, self.binary(_ORDERS[sign] + 1))
        return left

    def unary(self) -> Code:
        if self.take("!"):
            value = self.unary()
            return lambda scene: not truth(value(scene))
        if self.take("-"):
            token = self.next()
            if token.kind != "number":
                raise UnreadRubyError("a minus is not followed here")
            self.tokens[self.at] = Token("number", "-" + token.text)
        return self.postfix()

    def postfix(self) -> Code:
        value = self.primary()
        while True:
            if self.take("["):
                value = _index(value, self.arguments("]"))
            elif self.next().text in (".", "&.") and self.next().kind == "sign":
                safe = self.next().text == "&."
                self.at += 1
                token = self.next()
                if token.kind != "name":
                    raise UnreadRubyError("a call is not followed here")
                self.at += 1
                value = _call(value, token.text, self.arguments(")") if self.take("(") else [], safe=safe)
            else:
                return value

    def arguments(self, end: str) -> list[Code]:
        found: list[Code] = []
        while not self.take(end):
            found.append(self.expression())
            if self.next().text != end:
                self.need(",")
        return found

    def primary(self) -> Code:
        token = self.next()
        self.at += 1
        match token.kind:
            case "number":
                number: object = float(token.text) if "." in token.text else int(token.text)
                return lambda _: number
            case "text":
                return self.quoted(token)
            case "regex":
                pattern = plain(token.text, self.block, options="".join(sorted(token.pieces[0])))
                return lambda _: pattern
            case "sign" if token.text == "(":
                inner = self.expression()
                self.need(")")
                return inner
            case "name" if token.text == "if":
                return self.choice()
            case "name" if token.text in _NAMES and token.text not in self.hidden:
                return _NAMES[token.text]
        raise UnreadRubyError(f"the Ruby code with {token.text or 'nothing'} in it is not followed here")

    def quoted(self, token: Token) -> Code:
        if len(token.pieces) == 1:
            text = token.pieces[0]
            return lambda _: text
        parts: list[Code] = []
        for number, piece in enumerate(token.pieces):
            parts.append(compile_ruby(piece, self.block, self.hidden) if number % 2 else _constant(piece))
        return interpolated(parts)

    def choice(self) -> Code:
        asked = self.expression()
        if not (self.take("then") or self.take(";") or self.take("\n")):
            raise UnreadRubyError("an if is not followed here")
        yes = self.expression()
        if not self.take(";"):
            self.take("\n")
        if self.take("elsif"):
            no = self.choice()
            return lambda scene: yes(scene) if truth(asked(scene)) else no(scene)
        no = _constant(None)
        if self.take("else"):
            no = self.expression()
            if not self.take(";"):
                self.take("\n")
        self.need("end")
        return lambda scene: yes(scene) if truth(asked(scene)) else no(scene)


def _constant(value: object) -> Code:
    return lambda _: value


def _index(value: Code, keys: list[Code]) -> Code:
    return lambda scene: at(value(scene), *[key(scene) for key in keys])


def _call(value: Code, name: str, args: list[Code], *, safe: bool) -> Code:
    def run(scene: Scene) -> object:
        receiver = value(scene)
        if safe and receiver is None:
            return None
        return call(receiver, name, tuple([arg(scene) for arg in args]))

    return run


def _operation(sign: str, left: Code, right: Code) -> Code:
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
        return interpolated([_constant(left), _constant(right)])(Scene("", None, None))
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
