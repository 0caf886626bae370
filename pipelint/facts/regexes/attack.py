"""How a regex can be made slow: the verdict of the analyser, at its place, and the time that a line takes."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.limits import left_out
from pipelint.base.text.document import Place
from pipelint.cost.regex.saving import Prices, in_words
from pipelint.facts.regexes.use import RegexUse
from pipelint.regex.verdict import Attack, judge

# Steps that confirm an attack: enough for what a rule claims, and quick for hundreds of patterns.
STEPS = 300_000
_SHOWN = 24
# What may stand for a line feed, which a line has none of, and how much of the time must be left then.
_INSTEAD, _NEARLY = (" ", "a", "!", "\t"), 0.5
# Short lines that show how a time grows: by how many repetitions, up to how many, how many must end; what is more is "an hour".
_STEP, _SHORT, _NEEDED, _HOUR = 2, 60, 3, 3.6e9


@dataclass(frozen=True, eq=False)
class AttackFact:
    """A kind of line on which a search takes more than time in proportion: exponential, or polynomial of ``degree``.

    ``alone``: one attempt is enough for it; else it is the attempts from each character that add up. ``part`` is what is to
    blame as written, ``via`` the grok definitions that contain it. ``line`` says in words what the line looks like, of
    ``bytes`` bytes. It takes ``us`` µs, or more where the search was broken off; ``time`` says it in words.
    """

    kind: str
    degree: int
    alone: bool
    part: str
    via: str
    line: str
    bytes: int
    us: float
    time: str
    place: Place


def attack_fact(use: RegexUse, prices: Prices) -> AttackFact | None:
    """The attack on a regex by a single line; None where it is safe, where nothing is known, and where it takes line feeds."""
    verdict = judge(use.runnable, STEPS)
    if verdict is not None and verdict.bound:
        left_out(f"a regular expression {verdict.bound}: it may backtrack catastrophically")
    if verdict is None or verdict.verdict != "vulnerable" or verdict.attack is None:
        return None
    blamed = verdict.token or verdict.span
    found = _single_line(use, verdict.attack, prices)
    if blamed is None or found is None:
        return None
    attack, us, finished = found
    all_of_it = 0.0 if finished or verdict.kind != "exponential" else grown(use.runnable, use.engine, attack, prices)
    us, finished = max(us, all_of_it), finished or us < all_of_it < _HOUR
    own, chain = use.own(blamed)
    return AttackFact(
        verdict.kind,
        verdict.degree,
        not verdict.from_each_start,
        use.part(blamed),
        " in ".join(reversed(chain)),
        _words(attack),
        len(_line(attack, prices.line_bytes).encode()),
        us,
        in_words(us) if finished else "more than an hour" if us >= _HOUR else f"more than {in_words(us)}",
        use.at(own),
    )


def attempt_us(use: RegexUse, prices: Prices) -> float:
    """The µs of the line that makes one attempt slow, 0 where there is none: attempts from each character do not count."""
    verdict = judge(use.runnable, STEPS)
    if verdict is None or verdict.verdict != "vulnerable" or verdict.attack is None or verdict.from_each_start:
        return 0.0
    found = _single_line(use, verdict.attack, prices)
    return 0.0 if found is None else found[1]


def _single_line(use: RegexUse, attack: Attack, prices: Prices) -> tuple[Attack, float, bool] | None:
    """The attack with its time; of one with line feeds one without that is nearly as slow."""
    first = prices.search(use.runnable, use.engine, _line(attack, prices.line_bytes))
    if first is None or not _has_line_feed(attack):
        return None if first is None else (attack, *first)
    for other in _INSTEAD:
        texts = (text.replace("\n", other) for text in (attack.prefix, attack.pump, attack.suffix))
        variant = Attack(*texts)
        found = prices.search(use.runnable, use.engine, _line(variant, prices.line_bytes))
        if found is not None and found[0] >= _NEARLY * first[0]:
            return (variant, *found)
    return None


def grown(regex: str, engine: str, attack: Attack, prices: Prices) -> float:
    """µs of the whole line, as they grow in short ones; an hour where that or more comes out, 0 where nothing does."""
    times: list[float] = []
    for rounds in range(_STEP, _SHORT, _STEP):
        found = prices.search(regex, engine, attack.prefix + attack.pump * rounds + attack.suffix)
        if found is None or not found[1]:
            break
        times.append(found[0])
    if len(times) < _NEEDED:
        return 0.0
    rest = _rounds(attack, prices.line_bytes) / _STEP - len(times)
    us = times[-1]
    while us < _HOUR and rest > 0:
        us, rest = us * (times[-1] / times[-2]) ** min(rest, 1), rest - 1
    return min(us, _HOUR)


def _has_line_feed(attack: Attack) -> bool:
    return "\n" in attack.prefix + attack.pump + attack.suffix


def _line(attack: Attack, size: int) -> str:
    return attack.prefix + attack.pump * _rounds(attack, size) + attack.suffix


def _rounds(attack: Attack, size: int) -> int:
    return max(2, (size - len(attack.prefix) - len(attack.suffix)) // max(1, len(attack.pump)))


def _words(attack: Attack) -> str:
    """The line in words: what begins it, what it repeats, what ends it."""
    parts = [(attack.prefix, "{}"), (attack.pump, "{} repeated"), (attack.suffix, "{}")]
    return ", ".join(form.format(_quoted(text)) for text, form in parts if text)


def _quoted(text: str) -> str:
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return '"' + "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in shown) + '"'
