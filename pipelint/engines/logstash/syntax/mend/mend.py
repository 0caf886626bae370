"""A broken text as it is once its sections stand where they were meant to: what a person would mend is found by its braces.

Of each way to break a text only that is taken which can be told: lines outside of sections, a section inside of another one, a
section whose closing brace is missing before the next one, a brace too many that stands under nothing. All offsets stay.
"""

from __future__ import annotations

import re

from pipelint.base.finding import Related
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.logstash.syntax.mend.braces import GAP, QUOTED, Tokens, Walk, walk_braces
from pipelint.engines.logstash.syntax.mend.ruby import ruby_blocks
from pipelint.language.syntax_problem import SyntaxProblem

_NO_LINE = late(rb"[^\n]")
_ENDS = late(GAP.pattern + rb"\]")
# A word where conditions take a text or number, with the blanks around it, in which its quotes find room.
_WORD = late(rb"""[#"'=!<>](?:""" + QUOTED + rb"""|=?(?P<word>(?<!=>)[ \t](?:true|false)[ \t])(?=(?:and|or)\b|[{)]))""")
# A string, and what follows it as in an entry of JSON.
_ENTRY = late(rb"""[#"'](?:""" + QUOTED + rb""")(?P<colon>[ \t]*:[ \t]*)?(?(colon)(?:"[^"\\\n]*"|[\w.-]+)[ \t]*(?P<comma>,?)|)""")
# A key that needs no quotes: in their place is room for an arrow.
_BARE = late(rb"[\"'][A-Za-z_]\w+[\"']")
_MOST, _MOST_COMMAS, _MOST_LINES = 20, 200, 200


@dataclass(frozen=True, slots=True)
class Mended:
    """The text in parts of one length, of which each is read alone; what was wrong; whether that was the number of ``braces``."""

    texts: tuple[bytes, ...]
    problems: tuple[SyntaxProblem, ...]
    braces: bool


def mend(document: Document) -> Mended | None:
    """How ``document``, whose text has errors, reads once these are mended; None where this is not known."""
    tokens = Tokens(document.text)
    text, said = bytearray(document.text), list[SyntaxProblem]()
    for at, start, mended_entry in _entries(document.text):
        text[start : start + len(mended_entry)] = mended_entry
        if not said:
            place = Place(document, Span(at, at + 1))
            said.append(SyntaxProblem("a colon between a name and its value", place, "'=>'", local=True, mended=True))
    for code in ruby_blocks(document.text):
        text[code.start : code.end] = _blank(document.text[code.start : code.end])
        line = code.start + len(document.text[code.start : code.end].partition(b"\n")[0].rstrip())
        place, expected = Place(document, Span(code.start, line)), "a ruby filter with the code in a string"
        said.append(SyntaxProblem("Ruby code between plugins", place, expected, local=True, mended=True))
    tokens = Tokens(bytes(text)) if said else tokens
    for at in _commas(tokens):
        text[at : at + 1] = b" "
        said.append(SyntaxProblem("unexpected ','", Place(document, Span(at, at + 1)), local=True, mended=True))
    for start, end in _words(tokens):
        text[start], text[end - 1] = b'""'
        word = document.text[start + 1 : end - 1].decode()
        expected = f'"{word}" for a text; for a boolean the field alone, or ! before it'
        place = Place(document, Span(start + 1, end - 1))
        said.append(SyntaxProblem(f"a condition takes no {word} without quotes", place, expected, local=True, mended=True))
    if not said:
        return _sections(document, tokens)
    mended, problems = _sections(document, Tokens(bytes(text))), tuple(said)
    if mended is None:
        return Mended((bytes(text),), problems, braces=False)
    return Mended(mended.texts, problems + mended.problems, mended.braces)


def _entries(text: bytes) -> list[tuple[int, int, bytes]]:
    """Entries of hashes as JSON has them: the colon, where each begins, and what is to stand there.

    One without room for an arrow is left out.
    """
    found = list[tuple[int, int, bytes]]()
    for each in _ENTRY.finditer(text) if b":" in text else ():
        if each["colon"]:
            at, key = each.start("colon"), text[each.start() : each.start("colon")]
            value = text[each.end("colon") : each.end() - len(each["comma"])]
            mended = _entry(key, len(each["colon"]), value, len(each["comma"]))
            found.append((at + each["colon"].index(b":"), each.start(), mended))
    return found if len(found) <= _MOST_COMMAS else []


def _entry(key: bytes, gap: int, value: bytes, comma: int) -> bytes:
    """The entry with an arrow, its value where it was."""
    if gap > 1:
        return key + b"=>".ljust(gap) + value + b" " * comma
    if _BARE.fullmatch(key):
        return b" " + key[1:-1] + b"=>" + value + b" " * comma
    return b" " * (len(key) + gap + len(value) + comma)


def _words(tokens: Tokens) -> list[tuple[int, int]]:
    """Where true and false stand in a condition where a text should, with a blank before and after each."""
    text = tokens.text
    if not (b" true " in text or b" false " in text) or any(each.lastgroup == "quote" for each in tokens.all):
        return []
    found = [each.span("word") for each in _WORD.finditer(text) if each["word"]]
    return found if len(found) <= _MOST else []


