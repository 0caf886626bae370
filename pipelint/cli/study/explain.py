"""``pipelint explain``: the page of a rule, or of a plugin."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pipelint.cli.asked import UNREADABLE
from pipelint.cli.said import say


def explain(
    code: Annotated[str, typer.Argument(help="A rule's code (FD101) or name, or a plugin's name.", show_default=False)],
) -> None:
    """Print what a rule is about: why, a bad and a good example, references; or what a plugin is and takes."""
    from pipelint.plugins.page import plugin_pages
    from pipelint.rules.index import load_index

    page = load_index().page(code) or plugin_pages(code)
    if not page:
        say(f"pipelint: no rule or plugin is called {code}; `pipelint rules` and `pipelint plugins` list all", sys.stderr)
        raise typer.Exit(UNREADABLE)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        typer.echo(page)
