"""A bench as a table, a round a line, with a summary after it."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.printable import printable
from pipelint.bench.model import Result, Round
from pipelint.report.numbers import counted

_SENT = (("records", 9), ("write (b)", 12), ("write", 9), ("secs", 6))
_USED = (("% cpu", 7), ("user (ms)", 10), ("sys (ms)", 9), ("Mem (bytes)", 12), ("Mem", 9))


def render_text(found: Result) -> str:
    """All of it, with a line end."""
    rounds = [round_line(each) for each in found.rounds]
    return "\n".join([*head_lines(found), *rounds, "", *summary_lines(found)]) + "\n"


def head_lines(found: Result) -> list[str]:
    """The heads of the columns, and a rule below them."""
    panes = [_SENT, _USED] if found.watched else [_SENT]
    names = (" ".join(f"{name:>{width}}" for name, width in pane) for pane in panes)
    rules = (" ".join(("-" * len(name)).rjust(width) for name, width in pane) for pane in panes)
    return [" | ".join(names), " + ".join(rules)]


def round_line(found: Round) -> str:
    """A round as a line of the table."""
    sent, used = found.sent, found.used
    left = _cells(_SENT, str(sent.records), str(sent.bytes), size(sent.bytes), f"{sent.seconds:.2f}")
    if used is None:
        return left
    right = _cells(
        _USED, f"{100 * found.cpu:.2f}", f"{used.user_ms:.0f}", f"{used.system_ms:.0f}", str(used.memory), size(used.memory)
    )
    return f"{left} | {right}"


def summary_lines(found: Result) -> Iterator[str]:
    """The summary: what was sent, how fast, what it took, what has arrived."""
    seconds = found.seconds
    rate = found.records / seconds if seconds else 0.0
    yield "- Summary"
    if found.watched:
        yield _row("Process" if found.pid else "Container", found.watched)
        if found.pid:
            yield _row("PID", str(found.pid))
    yield _row("Elapsed Time", f"{seconds:.2f} seconds")
    yield _row("Records", f"{found.records:,}")
    yield _row("Avg Rate", f"{size(found.bytes / seconds if seconds else 0)}/sec, {rate:,.0f} records/s")
    used = [each.used for each in found.rounds if each.used is not None]
    if used:
        sending = [each.cpu for each in found.sending if each.used is not None]
        yield _row("Avg Memory", size(sum(each.memory for each in used) / len(used)))
        yield _row("Avg CPU", f"{100 * sum(sending) / max(1, len(sending)):.2f}% while records were sent")
        if found.cpu_us is not None:
            yield _row("CPU per Record", f"{found.cpu_us:.2f} µs, all of its work included")
    if found.arrived is not None and found.lost is not None:
        arrived = f"{found.arrived.in_time + found.arrived.late:,} ({found.arrived.late:,} late, after the last was sent)"
        yield _row("Arrived", arrived)
        yield _row("Lost", f"{found.lost:,}" if found.lost >= 0 else f"none; {-found.lost:,} more arrived than were sent")
    yield from _notes(found)


def _notes(found: Result) -> Iterator[str]:
    if found.behind:
        kept = 100 * found.records / found.due
        yield f"note: {counted(found.behind, 'record')} of {found.due:,} were not sent in time ({kept:.0f}% of the rate was kept)"
    if found.still_busy:
        yield "note: it was still busy when the waiting was over (--wait)"
    if found.error or found.interrupted:
        yield f"note: ended early: {printable(found.error) or 'interrupted'}"


def _row(name: str, value: str) -> str:
    return f"  - {name:<14}: {printable(value)}"


def _cells(pane: tuple[tuple[str, int], ...], *values: str) -> str:
    return " ".join(f"{value:>{width}}" for value, (_, width) in zip(values, pane, strict=True))


def size(count: float) -> str:
    """Bytes as people read them: ``125.77M`` of 1024 * 1024 bytes, as the perf tools have it."""
    for unit in ("b", "K", "M", "G"):
        if count < 1024 or unit == "G":
            return f"{count:.0f} b" if unit == "b" else f"{count:.2f}{unit}"
        count /= 1024
    raise AssertionError
