"""Completion in Logstash configs: sections, plugins, settings, values, addresses of pipelines and names of grok patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.engines.logstash.complete.braces import SECTIONS, Frame, Where, where, where_by_lines
from pipelint.engines.logstash.complete.references import reference_items
from pipelint.engines.logstash.complete.spelling import DATE_PARTS, spelled
from pipelint.engines.logstash.complete.symbols import symbols
from pipelint.engines.logstash.facts.engine import LogstashFacts
from pipelint.engines.logstash.facts.grok import logstash_library
from pipelint.engines.logstash.facts.stage import LogstashStageFact
from pipelint.engines.logstash.grok import GROK
from pipelint.facts.editing import items
from pipelint.language.cursor import within
from pipelint.language.editing import Item
from pipelint.plugins import ParamSpec
from pipelint.plugins.declarations import Declarations
from pipelint.regex.library import Library, shipped_by_any

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config

# Of a date's pattern: one letter, repeated.
_LETTERS = re.compile(r"([A-Za-z])\1*$")
_ARROW = re.compile(rb"\w*[ \t]*=>")
# Settings of these plugins and codecs that hold patterns of grok.
_GROK = {"grok": ("match", "pattern_definitions"), "multiline": ("pattern",)}


def logstash_items(config: Config, place: Place, known: Declarations) -> Iterator[Item]:
    """What may stand at a place; ``known`` are the declarations of the release that runs the config."""
    found = _where(config, place)
    frame = found.plugin
    fields = reference_items(config, place, found, frame)
    if fields is not None:
        yield from fields
    elif found.inert:
        return
    elif frame is not None:
        yield from _inside(config, place, found, frame, known)
    elif found.string is None and found.top in ("section", "branch"):
        yield from items.plugins(known, found.section)
    elif found.string is None and not found.frames:
        yield from (items.section(name, " {") for name in SECTIONS)


def _where(config: Config, place: Place) -> Where:
    text = place.document.text
    cursor = len(text[: place.span.start].decode("utf-8", "replace"))
    shown = text.decode("utf-8", "replace")
    found = where(shown, cursor)
    # A text over several lines is rare; far more often a quote is missing above.
    broken = config.errors and found.string is not None and "\n" in found.string
    return where_by_lines(shown, cursor) if broken else found


def _inside(config: Config, place: Place, found: Where, frame: Frame, known: Declarations) -> Iterator[Item]:
    if found.string is not None and found.setting in _GROK.get(frame.name, ()):
        yield from items.grok_names(found.string, _library(config, place, frame))
        return
    if frame.name == "date" and found.setting == "match" and found.string is not None:
        typed = _LETTERS.search(found.string)
        yield from items.time_parts(DATE_PARTS, len(typed[0]) if typed else 0)
        return
    folder = "codec" if frame.kind == "codec" else found.section
    spec = known.spec(folder, frame.name)
    specs = {} if spec is None else spec.params
    if found.top not in ("plugin", "codec", "array"):
        return
    if found.after_arrow or found.string is not None or found.top == "array":
        yield from _values(config, found, frame, specs, known)
    else:
        arrow = "" if _arrow_follows(place) else " => "
        yield from items.parameters(specs, frame.settings, spelled, arrow, arrow)


def _values(config: Config, found: Where, frame: Frame, specs: Mapping[str, ParamSpec], known: Declarations) -> Iterator[Item]:
    if found.setting == "codec":
        yield from items.plugins(known, "codec")
    elif frame.name == "pipeline" and found.setting in ("send_to", "address"):
        # The other side's: what is being typed is no name yet.
        wanted = found.setting == "send_to"
        yield from items.names(s.name for s in symbols(config) if s.kind == "address" and s.defines is wanted)
    elif (spec := specs.get(found.setting)) is not None:
        yield from items.values(spec)


def _arrow_follows(place: Place) -> bool:
    rest = place.document.text[place.span.start :].split(b"\n", 1)[0]
    return _ARROW.match(rest) is not None


def _library(config: Config, place: Place, frame: Frame) -> Library:
    """The patterns of the plugin around a place; those of any where it cannot be read yet."""
    for stage in LogstashFacts().build(config).config.stages:
        if isinstance(stage, LogstashStageFact) and stage.plugin == frame.name and within(stage.block.place, place):
            ecs = stage.settings.get("pipeline.ecs_compatibility")
            return logstash_library(stage.block, "" if ecs is None else ecs.value)
    return shipped_by_any(GROK)
