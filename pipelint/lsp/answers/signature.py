"""Signature help: what a plugin takes, at the parameter that is typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.checker.config.versions import release_of
from pipelint.facts.editing.section import StageSection, section_at
from pipelint.language.cursor import cursor_at
from pipelint.lsp.answers.hover import param_text
from pipelint.plugins.declarations import declarations

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot
    from pipelint.plugins import ParamSpec

# The name of a parameter, and what is between it and its value.
_NAMED = re.compile(rb"\s*(?:-\s*)?([$@]?[\w.-]+)(?:\s*(?:=>|:)|\s)[^#]*\Z")


def signature(snapshot: Snapshot, position: lsp.Position) -> lsp.SignatureHelp | None:
    """The plugin whose parameter has its value typed at a position; None elsewhere."""
    offset = snapshot.positions.offset(position)
    found = snapshot.at(offset)
    if found is None:
        return None
    checked, place = found
    cursor = cursor_at(checked.config.root, place)
    line = _NAMED.match(snapshot.text[snapshot.text.rfind(b"\n", 0, offset) + 1 : offset])
    name = cursor.param.name if cursor.param is not None else line[1].decode("utf-8", "replace") if line is not None else ""
    known = declarations(checked.config.engine.name, release_of(checked.config.entry, checked.settings))
    section = section_at(checked.config, cursor, known) if name else None
    spec = None if section is None else section.params.get(name)
    return None if section is None or spec is None else _shown(section, spec)


def _shown(section: StageSection, active: ParamSpec) -> lsp.SignatureHelp:
    """All that the plugin needs and that is written there, and the parameter at hand."""
    written = {section.params[name].name for name in section.block.names if name in section.params}
    specs = sorted(section.params.values(), key=lambda spec: not spec.required)
    shown = {spec.name: spec for spec in specs if spec.required or spec.name in written or spec is active}
    head = section.stage.plugin if section.block is section.stage.block else section.block.name
    label = f"{head}("
    parameters: list[lsp.ParameterInformation] = []
    for spec in shown.values():
        label += ", " if parameters else ""
        said = f"{spec.name}: {spec.type}"
        about = lsp.MarkupContent(lsp.MarkupKind.Markdown, param_text(spec))
        parameters.append(lsp.ParameterInformation((len(label), len(label) + len(said)), about))
        label += said
    names = list(shown)
    one = lsp.SignatureInformation(f"{label})", parameters=parameters, active_parameter=names.index(active.name))
    return lsp.SignatureHelp([one], 0, names.index(active.name))
