"""Which findings are new and which are gone, however lines move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from pipelint.base.finding import Finding
from pipelint.compare.stages import Paired
from pipelint.graph.stage import Kind
from pipelint.suppress.baseline import key_of

# What a message counts or measures: with it changed it is still the same finding.
_FIGURES = re.compile(r"\d[\d.,]*m?\b")

_PLUGINS = (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT)

_Key = tuple[object, ...]
_KeyOf = Callable[[Finding], _Key]


def new_and_fixed(
    before: Sequence[Finding], after: Sequence[Finding], silent: Sequence[Finding], pairs: Paired
) -> tuple[list[Finding], list[Finding]]:
    """The findings of HEAD that BASE does not have, and those of BASE that HEAD does not have.

    ``after`` are those of HEAD that count, ``silent`` those that comments or the baseline hide. A finding is known by its rule
    and the text of its lines, as in a baseline; the config is the same one, so its file and ConfigMap are no part of that. Where
    the text changed, it is known by its rule and the stage that it stands in, then by its rule and the plugin whose part that
    stage is (parameters move into sections); outside of all stages, by its rule and its message without the figures in it.
    """
    new, gone = _cancel(after, before, _text_key, _text_key)
    quiet, gone = _cancel(silent, gone, _text_key, _text_key)
    for among in (pairs, _of_plugins(pairs)):
        in_base, in_head = _Inside(among, 0).key, _Inside(among, 1).key
        new, gone = _cancel(new, gone, in_head, in_base)
        quiet, gone = _cancel(quiet, gone, in_head, in_base)
    return new, gone


def _of_plugins(pairs: Paired) -> Paired:
    """Those of sources, filters and outputs: the others are parts of these."""
    return [pair for pair in pairs if all(stage is None or stage.kind in _PLUGINS for stage in pair)]


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
