"""Comparisons by size of a field that may be missing: Logstash raises an error in them, as ``<`` and ``>`` need a value.

Asked is what holds on the way to a comparison: conditions around it, those before it in its chain and in the same condition, and
filters before it that set the field whatever the event holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Not, Test, Truth
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.words import words_in

_SIZES = ("<", ">", "<=", ">=")
_NEGATED = ("!=", "!~", "not in")
# They set their fields only where a text fits, or only change a field that is there.
_MAY_FAIL = frozenset({"grok", "dissect", "kv", "csv", "json", "xml", "date", "geoip", "useragent", "drop"})
# What all fields are known to be there for: a tag says how an earlier filter went.
_TAGS = ("tags",)

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnguardedFact:
    """A comparison by size, ``text``, of a field that nothing on its way has found to be there."""

    field: str
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class _Known:
    """The fields that are there; ``anything`` may be where a tag was asked for."""

    paths: frozenset[Path] = frozenset()
    anything: bool = False

    def and_also(self, other: _Known) -> _Known:
        return _Known(self.paths | other.paths, self.anything or other.anything)

    def or_else(self, other: _Known) -> _Known:
        if self.anything or other.anything:
            return _Known((other if self.anything else self).paths, self.anything and other.anything)
        return _Known(self.paths & other.paths)

    def has(self, path: Path) -> bool:
        # What is made of a field that is there, as [domain_length] of [domain], is taken to be there with it.
        return self.anything or any(known[: len(path)] == path or path[-1].startswith(known[-1]) for known in self.paths)


_NOTHING = _Known()


def unguarded(root: Block) -> Iterator[UnguardedFact]:
    """The comparisons by size of fields that may be missing, in the order of the config; ``root`` holds pipelines."""
    for pipeline in root.blocks:
        if not any(block.name == "input" for block in pipeline.blocks):
            # A part of a pipeline: filters of other files may come before it.
            continue
        if not any(block.noted(_may_compare) for section in pipeline.blocks for block in section.blocks):
            continue
        words: set[str] = set()
        for section in ("filter", "output"):
            for block in pipeline.blocks:
                if block.name == section:
                    yield from _plugins(block.blocks, _NOTHING, words)


def _may_compare(block: Block) -> bool:
    """Whether a condition in it may be a comparison by size: in most configs none is."""
    return any("<" in inner.arg or ">" in inner.arg for inner in block.walk() if inner.asks)


def _plugins(blocks: tuple[Block, ...], known: _Known, words: set[str]) -> Iterator[UnguardedFact]:
    """``words``: those in the settings of the filters so far that set their fields in any case; what is met is added."""
    before = known
    for block in blocks:
        if block.name in ("if", "else if", "else"):
            before = known if block.name == "if" else before
            inside = before
            if block.condition is not None:
                found: list[UnguardedFact] = []
                met, unmet = _asked(block.condition, before, words, found)
                yield from found
                inside, before = met, unmet
            yield from _plugins(block.blocks, inside, words)
        elif block.name not in _MAY_FAIL and (block.name != "mutate" or set(block.names) - {"convert", "remove_field", "id"}):
            words.update(words_in(block))


def _asked(condition: Condition, known: _Known, words: set[str], found: list[UnguardedFact]) -> tuple[_Known, _Known]:
    """What is known where the condition is met, and where it is not; adds what it compares without knowing."""
    match condition:
        case Not(operand=operand):
            met, unmet = _asked(operand, known, words, found)
            return unmet, met
        case Joined(logic=Logic.AND | Logic.OR as logic, operands=operands):
            first, *rest = operands
            met, unmet = _asked(first, known, words, found)
            for operand in rest:
                if logic is Logic.AND:
                    met, also = _asked(operand, met, words, found)
                    unmet = unmet.or_else(also)
                else:
                    also, unmet = _asked(operand, unmet, words, found)
                    met = met.or_else(also)
            return met, unmet
        case Truth(operand=FieldOperand(path=path)):
            return known.and_also(_there(path)), known.and_also(_there(path)) if path == _TAGS else known
        case Test(operator, left, right, place):
            paths = [side.path for side in (left, right) if isinstance(side, FieldOperand)]
            if operator in _SIZES and isinstance(left, FieldOperand) and isinstance(right, LiteralOperand):
                path = left.path
                if not known.has(path) and path[-1] not in words and "${" not in right.value.text:
                    found.append(UnguardedFact("".join(f"[{key}]" for key in path), place.text, place))
                known = known.and_also(_there(path))
                return known, known
            there = _NOTHING
            for path in paths:
                there = there.and_also(_there(path))
            asked = known.and_also(there)
            if _TAGS in paths:
                return asked, asked
            return (known, asked) if operator in _NEGATED else (asked, known)
    return known, known


def _there(path: Path) -> _Known:
    return _Known(anything=True) if path == _TAGS else _Known(frozenset([path]))
