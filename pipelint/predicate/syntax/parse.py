"""From the text of an expression to its syntax tree, with lark and ``grammars/predicate.lark``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.data import data_dir
from pipelint.predicate.errors import PredicateError
from pipelint.predicate.syntax.ast import Expr

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedToken

MAX_LENGTH = 8_000  # characters of one expression

_TOKENS = {
    "NAME": "a name",
    "INT": "a number",
    "DOUBLE": "a number",
    "STRING": "a string",
    "RAW_STRING": "a string",
    "TRUE": "a value",
    "FALSE": "a value",
    "NULL": "a value",
    "NOT": "a value",
    "DOT": '"."',
    "LPAR": '"("',
    "RPAR": '")"',
    "LSQB": '"["',
    "RSQB": '"]"',
    "COMMA": '","',
    "COLON": '":"',
    "QMARK": '"?"',
    "$END": "the end",
}
_OPERATORS = {"OR", "AND", "COMPARE", "IN", "PLUS", "MINUS", "TIMES"}


def parse(text: str) -> Expr:
    """The syntax tree of ``text``. Takes time linear in its length; raises PredicateError."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

    if len(text) > MAX_LENGTH:
        raise PredicateError(f"an expression may have at most {MAX_LENGTH} characters", 0, len(text))
    try:
        tree: Expr = _parser().parse(text)  # type: ignore[assignment]  # the tree builder returns nodes of ours
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        raise PredicateError(_bad_character(text, at), at, at + 1) from None
    except UnexpectedToken as error:
        at = len(text.rstrip()) if error.token.type == "$END" else (error.token.start_pos or 0)
        raise PredicateError(_bad_token(error), at, at + len(error.token)) from None
    except VisitError as error:
        if isinstance(error.orig_exc, PredicateError):
            raise error.orig_exc from None
        raise
    return tree


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    from pipelint.predicate.syntax.build import TreeBuilder

    grammar = (data_dir("grammars") / "predicate.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", transformer=TreeBuilder(), maybe_placeholders=True)


def _bad_character(text: str, at: int) -> str:
    found = text[at]
    if found in "\"'":
        return "unterminated string"
    hint = {"&": ', "and" is written &&', "|": ', "or" is written ||', "=": ", equality is written =="}.get(found, "")
    return f'unexpected "{found}"{hint}'


def _bad_token(error: UnexpectedToken) -> str:
    names = error.accepts or error.expected
    wanted = {_TOKENS[name] for name in names if name in _TOKENS}
    if _OPERATORS & names - {"MINUS"}:  # an operand ends here: these may follow too, too many to list
        wanted = (wanted - {'"("', '"."', '"["', '"?"'}) | {"an operator"}
    elif "a value" in wanted:
        wanted = {"a value"} | (wanted & {'")"', '"]"'})
    found = "the end of the expression" if error.token.type == "$END" else f'"{error.token}"'
    return f"expected {' or '.join(sorted(wanted))}, found {found}"
