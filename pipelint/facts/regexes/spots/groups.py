"""What a match does without: groups that nobody reads, parentheses around plain text, a flag that ignores case."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.span import Span
from pipelint.facts.regexes import shape
from pipelint.facts.regexes.change import Change
from pipelint.facts.regexes.spots.spot import Spot, only_tests
from pipelint.facts.regexes.use import RegexUse, Role
from pipelint.regex.tree import Node, Regex, span_of

_INLINE = "(?i)"


def _unread(use: RegexUse) -> bool:
    """Whether nobody reads the groups: only the verdict counts, or what was matched as a whole."""
    return only_tests(use) or (use.role is Role.REPLACE and not use.captures_used)


def unread_captures(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """Groups that nobody reads, where only the verdict, or only what was matched as a whole, counts."""
    if not _unread(use) or use.grok is not None or shape.refers_to_groups(regex.root):
        return
    groups = [node for node in regex.root.walk() if node.kind == "capture"]
    changes: list[Change] = []
    for node in groups:
        start = use.inner(span_of(node)).start
        name = node.details.get("name")
        opening = f"(?<{name}>" if name else "("
        if use.pattern.encode()[start:].startswith(opening.encode()):
            changes.append(Change(Span(start, start + len(opening.encode())), "(?:"))
    if changes and len(changes) == len(groups):
        yield Spot("captures", use.inner(span_of(groups[0])), tuple(changes), count=len(changes))


def plain_parentheses(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A group that holds words alone, of which nobody reads it: parentheses of the text would need backslashes."""
    if not _unread(use) or use.grok is not None:
        return
    repeated = {id(node.children[0]) for node in regex.root.walk() if node.kind == "repeat"}
    for node in regex.root.walk():
        if node.kind != "capture" or node.details.get("name") or id(node) in repeated:
            continue
        read = shape.literal(node.children[0])
        before = use.runnable.encode()[: node.start]
        # A single word may be grouped out of habit.
        if read is not None and (" " in read[0].strip() or (before.endswith(b" ") and read[0].strip())):
            span = use.inner(span_of(node))
            changes = (Change(Span(span.start, span.start), "\\"), Change(Span(span.end - 1, span.end - 1), "\\"))
            yield Spot("parentheses", span, changes, same=False, timed=False, detail=read[0])


def ignored_case(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A flag ``i`` for all of the pattern, which keeps the engine from looking for a text first."""
    letters = [part for part in regex.root.walk() if part.kind == "char" and part.details.get("fold") is True]
    if use.grok is not None or not any(_has_case(part) for part in letters):
        return
    size = len(use.written.encode())
    if "i" in use.options:
        yield Spot("case", Span(0, size), same=False, options=use.options.replace("i", ""))
    elif use.written.startswith(_INLINE):
        yield Spot("case", Span(0, len(_INLINE)), (Change(Span(0, len(_INLINE)), ""),), same=False)


def _has_case(part: Node) -> bool:
    value = str(part.details["value"])
    return value.lower() != value.upper()
