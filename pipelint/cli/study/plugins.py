"""``pipelint plugins``: all plugins that are known, in a list."""

from __future__ import annotations

import sys

import typer

from pipelint.cli.options import Format, FormatOption


def plugins(output: FormatOption = Format.TEXT) -> None:
    """List the known plugins: engine, kind, name, purpose."""
    from pipelint.plugins.page import plugin_rows

    if output is Format.JSON:
        from pipelint.report.findings.json import dump

        rows = [{"engine": engine, "kind": kind, "name": name, "about": about} for engine, kind, name, about in plugin_rows()]
        sys.stdout.write(dump({"plugins": rows}))
        return
    for engine, kind, name, about in plugin_rows():
        typer.echo(f"{engine:8}  {kind:9} {name:28} {about}")
