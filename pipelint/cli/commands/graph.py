"""``pipelint graph``: the stages and how events flow between them."""

from __future__ import annotations

import enum
import sys
from typing import TYPE_CHECKING

from pipelint.cli.option import Annotated, Exit, Option
from pipelint.cli.options import HERE, AllowOutside, Paths, StdinFilename
from pipelint.cli.outputs import broken_alone, print_for_programs, say_what_is_broken
from pipelint.cli.overrides import Overrides, opened, project, read_stdin

if TYPE_CHECKING:
    from pipelint.checker import Report


class GraphFormat(str, enum.Enum):
    """The languages that a graph can be printed in, and pictures."""

    MERMAID = "mermaid"
    DOT = "dot"
    JSON = "json"
    SVG = "svg"
    PNG = "png"


def graph(
    paths: Paths = HERE,
    output: Annotated[GraphFormat, Option("--format", "Output format.")] = GraphFormat.MERMAID,
    allow_outside: AllowOutside = (),
    stdin_filename: StdinFilename = "<stdin>",
) -> None:
    """Draw the stages of configs and the event flow between them."""
    from pipelint.checker import load, syntax_only
    from pipelint.facts.secrets.known import Read, Secrets

    if output in (GraphFormat.SVG, GraphFormat.PNG):
        _draw(paths, output, allow_outside, stdin_filename)
        return
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
    _end(syntax_only(loaded))


def _draw(paths: tuple[str, ...], output: GraphFormat, allow_outside: tuple[str, ...], stdin_filename: str) -> None:
    """Pictures say what stages cost, and what was found in them, as the settings have it."""
    from pipelint.checker import check
    from pipelint.report.drawing.scene import scenes

    settings = project(Overrides(estimates=True), None, False, allowed=allow_outside)
    report = check(paths, settings, stdin=read_stdin(paths), stdin_filename=stdin_filename)
    drawn = scenes(report)
    if output is GraphFormat.SVG:
        from pipelint.report.drawing.svg import render_svg

        print_for_programs(render_svg(drawn))
    else:
        from pipelint.report.drawing.png import render_png

        print_for_programs(render_png(drawn))
    _end(broken_alone(report))


def _end(report: Report) -> None:
    if code := say_what_is_broken(report):
        raise Exit(code)
