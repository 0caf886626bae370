"""``pipelint explain``: the page of a rule, or of a plugin."""

from __future__ import annotations

import sys

from pipelint.cli.option import Annotated, Argument, Exit
from pipelint.cli.options import ConfigFile, Isolated
from pipelint.cli.outputs import print_for_people
from pipelint.cli.overrides import UNREADABLE
from pipelint.cli.print_line import print_line


def explain(
    code: Annotated[str, Argument("Code (FD101) or name of a rule, or name of a plugin.")],
    config: ConfigFile = None,
    isolated: Isolated = False,
) -> None:
    """Explain a rule or a plugin. Your own are among them (settings `rules` and `plugins`)."""
    from pipelint.cli.study.plugins import known_plugins
    from pipelint.cli.study.rules import known_rules
    from pipelint.plugins.page import plugin_pages

    pages = [page for index in known_rules(config, isolated=isolated) if (page := index.page(code)) is not None]
    with known_plugins(config, isolated=isolated):
        page = "\n".join(pages) or plugin_pages(code)
    if not page:
        print_line(f"pipelint: no rule or plugin named {code}; `pipelint rules` and `pipelint plugins` list all", sys.stderr)
        raise Exit(UNREADABLE)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        print_for_people(f"{page}\n")
