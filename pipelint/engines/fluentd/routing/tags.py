"""Tags and tag patterns as sets: what a pattern of `<match>` takes, and which tags a stage can emit."""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.routing.atoms import (
    AnySegment,
    Anything,
    Atom,
    BeforeDot,
    Choice,
    Literal,
    ThroughDot,
    automaton,
    literal,
)
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError


class _Reader:
    """Reads one glob pattern the way Fluentd's GlobMatchPattern does, its pending dot included."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.dot = text, 0, False

    def sequence(self, *, nested: bool) -> tuple[Atom, ...]:
        out: list[Atom] = []
        while self.at < len(self.text):
            if self.text.startswith("**", self.at):
                if self.dot:
                    out.append(BeforeDot())
                    self.dot = False
                through = self.text.startswith(".", self.at + 2)
                out.append(ThroughDot() if through else Anything())
                self.at += 3 if through else 2
                continue
            if self.dot:
                out.append(Literal("."))
                self.dot = False
            char = self.text[self.at]
            if nested and char in ",}":
                break
            self.at += 1
            if char == "\\":
                out.extend(literal(self.text[self.at : self.at + 1]))
                self.at += 1
            elif char == ".":
                self.dot = True
            elif char == "*":
                out.append(AnySegment())
            elif char == "{":
                out.append(self.choice())
            else:
                out.append(Literal(char))
        return tuple(out)

    def choice(self) -> Choice:
        options = [self.sequence(nested=True)]
        while self.text.startswith(",", self.at):
            self.at += 1
            options.append(self.sequence(nested=True))
        self.at += 1
        return Choice(tuple(options))


@lru_cache(maxsize=1024)
def pattern(text: str) -> Automaton | None:
    """The tags that one pattern (no blanks) takes; None where that cannot be said: most regular expressions.

    A pattern that nests braces absurdly deep is not said either.
    """
    try:
        if text.startswith("/"):
            # Imported here: few configs have one, and the reader of regular expressions takes its time to load.
            from pipelint.engines.fluentd.routing.tag_regex import tag_pattern

            return tag_pattern(text)
        return None if text.count("{") > 50 else automaton(_Reader(text).sequence(nested=False))
    except TooLargeError:
        return None


def patterns(arg: str) -> list[Automaton | None]:
    """The tags of each pattern, separated by blanks, in the argument of a `<match>` or `<filter>`."""
    return [pattern(text) for text in arg.split()]


ANY = automaton((Anything(),))

_PLACEHOLDER = late(r"#\{[^}]*\}?|\$\{[^}]*\}?|\$\d|\$\{?tag\}?|%\{[^}]*\}?")


def template(text: str) -> tuple[Atom, ...]:
    """The atoms of a tag that may hold placeholders (``${tag}``, ``$1``, ``#{...}``): each may become anything."""
    if "{" not in text and "$" not in text:
        return literal(text)
    out: list[Atom] = []
    at = 0
    for found in _PLACEHOLDER.finditer(text):
        out.extend(literal(text[at : found.start()]))
        out.append(Anything())
        at = found.end()
    return (*out, *literal(text[at:]))


# The words for a syslog message's facility and severity.
FACILITIES = ["kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp"]
FACILITIES += ["ntp", "audit", "alert", "at", *(f"local{number}" for number in range(8))]
SEVERITIES = ["emerg", "alert", "crit", "err", "warn", "notice", "info", "debug"]
PRIORITY = (Choice(tuple(map(literal, FACILITIES))), *literal("."), Choice(tuple(map(literal, SEVERITIES))))
# With what stands there for a line that cannot be read, where such lines are asked for.
PRIORITY_OR_UNMATCHED = (Choice((PRIORITY, literal("unmatched"))),)


@lru_cache(maxsize=1024)
def written(text: str) -> Automaton:
    """The tags that a text with placeholders may become. Raises TooLargeError."""
    return automaton(template(text))


_MARKS = frozenset("?[%#$")
_PATH_WILDCARD = late(r"\*+|\?|\[[^\]]*\]|%[a-zA-Z]|#\{[^}]*\}?|\$\{[^}]*\}?")


def path_tag(path: str, delimiter: str = ",") -> tuple[Atom, ...]:
    """What the ``*`` in a tail source's tag becomes: the path with its slashes as dots; globs and dates may be anything."""
    options: list[tuple[Atom, ...]] = []
    for one in path.split(delimiter or ","):
        dotted = one.strip().replace("/", ".")
        while ".." in dotted:
            dotted = dotted.replace("..", ".")
        dotted = dotted.removeprefix(".")
        # Most are seen to have nothing but stars without a regex, which would have to be compiled.
        while "**" in dotted:
            dotted = dotted.replace("**", "*")
        first, *others = dotted.split("*") if _MARKS.isdisjoint(dotted) else _PATH_WILDCARD.split(dotted)
        options.append((*literal(first), *(atom for other in others for atom in (Anything(), *literal(other)))))
    return options[0] if len(options) == 1 else (Choice(tuple(options)),)
