"""Which parameters differ between two states of a stage, and between what two configs say outside of all stages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Set

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.value import Value
from pipelint.compare.model import ParamChange
from pipelint.graph.stage import Stage, StageGraph

# Names of what a stage is by itself; no engine has a parameter in angle brackets.
PLUGIN, PATTERN, LABEL, WORKER, CONDITION = "<plugin>", "<pattern>", "<label>", "<worker>", "<if>"

Comparable = Hashable
"""A value to compare with another by ``==``: a text, or the tree of an array or hash."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One parameter: what to compare, its text, where it stands, and the plugin that it belongs to (``""`` for none)."""

    value: Comparable
    text: str
    place: Place
    plugin: str = ""


def stage_settings(stage: Stage, graph: StageGraph) -> dict[str, Setting]:
    """What a stage is and all parameters of its section by their names, those of its parts apart.

    A part without a section of its own (``format json`` in a source) has its plugin alone.
    """
    # Of a part, what stands after its section's name: the keys of a <buffer>.
    arg = "" if is_flat(stage, graph) or stage.block.arg == stage.plugin else stage.block.arg
    own = {
        PLUGIN: (stage.plugin, stage.place),
        PATTERN: (stage.pattern or arg, stage.block.arg_place),
        CONDITION: _guards(stage),
    }
    if stage.parent is None:
        own |= {LABEL: (stage.label, stage.place), WORKER: (stage.worker, stage.place)}
    out = {name: Setting(text, text, place) for name, (text, place) in own.items() if text}
    if is_flat(stage, graph):
        return out
    parts = {id(part.block) for part in graph.parts(stage) if part.block is not stage.block}
    out.update(_settings(stage.block, parts, stage.plugin))
    # The parameter that names the plugin says the same again.
    for name in ("@type", "type"):
        out.pop(name, None)
    return out


def config_settings(root: Block, graph: StageGraph) -> dict[str, Setting]:
    """The parameters of sections that are no stage and hold none: ``<system>``, the settings of a Logstash pipeline."""
    stages = {id(stage.block) for stage in graph.stages}
    out: dict[str, Setting] = {}
    for id_, block in graph.pipelines.items():
        out.update({f"{id_}.{item.name}": _setting(item, "") for item in block.items if isinstance(item, Param)})
    if not graph.pipelines:
        for block in root.blocks:
            if not any(id(inside) in stages for inside in block.walk()):
                out.update(dict(_settings(block, frozenset(), "", f"{block.name}.")))
    return out


def changes(engine: str, before: Mapping[str, Setting], after: Mapping[str, Setting]) -> tuple[ParamChange, ...]:
    """What differs between two states of a config of ``engine``, in the order of ``after``, then what is gone."""
    return tuple(
        _change(engine, name, old, new)
        for name in (*after, *(name for name in before if name not in after))
        if _differ(old := before.get(name), new := after.get(name))
    )


def is_flat(stage: Stage, graph: StageGraph) -> bool:
    """Whether a part has no section of its own: it is said by parameters of the stage that it is in."""
    return stage.parent is not None and graph.stages[stage.parent].block is stage.block


def _differ(old: Setting | None, new: Setting | None) -> bool:
    return (None if old is None else old.value) != (None if new is None else new.value)


def _change(engine: str, name: str, old: Setting | None, new: Setting | None) -> ParamChange:
    # Imported here: what has not changed is not shown.
    from pipelint.facts.secrets.masked import MASK
    from pipelint.facts.secrets.sections import shown_value

    before, after = (None if it is None else " ".join(shown_value(engine, it.plugin, name, it.text).split()) for it in (old, new))
    # A line without a blank is a name as a whole: password=x.
    shown = shown_value(engine, "", "", name)
    return ParamChange(shown, before, after, None if new is None else new.place, MASK in (before, after))


def _settings(block: Block, without: Set[int], plugin: str, prefix: str = "") -> Iterator[tuple[str, Setting]]:
    """Parameters of a section and of the sections in it, but of those in ``without`` (identities), which are stages."""
    parts = {inside.name for inside in block.blocks if id(inside) in without}
    for param in block.params.values():
        # Logstash: the parameter `codec` beside the section that stands for it.
        if param.data is None or param.name not in parts:
            yield f"{prefix}{param.name}", _setting(param, plugin)
    seen: Counter[str] = Counter()
    for inside in block.blocks:
        if id(inside) in without:
            continue
        seen[inside.name] += 1
        number = f"[{seen[inside.name]}]" if seen[inside.name] > 1 else ""
        if inside.arg:
            yield f"{prefix}<{inside.name}{number}>", Setting(inside.arg, inside.arg, inside.arg_place)
        yield from _settings(inside, without, plugin, f"{prefix}{inside.name}{number}.")


def _setting(param: Param, plugin: str) -> Setting:
    value: Comparable = param.value if param.data is None else _tree(param.data)
    return Setting((value, param.embedded), param.value, param.place, plugin)


def _tree(value: Value) -> Comparable:
    """An array or hash without its layout; how a string is quoted makes no difference either."""
    if value.items:
        return tuple(_tree(item) for item in value.items)
    if value.entries:
        return tuple((_tree(entry.key), _tree(entry.value)) for entry in value.entries)
    return value.text


def _guards(stage: Stage) -> tuple[str, Place]:
    """The conditions on the way to a stage as one, and where the last of them stands."""
    said = [f"{'' if guard.holds else 'not '}({' '.join(guard.condition.place.text.split())})" for guard in stage.guards]
    return " and ".join(said), stage.guards[-1].condition.place if stage.guards else stage.place
