"""``pipelint bench``: load for a running pipeline, and what it takes to work it off."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import typer

from pipelint.base.running.stopping import STOPPING, leave_terminal
from pipelint.bench.run import Bench
from pipelint.cli.load.options import BenchOptions, ForwardOptions, HttpOptions, TailOptions, TcpOptions, UdpOptions
from pipelint.cli.load.plan import plan_of
from pipelint.cli.option import Exit
from pipelint.cli.outputs import outputs, print_for_people, print_for_programs, taken, write_outputs
from pipelint.cli.overrides import FAILURE, UNREADABLE
from pipelint.cli.parser import for_typer
from pipelint.cli.print_line import print_line
from pipelint.report.formats import BenchFormat, render_bench

app = typer.Typer(
    help="Put load on a running pipeline, and report what it uses.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.callback()
def bench() -> None:
    """Put load on a running pipeline, and report what it uses."""


@app.command("tail", epilog="Example: pipelint bench tail out.log --records 1000000 --line-length 130 --pid 1660")
@for_typer
def tail(options: TailOptions) -> None:
    """Write lines to a file that a tail input reads."""
    _run("tail", options)


@app.command("tcp", epilog="Example: pipelint bench tcp 127.0.0.1:5170 --file data.log --rate 10000 --period 1m")
@for_typer
def tcp(options: TcpOptions) -> None:
    """Send lines over TCP."""
    _run("tcp", options)


@app.command("udp", epilog="Example: pipelint bench udp 127.0.0.1:5140 --syslog --rate 1000")
@for_typer
def udp(options: UdpOptions) -> None:
    """Send each line in a datagram."""
    _run("udp", options)


@app.command("forward", epilog="Example: pipelint bench forward 127.0.0.1:24224 --rate 50000 --period 30s --ack --pid 1660")
@for_typer
def forward(options: ForwardOptions) -> None:
    """Send events in the forward protocol (PackedForward)."""
    _run("forward", options)


@app.command("http", epilog="Example: pipelint bench http http://127.0.0.1:9880/app --rate 1000 --batch 50")
@for_typer
def http(options: HttpOptions) -> None:
    """Send JSON arrays of records in POST requests."""
    _run("http", options)


def _run(transport: str, options: BenchOptions) -> None:
    plan = plan_of(transport, options)
    files = outputs(options.output, BenchFormat)
    for _, path in files:
        # Better said before the load than after it.
        if wrong := taken(path, force=options.force):
            print_line(f"{path}: error: {wrong}", sys.stderr)
            raise Exit(UNREADABLE)
    with _stoppable() as stopped:
        bench = Bench(plan, lambda: bool(stopped))
        if options.format is BenchFormat.TEXT:
            _show(bench)
        else:
            for _ in bench.rounds():
                pass
            print_for_programs(render_bench(bench.result, options.format))
    found = bench.result
    if found.error:
        print_line(f"pipelint: {found.error}", sys.stderr)
    written = write_outputs(files, lambda kind: render_bench(found, kind), force=options.force)
    missed = found.behind or (found.lost or 0) > 0
    raise Exit(UNREADABLE if found.error or not written else 128 + stopped[0] if stopped else FAILURE if missed else 0)


def _show(bench: Bench) -> None:
    """Prints each round when it is over, and the summary."""
    from pipelint.report.bench.text import head_lines, round_line, summary_lines

    shown = 0
    for _ in bench.rounds():
        for line in head_lines(bench.result) if not shown else ():
            print_for_people(line + "\n")
        print_for_people(round_line(bench.result.rounds[shown]) + "\n")
        sys.stdout.flush()
        shown += 1
    for each in bench.result.rounds[shown:]:
        print_for_people(round_line(each) + "\n")
    if bench.result.rounds:
        print_for_people("\n" + "\n".join(summary_lines(bench.result)) + "\n")


@contextmanager
def _stoppable() -> Iterator[list[int]]:
    """A list of the signals that want it to end: records are written to their end, results shown. The second one ends at once."""
    asked: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        leave_terminal(number)
        asked.append(number)

    before = {each: signal.signal(each, stop) for each in STOPPING}
    try:
        yield asked
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
