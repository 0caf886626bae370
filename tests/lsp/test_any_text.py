"""Every feature answers at every place of any text: what somebody is typing, cut off, torn or pasted twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from pipelint.base.text.span import Span
from tests.lsp.configs import FLUENTD, FLUENTD_YAML, LOGSTASH, manifest

pytest.importorskip("pygls", reason="the language server is an extra")

from pipelint.lsp import diagnostics
from pipelint.lsp.answers import completion, costs, formatting, hover, outline
from pipelint.lsp.answers.fixing import actions, fix_all
from pipelint.lsp.answers.navigate import calls, links, names, rename
from pipelint.lsp.answers.structure import coloring, selection
from pipelint.lsp.answers.structure.pieces import LEGEND
from pipelint.lsp.snapshot import ProjectFiles, Snapshot, take_snapshot

GROK = LOGSTASH.replace("%{WORD:word}$", "%{WORD:word} %{INT:ms:int}$")
HOSTS = {
    "fluent.conf": FLUENTD,
    "pipeline.conf": GROK,
    "fluent.yaml": FLUENTD_YAML,
    "map.yaml": manifest(FLUENTD),
    "grok.yaml": manifest(GROK, "pipeline.conf"),
    "nested.yaml": manifest(FLUENTD_YAML, "fluent.yaml"),
}
PASTED = [
    '"',
    "'",
    "{",
    "}",
    "%{",
    "<",
    "</",
    ">",
    "[",
    "]",
    "#",
    "=>",
    "${",
    "/",
    "\\",
    "\n",
    "\r",
    "\t",
    "😀",
    "\u2028",
    "\0",
    "- ",
    ": ",
]
URI = "file:///nowhere/a"


@st.composite
def torn(draw: st.DrawFn) -> tuple[str, str]:
    """A config with something cut out, pasted in or repeated, with any line ends, and its name."""
    name = draw(st.sampled_from(sorted(HOSTS)))
    text = HOSTS[name]
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 60)))
        middle = draw(st.one_of(st.just(""), st.sampled_from(PASTED), st.just(text[at:end] * 2)))
        text = text[:at] + middle + text[end:]
    ends, mark = draw(st.sampled_from(["\n", "\r\n", "\r"])), draw(st.sampled_from(["", "\ufeff"]))
    return name, mark + text.replace("\n", ends)


@given(torn(), st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.floats(0, 1))
def test_every_feature_answers(case: tuple[str, str], encoding: str, where: float) -> None:
    name, text = case
    snapshot = take_snapshot(f"/nowhere/{name}", text.encode(), 1, ProjectFiles(), encoding)
    offset = round(where * len(snapshot.text))
    position = snapshot.positions.position(offset)
    hover.hover(snapshot, position)
    names.definitions(snapshot, position, URI, encoding, lambda page: f"page:{page.name}")
    names.references(snapshot, position, URI, encoding, declaration=True)
    for item in calls.prepare(snapshot, position, URI, encoding):
        calls.incoming(snapshot, item, URI, encoding)
        calls.outgoing(snapshot, item, URI, encoding)
    with suppress(rename.RefusedError):
        rename.rename(snapshot, position, "new_name", URI, encoding, lambda _: None)
    for item in completion.completions(snapshot, position, snippets=True):
        assert isinstance(item.text_edit, lsp.TextEdit)
        typed = item.text_edit.range
        assert typed.end == position and typed.start.line == position.line
    whole = Span(0, len(snapshot.text))
    marked = [mark.range for mark in names.highlights(snapshot, position)]
    linked = [link.range for link in links.links(snapshot, URI)]
    selected = _selected(*selection.selections(snapshot, [position]))
    assert selected[-1] == snapshot.positions.range(whole)
    typed_line = formatting.indent_line(snapshot, position)
    assert all(edit.range.start.line == edit.range.end.line == position.line for edit in typed_line)
    for place in (*marked, *linked, *selected, *_ranges(snapshot, whole, encoding), *(edit.range for edit in typed_line)):
        first, last = snapshot.positions.offset(place.start), snapshot.positions.offset(place.end)
        assert first <= last and snapshot.positions.range(Span(first, last)) == place


def _selected(inner: lsp.SelectionRange) -> list[lsp.Range]:
    """The ranges from the innermost on, each of which has the one before in it, and something else."""
    out = [inner.range]
    while inner.parent is not None:
        outer = inner.parent
        assert outer.range != inner.range
        assert _at(outer.range.start) <= _at(inner.range.start) and _at(inner.range.end) <= _at(outer.range.end)
        out.append(outer.range)
        inner = outer
    return out


def _tokens(numbers: Sequence[int]) -> Iterator[lsp.Range]:
    """The ranges of semantic tokens, each after the one before and not empty."""
    line = character = end = 0
    for down, right, length, kind, _ in zip(*[iter(numbers)] * 5, strict=True):
        line, character = line + down, right if down else character + right
        assert length > 0 and (down > 0 or character >= end) and kind < len(LEGEND.token_types)
        end = character + length
        yield lsp.Range(lsp.Position(line, character), lsp.Position(line, end))


def _at(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character


def _ranges(snapshot: Snapshot, whole: Span, encoding: str) -> Iterator[lsp.Range]:
    """Every range that is shown in the file."""
    yield from (found.range for found in diagnostics.Diagnosed().diagnostics(snapshot, URI, encoding))
    yield from (lens.range for lens in costs.lenses(snapshot))
    yield from (fix_all.resolved_lens(lens, snapshot).range for lens in fix_all.lenses(snapshot, URI))
    yield from (lsp.Range(hint.position, hint.position) for hint in costs.hints(snapshot, whole))
    yield from (edit.range for edit in formatting.format_lines(snapshot))
    yield from (fold for symbol in outline.symbols(snapshot) for fold in (symbol.range, symbol.selection_range))
    yield from _tokens(coloring.tokens(snapshot).data)
    for action in actions.actions(snapshot, URI, whole, encoding):
        action = fix_all.resolved(action, snapshot)
        for change in (action.edit.document_changes or ()) if action.edit else ():
            assert isinstance(change, lsp.TextDocumentEdit)
            yield from (edit.range for edit in change.edits)
    assert all(fold.start_line < fold.end_line for fold in outline.folds(snapshot))
