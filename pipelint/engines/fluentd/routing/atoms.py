"""Atoms: the pieces that sets of tags are described with, and the automaton of a sequence of them."""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.lean.record import dataclass
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError

# Nodes of one machine; a repetition is written out, so that `(a{50}){50}` would have thousands.
_MAX_NODES = 20_000


@dataclass(frozen=True, slots=True)
class Literal:
    """One character."""

    char: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One character out of ``chars``."""

    chars: frozenset[str]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """One character that is not in ``chars``; any at all where there are none."""

    chars: frozenset[str] = frozenset()


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
class AtStart:
    """Nothing, and only at the start."""


@dataclass(frozen=True, slots=True)
class AtEnd:
    """Nothing, and only at the end."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences."""

    options: tuple[tuple[Atom, ...], ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A sequence ``least`` to ``most`` times, without end where ``most`` is None."""

    atoms: tuple[Atom, ...]
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Within:
    """Any text of an automaton."""

    automaton: Automaton


Atom = Literal | OneOf | NoneOf | AnySegment | Anything | BeforeDot | ThroughDot | AtStart | AtEnd | Choice | Repeat | Within


def literal(text: str) -> tuple[Atom, ...]:
    """The atoms of a plain text."""
    return tuple(Literal(char) for char in text)


MAX_ATOMS = 1_000
"""Letters and wildcards of one tag, pattern or path; what is longer may be any tag. Those of real configs have some hundred."""


@lru_cache(maxsize=1024)
def automaton(atoms: tuple[Atom, ...]) -> Automaton:
    """The set of tags that a sequence of atoms describes. Raises TooLargeError."""
    if len(atoms) > MAX_ATOMS:
        raise TooLargeError
    machine = _Machine(atoms)
    return Automaton(machine.steps, machine.free, machine.final)


class _Machine:
    """A nondeterministic machine, one node an atom boundary."""

    def __init__(self, atoms: tuple[Atom, ...]) -> None:
        self.steps: list[list[tuple[str, bool, int]]] = [[]]  # characters, whether these or all others, node
        # Empty moves: "" always, "^" at the start, "." before a dot, "$" at the end.
        self.free: list[list[tuple[str, int]]] = [[]]
        self.final = self._sequence(0, atoms)

    def _node(self) -> int:
        if len(self.steps) >= _MAX_NODES:
            raise TooLargeError
        self.steps.append([])
        self.free.append([])
        return len(self.steps) - 1

    def _sequence(self, start: int, atoms: tuple[Atom, ...]) -> int:
        here = start
        for atom in atoms:
            here = self._atom(here, atom)
        return here

    def _atom(self, here: int, atom: Atom) -> int:
        after = self._node()
        match atom:
            case Literal(char):
                self.steps[here].append((char, True, after))
            case OneOf(chars):
                self.steps[here].append(("".join(chars), True, after))
            case NoneOf(chars):
                self.steps[here].append(("".join(chars), False, after))
            case AnySegment():
                self._loop(here, ".", after)
            case Anything():
                self._loop(here, "", after)
            case BeforeDot():
                self.free[here].append((".", after))
            case AtStart():
                self.free[here].append(("^", after))
            case AtEnd():
                self.free[here].append(("$", after))
            case ThroughDot():
                loop = self._loop(here, "")
                self.steps[loop].append((".", True, after))
                self.free[here].append(("^", after))
            case Choice(options):
                for option in options:
                    branch = self._node()
                    self.free[here].append(("", branch))
                    self.free[self._sequence(branch, option)].append(("", after))
            case Repeat(atoms, least, most):
                self._repeat(here, atoms, least, most, after)
            case Within(inner):
                self._within(here, inner, after)
        return after

    def _loop(self, here: int, excluded: str, after: int | None = None) -> int:
        loop = self._node()
        self.free[here].append(("", loop))
        self.steps[loop].append((excluded, False, loop))
        if after is not None:
            self.free[loop].append(("", after))
        return loop

    def _repeat(self, here: int, atoms: tuple[Atom, ...], least: int, most: int | None, after: int) -> None:
        for _ in range(least):
            here = self._sequence(here, atoms)
        if most is None:
            loop = self._node()
            self.free[here].append(("", loop))
            self.free[self._sequence(loop, atoms)].append(("", loop))
            here = loop
        else:
            for _ in range(most - least):
                self.free[here].append(("", after))
                here = self._sequence(here, atoms)
        self.free[here].append(("", after))

    def _within(self, here: int, inner: Automaton, after: int) -> None:
        states = inner.states
        nodes = [self._node() for _ in states]
        for node, (on, other, accepts) in zip(nodes, states, strict=True):
            for char, to in on.items():
                if to is not None:
                    self.steps[node].append((char, True, nodes[to]))
            if other is not None:
                self.steps[node].append(("".join(on), False, nodes[other]))
            if accepts:
                self.free[node].append(("", after))
        if nodes:
            self.free[here].append(("", nodes[0]))
