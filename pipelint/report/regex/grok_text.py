"""A grok pattern for people: its expansion and fields, its predicted times, what it makes of lines, and where it gets stuck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from pipelint.base.text.span import Span
from pipelint.cost.grok_study import GrokStudy, Tried
from pipelint.regex.grok import Expansion, Problem, Trouble
from pipelint.regex.spans import Origin
from pipelint.regex.stuck import Stuck
from pipelint.regex.tree import Refused
from pipelint.regex.verdict import Verdict
from pipelint.report.look import Look, cells
from pipelint.report.printing.output import look_of, write
from pipelint.report.printing.styled import Line, Piece, Role
from pipelint.report.regex.words import anchors_in_words, attack_in_words, backtracking_in_words, time_in_words

_SHOWN_LINES = 3
_SHOWN_TEXTS = 10


def print_grok(study: GrokStudy, stream: TextIO) -> None:
    """Writes the study of a grok pattern."""
    write(_lines(study, look_of(stream)), stream)


def print_problems(expansion: Expansion, stream: TextIO) -> None:
    """Writes what stops an expansion, each with a caret under the name to blame."""
    look = look_of(stream)
    for problem in expansion.problems:
        lines = [(Piece(f"error: {_said(problem)}", Role.ERROR),), *_marked("", expansion.text, problem.span, look)]
        write(lines, stream)


def print_refused(expansion: Expansion, refused: Refused, stream: TextIO) -> None:
    """Writes the engine's message on the expanded pattern, with a caret in the pattern under what is to blame."""
    origin = expansion.spans.origin(refused.span)
    inside = f" (in the definition of {' > '.join(origin.chain)})" if origin.chain else ""
    head = (Piece(f"error: {refused.message}{inside}", Role.ERROR),)
    write([head, *_marked("", expansion.text, origin.span, look_of(stream))], stream)


def _said(problem: Problem) -> str:
    way = f", used by {problem.chain[-2]}" if len(problem.chain) > 1 else ""
    match problem.trouble:
        case Trouble.UNKNOWN | Trouble.UNREAD:
            return f"unknown pattern {problem.name}{way}"
        case Trouble.WITHHELD:
            return f"this set's definition of {problem.name} is not available here{way}; add it with --define"
        case Trouble.CYCLE:
            return f"the definition of {problem.name} is circular: {' > '.join(problem.chain)}"
        case Trouble.SIZE:
            return "the pattern expands to more than 64 KiB or nests more than 100 definitions"


def _lines(study: GrokStudy, look: Look) -> Iterator[Line]:
    expansion = study.expansion
    yield (Piece("expansion", Role.STRONG),)
    yield (Piece(f"  {look.shown(expansion.regex)}"),)
    yield ()
    yield (Piece("fields", Role.STRONG),)
    width = max([len(field.name) for field in expansion.fields], default=0)
    for field in expansion.fields:
        yield (Piece(f"  {look.shown(field.name):<{width}}  {field.type or 'string'}"),)
    if not expansion.fields:
        yield (Piece("  none", Role.FAINT),)
    yield ()
    yield from _facts(study, look)
    yield ()
    yield (Piece(f"predicted time of a search in {study.line_bytes}-byte lines, {study.engine}", Role.STRONG),)
    for name, timed in (("match", study.times.hit), ("no match", study.times.miss), ("late failure", study.times.late)):
        yield _fact(name, time_in_words(timed))
    if study.lines:
        yield ()
        yield from _sample(study, look)


def _facts(study: GrokStudy, look: Look) -> Iterator[Line]:
    parsed = study.expansion.parsed
    if isinstance(parsed, Refused):
        return
    required = parsed.facts.get("required")
    yield _fact("anchored at", anchors_in_words(parsed.facts))
    yield _fact("required text", _required(required))
    yield _fact("shortest match", f"{parsed.facts.get('min_length')} characters")
    if study.verdict is not None:
        yield from _verdict(study, study.verdict, look)


