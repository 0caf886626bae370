"""What the server keeps of texts: a failure is not made anew for each request, and what is closed is given back."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from pipelint.base.block import Block
from pipelint.lsp import server as lsp_server
from pipelint.lsp.server import PipelintServer
from tests.lsp.configs import FLUENTD


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> PipelintServer:
    """A server that no client listens to."""
    monkeypatch.setattr(PipelintServer, "encoding", "utf-16")
    monkeypatch.setattr(PipelintServer, "asked_for_diagnostics", False)
    monkeypatch.setattr(PipelintServer, "text_document_publish_diagnostics", lambda *_: None)
    return PipelintServer()


def test_a_text_that_fails_is_looked_at_once(server: PipelintServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uri, looks, take = (tmp_path / "fluent.conf").as_uri(), [], lsp_server.take_snapshot

    def take_snapshot(*asked: object) -> None:
        looks.append(asked)
        raise RuntimeError("as asked")

    monkeypatch.setattr(lsp_server, "take_snapshot", take_snapshot)
    for version in (1, 2):
        server.texts.open(uri, FLUENTD, version)
        for _ in range(5):
            with pytest.raises(RuntimeError, match="as asked"):
                server.snapshot(uri)
        assert len(looks) == version
    monkeypatch.setattr(lsp_server, "take_snapshot", take)
    server.texts.open(uri, FLUENTD, 3)
    assert server.snapshot(uri).findings


@pytest.mark.slow
def test_what_was_closed_is_given_back(server: PipelintServer, tmp_path: Path) -> None:
    uris = [(tmp_path / name).as_uri() for name in ("fluent.conf", "other.conf")]
    held: list[int] = []

    async def talk(versions: int) -> None:
        for version in range(versions):
            for uri in uris:
                server.texts.open(uri, "# typed\n" * (version % 7) + FLUENTD, version)
                assert server.snapshot(uri).checked
            if (version + 1) % 50 == 0:
                held.append(_sections())
        for uri in uris:
            server.forget(uri)

    # What has a bound of its own may be filled once.
    asyncio.run(talk(1))
    before = _sections()
    asyncio.run(talk(100))
    assert held[0] > before and held[1] <= held[0]
    assert _sections() <= before


def _sections() -> int:
    """How many sections of configs are alive."""
    gc.collect()
    return sum(type(each) is Block for each in gc.get_objects())
