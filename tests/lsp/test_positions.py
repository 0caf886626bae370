"""Positions in the units that client and server agreed on, with characters of one to four bytes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from pipelint.base.text.span import Span
from pipelint.lsp.positions import Positions
from tests.lsp.configs import FLUENTD, manifest
from tests.lsp.editor import Client, Editor, make_client

ENCODINGS = {"utf-8": lambda c: len(c.encode()), "utf-16": lambda c: len(c.encode("utf-16-le")) // 2, "utf-32": len}
# A line ends at a line feed, at a carriage return or at both together, and nowhere else.
TEXTS = st.lists(st.sampled_from([*"ab é漢😀\n\x0c\u2028", "\r\n", "\r"]), max_size=40).map("".join)


def _lines(text: str) -> str:
    """The text with every line end as a line feed, at the end of what was one."""
    return text.replace("\r\n", "\0\n").replace("\r", "\n")


@given(TEXTS, st.sampled_from(sorted(ENCODINGS)))
def test_every_character_has_the_position_that_its_line_says(text: str, encoding: str) -> None:
    positions = Positions(text.encode(), encoding)
    lines = _lines(text)
    for index in range(len(text) + 1):
        line = lines[:index].rpartition("\n")[2]
        inside = line.endswith("\0")  # between a carriage return and its line feed
        expected = lsp.Position(lines.count("\n", 0, index), sum(map(ENCODINGS[encoding], line.replace("\0", ""))))
        offset = len(text[:index].encode())
        assert positions.position(offset) == expected
        assert positions.offset(expected) == offset - inside


@given(TEXTS, st.sampled_from(sorted(ENCODINGS)), st.integers(0, 60), st.integers(0, 60))
def test_any_position_is_somewhere_in_its_line(text: str, encoding: str, line: int, character: int) -> None:
    data = text.encode()
    offset = Positions(data, encoding).offset(lsp.Position(line, character))
    assert 0 <= offset <= len(data)
    assert _lines(data[:offset].decode()).count("\n") == min(line, _lines(text).count("\n"))


def test_an_empty_range_stays_one() -> None:
    found = Positions(b"a\nb", "utf-16").range(Span(2, 2))
    assert found == lsp.Range(lsp.Position(1, 0), lsp.Position(1, 0))


pytest_lsp = pytest.importorskip("pytest_lsp")


@pytest_lsp.fixture(
    config=pytest_lsp.ClientServerConfig([sys.executable, "-m", "pipelint", "lsp"], client_factory=make_client),
    scope="module",
    params=sorted(ENCODINGS),
)
async def counting(lsp_client: Client, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """A client that counts characters in one encoding."""
    general = lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind(request.param)])
    asked = lsp.InitializeParams(capabilities=lsp.ClientCapabilities(general=general))
    answer = await lsp_client.initialize_session(asked)
    assert answer.capabilities.position_encoding == request.param
    lsp_client.encoding = request.param
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("indent", [0, 4], ids=["plain", "ConfigMap"])
async def test_characters_before_a_finding_count(counting: Client, tmp_path: Path, indent: int) -> None:
    editor, name = Editor(counting, tmp_path), "map.yaml" if indent else "fluent.conf"
    # Quoted and behind other characters on its line, and changed there.
    config = FLUENTD.replace("tag app\n", 'tag app\n  pos_fil "😀é漢"\n').replace("/var/lib/app.pos", "/var/lib/😀é.pos")
    text = manifest(config) if indent else config
    line = text[: text.index("pos_fil ")].count("\n")
    (found,) = [d for d in await editor.open(name, text) if d.code == "FD351"]
    assert found.range.start == lsp.Position(line, indent + 2)
    # Behind the characters, in the units of this client: a change that ends the quotes earlier is a syntax error.
    units = ENCODINGS[counting.encoding]
    at = indent + len('  pos_fil "') + units("😀é")
    gone = lsp.Range(lsp.Position(line, at), lsp.Position(line, at + units("漢")))
    editor.send(name, lsp.TextDocumentContentChangePartial(gone, '" "x'))
    (error,) = [d for d in await editor.diagnostics(name) if d.severity is lsp.DiagnosticSeverity.Error]
    assert error.range.start.line == line and error.range.start.character >= at
