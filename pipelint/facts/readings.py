"""Who reads which section of a stage: the blocks of a plugin instance with what the plugin declares for each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import is_slip, nearest
from pipelint.base.text.document import Place
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.plugins import (
    PluginSpec,
    SectionSpec,
    joined,
    named_by_default,
    plugin_names,
    plugin_of,
    section_kinds,
    stage_kinds,
)
from pipelint.plugins.declarations import Declarations


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A block and what is declared for it. ``owner`` says who reads it; names in ``accepts`` are read undeclared.

    ``whole`` is false where something else may be read too: then no name is unknown. ``lenient``: older spellings are translated.
    ``exact``: the version that runs the config declares it so.
    """

    block: Block
    spec: SectionSpec
    owner: str
    as_of: str
    accepts: frozenset[str]
    patterns: tuple[str, ...]
    whole: bool
    lenient: bool
    exact: bool

    def takes(self, name: str) -> bool:
        """Whether a name is read without being declared."""
        return name in self.accepts or any(re.fullmatch(pattern, name) for pattern in self.patterns)


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """All readings of a stage. ``known``: something is known of its plugin, or nothing needs to be.

    ``left_out`` names the release that comes without it.
    """

    known: bool
    suggestion: str = ""
    readings: tuple[Reading, ...] = ()
    left_out: str = ""


_NOTHING = Readings(True)
# So many unknown names, most of a section's, are no misspellings: where a required one is missing, and where it is not.
_FOREIGN, _FOREIGN_BESIDE_ALL = 2, 5


def readings(known: Declarations, graph: StageGraph, stage: Stage) -> Readings:
    """The readings of one stage. Its parts that are stages have their own."""
    if not is_known(known, graph, stage):
        left_out = known.left_out_of(stage_kinds(known.engine)[stage.kind.value], stage.plugin)
        return Readings(False, "" if left_out else meant_plugin(known.engine, stage), (), left_out)
    engine = known.engine
    if not (_is_judged(graph, stage) and known.is_judged()) or _is_own(known, stage):
        return _NOTHING
    parent = None if stage.parent is None else graph.stages[stage.parent]
    kind = stage_kinds(engine).get(stage.kind.value)
    own = None if kind is None else known.spec(kind, stage.plugin)
    if not section_kinds(engine):
        return Readings(True, "", () if own is None else (_reading(stage.block, own, f"{stage.plugin} {kind}", True),))
    parts = graph.parts(stage)
    if parent is not None and stage.kind is not Kind.OUTPUT:
        return Readings(True, "", tuple(_part(known, stage, parent, own)))
    if own is None:
        return _NOTHING
    flat = [part for part in parts if part.block is stage.block]
    names = [spec for part in flat if (spec := known.spec(stage_kinds(engine).get(part.kind.value, ""), part.plugin))]
    top = _reading(stage.block, own, stage.plugin, len(names) == len(flat), *names)
    staged = {id(part.block) for part in parts}
    return Readings(True, "", (top, *_inside(known, top, staged)))


def is_known(known: Declarations, graph: StageGraph, stage: Stage) -> bool:
    """Whether something is known of a stage's plugin, or nothing needs to be."""
    return has_spec(known, stage.kind, stage.plugin) or not _is_judged(graph, stage) or _is_own(known, stage)


def _is_own(known: Declarations, stage: Stage) -> bool:
    """Whether its plugin is one of the project's own, of which is not known what it takes."""
    return known.is_own(stage_kinds(known.engine).get(stage.kind.value, ""), stage.plugin)


def meant_plugin(engine: str, stage: Stage) -> str:
    """The plugin that the name of an unknown one may mean, "" for none: also where a file has that name, but no parameters."""
    if plugin_of(engine, stage.kind.value, stage.plugin).name:
        return ""
    return nearest(stage.plugin, plugin_names(engine, stage_kinds(engine)[stage.kind.value]))


def has_spec(known: Declarations, kind: Kind, plugin: str) -> bool:
    """Whether something is known of a plugin, wherever it stands, or nothing needs to be of any of its kind."""
    wanted = stage_kinds(known.engine).get(kind.value)
    return wanted is None or known.spec(wanted, plugin) is not None


def _is_judged(graph: StageGraph, stage: Stage) -> bool:
    """Whether it is a section of its own (parameters that are written flat are the parent's to judge) with a plugin's name."""
    parent = None if stage.parent is None else graph.stages[stage.parent]
    return _is_written(stage) and (parent is None or parent.block is not stage.block)


