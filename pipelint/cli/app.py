"""The typer application: all commands under one name."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelint import __version__
from pipelint.cli import calibrate, check, estimate, explain, graph, rules, syntax

app = typer.Typer(
    name="pipelint",
    help="Checks Fluentd configs, plain or inside Kubernetes ConfigMaps, and predicts their events per second per CPU.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("check")(check.check)
app.command("estimate")(estimate.estimate)
app.command("graph")(graph.graph)
app.command("syntax")(syntax.syntax)
app.command("explain")(explain.explain)
app.command("rules")(rules.rules)
app.add_typer(calibrate.app, name="calibrate")


def _version(*, value: bool) -> None:
    if value:
        typer.echo(f"pipelint {__version__}")
        raise typer.Exit


@app.callback()
def pipelint(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and exit.", callback=lambda value: _version(value=value), is_eager=True
        ),
    ] = False,
) -> None:
    """Checks Fluentd configs, plain or inside Kubernetes ConfigMaps, and predicts their events per second per CPU."""
