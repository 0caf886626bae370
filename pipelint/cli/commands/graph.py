"""``pipelint graph``: the stages and how events flow between them."""

from __future__ import annotations

import enum
import sys
from typing import Annotated

import typer

from pipelint.cli.options import HERE, AllowOutside, Paths, StdinFilename
from pipelint.cli.overrides import FAILURE, UNREADABLE, opened, read_stdin


class GraphFormat(str, enum.Enum):
    """The languages that a graph can be printed in."""

    MERMAID = "mermaid"
    DOT = "dot"
    JSON = "json"


def graph(
    paths: Paths = HERE,
    output: Annotated[GraphFormat, typer.Option("--format", help="Output format.")] = GraphFormat.MERMAID,
    allow_outside: AllowOutside = (),
    stdin_filename: StdinFilename = "<stdin>",
) -> None:
    """Draw the stages of configs and the event flow between them."""
    from pipelint.checker import load, syntax_only
    from pipelint.facts.secrets.known import Read, Secrets
    from pipelint.report.findings.text import print_report

    loaded = load(paths, stdin=read_stdin(paths), stdin_filename=stdin_filename, opened=opened(allow_outside))
    drawn = [(config.name, config.graph) for config in loaded.configs]
    hides = [Secrets([Read.of(config)]).prose for config in loaded.configs]
    match output:
        case GraphFormat.MERMAID:
            from pipelint.graph.render.mermaid import render

            text = "".join(render(graph, name, hide) for (name, graph), hide in zip(drawn, hides, strict=True))
        case GraphFormat.DOT:
            from pipelint.graph.render.dot import render

            text = "".join(render(graph, name, hide) for (name, graph), hide in zip(drawn, hides, strict=True))
        case GraphFormat.JSON:
            from pipelint.graph.render.json import render_all

            text = render_all(drawn, hides)
    sys.stdout.write(text)
    report = syntax_only(loaded)
    if report.problems or report.findings or any(note.important for note in report.notes):
        print_report(report, sys.stderr, verbose=False)
    if report.problems:
        raise typer.Exit(UNREADABLE)
    if report.findings:
        raise typer.Exit(FAILURE)
