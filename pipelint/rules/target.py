"""Target: something that rules judge; and all targets of a config, by what a rule asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.writer import Writer
from pipelint.predicate.evaluate.frame import Hide
from pipelint.rules.rule import Rule

if TYPE_CHECKING:
    from pipelint.rules.editing.again import Quiet
    from pipelint.rules.judge import Judge

_STAGE = "stage"


@dataclass(frozen=True, slots=True)
class Target:
    """Something that rules judge: its kind (what ``on:`` says, of a stage its own) and the variables of the schema for it.

    ``config`` is one of them, whose ``engine`` says which rules apply. ``writer`` writes fixes; None where the files
    cannot be edited: then findings have no fix. ``hide`` gives a text that may quote the config as messages may show it.
    ``alone``: only a stage's own section is known, as the rest of the config is broken; rules that ask for more do not judge it.
    ``led``: of such a stage all is known that comes before it, too.
    ``silent`` is where is noted which rules find nothing here as long as the section is as it is (``again``); None where nobody
    asks again. ``around`` is the section that keeps these notes, where it stands now.
    """

    kind: str
    variables: Mapping[str, object]
    writer: Writer | None = None
    hide: Hide = str
    silent: dict[object, Quiet] | None = None
    around: Block | None = None
    alone: bool = False
    led: bool = False

    def judged_by(self, judge: Judge) -> bool:
        """Whether enough is known for a rule to judge it."""
        return not self.alone or judge.by_section or (self.led and judge.by_way)

    @property
    def engine(self) -> str:
        """The engine of its config; rules of ``engine: any`` alone apply where no config is given."""
        return str(getattr(self.variables.get("config"), "engine", ""))

    @property
    def ons(self) -> tuple[str, ...]:
        """What ``on:`` says in the rules that judge it."""
        return (self.kind,) if self.kind == _STAGE or _STAGE not in self.variables else (self.kind, _STAGE)

    @property
    def plugin(self) -> object:
        """The type of the plugin that it is; None for what is none."""
        return getattr(self.variables.get(_STAGE), "plugin", None)

    @property
    def idle(self) -> bool:
        """Whether it is proved that no event reaches the stage that is judged, or the one that it is a part of."""
        stage = self.variables.get(_STAGE) or getattr(self.variables.get("regex"), "stage", None)
        while stage is not None:
            if getattr(stage, "unreached", None) is not None:
                return True
            stage = getattr(stage, "parent", None)
        return False


class Targets:
    """Targets by what a rule asks for, so that it sees no others."""

    def __init__(self, targets: Iterable[Target]) -> None:
        self._of_kind: dict[tuple[str, str], list[Target]] = {}
        for target in targets:
            for on in target.ons:
                for engine in (target.engine, "any"):
                    self._of_kind.setdefault((on, engine), []).append(target)
        self._of_plugin: dict[tuple[str, str], dict[object, list[int]]] = {}

    def of(self, rule: Rule) -> list[Target]:
        """Those that a rule judges and for which its ``when`` may hold, in their order."""
        key = rule.on, rule.engine
        judged = self._of_kind.get(key, [])
        if not judged or rule.plugins is None:
            return judged
        if key not in self._of_plugin:
            places = self._of_plugin[key] = {}
            for place, target in enumerate(judged):
                places.setdefault(target.plugin, []).append(place)
        found = [place for plugin in rule.plugins for place in self._of_plugin[key].get(plugin, ())]
        return [judged[place] for place in sorted(found)]
