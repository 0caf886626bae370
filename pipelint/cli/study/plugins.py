"""``pipelint plugins``: all plugins that are known, in a list."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pipelint.cli.option import Exit
from pipelint.cli.options import ConfigFile, Format, FormatOption, Isolated
from pipelint.cli.overrides import UNREADABLE, Overrides, project
from pipelint.cli.print_line import print_line


def plugins(output: FormatOption = Format.TEXT, config: ConfigFile = None, isolated: Isolated = False) -> None:
    """List the known plugins: engine, kind, name, purpose. Your own are among them (setting `plugins`)."""
    from pipelint.plugins.page import plugin_rows

    with known_plugins(config, isolated=isolated):
        found = list(plugin_rows())
    if output is Format.JSON:
        from pipelint.report.findings.json import dump

        rows = [
            {
                "engine": row.engine,
                "kind": row.kind,
                "name": row.name,
                "about": row.about,
                "gem": row.gem or None,
                "versions": [row.first, row.last] if row.first else None,
            }
            for row in found
        ]
        sys.stdout.write(dump({"plugins": rows}))
        return
    for row in found:
        print_line(f"{row.engine:8}  {row.kind:9} {row.name:28} {row.about}")


@contextmanager
def known_plugins(config: str | None, *, isolated: bool) -> Iterator[None]:
    """Inside, the plugins of the folders that the settings of the current folder name are known, too.

    Exits with an error on settings or plugin files that cannot be read.
    """
    from pipelint.checker.named_files import NamedFiles
    from pipelint.plugins.team import knowing
    from pipelint.report.findings.text import print_problems
    from pipelint.settings.read import SettingsError

    files = NamedFiles()
    try:
        own = files.plugins(project(Overrides(), config, isolated).settings("any"))
        problems = files.problems
    except SettingsError as error:
        problems = list(error.problems)
    if problems:
        print_problems(problems, sys.stderr)
        raise Exit(UNREADABLE)
    with knowing(own):
        yield
