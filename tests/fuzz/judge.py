"""What is done with one input, and what must hold of it: no traceback, no loss, no more than so much time and memory."""

from __future__ import annotations

import io
import random
import resource
import time
import traceback
from dataclasses import dataclass
from json import loads
from pathlib import Path
from typing import NoReturn
from xml.etree import ElementTree

from pipelint.base.finding import Safety
from pipelint.base.unforeseen import REPORT
from pipelint.checker import estimate_only, load, syntax_only
from pipelint.checker.config.findings import check_config
from pipelint.checker.result import Checked, Loaded, Report
from pipelint.checker.run import each_config
from pipelint.fixes.run import fix
from pipelint.graph.render import dot, json, mermaid
from pipelint.language.config import Config
from pipelint.report.estimate.text import print_estimates
from pipelint.report.findings.json import render_estimates
from pipelint.report.findings.text import print_report
from pipelint.report.formats import CheckFormat, render
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from pipelint.sources import Unknown

UNITS = 40.0
"""Of CPU that one input may take in all, each what ``speed`` measures: some 2 s in all on the cores of 2026."""
MEGABYTES = 300
"""That the process may ever hold."""
MINIMAL_SECONDS = 20.0
"""Of CPU for making a failure short."""


@dataclass(frozen=True)
class Failure:
    """What went wrong with an input."""

    kind: str
    detail: str


def speed() -> float:
    """The seconds of CPU of a fixed piece of work: the least of some, as others may keep the core busy."""
    took = []
    for _ in range(5):
        start = time.process_time()
        sum(number * number for number in range(500_000))
        took.append(time.process_time() - start)
    return min(took)


def judge(name: str, text: str, dice: random.Random, unit: float) -> Failure | None:
    """Checks one input, and does one or two other things with it, by chance. None where all is well. ``unit``: of ``speed``.

    What is slow is done once more beside a unit of that moment: a core that others slow down is no finding.
    """
    state = dice.getstate()
    failure = _judged(name, text, dice, unit)
    if failure is not None and failure.kind == "slow":
        dice.setstate(state)
        failure = _judged(name, text, dice, max(unit, speed()))
    return failure


def _judged(name: str, text: str, dice: random.Random, unit: float) -> Failure | None:
    start = time.process_time()
    try:
        failure = _judge(name, text.encode("utf-8", "replace"), dice)
    except Exception as error:
        return Failure(f"traceback: {type(error).__name__}", traceback.format_exc()[-3_000:])
    took = time.process_time() - start
    if failure is None and took > UNITS * unit:
        return Failure("slow", f"{took:.1f} s of CPU, {took / unit:.0f} units\n{text[:1_000]}")
    held = megabytes()
    if failure is None and held > MEGABYTES:
        return Failure("memory", f"{held} MB")
    return failure


def megabytes() -> int:
    """The most that this process has held. What ``getrusage`` says is at first what the process held that began this one."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _judge(name: str, data: bytes, dice: random.Random) -> Failure | None:
    project = Project.of_one(Settings(estimates=dice.random() < 0.1))
    loaded = load(["-"], stdin=data, stdin_filename=name, unknown=Unknown.SKIPPED)
    report = _check(loaded, project)
    failure = _told(report)
    if failure is not None or not loaded.configs:
        return failure
    what = dice.randrange(12)
    if what < 6:
        kind = dice.choice(list(CheckFormat))
        if kind is CheckFormat.TEXT:
            print_report(report, io.StringIO(), verbose=True)
        else:
            _parse(kind, render(report, kind))
    elif what == 6:
        estimates = estimate_only(["-"], project, stdin=data, stdin_filename=name)
        print_estimates(estimates, io.StringIO(), verbose=True)
        _parse(CheckFormat.JSON, render_estimates(estimates))
        return _told(estimates)
    elif what == 7:
        drawn = [(config.name, config.graph) for config in loaded.configs]
        for graph_name, graph in drawn:
            mermaid.render(graph, graph_name)
            dot.render(graph, graph_name)
        json.render_all(drawn)
        return _told(syntax_only(loaded))
    else:
        return _fixed(name, loaded, report, project, Safety.UNSAFE if what == 8 else Safety.SAFE)
    return None


def _parse(kind: CheckFormat, text: str) -> None:
    """Reads what a program would read. Raises ValueError, ParseError."""
    if kind in (CheckFormat.JSON, CheckFormat.SARIF, CheckFormat.GITLAB):
        loads(text, parse_constant=_refuse)
    elif kind is CheckFormat.JUNIT:
        ElementTree.fromstring(text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"JSON has no {constant}")


def _check(loaded: Loaded, project: Project) -> Report:
    from pipelint.rules.index import load_index

    def one(config: Config, settings: Settings, _: object) -> Checked:
        return check_config(config, settings, load_index().rules)

    return each_config(loaded, project, one)


def _told(report: Report) -> Failure | None:
    """What the last guard caught."""
    caught = next((problem for problem in report.problems if REPORT in problem.message), None)
    return None if caught is None else Failure(f"guard: {caught.message.partition(';')[0]}", caught.message)


def _fixed(name: str, loaded: Loaded, report: Report, project: Project, level: Safety) -> Failure | None:
    done = fix(loaded, project, level)
    for problem in done.problems:
        if REPORT in problem.message:
            return Failure(f"guard in fix: {problem.message.partition(';')[0]}", problem.message)
    broken_before = any(config.errors for config in loaded.configs)
    for file, data in done.files.items():
        if file.path != name:
            return Failure("fix of another file", file.path)
        again = load(["-"], stdin=data, stdin_filename=name, unknown=Unknown.SKIPPED)
        if not broken_before and any(config.errors for config in again.configs):
            return Failure("fix breaks", data.decode("utf-8", "replace")[-3_000:])
        twice = fix(again, project, level)
        if twice.count and level is Safety.SAFE:
            return Failure("fix leaves fixes", data.decode("utf-8", "replace")[-3_000:])
    return None


def minimal(name: str, text: str, failure: Failure, seed: int, unit: float) -> str:
    """A shorter text that fails alike: lines and parts are left out as long as it does, for ``MINIMAL_SECONDS``."""
    if failure.kind == "memory":
        return text

    def fails(candidate: str) -> bool:
        found = judge(name, candidate, random.Random(seed), unit)
        return found is not None and found.kind == failure.kind

    step, end = max(1, len(text) // 2), time.process_time() + MINIMAL_SECONDS
    while step:
        start = 0
        while start < len(text):
            if time.process_time() > end:
                return text
            shorter = text[:start] + text[start + step :]
            if fails(shorter):
                text = shorter
            else:
                start += step
        step //= 2
    return text


def save(folder: Path, number: int, name: str, text: str, failure: Failure) -> Path:
    """Keeps an input that fails, with why."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number}-{failure.kind.split(':')[0].replace(' ', '-')}-{name}"
    path.write_bytes(text.encode("utf-8", "replace"))
    path.with_suffix(".why").write_text(f"{failure.kind}\n{failure.detail}\n")
    return path
