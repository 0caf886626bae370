"""``pipelint explain``: the page of a rule."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pipelint.cli.overrides import UNREADABLE
from pipelint.cli.print_line import print_line


def explain(
    code: Annotated[str, typer.Argument(help="A rule's code (FD101) or name.", show_default=False)],
) -> None:
    """Print what a rule is about: why, a bad and a good example, references."""
    from pipelint.rules.index import load_index

    page = load_index().page(code)
    if page is None:
        print_line(f"pipelint: no rule is called {code}; `pipelint rules` lists all", sys.stderr)
        raise typer.Exit(UNREADABLE)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        typer.echo(page)
