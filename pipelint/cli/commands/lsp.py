"""``pipelint lsp``: the language server on standard input and output."""

from __future__ import annotations

import sys

from pipelint.cli.option import Annotated, Exit, Option
from pipelint.cli.print_line import print_line


def lsp(
    stdio: Annotated[bool, Option("--stdio", "Accepted for editors that say it: it is what the server does anyway.")] = False,
) -> None:
    """Run the language server (on standard input and output)."""
    try:
        from pipelint.lsp.server import create
    except ModuleNotFoundError as error:
        # Of a module inside of it where an older release is installed.
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol", "attrs"):
            raise
        print_line('pipelint lsp needs pygls: pip install "pipelint[lsp]"', sys.stderr)
        raise Exit(2) from error
    create().start_io()
