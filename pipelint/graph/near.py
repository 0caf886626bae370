"""Near: finds, among many sets of tags, those that may have a tag in common with another, by how their tags begin."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from pipelint.graph.automaton import Automaton


class Near:
    """Sets of tags by the number that each has in ``sets``; None stands for one that may have any tag."""

    def __init__(self, sets: Iterable[Automaton | None]) -> None:
        self._open: list[int] = []
        self._numbers: dict[str, list[int]] = {}
        for number, one in enumerate(sets):
            if one is None:
                self._open.append(number)
            elif one:
                self._numbers.setdefault(one.prefix, []).append(number)
        self._prefixes = sorted(self._numbers)
        self._lengths = sorted(set(map(len, self._prefixes)))

    def of(self, tags: Automaton) -> list[int]:
        """The numbers of the sets that may have one of ``tags``, in order."""
        prefix = tags.prefix
        found = list(self._open)
        for length in self._lengths:
            if length >= len(prefix):
                break
            found += self._numbers.get(prefix[:length], ())
        for at in range(bisect_left(self._prefixes, prefix), len(self._prefixes)):
            other = self._prefixes[at]
            if not other.startswith(prefix):
                break
            found += self._numbers[other]
        return sorted(found)
