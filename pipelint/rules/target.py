"""Target: something that rules judge; and all targets of a config, by what a rule asks for."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from pipelint.base.record import dataclass
from pipelint.base.writer import Writer
from pipelint.rules.rule import Rule

if TYPE_CHECKING:
    from pipelint.rules.memory import Clean, Memory


@dataclass(frozen=True, slots=True)
class Target:
    """Something that rules judge: its kind (what ``on:`` says) and the variables that the schema promises for it.

    ``config`` is one of them, whose ``engine`` says which rules apply. ``writer`` writes fixes; None where the files
    cannot be edited: then findings have no fix. ``key`` is equal for stages whose own sections say the same; None where
    nothing shall be remembered of it.
    """

    kind: str
    variables: Mapping[str, object]
    writer: Writer | None = None
    key: Hashable = None

    @property
    def engine(self) -> str:
        """The engine of its config; rules of ``engine: any`` alone apply where no config is given."""
        return str(getattr(self.variables.get("config"), "engine", ""))

    @property
    def idle(self) -> bool:
        """Whether it is proved that no event reaches the stage that is judged, or the one that it is a part of."""
        stage = self.variables.get("stage") or getattr(self.variables.get("regex"), "stage", None)
        while stage is not None:
            if getattr(stage, "unreached", None) is not None:
                return True
            stage = getattr(stage, "parent", None)
        return False


# A target, and the rules that found nothing at it before; None where nothing is remembered of it.
Asked: TypeAlias = "tuple[Target, Clean | None]"


class Targets:
    """Targets by what a rule asks for, so that it sees no others. ``memory`` is that of the config's last version."""

    def __init__(self, targets: Iterable[Target], memory: Memory | None) -> None:
        self.memory = memory
        self._of_kind: dict[tuple[str, str], list[Asked]] = {}
        for target in targets:
            clean = None if memory is None or target.key is None else memory.at(target.key)
            for engine in (target.engine, "any"):
                self._of_kind.setdefault((target.kind, engine), []).append((target, clean))
        self._of_plugin: dict[tuple[str, str], dict[object, list[int]]] = {}

    def of(self, rule: Rule) -> list[Asked]:
        """Those that a rule judges and for which its ``when`` may hold, in their order."""
        key = rule.on, rule.engine
        judged = self._of_kind.get(key, [])
        if not judged or rule.plugins is None:
            return judged
        if key not in self._of_plugin:
            places = self._of_plugin[key] = {}
            for place, (target, _) in enumerate(judged):
                places.setdefault(getattr(target.variables["stage"], "plugin", None), []).append(place)
        found = [place for plugin in rule.plugins for place in self._of_plugin[key].get(plugin, ())]
        return [judged[place] for place in sorted(found)]
