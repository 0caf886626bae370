"""Lines to try a regex on: one that it matches, one of other text, and one that fails at its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pipelint.base.lean.record import dataclass
from pipelint.cost.regex.example import example, stretched
from pipelint.cost.regex.words import entry, prose
from pipelint.cost.regex.work import Engine, search
from pipelint.regex.tree import Refused, read_regex

# Cuts tried at the end of a line that matches.
_CUTS = 12


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines for one regex; None where none was found.

    ``miss`` is words alone, if they do not match; ``late`` a line that matches, without its end; ``entry`` an application's log
    line, where that does not match.
    """

    hit: str | None
    miss: str | None
    late: str | None
    entry: str | None


@lru_cache(maxsize=512)
def lines_for(pattern: str, engine: Engine, size: int) -> Lines:
    """Lines of ``size`` characters for a regex; each is verified. Bounded in time. Raises ValueError as ``search``."""
    read = read_regex(pattern)
    if isinstance(read, Refused):
        raise ValueError(read.message, read.span.start, read.span.end)
    short = example(read.root, 0)
    hit = _first(pattern, engine, _hits(short, example(read.root, size), stretched(read.root, size), size), wanted=True)
    misses = (prose(size), "- " * (size // 2), ("0123456789 " * (size // 11 + 1))[:size], "\x7f" * size)
    miss = _first(pattern, engine, iter(misses), wanted=False)
    return Lines(hit, miss, _late(pattern, engine, short, size), _first(pattern, engine, iter([entry(size)]), wanted=False))


def _hits(short: str, long: str, wide: str, size: int) -> Iterator[str]:
    """The example filled up inside, or after, or before, or with longer words; else as it is."""
    rest = prose(max(0, size - len(long) - 1))
    if rest:
        yield f"{long} {rest}"
        yield long + rest
        yield f"{rest} {long}"
        yield wide
    yield long
    yield short


def _first(pattern: str, engine: Engine, lines: Iterator[str], *, wanted: bool) -> str | None:
    # What takes more steps than there are is no quick hit: it counts as a miss.
    return next((line for line in lines if (search(pattern, [line], engine)[0].matched is True) is wanted), None)


def _late(pattern: str, engine: Engine, short: str, size: int) -> str | None:
    """The shortest cut at the end of an example that makes it fail, filled up after."""
    if search(pattern, [short], engine)[0].matched is not True:
        return None
    cut = 1
    for _turn in range(_CUTS):
        if cut >= len(short):
            return None
        begun = short[:-cut]
        line = begun + prose(max(0, size - len(begun)))
        if search(pattern, [line], engine)[0].matched is not True:
            return line
        cut += max(1, cut // 2)
    return None
