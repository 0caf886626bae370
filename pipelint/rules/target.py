"""Target: something that rules judge; and all targets of a config, by what a rule asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.writer import Writer
from pipelint.predicate.evaluate.frame import Hide
from pipelint.rules.rule import Rule

if TYPE_CHECKING:
    from pipelint.rules.editing.again import Quiet
    from pipelint.rules.judge import Judge

_Kind: TypeAlias = tuple[str, str]  # what ``on:`` says, and the engine
# The place of a rule, the parameters all of which it needs, and those of which it needs one.
_Needs: TypeAlias = tuple[int, frozenset[str], frozenset[str]]
# Places of rules that ask about all, and by plugin or parameter of those that ask about it alone, with all that they need.
_Asking: TypeAlias = tuple[list[int], dict[object, list[_Needs]], dict[str, list[_Needs]]]
_NOBODY: _Asking = ([], {}, {})
_STAGE = "stage"
_NAMELESS: Set[str] = frozenset()


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
    def names(self) -> Set[str]:
        """The parameters that it has."""
        stage = self.variables.get(_STAGE)
        return _NAMELESS if stage is None else stage.block.names  # type: ignore[attr-defined]

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
    """Targets by what rules ask for, so that a rule sees no others."""

    def __init__(self, targets: Iterable[Target]) -> None:
        self._of_kind: dict[_Kind, list[Target]] = {}
        for target in targets:
            for on in target.ons:
                for engine in (target.engine, "any"):
                    self._of_kind.setdefault((on, engine), []).append(target)

    def by_rule(self, rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, list[Target]]]:
        """Each rule that judges some of them, with those for which its ``when`` may hold, all in their order."""
        found: dict[int, list[Target]] = {}
        asking = _asking(rules)
        for kind, judged in self._of_kind.items():
            of_any, of_plugin, of_param = asking.get(kind, _NOBODY)
            found.update(dict.fromkeys(of_any, judged))
            for target in judged if of_plugin or of_param else ():
                names = target.names
                some = [of_plugin.get(target.plugin, ()), *(of_param.get(name, ()) for name in names)]
                for place, needed, among in chain.from_iterable(some):
                    if needed <= names and not (among and among.isdisjoint(names)):
                        asked = found.setdefault(place, [])
                        # Of several parameters one is enough.
                        if not asked or asked[-1] is not target:
                            asked.append(target)
        return ((rules[place], found[place]) for place in sorted(found))


# The configs of a run are asked about by the same rules.
@lru_cache(maxsize=8)
def _asking(rules: tuple[Rule, ...]) -> dict[_Kind, _Asking]:
    found: dict[_Kind, _Asking] = {}
    for place, rule in enumerate(rules):
        of_any, of_plugin, of_param = found.setdefault((rule.on, rule.engine), ([], {}, {}))
        needs = place, rule.params, rule.among
        if rule.plugins is not None:
            for plugin in rule.plugins:
                of_plugin.setdefault(plugin, []).append(needs)
        elif rule.params or rule.among:
            for name in [min(rule.params)] if rule.params else rule.among:
                of_param.setdefault(name, []).append(needs)
        else:
            of_any.append(place)
    return found
