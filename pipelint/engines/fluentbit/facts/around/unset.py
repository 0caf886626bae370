"""What becomes of a setting whose variable nothing sets: Fluent Bit puts nothing in its place, and may not start then.

Source: src/flb_config_map.c, flb_input.c, flb_output.c, flb_filter.c, flb_slist.c and the plugins of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.compose import service_running
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.plugins import ParamSpec, plugin_spec, stage_kinds
from pipelint.sources.compose.facts import UnsetVariableFact
from pipelint.sources.compose.services import Service

_VARIABLE = late(r"\$\{([A-Za-z_]\w*)\}")
_LEAST = "space list, at least "
# Rules of two words, for which the plugin itself looks.
_OF_TWO = {"grep": ("regex", "exclude"), "modify": ("add", "set", "rename", "hard_rename", "copy", "hard_copy")}
_HEADER = "header"
# Before 1.9 the plugins with lists of their own do not look how many words there are.
_UNCHECKED = late(r"fluent-?bit[\w.-]*:v?(?:0|1\.[0-8])(?!\d)")


@dataclass(frozen=True, eq=False)
class LostVariableFact(UnsetVariableFact):
    """A variable that nothing sets. ``stops``: without it Fluent Bit refuses the property ``key``.

    ``header``: without it the name of an HTTP header is all that is there, and is sent as its value, too. ``alone``: another
    compose file that has the service sets it.
    """

    key: str = ""
    stops: bool = False
    header: bool = False
    alone: bool = False


def is_pair(plugin: str, name: str) -> bool:
    """Whether a property of a filter is a rule that needs two words."""
    return name in _OF_TWO.get(plugin, ())


def lost(config: Config, found: Collection[UnsetVariableFact], service: Service | None) -> Iterator[LostVariableFact]:
    """Each variable with what becomes of the settings that it is in: the worst of them; ``service`` is what all files say."""
    names = {each.name for each in found}
    spoilt: dict[str, tuple[Param, bool]] = {}
    for stage in config.graph.stages if names else ():
        for param, stops in _spoilt(config, stage, names):
            for name in _VARIABLE.findall(param.value):
                if name not in spoilt or (stops and not spoilt[name][1]):
                    spoilt[name] = param, stops
    for each in found:
        alone = service is not None and each.name in (service.environment or ())
        if each.name in spoilt:
            param, stops = spoilt[each.name]
            yield LostVariableFact(each.name, each.service, param.place, False, param.name, stops, not stops, alone)
        else:
            yield LostVariableFact(each.name, each.service, each.place, alone=alone)


def stopping(config: Config, names: Collection[str]) -> dict[str, Param]:
    """The settings at which Fluent Bit stops, by the variable that is not set."""
    found: dict[str, Param] = {}
    for stage in config.graph.stages if names else ():
        for param, stops in _spoilt(config, stage, names):
            for name in _VARIABLE.findall(param.value) if stops else ():
                found.setdefault(name, param)
    return found


def _spoilt(config: Config, stage: Stage, names: Collection[str]) -> Iterator[tuple[Param, bool]]:
    """The settings of a stage that are refused, or are a header without its value, when these variables are empty."""
    empty = [param for param in stage.block.items if isinstance(param, Param) and "${" in param.value]
    for param in empty:
        declared = _declared(config.engine.name, stage, param)
        # What another variable stands for may have any number of words.
        text = types.translated(param.value, {})
        if declared is None or "$" in text or not {*_VARIABLE.findall(param.value)} <= {*names}:
            continue
        if _stops(config, stage, param, declared, text):
            yield param, True
        elif _HEADER in param.name and declared.type.startswith(_LEAST) and len(types.words(text)) == 1:
            yield param, False


def stops_with(config: Config, stage: Stage, param: Param, text: str) -> bool:
    """Whether Fluent Bit refuses to start where ``text`` is what is left of a property of a filter or output."""
    declared = _declared(config.engine.name, stage, param)
    if declared is None or _stops(config, stage, param, declared, text):
        return declared is not None
    if text or stage.kind is Kind.FILTER:
        return False
    # Imported here: few configs leave nothing of a property.
    from pipelint.engines.fluentbit.plugins.refused import refusals

    without = replace(stage, block=replace(stage.block, items=tuple(each for each in stage.block.items if each is not param)))
    return len(refusals(without, listens=False)) > len(refusals(stage, listens=False))


def _declared(engine: str, stage: Stage, param: Param) -> ParamSpec | None:
    kind = stage_kinds(engine).get(stage.kind.value, "") if stage.kind in (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT) else ""
    spec = plugin_spec(engine, kind, stage.plugin) if kind else None
    return None if spec is None else spec.params.get(param.name)


def _stops(config: Config, stage: Stage, param: Param, declared: ParamSpec, text: str) -> bool:
    short = is_pair(stage.plugin, param.name) and len(types.words(text)) < len(("key", "value"))
    return short or (not config.noted(_is_unchecked) and _is_refused(stage.kind, declared, text))


def _is_unchecked(config: Config) -> bool:
    """Whether a release runs it that takes lists of any number of words."""
    service = service_running(config)
    images = [each.container.image for each in config.workloads] + ([] if service is None else [service.image])
    return any(_UNCHECKED.search(image) for image in images)


def _is_refused(kind: Kind, declared: ParamSpec, text: str) -> bool:
    """Whether Fluent Bit stops at this text of a property."""
    if declared.many and declared.type.startswith(_LEAST) and (text or kind is Kind.FILTER):
        least = int(declared.type[len(_LEAST) :])
        return len(types.words(text, least)) < least
    # Of an input or output an empty property is as one that is not there.
    return not text and (declared.type == "boolean" if kind is Kind.FILTER else declared.required)
