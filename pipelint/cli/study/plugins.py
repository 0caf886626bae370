"""``pipelint plugins``: all plugins that are known, in a list."""

from __future__ import annotations

import sys

import typer

from pipelint.cli.options import Format, FormatOption


def plugins(output: FormatOption = Format.TEXT) -> None:
    """List the plugins that are known: engine, kind, name, what each does."""
    from pipelint.plugins.page import plugin_rows

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
            for row in plugin_rows()
        ]
        sys.stdout.write(dump({"plugins": rows}))
        return
    for row in plugin_rows():
        typer.echo(f"{row.engine:8}  {row.kind:9} {row.name:28} {row.about}")