def _commas(tokens: Tokens) -> list[int]:
    """The commas between settings or entries of a hash, and before the end of a list: Logstash takes none there."""
    found, opened = list[int](), [b""]
    for token in tokens.all:
        match token[0]:
            case b"{" | b"[" | b"(":
                opened.append(token[0])
            case b"}" | b"]" | b")":
                opened = opened[:-1] or [b""]
            case b'"' | b"'":
                return []
            case b"," if opened[-1] == b"{" or (opened[-1] == b"[" and _ENDS.match(tokens.text, token.end())):
                found.append(token.start())
    return found if len(found) <= _MOST_COMMAS else []


def _sections(document: Document, tokens: Tokens) -> Mended | None:
    """How the braces of ``tokens``, those of ``document`` without what was too much of it, are mended."""
    text = tokens.text
    found = walk_braces(tokens, cut=False)
    if found is not None and found.surplus is not None:
        return _without_brace(document, text, found)
    if found is None:
        found = walk_braces(tokens, cut=True)
        # Where a brace is missing nearly all after it are askew: the last ones are looked at first.
        if found is None or found.surplus is not None or any(found.askew(reversed(found.pairs))):
            return None
    if not (found.junk or found.nested or any(lacks for *_, lacks in found.sections)):
        return None
    # Each is read by itself.
    if len(found.sections) + len(found.nested) > _MOST or len(found.junk) > _MOST_LINES:
        return None
    return _pieces(document, text, found)


def _without_brace(document: Document, text: bytes, found: Walk) -> Mended | None:
    """The text without the one brace that is not indented as what it closes, where all others then are."""
    if found.surplus is None or not found.sections or found.nested or found.junk:
        return None
    at = next(found.askew(found.pairs), found.surplus)
    if at == found.surplus and text[at : at + 1] != b"}":
        return None
    kept = b"".join((text[:at], b" ", text[at + 1 :]))
    again = walk_braces(Tokens(kept), cut=False)
    if again is None or again.surplus is not None or again.nested or again.junk or any(again.askew(again.pairs)):
        return None
    section = next(opened for opened, *_ in reversed(again.sections) if opened.at < at)
    kind = section.kind.decode()
    began = Related(Place(document, Span(section.head, section.at)), f"the section {kind} begins here")
    message = f"this '}}' is one too many for the section {kind}"
    return Mended((kept,), (SyntaxProblem(message, Place(document, Span(at, at + 1)), "", (began,), mended=True),), True)


def _pieces(document: Document, text: bytes, found: Walk) -> Mended | None:
    """The sections where they stand, with those of another kind inside of them taken out, and what was wrong with them."""
    # Imported here: most texts are sound.
    from pipelint.engines.logstash.syntax.mend.foreign import foreign_comment

    main, others = bytearray(text), list[bytes]()
    problems: list[SyntaxProblem] = []
    inside = 0
    for span in found.junk:
        main[span.start : span.end] = _blank(text[span.start : span.end])
        said = foreign_comment(text[span.start : span.end]) or (
            "text outside of a section",
            "'#' before it, or input, filter or output",
        )
        if span.start >= inside:
            problems.append(SyntaxProblem(said[0], Place(document, span), said[1], mended=True))
        if text.startswith(b"/*", span.start) and span.start >= inside:
            # The lines of one comment are one mistake.
            inside = text.find(b"*/", span.start) + 2
    for inner, end, outer in found.nested:
        kind, around = inner.kind.decode(), outer.kind.decode()
        place = Place(document, Span(inner.head, inner.head + len(inner.kind)))
        began = Related(Place(document, Span(outer.head, outer.head + len(outer.kind))), f"the section {around} begins here")
        if inner.kind == outer.kind:
            # Its plugins go on where they are.
            for span in (Span(inner.head, inner.at + 1), Span(end - 1, end)):
                main[span.start : span.end] = _blank(text[span.start : span.end])
            message, expected = f"a section {kind} inside of the section {around}", "its plugins alone"
        else:
            main[inner.head : end] = _blank(text[inner.head : end])
            others.append(_alone(text, inner.head, end))
            message, expected = f"the section {kind} stands inside of the section {around}", "it before or after that"
        problems.append(SyntaxProblem(message, place, expected, (began,), mended=True))
    for opened, end, lacks in found.sections:
        if not lacks:
            continue
        last = opened.at + 1
        for token in re.finditer(rb"#[^\n]*|[^\s#]+|#", bytes(main[last:end])):
            last = last if token[0].startswith(b"#") else opened.at + 1 + token.end()
        if last + lacks > end:
            return None
        piece = bytearray(_alone(bytes(main), opened.head, end))
        piece[last:end] = b"}" * lacks + b" " * (end - last - lacks)
        main[opened.head : end] = _blank(text[opened.head : end])
        others.append(bytes(piece))
        kind = opened.kind.decode()
        place = Place(document, Span(opened.head, opened.head + len(opened.kind)))
        problems.append(SyntaxProblem(f"the section {kind} is not closed", place, "'}'", mended=True))
    return Mended((bytes(main), *others), tuple(problems), any(lacks for *_, lacks in found.sections))


def _blank(text: bytes) -> bytes:
    return _NO_LINE.sub(b" ", text)


def _alone(text: bytes, start: int, end: int) -> bytes:
    """The text with nothing but what is between ``start`` and ``end``."""
    return _blank(text[:start]) + text[start:end] + _blank(text[end:])
