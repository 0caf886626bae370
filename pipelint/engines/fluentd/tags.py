"""Tags and tag patterns as sets: what a pattern of `<match>` takes, and which tags a stage can emit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pipelint.graph.automaton import Automaton, explore


@dataclass(frozen=True, slots=True)
class Literal:
    """One character."""

    char: str


@dataclass(frozen=True, slots=True)
class AnySegment:
    """``*`` in a pattern: any characters but dots."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Any characters, dots too."""


@dataclass(frozen=True, slots=True)
class BeforeDot:
    """Nothing, and only at the end or before a dot: how a pattern's ``.`` before ``**`` reads."""


@dataclass(frozen=True, slots=True)
class ThroughDot:
    """Anything through a dot, or nothing at the very start: how a pattern's ``**.`` reads."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences."""

    options: tuple[tuple[Atom, ...], ...]


Atom = Literal | AnySegment | Anything | BeforeDot | ThroughDot | Choice


def literal(text: str) -> tuple[Atom, ...]:
    """The atoms of a plain text."""
    return tuple(Literal(char) for char in text)


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
    """The tags that one pattern (no blanks) takes; None where that cannot be said: a regular expression.

    A pattern that nests braces absurdly deep is not said either.
    """
    if text.startswith("/"):
        return None
    if text.count("{") > 50:
        return None
    return automaton(_Reader(text).sequence(nested=False))


def patterns(arg: str) -> list[Automaton | None]:
    """The tags of each pattern, separated by blanks, in the argument of a `<match>` or `<filter>`."""
    return [pattern(text) for text in arg.split()]


@lru_cache(maxsize=1024)
def automaton(atoms: tuple[Atom, ...]) -> Automaton:
    """The set of tags that a sequence of atoms describes. Raises TooLargeError."""
    return _Machine(atoms).build()


# A position of the machine: which node, and whether only a dot (or the end) may follow.
_Position = tuple[int, bool]


class _Machine:
    """A nondeterministic machine, one node an atom boundary, and its subset construction."""

    def __init__(self, atoms: tuple[Atom, ...]) -> None:
        self.steps: list[list[tuple[str | None, int]]] = [[]]  # (character, or "" for any but a dot, None for any; node)
        self.free: list[list[tuple[str, int]]] = [[]]  # empty moves: "" always, "^" at the start, "." before a dot
        self.final = self._add(0, atoms)

    def _node(self) -> int:
        self.steps.append([])
        self.free.append([])
        return len(self.steps) - 1

    def _add(self, start: int, atoms: tuple[Atom, ...]) -> int:
        here = start
        for atom in atoms:
            after = self._node()
            match atom:
                case Literal(char):
                    self.steps[here].append((char, after))
                case AnySegment():
                    loop = self._node()
                    self.free[here].append(("", loop))
                    self.steps[loop].append(("", loop))
                    self.free[loop].append(("", after))
                case Anything():
                    loop = self._node()
                    self.free[here].append(("", loop))
                    self.steps[loop].append((None, loop))
                    self.free[loop].append(("", after))
                case BeforeDot():
                    self.free[here].append((".", after))
                case ThroughDot():
                    loop = self._node()
                    self.free[here].append(("", loop))
                    self.steps[loop].append((None, loop))
                    self.steps[loop].append((".", after))
                    self.free[here].append(("^", after))
                case Choice(options):
                    for option in options:
                        branch = self._node()
                        self.free[here].append(("", branch))
                        self.free[self._add(branch, option)].append(("", after))
            here = after
        return here

    def _closure(self, positions: set[_Position], *, at_start: bool) -> frozenset[_Position]:
        todo = list(positions)
        seen = set(positions)
        while todo:
            node, held = todo.pop()
            for kind, to in self.free[node]:
                if kind == "^" and not at_start:
                    continue
                position = (to, held or kind == ".")
                if position not in seen:
                    seen.add(position)
                    todo.append(position)
        return frozenset(seen)

    def build(self) -> Automaton:
        def move(state: frozenset[_Position], char: str) -> frozenset[_Position] | None:
            reached = {
                (to, False)
                for node, held in state
                if not held or char == "."
                for label, to in self.steps[node]
                if label is None or label == char or (label == "" and char != ".")
            }
            return self._closure(reached, at_start=False) if reached else None

        def expand(
            state: frozenset[_Position],
        ) -> tuple[dict[str, frozenset[_Position] | None], frozenset[_Position] | None, bool]:
            named = {label for node, _ in state for label, _ in self.steps[node] if label} | {"."}
            accepts = any(node == self.final for node, _ in state)
            return {char: move(state, char) for char in sorted(named)}, move(state, "\0"), accepts

        return explore(self._closure({(0, False)}, at_start=True), expand)


ANY = automaton((Anything(),))

_PLACEHOLDER = re.compile(r"#\{[^}]*\}?|\$\{[^}]*\}?|\$\d|\$\{?tag\}?|%\{[^}]*\}?")


def template(text: str) -> tuple[Atom, ...]:
    """The atoms of a tag that holds placeholders (``${tag}``, ``$1``, ``#{...}``): each may become anything."""
    out: list[Atom] = []
    at = 0
    for found in _PLACEHOLDER.finditer(text):
        out.extend(literal(text[at : found.start()]))
        out.append(Anything())
        at = found.end()
    return (*out, *literal(text[at:]))


_PATH_WILDCARD = re.compile(r"\*+|\?|\[[^\]]*\]|%[a-zA-Z]|#\{[^}]*\}?|\$\{[^}]*\}?")


def path_tag(path: str) -> tuple[Atom, ...]:
    """What the ``*`` in a tail source's tag becomes: the path with its slashes as dots; globs and dates may be anything."""
    options: list[tuple[Atom, ...]] = []
    for one in path.split(","):
        dotted = re.sub(r"\.+", ".", one.strip().replace("/", ".")).removeprefix(".")
        out: list[Atom] = []
        at = 0
        for found in _PATH_WILDCARD.finditer(dotted):
            out.extend(literal(dotted[at : found.start()]))
            out.append(Anything())
            at = found.end()
        options.append((*out, *literal(dotted[at:])))
    return options[0] if len(options) == 1 else (Choice(tuple(options)),)
