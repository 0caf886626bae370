"""``pipelint rules``: all rules in a list."""

from __future__ import annotations

import sys

import typer

from pipelint.cli.options import Format, FormatOption


def rules(output: FormatOption = Format.TEXT) -> None:
    """List the rules: code, severity, category, name."""
    from pipelint.rules.index import load_index

    found = sorted(load_index().rules, key=lambda rule: rule.code)
    if output is Format.JSON:
        rows = [
            {"code": r.code, "name": r.name, "severity": r.severity.word, "category": r.category, "title": r.title} for r in found
        ]
        from pipelint.report.findings.json import dump

        sys.stdout.write(dump({"rules": rows}))
        return
    for rule in found:
        typer.echo(f"{rule.code}  {rule.severity.word:8} {rule.category:12} {rule.name:36} {rule.title}")
