"""Templates: text with ``{expression}`` in it, as messages and values of fixes have."""

from __future__ import annotations

from dataclasses import dataclass

from pipelint.predicate.errors import PredicateError


@dataclass(frozen=True, slots=True)
class Hole:
    """An expression in a template; ``at`` is the offset of its first character."""

    text: str
    at: int


def split_template(text: str) -> list[str | Hole]:
    """The pieces of a template; ``{{`` and ``}}`` stand for braces. Raises PredicateError for a brace without its pair."""
    pieces: list[str | Hole] = []
    plain: list[str] = []
    i = 0
    while i < len(text):
        if text[i : i + 2] in ("{{", "}}"):
            plain.append(text[i])
            i += 2
        elif text[i] == "{":
            end = _end_of_hole(text, i)
            pieces += ["".join(plain)] if plain else []
            plain = []
            pieces.append(Hole(text[i + 1 : end], i + 1))
            i = end + 1
        elif text[i] == "}":
            raise PredicateError("a } without a {; write }} for a literal brace", i, i + 1)
        else:
            plain.append(text[i])
            i += 1
    return [*pieces, "".join(plain)] if plain else pieces


def _end_of_hole(text: str, start: int) -> int:
    """Where the ``}`` of the ``{`` at ``start`` is: the first one outside of string literals."""
    i, quote, raw = start + 1, "", False
    while i < len(text):
        here = text[i]
        if quote:
            if here == "\\" and not raw:
                i += 1
            elif here == quote:
                quote = ""
        elif here in "\"'":
            quote = here
            raw = text[i - 1] in "rR" and not (text[i - 2].isalnum() or text[i - 2] == "_")
        elif here == "}":
            return i
        i += 1
    raise PredicateError("a { without a }; write {{ for a literal brace", start, start + 1)
