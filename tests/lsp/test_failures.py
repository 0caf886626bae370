"""The server outlives its own errors: what fails says so, and the next request is answered."""

from __future__ import annotations

import asyncio
import json
import sys
from itertools import product
from pathlib import Path

from lsprotocol import types as lsp

from pipelint.lsp import diagnostics
from tests.lsp.configs import FLUENTD

# A server of which one feature, and looking at texts that hold a certain word, fail.
BROKEN = """
import pipelint.lsp.answers.hover as hover
import pipelint.lsp.server as server
taken = server.take_snapshot
def take_snapshot(path, text, *rest):
    if b"please fail" in text:
        raise RuntimeError("as asked")
    return taken(path, text, *rest)
def fail(*_):
    raise RuntimeError("hover fails")
server.take_snapshot = take_snapshot
hover.hover = fail
server.create().start_io()
"""
WORKING = "import pipelint.lsp.server as server; server.create().start_io()"


def test_an_error_of_pipelint_itself_is_one_diagnostic() -> None:
    found = diagnostics.failure(RuntimeError("as asked"))
    assert "as asked" in found.message and found.severity is lsp.DiagnosticSeverity.Error
    assert found.range == lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))


async def _talk(
    server: str, messages: list[dict[str, object]], wanted: int, then: dict[str, object] | None = None, more: int = 0
) -> list[dict[str, object]]:
    """The first ``wanted`` messages that a server, given as a program, answers with, and as many ``more`` as come ``then``."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", server, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None

    def send(message: dict[str, object]) -> None:
        assert process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))

    for message in messages:
        send(message)
    got: list[dict[str, object]] = []
    try:
        while len(got) < wanted + more:
            if len(got) == wanted and then is not None:
                send(then)
            header = await asyncio.wait_for(process.stdout.readuntil(b"\r\n\r\n"), 30)
            length = next(int(line.split(b":")[1]) for line in header.splitlines() if line.lower().startswith(b"content-length"))
            got.append(json.loads(await asyncio.wait_for(process.stdout.readexactly(length), 30)))
    finally:
        process.kill()
        await process.wait()
    return got


def test_an_error_in_a_feature_ends_neither_the_server_nor_the_diagnostics(tmp_path: Path) -> None:
    uri = (tmp_path / "fluent.conf").as_uri()
    document = {"uri": uri, "languageId": "x", "version": 1, "text": FLUENTD}
    asked = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 4}}
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": FLUENTD + "# please fail\n"}]}
    again = {"textDocument": {"uri": uri}, "contentChanges": []}
    messages: list[dict[str, object]] = [
        {"method": "initialize", "id": 1, "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {"method": "textDocument/hover", "id": 2, "params": asked},
        {"method": "textDocument/foldingRange", "id": 3, "params": again},
    ]
    got = asyncio.run(_talk(BROKEN, messages, 5, {"method": "textDocument/didChange", "params": change}, 2))
    answers = {message["id"]: message for message in got if "id" in message}
    assert "error" not in answers[2] and answers[2]["result"] is None
    assert answers[3]["result"]
    logged = [json.dumps(message["params"]) for message in got if message.get("method") == "window/logMessage"]
    assert "hover fails" in logged[0] and "as asked" in logged[1]
    shown = [message["params"] for message in got if message.get("method") == "textDocument/publishDiagnostics"]
    first, last = shown
    assert isinstance(first, dict) and isinstance(last, dict)
    assert any(found.get("code") == "FD101" for found in first["diagnostics"])
    # What was found in the text before is no longer shown.
    (failure,) = last["diagnostics"]
    assert last["version"] == 2 and "as asked" in failure["message"]


def _question(uri: str) -> dict[str, object]:
    start = {"line": 0, "character": 0}
    whole = {"start": start, "end": {"line": 99, "character": 0}}
    return {
        "textDocument": {"uri": uri},
        "position": start,
        "range": whole,
        "context": {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1},
    }


QUESTIONS = [
    "hover",
    "completion",
    "definition",
    "references",
    "documentSymbol",
    "foldingRange",
    "codeAction",
    "codeLens",
    "inlayHint",
]


def test_of_a_file_that_is_not_open_nothing_is_said_and_nothing_fails(tmp_path: Path) -> None:
    uris = [(tmp_path / "never.conf").as_uri(), "untitled:Untitled-9", "file:///c%3A/Users/me/fluent.conf", "nonsense"]
    asked = [(number, uri, name) for number, (uri, name) in enumerate(product(uris, QUESTIONS), 2)]
    version = {"uri": uris[0], "version": 2}
    messages: list[dict[str, object]] = [
        {"method": "initialize", "id": 1, "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didChange", "params": {"textDocument": version, "contentChanges": [{"text": "x"}]}},
        *({"method": f"textDocument/{name}", "id": number, "params": _question(uri)} for number, uri, name in asked),
    ]
    got = asyncio.run(_talk(WORKING, messages, 1 + len(asked)))
    # Those that take long are answered after others.
    assert sorted(str(message.get("id")) for message in got) == sorted(map(str, range(1, len(asked) + 2)))
    assert all(message["result"] is None for message in got if message["id"] != 1)


URIS = (
    "untitled:Untitled-1",
    "untitled:/home/me/new%20file.conf",
    "file:///c%3A/Users/me/fluent.conf",
    "file:///C:/Users/me/fluent.conf",
    "file://server/share/a%20b/fluent.conf",
    "file:///srv/%F0%9F%98%80%23%3F.conf",
    "vscode-vfs://github/a/b/fluent.conf",
    "git:/home/me/fluent.conf?%7B%22ref%22%3A%22~%22%7D",
)


def test_a_file_may_have_any_uri() -> None:
    at = {"line": 8, "character": 20}
    messages: list[dict[str, object]] = [
        {"method": "initialize", "id": "first", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
    ]
    for uri in URIS:
        document = {"uri": uri, "languageId": "fluentd", "version": 1, "text": FLUENTD}
        asked = {**_question(uri), "range": {"start": at, "end": at}}
        messages.append({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        messages += ({"method": f"textDocument/{name}", "id": f"{name} {uri}", "params": asked} for name in QUESTIONS)
    got = asyncio.run(_talk(WORKING, messages, 1 + len(URIS) * (1 + len(QUESTIONS))))
    assert all("error" not in message and message.get("method") != "window/logMessage" for message in got)
    shown = [message["params"] for message in got if message.get("method") == "textDocument/publishDiagnostics"]
    codes = [(each["uri"], [found["code"] for found in each["diagnostics"]]) for each in shown if isinstance(each, dict)]
    assert sorted(codes) == sorted((uri, ["FD101", "FD200", "FD242", "FD256"]) for uri in URIS)
    for uri in URIS:
        (action,) = [message["result"] for message in got if message.get("id") == f"codeAction {uri}"]
        assert action[0]["edit"]["documentChanges"][0]["textDocument"]["uri"] == uri
