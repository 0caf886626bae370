"""The chart of a bench: panels one below the other with the same axis of seconds. What is drawn, not how."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.bench.model import Result

Point = tuple[float, float]

WIDTH, PANEL = 800, 150
LEFT, RIGHT, TOP, BOTTOM = 120, 20, 40, 36


@dataclass(frozen=True, slots=True)
class Panel:
    """A curve: its title, the greatest value as it is written beside the axis, and points from 0 to 1 in both directions."""

    title: str
    most: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Panels, the seconds of their axis, and the second in which the last record was sent."""

    title: str
    panels: tuple[Panel, ...]
    seconds: float
    sent: float

    @property
    def height(self) -> int:
        """Pixels of all panels."""
        return TOP + len(self.panels) * (PANEL + BOTTOM)


def chart_of(found: Result) -> Chart:
    """The chart: records/s, and CPU and memory where a process is watched. Each round is a step."""
    total = sum(each.sent.seconds for each in found.rounds) or 1.0
    rates = [each.sent.records / each.sent.seconds if each.sent.seconds else 0.0 for each in found.rounds]
    panels = [_panel("records/s", found, rates, total, "{:,.0f}")]
    if found.watched:
        panels.append(_panel("% CPU", found, [100 * each.cpu for each in found.rounds], total, "{:,.0f}"))
        memory = [each.used.memory / 1024**2 if each.used is not None else 0.0 for each in found.rounds]
        panels.append(_panel("memory, MiB", found, memory, total, "{:,.1f}"))
    name = f"pipelint bench {found.target.transport} {found.target.to}"
    return Chart(name + (f": {found.watched}" if found.watched else ""), tuple(panels), total, found.seconds)


def _panel(title: str, found: Result, values: list[float], total: float, form: str) -> Panel:
    most = max(values, default=0.0) or 1.0
    points: list[Point] = []
    at = 0.0
    for each, value in zip(found.rounds, values, strict=True):
        points += [(at / total, value / most), ((at + each.sent.seconds) / total, value / most)]
        at += each.sent.seconds
    return Panel(title, form.format(most), tuple(points))
