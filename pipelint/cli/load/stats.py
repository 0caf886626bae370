"""``pipelint stats``: what a running engine says of its plugins, beside the lines of their config."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pipelint.base.lean.record import replace
from pipelint.base.quantity import read_seconds
from pipelint.cli.load.asking import Repeated, asked
from pipelint.cli.load.told import Told
from pipelint.cli.option import Annotated, Argument, Exit, Option, UsageError
from pipelint.cli.options import AllowOutside
from pipelint.cli.outputs import print_for_people, print_for_programs
from pipelint.cli.overrides import UNREADABLE, opened
from pipelint.cli.print_line import print_line
from pipelint.report.formats import CheckFormat
from pipelint.stats.model import Snapshot, StatsError, between

if TYPE_CHECKING:
    from pipelint.checker.result import Loaded


def stats(
    source: Annotated[
        str,
        Argument("URL of the monitoring API, or a file with its answer, metrics or the log; -."),
    ],
    paths: Annotated[tuple[str, ...], Argument("The config that runs there.")] = (),
    later: Annotated[
        str | None,
        Option("--later", "A later answer: show what is between them.", metavar="SOURCE", show_default=False),
    ] = None,
    interval: Annotated[
        str | None,
        Option(
            "--interval",
            "Ask again after so long: show what is between. With --later: how long lies between them.",
            metavar="TIME",
            show_default=False,
        ),
    ] = None,
    watch: Annotated[
        str | None,
        Option("--watch", "Ask again and again after so long, until Ctrl-C.", metavar="TIME", show_default=False),
    ] = None,
    threads: Annotated[
        str | None,
        Option("--threads", "An answer about hot threads to go with it.", metavar="SOURCE", show_default=False),
    ] = None,
    profile: Annotated[
        Path | None,
        Option("--profile", "Write a traffic profile for estimate --config.", metavar="FILE", show_default=False),
    ] = None,
    force: Annotated[bool, Option("--force", "Overwrite a file that pipelint did not write.")] = False,
    output: Annotated[CheckFormat, Option("--format", "Output format.")] = CheckFormat.TEXT,
    allow_outside: AllowOutside = (),
) -> None:
    """Show what a running engine says of its plugins. Events, time, rates, what is slow, and where it is configured."""
    if watch is not None and (later is not None or interval is not None or profile is not None):
        raise UsageError("choose one of them", "--watch / --later, --interval, --profile")
    seconds = _seconds(interval, "--interval") or _seconds(watch, "--watch")

    try:
        if seconds is None or later is not None:
            first, repeated = asked(source, threads), None
        else:
            repeated = Repeated(lambda: asked(source, threads), seconds)
            first = repeated.first
        told = Told(source, _loaded(first.engine, paths, allow_outside), output)
        if repeated is None:
            found = first if later is None else between(first, asked(later, threads), seconds)
        elif watch is None:
            found = next(iter(repeated))
        else:
            _watch(told, repeated)
            return
        if profile is not None:
            _write(told, found, profile, force=force)
        _print(told, found)
    except StatsError as error:
        _stop(str(error))


def _seconds(text: str | None, option: str) -> float | None:
    seconds = None if text is None else read_seconds(text)
    if text is not None and not seconds:
        raise UsageError(f'"{text}" is not a time such as 10s', option)
    return seconds


def _write(told: Told, found: Snapshot, path: Path, *, force: bool) -> None:
    """Writes the traffic profile. Exits with an error where that is not possible."""
    from pipelint.cli.outputs import put, taken
    from pipelint.settings.measured import profile

    lines = told.lines(found)
    if not lines:
        _stop("no profile: nothing says how many events its inputs read (docs/stats.md: Profiles)")
    if wrong := taken(path, force=force) or put(path, profile(found, lines, told.source)):
        _stop(f"{path}: {wrong}")


def _print(told: Told, found: Snapshot) -> None:
    if told.format is CheckFormat.TEXT:
        told.show(found, sys.stdout, print_for_people)
    else:
        print_for_programs(told.rendered(found))
    sys.stdout.flush()


def _watch(told: Told, repeated: Repeated) -> None:
    """What was between each two answers, until Ctrl-C or until the engine no longer answers; in a terminal in one place."""
    if told.format is CheckFormat.TEXT and sys.stdout.isatty():
        # Imported here: what is not for a terminal needs no rich.
        from pipelint.cli.load.live import live

        live(told, repeated)
        return
    for found in repeated:
        _print(told, found)


def _loaded(engine: str, paths: Sequence[str], allow_outside: tuple[str, ...]) -> Loaded | None:
    """The configs that are given. Exits with an error on one that cannot be read, or is another engine's."""
    if not paths:
        return None
    from pipelint.checker import load, syntax_only
    from pipelint.report.findings.text import print_report

    loaded = load(tuple(paths), stdin=None, stdin_filename="<stdin>", opened=opened(allow_outside))
    report = syntax_only(loaded)
    if report.problems or report.findings:
        print_report(report, sys.stderr, verbose=False)
        raise Exit(UNREADABLE)
    own = tuple(config for config in loaded.configs if config.engine.name == engine)
    if not any(config.graph.stages for config in own):
        _stop(f"these configs are not {engine}'s")
    return replace(loaded, configs=own)


def _stop(why: str) -> NoReturn:
    print_line(f"pipelint: {why}", sys.stderr)
    raise Exit(UNREADABLE)
