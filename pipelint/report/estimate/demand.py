"""What a rate takes, and what several configs cost together, as tables for text and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.cost.demand import MONTH, Demand, demand
from pipelint.cost.interval import ZERO
from pipelint.report.numbers import micros, rate
from pipelint.report.table import Table

if TYPE_CHECKING:
    from pipelint.checker import Checked
    from pipelint.cost.estimate import Estimate
    from pipelint.cost.interval import Interval


def demand_of(checked: Checked, found: Estimate | None = None) -> Demand | None:
    """What the traffic that the settings name takes; None where they name none. ``found``: in the place of its estimate."""
    settings, found = checked.settings, found or checked.estimate
    if found is None or settings.traffic.events_per_second <= 0:
        return None
    return demand(checked.config, found, settings.traffic.events_per_second, settings.cpu_limit, settings.core_hour)


def demand_table(checked: Checked) -> Table | None:
    """A row for each thing that the traffic takes; of fixes that are only tried, also what it takes without them."""
    now = demand_of(checked)
    if now is None:
        return None
    before = None if checked.before is None else demand_of(checked, checked.before)
    head = f"{rate(now.rate)} events/s take"
    rows = list(_rows(now, checked))
    if before is None:
        return Table((head, ">", "", ""), tuple((what, *_said(value), remark) for what, value, remark in rows))
    was = [value for _, value, _ in _rows(before, checked)]
    return Table(
        (head, ">now", "", ">with the fixes", "", ""),
        tuple((what, *_said(old), *_said(value), remark) for old, (what, value, remark) in zip(was, rows, strict=True)),
    )


def _rows(found: Demand, checked: Checked) -> Iterator[tuple[str, Interval, str]]:
    yield "CPU cores", found.cores, ""
    if found.workers is not None:
        yield "workers", found.workers, f"now {checked.config.processes}"
    for capacity, pods in found.pods:
        workload = capacity.workload
        now = "" if workload is None or workload.replicas is None else f", now {workload.replicas}"
        which = f": {workload.label}" if workload is not None and len(found.pods) > 1 else ""
        yield "processes" if workload is None else "pods", pods, f"{capacity.cpus:g} CPUs each{now}{which}"
    if found.headroom is not None:
        enough = "too little" if found.headroom.high < 1 else "may be too little" if found.headroom.low < 1 else "enough"
        yield "capacity now / needed", found.headroom, enough
    if found.hourly is not None:
        yield "price an hour", found.hourly, f"at {checked.settings.core_hour:g} for a core"
        yield "price a month", found.hourly.times(MONTH), f"{MONTH:g} hours"


def _said(value: Interval) -> tuple[str, str]:
    return rate(value.mid), f"({rate(value.low)} .. {rate(value.high)})"


def total_table(report: Sequence[Checked]) -> Table | None:
    """A row for each of several configs, and their sum; None of one config. Low and high ends are added as they are."""
    found = [(checked, checked.estimate, demand_of(checked)) for checked in report]
    if len(found) < 2:
        return None
    asked, priced = (any(each is not None and wanted(each) for _, _, each in found) for wanted in (_any, _is_priced))
    heads = [">µs/event", "low .. high", ">events/s per CPU"]
    heads += [">events/s", ">cores", "low .. high"] * asked + [">price/month", "low .. high"] * priced
    rows = []
    cores = price = us = ZERO
    for checked, estimate, needs in found:
        cells: list[str] = ["-", "", "-"]
        if estimate is not None:
            us += estimate.us_per_event
            cells = [*_micros(estimate.us_per_event), rate(estimate.events_per_cpu_second.mid)]
        if asked:
            cells += ["-", "-", ""] if needs is None else [rate(needs.rate), *_ends(needs.cores)]
            cores += ZERO if needs is None else needs.cores
        if priced:
            month = None if needs is None or needs.hourly is None else needs.hourly.times(MONTH)
            cells += ["-", ""] if month is None else _ends(month)
            price += month or ZERO
        rows.append((*cells, checked.config.name))
    # Of configs with traffic of their own a sum of µs for each event means nothing.
    total = ["", "", "", "", *_ends(cores)] if asked else [*_micros(us), rate(1e6 / us.mid) if us.mid else ""]
    total += _ends(price) if priced else []
    whole = "all of them" if asked else "an event through all of them"
    spare = tuple(at for at, head in enumerate(heads) if head == "low .. high")
    return Table((*heads, "config"), tuple(rows), (*total, whole), spare)


def _any(_: Demand) -> bool:
    return True


def _is_priced(found: Demand) -> bool:
    return found.hourly is not None


def _micros(value: Interval) -> list[str]:
    return [micros(value.mid), f"{micros(value.low)} .. {micros(value.high)}"]


def _ends(value: Interval) -> list[str]:
    return [rate(value.mid), f"{rate(value.low)} .. {rate(value.high)}"]
