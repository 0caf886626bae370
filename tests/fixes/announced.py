"""What fixes announce, looked for in the config that was fixed: by the way to each section, not as the program looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipelint.base.block import Block, Param
from pipelint.base.effect import Effect, Gone, Has, Holds, Lacks, Written
from pipelint.base.finding import Fix, Safety
from pipelint.checker import load
from pipelint.checker.config.findings import judge
from pipelint.checker.trial.choose import applicable
from pipelint.language.config import Config
from pipelint.rules.index import load_index
from pipelint.settings.model import Settings

Way = tuple[tuple[str, int], ...]
"""To a section, from the outside: the name of each, and how many of that name stand before it."""


@dataclass(frozen=True)
class Announced:
    """An effect, and the way to its section."""

    effect: Effect
    way: Way
    before: Config

    def missing_in(self, after: Config) -> str:
        """What is not there, in words; empty where all is."""
        if isinstance(self.effect, Gone):
            here, there = (at(config.root, self.way[:-1]) for config in (self.before, after))
            name = self.effect.block.name
            return "" if names(there).count(name) < names(here).count(name) else f"a section {name} is left"
        block = at(after.root, self.way)
        match self.effect:
            case Has(_, name, value):
                return _differs(block, {name: value})
            case Lacks(_, name):
                return f"{name} is left" if name in block.params else ""
            case Holds(_, name, arg, params):
                found = [inner for inner in block.blocks if (inner.name, inner.arg) == (name, arg)]
                return f"no section {name}" if not found else _differs(found[-1], params)
            case Written(_, edits):
                gone = [edit.text for edit in edits if edit.text not in block.place.text]
                return f"{gone} is written nowhere" if gone else ""


def _differs(block: Block, params: object) -> str:
    assert isinstance(params, dict)
    for name, value in params.items():
        wanted = value.value if isinstance(value, Param) else value
        found = block.param(name)
        if found is None or found.value != wanted:
            return f"{name} is {found and found.value!r}, not {wanted!r}"
    return ""


def names(block: Block) -> list[str]:
    return [inner.name for inner in block.blocks]


def at(block: Block, way: Way) -> Block:
    """The section to which a way leads."""
    for name, number in way:
        block = [inner for inner in block.blocks if inner.name == name][number]
    return block


def way_to(block: Block, inside: Block) -> Way | None:
    """The way to a section, by where it stands."""
    if block.place == inside.place and block.name == inside.name:
        return ()
    counts: dict[str, int] = {}
    for inner in inside.blocks:
        number = counts.setdefault(inner.name, 0)
        counts[inner.name] += 1
        rest = way_to(block, inner)
        if rest is not None:
            return ((inner.name, number), *rest)
    return None


def announced(path: str, settings: Settings, level: Safety) -> list[Announced]:
    """What the fixes of a file's findings announce that may be made."""
    rules = load_index().rules
    found: list[Announced] = []
    for config in load([path]).configs:
        findings = judge(config, settings, rules).findings
        found += announcements(config, [f.fix for f in findings if f.fix is not None and applicable(f, level)])
    return found


def announcements(config: Config, fixes: Iterable[Fix]) -> list[Announced]:
    """What these fixes of a config announce."""
    found: list[Announced] = []
    for effect in (effect for fix in fixes for effect in fix.effects):
        way = way_to(effect.block, config.root)
        assert way is not None
        found.append(Announced(effect, way, config))
    return found


def missing(path: str, wanted: Iterable[Announced]) -> list[str]:
    """What of it is not in the file."""
    after = {config.name: config for config in load([path]).configs}
    return [said for one in wanted if (said := one.missing_in(after[one.before.name]))]
