"""Changes of a regex: the same pattern written otherwise, read again, and the edits of the config that write it."""

from __future__ import annotations

from pipelint.base.finding import Edit
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.span import Span
from pipelint.facts.inside import inside
from pipelint.facts.regexes.use import RegexUse
from pipelint.regex.tree import Node, Regex, read_regex, span_of

# What none of the ways of writing a value below takes: it could begin embedded Ruby, or a comment, or another line.
_NEVER_IN_QUOTES = frozenset("#\n")
# In single quotes Fluentd, unlike YAML, takes a backslash before these as an escape.
_ESCAPE_IN_SINGLE = late(r"\\(?:[\\']|\Z)")


@dataclass(frozen=True, slots=True)
class Change:
    """Bytes ``span`` of what is written become ``text``."""

    span: Span
    text: str


def own_span(use: RegexUse, node: Node) -> Span | None:
    """What is written for a node, if it is written here or a reference stands for it alone; None for a part of a definition."""
    inner = use.inner(span_of(node))
    if use.expansion is None:
        return inner
    origin = use.expansion.spans.origin(inner)
    if not origin.chain:
        return origin.span
    all_of_it = origin.inner == Span(0, len(origin.text.encode()))
    return origin.span if len(origin.chain) == 1 and all_of_it else None


def changed(use: RegexUse, changes: tuple[Change, ...], options: str | None = None) -> RegexUse | None:
    """The regex with the changes made, and other ``options`` if these are given; None where nothing would be left of it."""
    if options is not None:
        return replace(use, options=options)
    text = use.written.encode()
    for change in sorted(changes, key=lambda c: c.span.start, reverse=True):
        text = text[: change.span.start] + change.text.encode() + text[change.span.end :]
    written = text.decode()
    if not written:
        return None
    if use.grok is not None:
        from pipelint.regex.grok import expand

        grok = replace(use.grok, text=written)
        expansion = expand(written, grok.library, grok.dialect)
        new = replace(use, pattern=expansion.regex, grok=grok, expansion=expansion)
        if not expansion.complete:
            return None
    else:
        new = replace(use, pattern=written)
    return new


def same_names(use: RegexUse, new: RegexUse) -> bool:
    """Whether matches of both fill the same fields."""
    return _names(use) == _names(new)


def _names(use: RegexUse) -> frozenset[str]:
    if use.expansion is not None:
        return frozenset(f"{field.name}:{field.type}" for field in use.expansion.fields)
    read = read_regex(use.runnable)
    return frozenset(read.names) if isinstance(read, Regex) else frozenset()


def flag_edits(use: RegexUse, flag: str) -> tuple[Edit, ...]:
    """The edit that removes a flag after the last slash; none where it is not written there."""
    part = use.parts[0]
    at = part.text.rfind("/")
    found = part.text.find(flag, at)
    if at < 1 or found < 0:
        return ()
    start = len(part.text[:found].encode())
    place = inside(part.place, part.text, Span(start, start + 1))
    return (Edit(place.document, place.span, ""),) if place.text == flag else ()


def edits(use: RegexUse, changes: tuple[Change, ...]) -> tuple[Edit, ...]:
    """The edits of the config; none where a place is not known byte by byte, or the text would need an escape there."""
    new = changed(use, changes)
    if use.engine == "joni" and (new is None or new.written.endswith("\\")):
        # Logstash takes a backslash before the closing slash or quote as its escape, however many stand there.
        return ()
    if new is None or not (_enclosed(use) or _stays_bare(use.written, new.written)):
        return ()
    found: list[Edit] = []
    for change in changes:
        place = use.at(change.span)
        value, text = (use.grok.place, use.grok.text) if use.grok is not None else (use.parts[0].place, use.parts[0].text)
        verbatim = place.text == change.span.cut(use.written.encode()).decode("utf-8", "replace")
        quoted = value.text != text and not (use.engine == "joni" and not set(change.text) & set("\"'"))
        new_text = in_quotes(change.text, value.text[:1]) if quoted else change.text
        if not verbatim or new_text is None:
            return ()
        found.append(Edit(place.document, place.span, new_text))
    return tuple(found)


def in_quotes(text: str, quote: str) -> str | None:
    """``text`` as it is written between these quotes, in Fluentd's own format and in YAML alike; None where they differ."""
    if set(text) & _NEVER_IN_QUOTES:
        return None
    if quote == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    if quote == "'":
        return None if "'" in text or _ESCAPE_IN_SINGLE.search(text) else text
    return None if set(text) & set("\\\"'") else text


def _enclosed(use: RegexUse) -> bool:
    """Whether quotes or slashes stand around the pattern as it is written."""
    if use.engine == "joni":
        return True
    if use.grok is not None:
        return use.grok.place.text != use.grok.text
    part = use.parts[0]
    return part.place.text != part.text or part.text.startswith("/")


def _stays_bare(old: str, new: str) -> bool:
    """Whether a text without quotes is read as it is: blanks at its ends are lost, and other characters mean something there."""
    if not old or not new:
        return False
    same_start = new[0] == old[0]
    return (same_start or new[0].isalnum() or new[0] in "^(\\/") and not new[0].isspace() and not new[-1].isspace()
