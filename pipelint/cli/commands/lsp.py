"""``pipelint lsp``: the language server on standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelint.cli.option import Option


def lsp(
    stdio: Annotated[bool, Option("--stdio", "Accepted for editors that say it: it is what the server does anyway.")] = False,
) -> None:
    """Run the language server (on standard input and output)."""
    try:
        from pipelint.lsp.server import create
    except ModuleNotFoundError as error:
        # Of a module inside of it where an older release is installed.
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        typer.echo('pipelint lsp needs pygls: pip install "pipelint[lsp]"', err=True)
        raise typer.Exit(2) from error
    create().start_io()
