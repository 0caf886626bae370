"""Which findings are new and which are gone, however lines move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from pipelint.base.finding import Finding
from pipelint.compare.stages import Paired
from pipelint.suppress.baseline import key_of

# What a message counts or measures: with it changed it is still the same finding.
_FIGURES = re.compile(r"\d[\d.,]*m?\b")

_Key = tuple[object, ...]
_KeyOf = Callable[[Finding], _Key]


def new_and_fixed(
    before: Sequence[Finding], after: Sequence[Finding], silent: Sequence[Finding], pairs: Paired
) -> tuple[list[Finding], list[Finding]]:
    """The findings of HEAD that BASE does not have, and those of BASE that HEAD does not have.

    ``after`` are those of HEAD that count, ``silent`` those that comments or the baseline hide. A finding is known by its rule
    and the text of its lines, as in a baseline; the config is the same one, so its file and ConfigMap are no part of that. Where
    the text changed, it is known by its rule and the stage that it stands in; outside of all stages, by its rule and its
    message without the figures in it.
    """
    new, gone = _cancel(after, before, _text_key, _text_key)
    quiet, gone = _cancel(silent, gone, _text_key, _text_key)
    in_base, in_head = _Inside(pairs, 0).key, _Inside(pairs, 1).key
    new, gone = _cancel(new, gone, in_head, in_base)
    return new, _cancel(quiet, gone, in_head, in_base)[1]


def _text_key(finding: Finding) -> _Key:
    key = key_of(finding, Path.cwd())
    return key.code, key.text


def _cancel(
    one: Sequence[Finding], other: Sequence[Finding], first: _KeyOf, second: _KeyOf
) -> tuple[list[Finding], list[Finding]]:
    """What is left of both when those that have the same key are taken out of them, each once."""
    both = Counter(map(first, one)) & Counter(map(second, other))
    return _without(one, first, both), _without(other, second, both)


def _without(findings: Sequence[Finding], key: _KeyOf, known: Counter[_Key]) -> list[Finding]:
    left = Counter(known)
    out = []
    for finding in findings:
        found = key(finding)
        if left[found] > 0:
            left[found] -= 1
        else:
            out.append(finding)
    return out


class _Inside:
    """Keys by the innermost stage that a finding stands in; of a pair the same on both sides."""

    def __init__(self, pairs: Paired, side: int) -> None:
        self._stages = [(number, stage) for number, pair in enumerate(pairs) if (stage := pair[side]) is not None]

    def key(self, finding: Finding) -> _Key:
        """The rule and the number of the pair, or the rule and the message."""
        place = finding.place
        around = [
            (len(stage.block.place.span), number)
            for number, stage in self._stages
            if stage.block.place.document is place.document
            and stage.block.place.span.start <= place.span.start < stage.block.place.span.end
        ]
        if not around:
            return finding.code, "", _FIGURES.sub("#", finding.message)
        return finding.code, min(around)[1]
