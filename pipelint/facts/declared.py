"""A stage's parameters against what its plugin declares. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass, field
from pipelint.base.spelling import nearest, one_edit
from pipelint.base.text.document import Place
from pipelint.base.value import ValueKind
from pipelint.facts.readings import MisspeltFact, Reading, is_foreign, misspelt, readings
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.plugins import ParamSpec, Values, stage_kinds
from pipelint.plugins.declarations import Declarations
from pipelint.plugins.index import has_namesakes


@dataclass(frozen=True, eq=False)
class UndeclaredFact:
    """A parameter that ``owner`` does not declare. ``suggestion`` is a similar declared name, "" without one.

    ``since`` says in words which later versions have it, "" where none is known to; ``gone`` is the plugin's first version
    without it, where earlier ones have it; ``ended`` the first number of the engine's first version that takes it no more, 0
    where none is known. ``exact``: the plugin's version is the one that runs the config.
    """

    name: str
    owner: str
    suggestion: str
    since: str
    gone: str
    ended: int
    exact: bool
    as_of: str
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class OutdatedFact:
    """A parameter that ``owner`` removed or deprecates. ``replaced_by`` are the ones to use, perhaps none.

    ``renamed_to`` is the only one where it takes the value as it is written, and is not there yet; else "". ``exact``: the
    version that runs the config has that name, which an older one might not have.
    """

    name: str
    owner: str
    replaced_by: list[str]
    renamed_to: str
    exact: bool
    as_of: str
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class MissingFact:
    """A missing parameter that ``owner`` requires; ``place`` is the opening tag. ``section``: it is a section."""

    name: str
    owner: str
    section: bool
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class MistypedFact:
    """A value of another type than declared: ``expected`` in words, ``read_as`` what the engine makes of it ("": it stops).

    ``is_default``: what the engine makes of it is what the parameter is without a value.
    """

    name: str
    owner: str
    value: str
    expected: str
    read_as: str
    is_default: bool
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class ChoiceFact:
    """A value that is none of the ``choices``. ``slip`` says that one letter makes it ``suggestion`` and no other choice.

    ``type`` is the parameter's: an engine may refuse other values of an enum, and take those of a string for another choice.
    """

    name: str
    owner: str
    type: str
    value: str
    choices: list[str]
    suggestion: str
    slip: bool
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class IdleFact:
    """A parameter of which nothing comes, since ``setting`` has none of ``values``: of what it needs the first."""

    name: str
    owner: str
    setting: str
    values: list[str]
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class ChangedFact:
    """A parameter that is left out and whose default changed up to the version that runs the config: ``before``, ``now``.

    ``since`` names the release with the change, ``version`` is the engine's in it as in ConfigFact.
    """

    name: str
    before: str
    now: str
    since: str
    version: int
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class DeclaredFact:
    """What a stage's section, and the sections in it that are no stages, are to what the plugin declares.

    ``known`` is false where nothing is known of such a plugin; ``suggestion`` is then the name that may be meant, and
    ``left_out`` the release that comes without the plugin, where one does. Values of
    embedded code, the environment or an event's fields are not judged, nor are sections that the plugin does not declare.
    ``later`` are the parameters of its own section that only later versions than the one that runs the config have, ``changed``
    those that are left out and have another default than before, where the release is known. ``another``: the section is written
    for a plugin of somebody else's that has the same name.
    """

    known: bool
    suggestion: str
    left_out: str
    undeclared: list[UndeclaredFact] = field(default_factory=list)
    removed: list[OutdatedFact] = field(default_factory=list)
    deprecated: list[OutdatedFact] = field(default_factory=list)
    missing: list[MissingFact] = field(default_factory=list)
    mistyped: list[MistypedFact] = field(default_factory=list)
    choices: list[ChoiceFact] = field(default_factory=list)
    misspelt: list[MisspeltFact] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    changed: list[ChangedFact] = field(default_factory=list)
    idle: list[IdleFact] = field(default_factory=list)
    another: bool = False


def declared_fact(known: Declarations, values: Values, graph: StageGraph, stage: Stage) -> DeclaredFact:
    """The facts of one stage."""
    read = readings(known, graph, stage)
    shared = _has_namesakes(known, graph, stage)
    another = [shared and _is_another(reading) for reading in read.readings]
    out = DeclaredFact(read.known, read.suggestion, read.left_out, another=any(another))
    for reading, of_another in zip(read.readings, another, strict=True):
        out.later.extend(reading.spec.later if reading.block is stage.block else ())
        names = _names(reading)
        if of_another:
            continue
        for param in reading.block.params.values():
            if param.name in names:
                _judge(out, values, reading, names, values.by_default(param))
            elif reading.whole and not reading.takes(param.name) and not values.is_stray(param):
                plugin = stage_kinds(known.engine).get(stage.kind.value, ""), stage.plugin
                past = known.past(*plugin, param.name) if reading.block is stage.block else ("", 0)
                out.undeclared.append(_undeclared(values, reading, names, param, *past))
        if reading.block is stage.block:
            out.changed.extend(_changed(known, stage, names))
        out.missing.extend(_missing(reading, names))
        if reading.whole:
            out.misspelt.extend(misspelt(reading.block, reading.owner, reading.spec.sections))
    return out


def misspelt_in(known: Declarations, graph: StageGraph, stage: Stage) -> Iterator[MisspeltFact]:
    """What ``declared_fact`` finds misspelt, which asks hardly anything of the parameters."""
    shared = _has_namesakes(known, graph, stage)
    for reading in readings(known, graph, stage).readings if stage.block.blocks else ():
        found = list(misspelt(reading.block, reading.owner, reading.spec.sections)) if reading.whole else []
        yield from found if found and not (shared and _is_another(reading)) else ()


def _has_namesakes(known: Declarations, graph: StageGraph, stage: Stage) -> bool:
    """Whether it may be written for another plugin of its name, which one with outputs inside it is not."""
    return has_namesakes(known.engine, stage.plugin) and not any(part.kind is Kind.OUTPUT for part in graph.parts(stage))


def _is_another(reading: Reading) -> bool:
    """Whether it is written for another plugin of that name."""
    names = _names(reading)
    return is_foreign(reading, names, lacks=any(_missing(reading, names)))


def _names(reading: Reading) -> dict[str, ParamSpec]:
    """What is declared by name, old names too."""
    return {**{spec.alias: spec for spec in reading.spec.params.values() if spec.alias}, **reading.spec.params}


def _changed(known: Declarations, stage: Stage, names: Mapping[str, ParamSpec]) -> Iterator[ChangedFact]:
    """The changed defaults that the section relies on; none where an include may bring the parameter."""
    block = stage.block
    for change in [] if block.open else known.changes(stage_kinds(known.engine).get(stage.kind.value, ""), stage.plugin):
        spec = names.get(change.name)
        if spec is not None and not spec.removed and spec.name not in block.params and spec.alias not in block.params:
            said = (change.name, change.before, change.now, change.since, change.version)
            yield ChangedFact(*said, block.head_place, block)


def tells_no_place(fact: DeclaredFact) -> bool:
    """Whether nothing in the section is other than declared."""
    lists = fact.undeclared, fact.removed, fact.deprecated, fact.missing, fact.mistyped, fact.choices, fact.misspelt
    return not any((*lists, fact.changed, fact.idle))


def _undeclared(
    values: Values, reading: Reading, names: Mapping[str, ParamSpec], param: Param, gone: str, ended: int
) -> UndeclaredFact:
    since = reading.spec.later.get(param.name, "")
    current = [] if since or gone else [name for name, spec in names.items() if not (spec.removed or spec.deprecated)]
    once = values.meant(reading.block, param)
    near = once if once in current else nearest(param.name, current, reading.block.params)
    said = near, since, gone, ended, reading.exact, reading.as_of
    return UndeclaredFact(param.name, reading.owner, *said, param.name_place, reading.block)


def _judge(out: DeclaredFact, values: Values, reading: Reading, names: Mapping[str, ParamSpec], param: Param) -> None:
    spec = names[param.name]
    if spec.removed or spec.deprecated:
        found = out.removed if spec.removed else out.deprecated
        instead = [name for name in spec.replaced_by if name != param.name]
        renamed = _renamed(values, reading.block, names, param), reading.exact
        found.append(OutdatedFact(param.name, reading.owner, instead, *renamed, reading.as_of, param.name_place, reading.block))
    if spec.removed:
        return
    known = values.is_known(param)
    is_default = known and param.value.lower() == str(spec.default).lower()
    if spec.needs and not (is_default or reading.block.open or _met(values, reading.block, names, spec.needs)):
        setting, of = next(iter(spec.needs.items()))
        out.idle.append(IdleFact(param.name, reading.owner, setting, list(of), param.name_place, reading.block))
    if known and (wrong := values.wrong(spec, param)):
        read = wrong.expected, wrong.read_as, wrong.read_as.partition(" ")[0] == str(spec.default)
        out.mistyped.append(MistypedFact(param.name, reading.owner, param.value, *read, param.place, reading.block))
    elif spec.values and _is_single(param) and known and not values.chosen(spec, param):
        suggestion = nearest(param.value, spec.values)
        slip = [value for value in spec.values if one_edit(param.value, value)] == [suggestion]
        said = (param.name, reading.owner, spec.type, param.value, list(spec.values), suggestion, slip)
        out.choices.append(ChoiceFact(*said, param.place, reading.block))


def _met(values: Values, block: Block, names: Mapping[str, ParamSpec], needs: Mapping[str, Collection[str]]) -> bool:
    """Whether a parameter has, or may have, one of the values that another one needs."""
    for name, wanted in needs.items():
        if (param := block.params.get(name)) is not None:
            met = not values.is_known(param) or param.value in wanted
        else:
            met = name in names and str(names[name].default).lower() in wanted
        if met:
            return True
    return False


def _renamed(values: Values, block: Block, names: Mapping[str, ParamSpec], param: Param) -> str:
    """The name that says the same, "" where none does for certain."""
    spec = names[param.name]
    new = names.get(spec.replaced_by[0]) if len(spec.replaced_by) == 1 else None
    if new is None or new.removed or new.deprecated or new.name in block.params or new.alias in block.params:
        return ""
    return new.name if values.moves(spec, new, param) else ""


def _is_single(param: Param) -> bool:
    return param.data is None or param.data.kind in (ValueKind.STRING, ValueKind.BAREWORD, ValueKind.NUMBER)


def _missing(reading: Reading, names: Mapping[str, ParamSpec]) -> Iterator[MissingFact]:
    """What the plugin requires and the section lacks; nothing where an include may bring it."""
    block = reading.block
    if block.open:
        return
    for spec in reading.spec.params.values():
        if spec.required and not spec.removed and spec.name not in block.params and spec.alias not in block.params:
            # An old name that is still read stands for it, and one that the engine may translate.
            stands = [name for name in block.params if name in names and spec.name in names[name].replaced_by]
            if not stands:
                yield MissingFact(spec.name, reading.owner, False, block.head_place, block)
    for name, section in reading.spec.sections.items():
        if section.required and block.block(name) is None and not reading.lenient:
            yield MissingFact(name, reading.owner, True, block.head_place, block)
