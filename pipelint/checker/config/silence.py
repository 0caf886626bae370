"""Where an editor notes of each section which rules find nothing there (``rules/editing``), and when that still holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from pipelint.base.block import Block
from pipelint.facts.config import ConfigFact, TrafficFact
from pipelint.facts.regexes.facts import RegexFact
from pipelint.facts.sound import outermost
from pipelint.facts.stage import StageFact
from pipelint.rules.editing.again import Quiet

Notes = dict[object, Quiet]


class _Noted(dict[tuple[object, ...], Notes]):
    """Of a section, by what beside its text decides what is asked, the rules that find nothing there wherever it stands."""

    def __init__(self, _: Block) -> None:
        super().__init__()


@lru_cache(maxsize=8)
def _token(said: tuple[object, ...]) -> object:
    """One and the same thing for what is equal, which is quicker to compare."""
    return object()


class Silence:
    """That of one version of a config.

    Of a stage the outermost section keeps it, which holds all stages around it, by the place of the stage among these, and by
    what ``own.py`` says beside its text: what the section is read as, where it stands, and what is known of the whole.
    """

    def __init__(self, config: ConfigFact, traffic: TrafficFact, *, broken: bool) -> None:
        # Rules that judge sections of a broken config do not ask whether that is complete: they find what they found before.
        said = config.engine, config.complete or broken, config.kubernetes, config.targeted, config.version, config.workers
        self._whole = _token((*said, traffic, config.written_for))
        self._stages: dict[int, tuple[_Noted, tuple[object, ...], Block]] = {}
        self._seen: Counter[tuple[int, str, str, bool]] = Counter()
        self._inside: Counter[int] = Counter()

    def _of(self, stage: StageFact) -> tuple[_Noted, tuple[object, ...], Block]:
        """The section that keeps what is noted of a stage, and what that is noted by. Stages are asked for in their order."""
        known = self._stages.get(id(stage))
        if known is not None:
            return known
        key: tuple[object, ...]
        if stage.parent is None:
            noted, around = stage.block.noted(_Noted), stage.block
            key = (*stage.read_as(), stage.label, stage.pattern, stage.worker, self._whole)
        else:
            outer = outermost(stage)
            self._inside[id(outer)] += 1
            noted, outside, around = self._of(outer)
            key = self._inside[id(outer)], *outside
        self._stages[id(stage)] = noted, key, around
        return noted, key, around

    def at(self, variables: Mapping[str, object]) -> tuple[Notes | None, Block | None]:
        """The notes on what is judged, and the section that keeps them; None where there are none."""
        regex = variables.get("regex")
        if isinstance(regex, RegexFact):
            return self._at_regex(regex)
        stage = variables.get("stage")
        if isinstance(stage, StageFact):
            noted, key, around = self._of(stage)
            return noted.setdefault(key, {}), around
        block = getattr(variables.get("branch"), "block", None)
        return (None, None) if block is None else (block.noted(_Noted).setdefault((self._whole,), {}), block)

    def _at_regex(self, regex: RegexFact) -> tuple[Notes | None, Block | None]:
        if regex.stage is None:
            return None, None
        noted, key, around = self._of(regex.stage)
        # Alike in all that is told here, and as the how manyth of these in the section.
        told = id(regex.stage), regex.name, regex.text, regex.priced
        self._seen[told] += 1
        return noted.setdefault((self._seen[told], *told[1:], *key), {}), around
