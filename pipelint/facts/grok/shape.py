"""What the text of a grok pattern says about where it matches, how often it can backtrack, and whether dissect could do it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import zip_longest

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.regex.starts import anchors

# Names whose definitions in logstash-patterns-core begin with an anchor.
_ANCHORED = frozenset({"CISCO_TAGGED_SYSLOG"})
_ANY = frozenset({"DATA", "GREEDYDATA"})
# What may stand after a name so that dissect ends its field there too: text that the name's pattern cannot hold.
_NO_WORD = late(r"\W")
_MARK = late(r"[\s|\])>;,\"']")
_BRACKET = late(r"[\s|\])>;\"']")
_BLANK = late(r"\s")
_ENDED_BY = {
    **dict.fromkeys(("DATA", "WORD", "LOGLEVEL", "INT", "POSINT", "NONNEGINT"), _NO_WORD),
    **dict.fromkeys(("NUMBER", "BASE10NUM", "IP", "IPV4", "IPV6", "IPORHOST", "HOSTNAME", "HOST", "UUID"), _MARK),
    **dict.fromkeys(("USER", "USERNAME", "JAVACLASS"), _MARK),
    "TIMESTAMP_ISO8601": _BRACKET,
    **dict.fromkeys(("NOTSPACE", "PATH", "UNIXPATH", "URIPATH", "URI"), _BLANK),
}
# An unanchored pattern of so many fields is taken for one of a whole line.
_WHOLE_LINE = 4
_NAME = late(r"%\{(\w+)(?::([^:}]+))?(?::(\w+))?\}")
_TOKEN = late(r"%\{(\w+)(?::([^:}]+))?(?::\w+)?\}|\\([^\w])|(\\s\+|\\s|[ ]\+)|([^\\%.^$*+?()\[\]{}|])")
_RAW_ANY = late(r"(?<!\\)\.[*+]")
_LITERAL = late(r"(?:\\[^\w\s]|[^\\%.^$*+?()\[\]{}|])+")
_OPTIONAL = late(r"[?*]|\{0")
# A class that nothing closes goes on to the end, or each of its brackets would look for one.
_ALTERNATIVES = late(r"\\.|\[(?:\\.|[^\\\]])+\]?|[()|]")
# The same with quotes, and what makes one of them optional.
_QUOTES = late(r"(?P<quote>\\?\")(?P<more>[?*{+])?|\\.|\[(?:\\.|[^\\\]])+\]?|[()|]")


@dataclass(frozen=True)
class GrokFact:
    """A grok pattern as written.

    ``anchored_start`` and ``anchored_end``: every alternative is, in this text or as a leading ``.*`` is by itself.
    ``names`` are those of ``%{NAME}``, ``fields`` what they fill, in order, ``types`` what is asked to be made of some. ``any``
    counts ``DATA``, ``GREEDYDATA``, ``.*`` and ``.+``, ``leading_any`` is true where the pattern begins with one that is greedy.
    ``first_literal`` is the text that a match has to begin with, after an anchor ("" where it begins with anything else).
    ``dissect`` is the mapping for the dissect filter that does the same, null where none does. ``halved``: a ``|`` outside of
    groups ends the first alternative in the middle of quotes.
    """

    anchored_start: bool
    anchored_end: bool
    names: tuple[str, ...]
    fields: tuple[str, ...]
    types: tuple[str, ...]
    any: int
    leading_any: bool
    first_literal: str
    dissect: str | None
    halved: bool


@lru_cache(maxsize=512)
def read_grok(text: str) -> GrokFact:
    """The facts of a grok pattern. Never raises; linear in the text."""
    found = list(_NAME.finditer(text))
    names = tuple(match[1] for match in found)
    plain = text.lstrip("(?:")
    greedy = plain.startswith((".*", "%{GREEDYDATA"))
    ends = anchors(_NAME.sub("x", text))
    return GrokFact(
        ends.start or greedy or (bool(found) and found[0].start() == 0 and names[0] in _ANCHORED),
        ends.end or plain.endswith((".*", ".+")) or bool(found and found[-1][1] == "GREEDYDATA" and text.endswith("}")),
        names,
        tuple(match[2] for match in found if match[2]),
        tuple(match[3] for match in found if match[3]),
        sum(name in _ANY for name in names) + len(_RAW_ANY.findall(text)),
        greedy,
        _first_literal(text),
        _dissect(text),
        "|" in text and '"' in text and _is_halved(text),
    )


def _first_literal(text: str) -> str:
    """The literal that a match begins with."""
    if "|" in text and _has_alternatives(text):
        return ""
    start = 1 if text.startswith("^") else 2 if text.startswith("\\A") else 0
    found = _LITERAL.match(text, start)
    if found is None:
        return ""
    literal = found[0]
    # A quantifier after it belongs to its last character.
    if _OPTIONAL.match(text, found.end()):
        literal = literal[:-2] if literal[-2:-1] == "\\" else literal[:-1]
    return re.sub(r"\\(.)", r"\1", literal)


def _has_alternatives(text: str) -> bool:
    """Whether the whole text is one of several alternatives, and no group in it alone."""
    depth = 0
    for token in _ALTERNATIVES.finditer(text):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if token[0] == "|" and depth <= 0:
            return True
    return False


def _is_halved(text: str) -> bool:
    """Whether two of the alternatives, and no more, have an odd number of quotes, all of them outside of groups."""
    depth, quotes = 0, [0]
    for token in _QUOTES.finditer(text):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if token["quote"] and (depth > 0 or token["more"]):
            return False
        quotes[-1] += bool(token["quote"])
        if token[0] == "|" and depth <= 0:
            quotes.append(0)
    return sum(count % 2 for count in quotes) == len(quotes) == 2


def _dissect(text: str) -> str | None:
    """The same as a dissect mapping: two fields or more, each ended by a text that its pattern cannot hold.

    Without an anchor a pattern may be meant for the middle of a line; one that begins with a time or has many fields is not.
    """
    anchored = text.startswith(("^", "\\A", "%{TIMESTAMP_ISO8601"))
    if not text.endswith(("$", "}")) or not (anchored or text.startswith("%{")):
        return None
    text = text.removeprefix("^").removeprefix("\\A")
    tokens = list(_tokens(text.removesuffix("$")))
    out: list[str] = []
    fields = 0
    for token, after in zip_longest(tokens, tokens[1:]):
        if token is None:
            return None
        name, field, escaped, blank, char = token.groups()
        if name is None:
            out.append(" " if blank else escaped or char)
        elif after is None:
            # At the end dissect takes all that is left.
            if name != "GREEDYDATA" and not (text.endswith("$") and name in _ENDED_BY):
                return None
            out.append(f"%{{{field or ''}}}")
        elif name == "DATA" and not _takes_anything(tokens[len(out) + 1 :]):
            # Where what follows does not fit, it goes on to the next separator; dissect does not.
            return None
        elif name in _ENDED_BY and after[1] is None and _ENDED_BY[name].match(_literal(after)):
            out.append(f"%{{{field or ''}{'->' if after[4] and after[4].endswith('+') else ''}}}")
        else:
            return None
        fields += field is not None
    return "".join(out) if fields >= (2 if anchored else _WHOLE_LINE) else None


def _takes_anything(tokens: Iterable[re.Match[str] | None]) -> bool:
    """Whether every name takes any text."""
    return all(token is not None and token[1] in (None, *_ANY) for token in tokens)


def _tokens(text: str) -> Iterator[re.Match[str] | None]:
    """Names and literal characters; None, and no more, where anything else stands."""
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        yield token
        if token is None:
            return
        at = token.end()


def _literal(token: re.Match[str]) -> str:
    return " " if token[4] else token[3] or token[5]
