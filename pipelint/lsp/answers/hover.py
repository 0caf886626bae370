"""Hover: the rule of a finding, what a plugin declares, what a stage costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.finding import Finding
from pipelint.checker.config.versions import release_of
from pipelint.cost.events.work import Grade
from pipelint.engines.parts import parts_of
from pipelint.facts.editing.section import StageSection, section_at
from pipelint.language.cursor import Cursor, cursor_at
from pipelint.lsp.answers.costs import cost_of, estimate_of
from pipelint.lsp.answers.regexes import about_regex
from pipelint.lsp.answers.settings import is_settings, setting_at
from pipelint.plugins import ParamSpec, plugin_of
from pipelint.plugins.declarations import declarations
from pipelint.report.look import secrets_of
from pipelint.report.numbers import gained, rate
from pipelint.rules.link import link_of

if TYPE_CHECKING:
    from pipelint.checker import Checked
    from pipelint.lsp.snapshot import Snapshot

_MAX_VALUES = 20


def hover(snapshot: Snapshot, position: lsp.Position) -> lsp.Hover | None:
    """What there is to say about a position; None where there is nothing."""
    offset = snapshot.positions.offset(position)
    parts: list[str] = []
    if is_settings(snapshot) and (setting := setting_at(snapshot, offset)) is not None:
        parts.append(setting)
    found = snapshot.at(offset)
    if found is not None:
        checked, place = found
        cursor = cursor_at(checked.config.root, place)
        known = declarations(checked.config.engine.name, release_of(checked.config.entry, checked.settings))
        section = section_at(checked.config, cursor, known)
        # It quotes the config, and patterns of other files.
        parts += [secrets_of((checked.config,)).prose(part) for part in about_regex(checked, place)]
        if section is not None:
            parts += _plugin(snapshot, checked, cursor, section)
    here = [f for f in snapshot.findings if f.place.file_span.start <= offset <= f.place.file_span.end]
    parts += [_rule(finding, snapshot) for finding in here]
    if not parts:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(parts)))


def _plugin(snapshot: Snapshot, checked: Checked, cursor: Cursor, section: StageSection) -> Iterator[str]:
    if cursor.param is not None and not cursor.in_head:
        spec = section.params.get(cursor.param.name)
        if spec is not None:
            yield f"{param_text(spec)}\n\nparameter of {section.stage.plugin or 'the plugin'}"
        if cursor.param.name not in parts_of(checked.config).editing.type_params:
            return
    elif not cursor.in_head:
        return
    yield "\n\n".join([_head(checked.config.engine.name, section), *_cost(snapshot, checked, section)])


def _head(engine: str, section: StageSection) -> str:
    stage = section.stage
    known = plugin_of(engine, stage.kind.value, stage.plugin)
    name = f"**{stage.plugin or '(no type)'}**"
    text = f"[{name}]({known.link})" if known.link else name
    text += f" · {stage.kind.value}" + (f"\n\n{known.about}" if known.about else "")
    if section.reading is None or section.block is not stage.block:
        return text
    declared = [spec for spec in section.reading.spec.params.values() if not spec.removed]
    needed = [f"`{spec.name}`" for spec in declared if spec.required]
    text += f"\n\n{len(declared)} parameters" + (f", required: {', '.join(needed)}" if needed else "")
    return text + f" (as of {section.reading.as_of})"


def param_text(spec: ParamSpec) -> str:
    """What a parameter takes, and whether it is needed."""
    text = f"**{spec.name}**: {spec.type}" + (", required" if spec.required else "")
    if spec.default is not None:
        text += f", default `{spec.default}`"
    if spec.values:
        text += f"\n\none of {', '.join(f'`{value}`' for value in spec.values[:_MAX_VALUES])}"
    if spec.removed or spec.deprecated:
        instead = f"; use {', '.join(f'`{name}`' for name in spec.replaced_by)}" if spec.replaced_by else ""
        text += f"\n\n{'removed' if spec.removed else 'deprecated'}{instead}"
    return text


def _cost(snapshot: Snapshot, checked: Checked, section: StageSection) -> Iterator[str]:
    estimate = estimate_of(snapshot, checked)
    if estimate is None:
        return
    cost = cost_of(section.stage, estimate)
    if cost is not None:
        us = cost.us_per_event
        about = "" if cost.grade is Grade.MEASURED else f"about ({cost.grade.name.lower()}) "
        text = f"{about}{us.mid:.3g} µs of CPU per input line ({us.low:.3g} .. {us.high:.3g}), {cost.share:.0%} of the total"
        free = estimate.if_free(cost)
        yield text if free is None else f"{text}; if it were free: {rate(free)} events/s per CPU"


def _rule(finding: Finding, snapshot: Snapshot) -> str:
    link, gain = link_of(finding.code), snapshot.gain(finding)
    said = "" if gain is None else f"\n\ngain: {gained(gain)}"
    code = f"[**{finding.code}**]({link})" if link else f"**{finding.code}**"
    return f"{code} {finding.message}{said}" + (f"\n\n{finding.reason}" if finding.reason else "")
