"""``pipelint trace``: what becomes of sample lines in a config, stage by stage."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

from pipelint.cli.option import Annotated, Exit, Option, UsageError
from pipelint.cli.options import HERE, AllowOutside, Format, FormatOption, Paths, StdinFilename
from pipelint.cli.overrides import FAILURE, UNREADABLE, opened, read_stdin
from pipelint.cli.print_line import print_line

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.trace.model import Tracer
    from pipelint.trace.run import Trace

Chosen = tuple["Config", "Tracer", "Stage"]
# Sources that an error names.
_MOST_NAMED = 10


def trace(
    paths: Paths = HERE,
    *,
    sample: Annotated[str, Option("--sample", "File of log lines, or -.", metavar="FILE", show_default=False)],
    source: Annotated[
        str | None,
        Option("--source", "Source that reads them: its id, tag, path, port or plugin.", show_default=False),
    ] = None,
    line: Annotated[
        int | None,
        Option("--line", "Show the event of this line (from 1) after each stage.", show_default=False, least=1),
    ] = None,
    tag: Annotated[str, Option("--tag", "Tag of the events, where senders choose it.", show_default=False)] = "",
    path: Annotated[
        str, Option("--path", "File that the engine would read the lines from.", metavar="FILE", show_default=False)
    ] = "",
    time_zone: Annotated[
        str, Option("--time-zone", "Time zone of the engine's machine: UTC.", metavar="ZONE", show_default=False)
    ] = "",
    output: FormatOption = Format.TEXT,
    allow_outside: AllowOutside = (),
    stdin_filename: StdinFilename = "<stdin>",
) -> None:
    """Follow sample lines through a config, stage by stage. Each says what it takes, changes and drops; no engine is started."""
    from pipelint.trace.model import Given
    from pipelint.trace.run import trace_sample

    if sample == "-" and "-" in paths:
        raise UsageError("standard input cannot be both the config and the sample", "--sample")
    config, tracer, stage = _chosen(paths, source, allow_outside, stdin_filename)
    try:
        found = trace_sample(config, tracer, stage, _lines(sample), sample, Given(tag, path, time_zone), line)
    except (OSError, ValueError) as error:
        _stop(f"{sample}: {error.strerror if isinstance(error, OSError) and error.strerror else error}")
    if line is not None and found.tally.kept is None:
        _stop(f"{sample}: no event comes of line {line:,}; the last is line {found.tally.lines:,}")
    _write(found, output)


def _write(found: Trace, output: Format) -> None:
    from pipelint.report.look import Look
    from pipelint.report.printing.output import columns, write

    look = Look(sys.stdout.encoding or "utf-8", columns(sys.stdout), (found.config,))
    if output is Format.JSON:
        from pipelint.report.findings.parts.json_parts import json_text
        from pipelint.report.trace.json import trace_object

        sys.stdout.write(json_text(trace_object(found, look.secrets.prose), 2))
        return
    from pipelint.report.trace.text import journey_lines, trace_lines

    if found.tally.kept is not None:
        write(journey_lines(found, found.tally.kept, found.texts, look), sys.stdout)
    else:
        write(trace_lines(found, look), sys.stdout)


def _chosen(paths: Paths, name: str | None, allow_outside: AllowOutside, stdin_filename: str) -> Chosen:
    """The one config and source that a sample is for. Exits with an error where there is none, or more than one."""
    from pipelint.checker import load, syntax_only
    from pipelint.engines.parts import parts_of
    from pipelint.report.findings.text import print_report
    from pipelint.trace.run import sources_named

    loaded = load(paths, stdin=read_stdin(paths), stdin_filename=stdin_filename, opened=opened(allow_outside))
    report = syntax_only(loaded)
    if report.problems or report.findings:
        print_report(report, sys.stderr, verbose=False)
        raise Exit(UNREADABLE if report.problems else FAILURE)
    every: list[Chosen] = []
    for config in loaded.configs:
        if (tracer := parts_of(config).tracer) is not None:
            stages = tracer.sources(config)
            every += [(config, tracer, stage) for stage in (stages if name is None else sources_named(stages, name))]
    if len(every) == 1:
        return every[0]
    if not every and name is None:
        _stop("no source of these configs can read a sample")
    if not every:
        _stop(f'no source has "{name}" as its id, tag, path, port or plugin')
    print_line("pipelint: several sources could read the sample; name one with --source (its id, tag, path or port):", sys.stderr)
    for config, _, stage in every[:_MOST_NAMED]:
        print_line(f"  {_named(config, stage)}", sys.stderr)
    if len(every) > _MOST_NAMED:
        print_line(f"  and {len(every) - _MOST_NAMED} more", sys.stderr)
    raise Exit(UNREADABLE)


def _named(config: Config, stage: Stage) -> str:
    """A source in a list: where it stands, its plugin, and its parameters as far as they are short."""
    from pipelint.base.text.locate import locate
    from pipelint.report.look import secrets_of

    params = [param for param in stage.block.params.values() if param.value != stage.plugin]
    said = ", ".join(f"{param.name} {param.value}" for param in params[:4])
    shown = secrets_of((config,)).prose(said)
    return f"{stage.place.document.file.path}:{locate(stage.place).start.line}: {stage.plugin} ({shown})"


def _lines(sample: str) -> Iterator[bytes]:
    from pipelint.base.disk.lines import lines_of_file, lines_of_stream

    return lines_of_stream(sys.stdin.buffer) if sample == "-" else lines_of_file(sample)


def _stop(why: str) -> NoReturn:
    print_line(f"pipelint: {why}", sys.stderr)
    raise Exit(UNREADABLE)
