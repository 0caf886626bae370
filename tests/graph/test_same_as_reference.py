"""The automata of the native module against those of ``reference.py``: random operations, and the routes of whole configs.

``python -m tests.graph.test_same_as_reference COUNT [SEED]`` tries so many operations.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelint.engines.fluentd.routing import atoms
from pipelint.engines.fluentd.routing.atoms import Atom
from pipelint.graph.automaton import Automaton
from tests.engines.fluentd.random_routes import Routes
from tests.graph import reference

ROOT = Path(__file__).parents[2]
LETTERS = "ab.é"
# Larger ones are not operated on any more: the reference is slow.
LARGEST = 25
KEPT = 60
Twins = tuple[Automaton, reference.Automaton]


def some_atoms(dice: random.Random, depth: int = 2) -> tuple[Atom, ...]:
    """A short random pattern."""
    plain: list[Callable[[], Atom]] = [
        lambda: atoms.Literal(dice.choice(LETTERS)),
        lambda: atoms.OneOf(frozenset(dice.choices(LETTERS, k=2))),
        lambda: atoms.NoneOf(frozenset(dice.choices(LETTERS, k=dice.randrange(3)))),
        *(atoms.AnySegment, atoms.Anything, atoms.BeforeDot, atoms.ThroughDot, atoms.AtStart, atoms.AtEnd),
    ]
    nested: list[Callable[[], Atom]] = [
        lambda: atoms.Choice(tuple(some_atoms(dice, depth - 1) for _ in range(dice.randrange(1, 3)))),
        lambda: atoms.Repeat(some_atoms(dice, depth - 1), (least := dice.randrange(2)), dice.choice((None, least, least + 2))),
    ]
    ways = [*plain, plain[0], plain[0], plain[0], *(nested if depth else ())]
    return tuple(dice.choice(ways)() for _ in range(dice.randrange(4)))


def both(pattern: tuple[Atom, ...]) -> Twins:
    machine = atoms._Machine(pattern)
    return tuple(kind(machine.steps, machine.free, machine.final) for kind in (Automaton, reference.Automaton))  # type: ignore[return-value]


def operated(dice: random.Random, pool: list[Twins]) -> tuple[str, Any, Any]:
    """The result of a random operation, of both kinds of automata."""
    (a, x), (b, y), (c, z), (d, v) = dice.choices(pool, k=4)
    text = "".join(dice.choices(LETTERS, k=dice.randrange(4)))
    number = dice.randrange(3)
    match dice.randrange(15):
        case 0:
            return "and", a & b, x & y
        case 1:
            return "sub", a - b, x - y
        case 2:
            return "or", a | b, x | y
        case 3:
            return "le", a <= b, x <= y
        case 4:
            return "meets", a.meets(b), x.meets(y)
        case 5:
            return "without", a.without([b, c, d]), x.without([y, z, v])
        case 6:
            return "and_without", a.and_without(b, [c, d]), x.and_without(y, [z, v])
        case 7:
            return "witness", *map(_length, (a.witness([b, c]), x.witness([y, z])))
        case 8:
            return "witness within", *map(_length, (a.witness([b, c], d), x.witness([y, z], v)))
        case 9:
            return "segment", a.segment(number), x.segment(number)
        case 10:
            return "after", a.after(text), x.after(text)
        case 11:
            return "before", a.before(text), x.before(text)
        case 12:
            return "words", a.words(20), x.words(20)
        case 13:
            return "contains", text in a, text in x
        case _:
            return "machine", *both(some_atoms(dice))


def _length(text: str | None) -> int:
    """Of several shortest texts each is right."""
    return -1 if text is None else len(text)


def check(count: int, seed: int) -> dict[str, int]:
    """Tries ``count`` operations; how often each. Raises AssertionError where the two differ."""
    dice = random.Random(seed)
    pool = [both(some_atoms(dice)) for _ in range(KEPT)]
    done: dict[str, int] = {}
    for number in range(count):
        name, one, two = operated(dice, pool)
        done[name] = done.get(name, 0) + 1
        if not isinstance(one, Automaton):
            assert one == two, (seed, number, name, one, two)
            continue
        assert reference.differ(one.states, two.states) is None, (seed, number, name, one.states, two.states)
        about = [(s.prefix, s.is_prefix, s.is_one, s.is_empty, _length(s.example())) for s in (one, two)]
        assert about[0] == about[1], (seed, number, name, about)
        if max(len(one), len(two)) <= LARGEST and (one or dice.random() < 0.1):
            pool[dice.randrange(KEPT)] = one, two
    return done


def test_operations_agree() -> None:
    assert len(check(3_000, random.randrange(10**9))) == 15


@pytest.mark.slow
def test_many_operations_agree() -> None:
    assert min(check(100_000, random.randrange(10**9)).values()) > 5_000


def routes(engine: str, paths: list[Path]) -> list[str]:
    command = [sys.executable, "-m", "tests.graph.reference_graphs", engine, *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.slow
def test_random_configs_are_routed_alike(tmp_path: Path) -> None:
    first = random.randrange(10**6)
    for seed in range(first, first + 150):
        (tmp_path / f"{seed}.conf").write_text(Routes(seed).text())
    found = routes("native", [tmp_path])
    assert len(found) == 150
    assert found == routes("reference", [tmp_path])


def test_the_corpus_is_routed_alike() -> None:
    paths = [ROOT / "tests" / "corpus", ROOT / "examples"]
    assert routes("native", paths) == routes("reference", paths)


@pytest.mark.slow
def test_the_shared_corpora_are_routed_alike(shared: Path) -> None:
    paths = [shared / "corpus" / name for name in ("fluentd", "fluentd-oracle", "k8s", "k8s-extracted")]
    assert routes("native", paths) == routes("reference", paths)


if __name__ == "__main__":
    print(check(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
