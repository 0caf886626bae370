"""``pipelint stats``: what a running engine says of its plugins, beside the lines of their config."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pipelint.base.quantity import read_seconds
from pipelint.cli.options import AllowOutside, Format, FormatOption
from pipelint.cli.outputs import print_for_people, print_for_programs
from pipelint.cli.overrides import UNREADABLE, opened
from pipelint.cli.print_line import print_line
from pipelint.stats.model import PluginStats, Snapshot, StatsError, between
from pipelint.stats.source import read_answer

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage


def stats(
    source: Annotated[str, typer.Argument(help="URL of the monitoring API, or a file with its answer.", show_default=False)],
    paths: Annotated[list[str], typer.Argument(help="The config that runs there.", show_default=False)] = [],  # noqa: B006
    later: Annotated[
        str | None,
        typer.Option("--later", help="A later answer: show what is between them.", metavar="SOURCE", show_default=False),
    ] = None,
    interval: Annotated[
        str | None,
        typer.Option("--interval", help="Ask again after so long: show what is between.", metavar="TIME", show_default=False),
    ] = None,
    output: FormatOption = Format.TEXT,
    allow_outside: AllowOutside = (),
) -> None:
    """Show what a running engine says of its plugins: events, time, rates, and the line of each in its config."""
    seconds = None if interval is None else read_seconds(interval)
    if interval is not None and not seconds:
        raise typer.BadParameter(f'"{interval}" is not a time such as 10s', param_hint="--interval")
    if interval is not None and later is not None:
        raise typer.BadParameter("name a later answer, or ask again after an interval", param_hint="--later")
    try:
        found = _snapshot(source)
        if seconds:
            time.sleep(seconds)
        if later is not None or seconds:
            found = between(found, _snapshot(later or source), seconds)
    except StatsError as error:
        _stop(str(error))
    stages = _stages(found, paths, allow_outside)
    if output is Format.JSON:
        from pipelint.report.stats.json import render_json

        print_for_programs(render_json(found, stages))
    else:
        from pipelint.report.stats.text import render_text

        print_for_people(render_text(found, stages))


def _snapshot(source: str) -> Snapshot:
    """The statistics of the engine whose answer it is."""
    from pipelint.engines.registry import ENGINES, parts

    answer = read_answer(source)
    for name in ENGINES.names:
        monitor = parts(name).monitor
        if monitor is not None and (found := monitor.snapshot(answer)) is not None:
            return found
    raise StatsError(f"{source}: is no answer of a monitoring API that pipelint knows")


def _stages(found: Snapshot, paths: list[str], allow_outside: tuple[str, ...]) -> dict[PluginStats, Stage]:
    """The stages of plugins, where a config is given. Exits with an error on one that cannot be read."""
    if not paths:
        return {}
    from pipelint.checker import load, syntax_only
    from pipelint.report.findings.text import print_report
    from pipelint.stats.match import matched

    loaded = load(tuple(paths), stdin=None, stdin_filename="<stdin>", opened=opened(allow_outside))
    report = syntax_only(loaded)
    if report.problems or report.findings:
        print_report(report, sys.stderr, verbose=False)
        raise typer.Exit(UNREADABLE)
    every = [stage for config in loaded.configs if config.engine.name == found.engine for stage in config.graph.stages]
    if not every:
        _stop(f"these configs are not {found.engine}'s")
    stages: dict[PluginStats, Stage] = {}
    for pipeline in found.pipelines:
        own = [stage for stage in every if stage.label == pipeline.name]
        stages |= matched(pipeline.plugins, own if pipeline.name and own else every)
    return stages


def _stop(why: str) -> NoReturn:
    print_line(f"pipelint: {why}", sys.stderr)
    raise typer.Exit(UNREADABLE)