def _is_written(stage: Stage) -> bool:
    """Whether the plugin's name is there, and no embedded code."""
    if not stage.plugin or "${" in stage.plugin:
        return False
    named = next((name for name in ("@type", "type") if name in stage.block.names), None)
    return named is None or not stage.block.params[named].embedded


def _reading(block: Block, own: PluginSpec, owner: str, whole: bool, *flat: PluginSpec) -> Reading:
    accepts = own.accepts.union(*(spec.params for spec in flat), *(spec.accepts for spec in flat))
    patterns = (*own.patterns, *(pattern for spec in flat for pattern in spec.patterns))
    return Reading(block, own.body, owner, own.as_of, accepts, patterns, whole, bool(flat), own.exact)


def _part(known: Declarations, stage: Stage, parent: Stage, own: PluginSpec | None) -> Iterator[Reading]:
    """The readings of a ``<parse>``, ``<format>``, ``<buffer>`` or ``<inject>``: the plugin around it has a say in it too."""
    engine = known.engine
    around = known.spec(stage_kinds(engine).get(parent.kind.value, ""), parent.plugin)
    declared = None if around is None else around.sections.get(stage.block.name)
    if own is None and declared is not None and "@type" in declared.params:
        own = known.spec(section_kinds(engine).get(stage.block.name, ""), named_by_default(declared))
    if own is None:
        if around is not None and declared is not None and not declared.empty:
            owner = f"<{stage.block.name}> of {parent.plugin}"
            yield Reading(stage.block, declared, owner, around.as_of, frozenset(), (), True, False, around.exact)
        return
    body = own.body if declared is None else joined(declared, own.body)
    top = Reading(
        stage.block,
        body,
        f"<{stage.block.name}> with {stage.plugin}",
        own.as_of,
        own.accepts,
        own.patterns,
        around is not None,
        False,
        own.exact,
    )
    yield top
    yield from _inside(known, top, set())


def _inside(known: Declarations, around: Reading, staged: set[int]) -> Iterator[Reading]:
    """The readings of the declared sections inside, but for those that are stages."""
    engine = known.engine
    for block in around.block.blocks:
        declared = around.spec.sections.get(block.name)
        if declared is None or id(block) in staged:
            continue
        owner, kind = f"<{block.name}> of {around.owner}", section_kinds(engine).get(block.name)
        if kind is None:
            found = Reading(block, declared, owner, around.as_of, frozenset(), (), True, False, around.exact)
        else:
            name = block.value("@type") or block.value("type") or named_by_default(declared)
            own = known.spec(kind, name)
            if own is None:
                continue
            owner = f"<{block.name}> with {name}"
            body = joined(declared, own.body)
            found = Reading(block, body, owner, own.as_of, own.accepts, own.patterns, True, False, own.exact)
        if not found.spec.empty:
            yield found
            yield from _inside(known, found, set())


def is_foreign(reading: Reading, names: Collection[str], *, lacks: bool) -> bool:
    """Whether the section is written for another plugin of that name: most is unknown, above all if it ``lacks`` a required one.

    Several gems bring an output splunk_hec or sumologic, each with parameters of its own; people replace a tail by their own,
    and an output by stdout for a while.
    """
    written = [name for name in reading.block.params if not (name.startswith("@") or reading.takes(name))]
    known = [names, reading.spec.later, *(inner.params for inner in reading.spec.sections.values())]  # or misplaced
    unknown = [name for name in written if not any(name in each for each in known)]
    enough = _FOREIGN if lacks else _FOREIGN_BESIDE_ALL
    return reading.whole and 2 * len(unknown) > len(written) and len(unknown) >= enough


@dataclass(frozen=True, eq=False)
class MisspeltFact:
    """A section that ``owner`` does not read, of whose name one letter makes ``suggestion``, which it does read."""

    name: str
    owner: str
    suggestion: str
    place: Place
    block: Block


def misspelt(block: Block, owner: str, known: Collection[str]) -> Iterator[MisspeltFact]:
    """The sections directly in ``block`` that ``owner`` does not read, each like one of the ``known`` that it does."""
    for inner in block.blocks:
        if inner.name in known:
            continue
        meant = [name for name in known if is_slip(inner.name, name) or inner.name == f"{name}s"]
        if len(meant) == 1:
            yield MisspeltFact(inner.name, owner, meant[0], inner.head_place, inner)
