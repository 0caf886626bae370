"""Waiting: work that threads only do while they wait for one another, and so do less of the more else they have to do."""

from __future__ import annotations

from collections.abc import Mapping

# Terms of it, and of what the input's side does; all others keep the workers busy.
WAIT = "wait."
_INPUT = ("input.", "codec.", "queue.", "wait.event", "wait.batch")
# µs of the workers' work per input line from which on they are never found waiting: Logstash rows with a context switch for
# each event have less (0.7 an event with 0 µs of filters, 0.3 with 3, 0.01 with 5 and more; the loop itself takes 2).
ENOUGH = 6.0


def waiting_share(terms: Mapping[str, float], us: Mapping[str, float]) -> float:
    """How much of its ``wait.`` terms a pipeline does (0 to 1), from all its terms and the µs of each.

    A worker that is never out of work is not woken for events, and nothing is handed over in twos and threes.
    """
    busy = sum(us.get(name, 0.0) * amount for name, amount in terms.items() if not name.startswith((*_INPUT, WAIT)))
    return max(0.0, 1 - busy / ENOUGH)


def of_input(name: str) -> bool:
    """Whether a term is work of the input's threads."""
    return name.startswith(_INPUT)


def settled(terms: Mapping[str, float], share: float) -> dict[str, float]:
    """Terms with those of waiting done to ``share``."""
    return {name: amount * share if name.startswith(WAIT) else amount for name, amount in terms.items()}
