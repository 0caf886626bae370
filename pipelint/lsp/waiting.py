"""Waiting: what takes long says how far it is, and may be cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcRequestCancelled

if TYPE_CHECKING:
    from pipelint.lsp.server import PipelintServer

Step = Callable[[int, int], None]
"""Says how many are done, and how many there are."""

READ = 0.005
"""Seconds in which a message is read that was sent right after another one, such as one that cancels it."""


@contextmanager
def progress(server: PipelintServer, token: lsp.ProgressToken | None, title: str) -> Iterator[Step]:
    """How far a request is, where the client has given a token for that.

    A step raises JsonRpcRequestCancelled where somebody has stopped the request.
    """
    if token is None:
        yield lambda done, total: None
        return
    shown = server.work_done_progress
    shown.begin(token, lsp.WorkDoneProgressBegin(title, cancellable=True, percentage=0))
    last = 0

    def step(done: int, total: int) -> None:
        nonlocal last
        if shown.tokens[token].cancelled():
            raise JsonRpcRequestCancelled
        share = 100 * done // max(total, 1)
        if share > last:
            last = share
            shown.report(token, lsp.WorkDoneProgressReport(message=f"{done} of {total} configs", percentage=share))

    try:
        yield step
    finally:
        shown.end(token, lsp.WorkDoneProgressEnd())
        shown.tokens.pop(token, None)
