"""No answer of the language server holds a secret of the config, but for the edits, which have to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter

from pipelint.base.text.span import Span
from pipelint.lsp import diagnostics
from pipelint.lsp.answers import completion, costs, hover, outline
from pipelint.lsp.answers.fixing import actions
from pipelint.lsp.answers.navigate import calls, links, names, workspace
from pipelint.lsp.snapshot import ProjectFiles, Snapshot, take_snapshot
from tests.secrets.kinds import HOSTS, SECRETS, config, hosted, leaks

UTF16 = "utf-16"
_CONVERTER = get_converter()


def said(answer: object) -> str:
    """All that an answer says, but for the texts that it writes into the file."""
    return json.dumps(_without_edits(_CONVERTER.unstructure(answer)), ensure_ascii=False)


def _without_edits(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_edits(inner) for key, inner in value.items() if key not in ("edit", "textEdit", "newText")}
    return [_without_edits(inner) for inner in value] if isinstance(value, list) else value


def snapshot_of(folder: Path, engine: str, host: str, text: str | None = None) -> tuple[Snapshot, str]:
    name, written = hosted(engine, host, config(engine) if text is None else text)
    path = folder / name
    path.write_text(written)
    return take_snapshot(str(path), written.encode(), 1, ProjectFiles(), UTF16), path.as_uri()


async def _everywhere(snapshot: Snapshot, uri: str) -> list[lsp.WorkspaceSymbol]:
    """What a search for names finds in the open file, without folders to search."""

    async def opened() -> AsyncIterator[tuple[str, Snapshot]]:
        yield uri, snapshot

    async def apart(do: Callable[[], object]) -> object:
        return do()

    return await workspace.symbols("", opened(), apart, [], UTF16, lambda done, of: None)


def answers(snapshot: Snapshot, uri: str) -> Iterator[object]:
    """What the server says of a file, wherever the cursor is."""
    yield diagnostics.Diagnosed().diagnostics(snapshot, uri, UTF16)
    yield list(actions.actions(snapshot, uri, Span(0, len(snapshot.text)), UTF16))
    yield outline.symbols(snapshot)
    yield list(outline.folds(snapshot))
    yield list(costs.hints(snapshot, Span(0, len(snapshot.text))))
    yield list(costs.lenses(snapshot))
    yield links.links(snapshot, uri)
    yield asyncio.run(_everywhere(snapshot, uri))
    for number, line in enumerate(snapshot.text.decode().split("\n")):
        for column in range(0, min(len(line), 4_000), 11):
            at = lsp.Position(number, column)
            yield hover.hover(snapshot, at)
            yield names.definitions(snapshot, at, uri, UTF16, lambda page: page.text)
            yield calls.prepare(snapshot, at, uri, UTF16)
        yield completion.completions(snapshot, lsp.Position(number, len(line)), snippets=True)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("engine", ["fluentd", "logstash"])
def test_answers(engine: str, host: str, tmp_path: Path) -> None:
    snapshot, uri = snapshot_of(tmp_path, engine, host)
    assert snapshot.findings and not snapshot.problems
    assert [kind for answer in answers(snapshot, uri) for kind in leaks(said(answer), SECRETS)] == []


@pytest.mark.parametrize("engine", ["fluentd", "logstash"])
def test_answers_about_a_broken_text(engine: str, tmp_path: Path) -> None:
    whole = config(engine)
    for at in range(0, len(whole), 97):
        snapshot, uri = snapshot_of(tmp_path, engine, "plain", whole[:at] + '"{' + whole[at:])
        assert leaks(said(diagnostics.Diagnosed().diagnostics(snapshot, uri, UTF16)), SECRETS) == []


def test_what_a_fix_writes_is_not_masked(tmp_path: Path) -> None:
    """The flat buffer of an s3 output, whose fix moves lines beside its key."""
    snapshot, uri = snapshot_of(tmp_path, "fluentd", "plain")
    edits = [action.edit for action in actions.actions(snapshot, uri, Span(0, len(snapshot.text)), UTF16) if action.edit]
    assert edits and "••••" not in json.dumps(_CONVERTER.unstructure(edits), ensure_ascii=False)


def test_what_an_error_of_the_server_says() -> None:
    found = diagnostics.failure(ValueError("'password => \"Zq7-plain-Kd9\"' is odd"))
    assert found.message.startswith("pipelint failed on this file (ValueError: 'password => \"••••\"' is odd)")
