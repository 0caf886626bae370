"""Ruby expressions, compiled to functions of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.engines.fluentd.trace.pattern import plain
from pipelint.engines.fluentd.trace.ruby.methods import Moment, at, call, truth
from pipelint.engines.fluentd.trace.ruby.scene import Code, Scene, constant, interpolated, operation
from pipelint.engines.fluentd.trace.ruby.tokens import Token, UnreadRubyError, tokens
from pipelint.engines.fluentd.trace.values import RubyError, kind
from pipelint.trace.model import UNKNOWN

if TYPE_CHECKING:
    from pipelint.base.block import Block

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
            left = operation(sign, left, self.binary(_ORDERS[sign] + 1))
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
            parts.append(compile_ruby(piece, self.block, self.hidden) if number % 2 else constant(piece))
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
        no = constant(None)
        if self.take("else"):
            no = self.expression()
            if not self.take(";"):
                self.take("\n")
        self.need("end")
        return lambda scene: yes(scene) if truth(asked(scene)) else no(scene)


def _index(value: Code, keys: list[Code]) -> Code:
    return lambda scene: at(value(scene), *[key(scene) for key in keys])


def _call(value: Code, name: str, args: list[Code], *, safe: bool) -> Code:
    def run(scene: Scene) -> object:
        receiver = value(scene)
        if safe and receiver is None:
            return None
        return call(receiver, name, tuple([arg(scene) for arg in args]))

    return run