def _verdict(study: GrokStudy, verdict: Verdict, look: Look) -> Iterator[Line]:
    yield _fact("backtracking", backtracking_in_words(verdict))
    blamed = verdict.token or verdict.span
    if blamed is not None and verdict.verdict == "vulnerable":
        yield from _place("cause", study, study.origin(blamed), look)
    if verdict.attack is not None:
        yield _fact("attack", attack_in_words(verdict.attack))


def _sample(study: GrokStudy, look: Look) -> Iterator[Line]:
    total = len(study.lines)
    yield (Piece(f"{study.hits} of {total} lines match ({100 * study.hits / total:.0f}%)", Role.STRONG),)
    given_up = sum(tried.matched is None for tried in study.lines)
    if given_up:
        yield (Piece(f"  the search takes more than 5,000,000 steps on {given_up} of them", Role.WARNING),)
    for tried in [tried for tried in study.lines if tried.matched][:_SHOWN_LINES]:
        yield (Piece(f"  line {tried.number}", Role.STRONG), Piece(f"  {time_in_words(tried.time)}", Role.FAINT))
        for name, values in tried.fields.items():
            yield (Piece(f"    {look.shown(name)} = {_cut(look.shown(', '.join(values)), look)}"),)
    if study.missed is not None:
        yield ()
        yield from _missed(study, study.missed, study.stuck, look)


def _missed(study: GrokStudy, missed: Tried, where: Stuck | None, look: Look) -> Iterator[Line]:
    yield (Piece(f"line {missed.number} is the first that does not match", Role.STRONG),)
    if where is None:
        yield (Piece(f"  {_cut(look.shown(missed.line), look)}"),)
        return
    origin = study.expansion.spans.origin(where.span)
    yield (Piece("  the pattern matches up to this part, which does not match:"),)
    yield from _place("pattern", study, origin, look)
    yield (Piece("  the part before it matches the line up to here:"),)
    at = len(missed.line[: where.taken[1]].encode())
    yield from _marked("line", missed.line, Span(at, at), look)
    if where.exhausted:
        yield (Piece("  the search stopped there: it takes too many steps", Role.WARNING),)


def _place(name: str, study: GrokStudy, origin: Origin, look: Look) -> Iterator[Line]:
    """A place in the pattern, and in the definition that it leads to."""
    yield from _marked(name, study.expansion.text, origin.span, look)
    if origin.chain:
        yield from _marked(look.shown(origin.chain[-1]), origin.text, origin.inner, look)


def _marked(name: str, text: str, span: Span, look: Look) -> Iterator[Line]:
    """A text with carets under bytes ``span`` of it, cut to a window around them."""
    raw = text.encode()
    before, marked = (raw[a:b].decode("utf-8", "replace") for a, b in ((0, span.start), (span.start, span.end)))
    after = raw[span.end :].decode("utf-8", "replace")
    label = f"  {f'{name}  ' if name else '':<{16 if name else 0}}"
    width = look.width - len(label) - 2 * len(look.cut)
    body = look.shown(marked[: width // 2])
    most = width - cells(body)
    cut = look.cut if len(before) > most else ""
    lead = cut + look.shown(before[len(before) - most * 3 // 4 :] if cut else before)
    room = max(0, width - cells(lead) - cells(body))
    tail = look.shown(after[:room]) + (look.cut if len(after) > room else "")
    yield (Piece(label), Piece(f"{lead}{body}{tail}"))
    yield (Piece(" " * (len(label) + cells(lead)) + "^" * max(1, cells(body)), Role.ERROR),)


def _required(texts: object) -> str:
    """The texts that every match has, each once, without those that say little."""
    said = [repr(text) for text in dict.fromkeys(texts) if str(text).strip()] if isinstance(texts, list) else []
    return ", ".join(said[:_SHOWN_TEXTS]) or "none"


def _cut(text: str, look: Look) -> str:
    room = look.width - 2 - len(look.cut)
    return text if len(text) <= room else text[:room] + look.cut


def _fact(name: str, value: str) -> Line:
    return (Piece(f"  {name:<16}"), Piece(value))
