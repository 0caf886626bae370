"""``pipelint explain``: the page of a rule."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pipelint.cli.options import ConfigFile, Isolated
from pipelint.cli.overrides import UNREADABLE
from pipelint.cli.print_line import print_line


def explain(
    code: Annotated[str, typer.Argument(help="A rule's code (FD101) or name.", show_default=False)],
    config: ConfigFile = None,
    isolated: Isolated = False,
) -> None:
    """Print what a rule is about: why, a bad and a good example, references. It may be one of your own (setting `rules`)."""
    from pipelint.cli.study.rules import known_rules

    page = "\n".join(page for index in known_rules(config, isolated=isolated) if (page := index.page(code)) is not None)
    if not page:
        print_line(f"pipelint: no rule is called {code}; `pipelint rules` lists all", sys.stderr)
        raise typer.Exit(UNREADABLE)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        typer.echo(page)
