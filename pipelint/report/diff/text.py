"""A comparison as text: for each config that differs its rates, the lines to blame, what else changed, and the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from pipelint.base.finding import Severity
from pipelint.base.text.locate import locate
from pipelint.compare.model import Change, Compared, Comparison, Direction, StageChange, Status
from pipelint.report.diff import words as words
from pipelint.report.findings.parts.finding_lines import problem_lines
from pipelint.report.findings.text import note_lines
from pipelint.report.look import Look, message_of
from pipelint.report.printing.output import look_of, write
from pipelint.report.printing.plain import render_plain
from pipelint.report.printing.styled import BLANK, Line, Piece, Role, line, wrap

if TYPE_CHECKING:
    from pipelint.base.finding import Finding
    from pipelint.compare.model import Blame

_SEVERITIES = {Severity.ERROR: Role.ERROR, Severity.WARNING: Role.WARNING, Severity.INFO: Role.INFO}
_SIGNS = {Change.ADDED: Role.NEW, Change.REMOVED: Role.OLD}
# Columns of the first word of each row.
_HEAD = 10


def print_comparison(found: Comparison, stream: TextIO, *, verbose: bool) -> None:
    """Writes what differs, problems and the summary to ``stream``; with ``verbose`` also unchanged configs and notes."""
    look = look_of(stream)
    if verbose:
        same = found.of(Status.UNCHANGED)
        write([line(Piece(look.shown(config.name), Role.STRONG), ": unchanged") for config in same], stream)
    write(note_lines(found.notes, look, verbose=verbose), stream)
    write(comparison_lines(found, look), stream)


def render_text(found: Comparison) -> str:
    """The same as plain text."""
    return render_plain(comparison_lines(found, Look(encoding="utf-8")))


def comparison_lines(found: Comparison, look: Look) -> Iterator[Line]:
    """The configs that differ, problems, and the summary."""
    for config in found.configs:
        if config.status is not Status.UNCHANGED:
            yield from _config(config, look)
    for where_, problems in (("BASE", found.base_problems), ("BASE and HEAD", found.known_problems)):
        for problem in problems:
            yield line(Piece(look.shown(f"in {where_}: {problem.path}: {message_of(problem)}"), Role.WARNING))
    for problem in found.problems:
        yield from problem_lines(problem, look)
        yield BLANK
    yield from _summary(found, look)


def _config(config: Compared, look: Look) -> Iterator[Line]:
    became = f" (was {config.former})" if config.former else ""
    if config.status is not Status.CHANGED:
        became = f" ({config.status.value})"
    yield line(Piece(look.shown(config.name), Role.STRONG), Piece(look.shown(became), Role.FAINT))
    yield from _rates(config, look)
    if config.cost is not None:
        blames, rest = words.worth_a_line(config.cost)
        for blame in blames:
            yield from _blame_row(blame, look)
        if rest:
            yield from _row(f"{words.signed(words.rest_us(config.cost))} {look.micro}", rest, look)
        for doubt in config.cost.doubts:
            yield from _row("note", doubt, look, Role.WARNING)
    yield from _changes(config, look)
    for note in config.notes:
        yield from _row("note", note, look, Role.WARNING)
    yield from _findings("new", config.new, look)
    yield from _findings("fixed", config.fixed, look)
    for failure in config.failures:
        yield from _row("FAILED", failure.message, look, Role.ERROR)
    yield BLANK


def _rates(config: Compared, look: Look) -> Iterator[Line]:
    before, after = config.before_estimate, config.after_estimate
    if before is not None:
        yield from _row("before", f"{words.rates(before)} events/s per CPU, {words.each(before, look)}", look)
    if after is not None:
        said = [Piece(f"{words.rates(after)} events/s per CPU, {words.each(after, look)}")]
        if config.cost is not None:
            role = {Direction.SLOWER: Role.ERROR, Direction.FASTER: Role.GOOD}.get(config.cost.direction, Role.TEXT)
            said += [Piece(": "), Piece(words.verdict(config.cost), role)]
        yield line(f"  {'after':{_HEAD}}", *said)
    for pod in config.pods:
        for text in words.of_pods(pod):
            yield from _row("pods" if pod.label else "process", text, look)


def _blame_row(blame: Blame, look: Look) -> Iterator[Line]:
    yield from _row(f"{words.of_blame(blame)} {look.micro}", blame_words(blame), look, Role.OLD if blame.us[1] > 0 else Role.NEW)


def blame_words(blame: Blame) -> str:
    """Why the cost of a stage differs."""
    place = words.where(blame.change, blame.stage)
    if blame.change is None:
        return f"{words.of_stage(blame.stage)}, {place}: unchanged, but other events reach it"
    if blame.change.stage is not blame.stage:
        return f"{words.of_stage(blame.stage)}, {place}: {blame.change.change.value} with {words.of_stage(blame.change.stage)}"
    return change_words(blame.change)


def change_words(change: StageChange) -> str:
    """``changed parse json, fluent.conf:8: time_format %N%z -> %NZ``."""
    said = f"{change.change.value} {words.of_stage(change.stage)}, {words.where(change, change.stage)}"
    params = "; ".join(words.of_params(change))
    return f"{said}: {params}" if params else said


def _changes(config: Compared, look: Look) -> Iterator[Line]:
    changes, more = words.first(words.unblamed(config))
    for change in changes:
        yield from _row(change.change.value, change_words(change).partition(" ")[2], look, _SIGNS.get(change.change, Role.TEXT))
    if more:
        yield from _row("", f"{more:,} more stages changed", look)
    for param in words.first(config.config_params)[0]:
        yield from _row("changed", words.of_param(param), look)
    if config.status is Status.CHANGED and not (config.stages or config.config_params or config.notes):
        yield from _row("", "no stage changed", look, Role.FAINT)


def _findings(head: str, findings: Sequence[Finding], look: Look) -> Iterator[Line]:
    shown, more = words.first(findings)
    for finding in shown:
        side = " in BASE" if head == "fixed" else ""
        said = f"{locate(finding.place)}{side}: {words.of_finding(finding)}"
        yield from _row(head, said, look, _SEVERITIES[finding.severity] if head == "new" else Role.GOOD)
    if more:
        yield from _row("", f"{more:,} more {head}", look)


def _row(head: str, said: str, look: Look, role: Role = Role.TEXT) -> Iterator[Line]:
    rows = wrap(look.shown(said), look.width - _HEAD - 2)
    yield line("  ", Piece(f"{head:{_HEAD - 1}} ", role), rows[0])
    for row in rows[1:]:
        yield line(" " * (_HEAD + 2), row)


def _summary(found: Comparison, look: Look) -> Iterator[Line]:
    said = look.shown(words.of_all(found))
    if found.failed:
        yield line(Piece(said, Role.STRONG), ": ", Piece("failed", Role.ERROR))
    else:
        yield line(Piece(said, Role.STRONG))
