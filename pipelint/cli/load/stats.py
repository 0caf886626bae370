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
from pipelint.stats.match import matched
from pipelint.stats.model import PluginStats, Snapshot, StatsError, between
from pipelint.stats.source import read_answer

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage


def stats(
    source: Annotated[
        str, typer.Argument(help="URL of the monitoring API, or a file with its answer or the log.", show_default=False)
    ],
    paths: Annotated[list[str], typer.Argument(help="The config that runs there.", show_default=False)] = [],  # noqa: B006
    later: Annotated[
        str | None,
        typer.Option("--later", help="A later answer: show what is between them.", metavar="SOURCE", show_default=False),
    ] = None,
    interval: Annotated[
        str | None,
        typer.Option("--interval", help="Ask again after so long: show what is between.", metavar="TIME", show_default=False),
    ] = None,
    watch: Annotated[
        str | None,
        typer.Option("--watch", help="Ask again and again after so long, until Ctrl-C.", metavar="TIME", show_default=False),
    ] = None,
    output: FormatOption = Format.TEXT,
    allow_outside: AllowOutside = (),
) -> None:
    """Show what a running engine says of its plugins: events, time, rates, and the line of each in its config."""
    if sum(each is not None for each in (later, interval, watch)) > 1:
        raise typer.BadParameter("choose one of them", param_hint="--later / --interval / --watch")
    seconds = _seconds(interval, "--interval") or _seconds(watch, "--watch")
    try:
        first = _snapshot(source)
        stages = _stages(first.engine, paths, allow_outside)
        if later is None and seconds is None:
            _print(first, stages, output)
            return
        while True:
            if seconds is not None:
                time.sleep(seconds)
            second = _snapshot(later or source)
            _print(between(first, second, seconds), stages, output)
            if watch is None:
                return
            sys.stdout.flush()
            first = second
    except StatsError as error:
        _stop(str(error))


def _seconds(text: str | None, option: str) -> float | None:
    seconds = None if text is None else read_seconds(text)
    if text is not None and not seconds:
        raise typer.BadParameter(f'"{text}" is not a time such as 10s', param_hint=option)
    return seconds


def _print(found: Snapshot, every: list[Stage], output: Format) -> None:
    """Prints what is found, with those of the config's stages that it is about."""
    stages: dict[PluginStats, Stage] = {}
    for pipeline in found.pipelines:
        own = [stage for stage in every if stage.label == pipeline.name]
        stages |= matched(pipeline.plugins, own if pipeline.name and own else every)
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
        if monitor is None:
            continue
        if (found := monitor.log(answer) if isinstance(answer, str) else monitor.snapshot(answer)) is not None:
            return found
    raise StatsError(f"{source}: is no answer of a monitoring API, and no log with counts, that pipelint knows")


def _stages(engine: str, paths: list[str], allow_outside: tuple[str, ...]) -> list[Stage]:
    """The stages of the configs that are given. Exits with an error on one that cannot be read, or is another engine's."""
    if not paths:
        return []
    from pipelint.checker import load, syntax_only
    from pipelint.report.findings.text import print_report

    loaded = load(tuple(paths), stdin=None, stdin_filename="<stdin>", opened=opened(allow_outside))
    report = syntax_only(loaded)
    if report.problems or report.findings:
        print_report(report, sys.stderr, verbose=False)
        raise typer.Exit(UNREADABLE)
    every = [stage for config in loaded.configs if config.engine.name == engine for stage in config.graph.stages]
    if not every:
        _stop(f"these configs are not {engine}'s")
    return every


def _stop(why: str) -> NoReturn:
    print_line(f"pipelint: {why}", sys.stderr)
    raise typer.Exit(UNREADABLE)
