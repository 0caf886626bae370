"""A comparison in words, as its text and its Markdown say them: speeds, stages, what changed of them, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from pipelint.base.text.locate import locate
from pipelint.compare.model import Change, Compared, Direction, StageChange, Status
from pipelint.report.look import Look
from pipelint.report.numbers import counted, micros, rate

if TYPE_CHECKING:
    from pipelint.base.finding import Finding
    from pipelint.base.text.document import Place
    from pipelint.compare.model import Blame, Comparison, CostChange, ParamChange, PodChange
    from pipelint.cost.estimate import Estimate
    from pipelint.cost.interval import Interval
    from pipelint.graph.stage import Stage

T = TypeVar("T")
# Of a value so much is shown: a regular expression may be long.
_MAX_VALUE = 60
# Of a stage so many parameters are named.
_MAX_PARAMS = 4
# Of a list so many rows are shown.
_MAX_ROWS = 12
# So many stages have a line of their own, and only where they are such a share of the whole change.
_MAX_BLAMES, _LEAST_SHARE = 8, 0.02
_WORDS = {"<plugin>": "plugin", "<pattern>": "tag pattern", "<label>": "label", "<worker>": "worker", "<if>": "condition"}


def speed(factor: float) -> str:
    """How fast something is, ``factor`` times as fast as before: ``74% slower``, ``3.8x as fast``, ``as fast``."""
    if abs(factor - 1) < 0.0005:
        return "as fast"
    return f"{_times(factor)} as fast" if factor > 1 else f"{_lost(factor)} slower"


def verdict(cost: CostChange) -> str:
    """The change of the rate with its interval, or that none is certain."""
    low, mid, high = cost.rate.low, cost.rate.mid, cost.rate.high
    match cost.direction:
        case Direction.SAME:
            return "no difference"
        case Direction.UNCLEAR:
            if low > 1 or high < 1:
                ends = _ends(_lost(high), _lost(low)) if high < 1 else _ends(_times(low), _times(high))
                return f"{speed(mid)}{ends}, but not certain"
            return f"no certain difference (from {speed(low)} to {speed(high)})"
        case Direction.SLOWER:
            return f"{speed(mid)}{_ends(_lost(high), _lost(low))}"
        case Direction.FASTER:
            return f"{speed(mid)}{_ends(_times(low), _times(high))}"


def rates(found: Estimate) -> str:
    """``24,000 (18,600 .. 31,000)``."""
    value = found.events_per_cpu_second
    return f"{rate(value.mid)} ({rate(value.low)} .. {rate(value.high)})"


def each(found: Estimate, look: Look) -> str:
    """``41.6 µs each``: what one event costs."""
    return f"{micros(found.us_per_event.mid)} {look.micro} each"


def signed(us: float) -> str:
    """µs with their sign: ``+30.6``, ``-0.42``."""
    return f"{'-' if us < 0 else '+'}{micros(abs(us))}"


def of_stage(stage: Stage) -> str:
    """``filter record_transformer``; of a filter or output with its pattern."""
    pattern = f" <{stage.pattern}>" if stage.pattern else ""
    return f"{stage.kind.value} {stage.plugin or '(no @type)'}{pattern}"


def where(change: StageChange | None, stage: Stage) -> str:
    """The line to look at: of a changed parameter where there is one, else of the stage. What is gone stands in BASE."""
    if change is not None and change.after is stage:
        named = next((param.place for param in change.params if param.place is not None), None)
        if named is not None:
            return of_line(named)
    gone = change is not None and change.change is Change.REMOVED
    return of_line(stage.place) + (" in BASE" if gone else "")


def of_params(change: StageChange) -> Iterator[str]:
    """What changed of a stage, a text each."""
    for param in change.params[:_MAX_PARAMS]:
        yield of_param(param)
    if len(change.params) > _MAX_PARAMS:
        yield f"{len(change.params) - _MAX_PARAMS} more"


def of_param(param: ParamChange) -> str:
    """``time_format %N%z -> %NZ``, ``key removed``; of what differs in a secret that it does."""
    name = _WORDS.get(param.name, param.name)
    if param.secret or param.before == param.after:
        done = "added" if param.before is None else "removed" if param.after is None else "changed"
        return f"{name} {done}"
    if param.before is None:
        return f"{name} {_short(param.after)} added"
    if param.after is None:
        return f"{name} {_short(param.before)} removed"
    before, after = _around(param.before, param.after)
    return f"{name} {before} -> {after}"


def worth_a_line(cost: CostChange) -> tuple[tuple[Blame, ...], str]:
    """The stages that make up most of a change, and in words what the others come to (empty where there are none)."""
    total = sum(abs(blame.us[1]) for blame in cost.blames)
    shown = tuple(blame for blame in cost.blames[:_MAX_BLAMES] if abs(blame.us[1]) >= _LEAST_SHARE * total)
    rest = cost.blames[len(shown) :]
    return shown, f"in {counted(len(rest), 'other stage')}" if rest else ""


def rest_us(cost: CostChange) -> float:
    """µs of CPU per input line that the stages come to which are not worth a line each."""
    return sum(blame.us[1] for blame in cost.blames[len(worth_a_line(cost)[0]) :])


def of_blame(blame: Blame) -> str:
    """µs that a stage adds, with a question mark where not all of them are known: ``+30.6``, ``-0.42?``."""
    return f"{signed(blame.us[1])}{'' if blame.known else '?'}"


def of_line(place: Place) -> str:
    """``path:line``: a column adds nothing where no caret is shown."""
    return str(locate(place)).rpartition(":")[0]


def first(rows: Sequence[T]) -> tuple[Sequence[T], int]:
    """Of a long list what is shown, and how many are left out."""
    return rows[:_MAX_ROWS], max(0, len(rows) - _MAX_ROWS)


def of_pods(change: PodChange) -> Iterator[str]:
    """``2,600 -> 2,260 events/s per pod of DaemonSet logging/fluentd, 0.5 CPUs``; then the same of all pods."""
    before, after = change.before, change.after
    limits = dict.fromkeys(f"{held.cpus:g}" for held in (before, after) if held is not None)
    cpus = f"{' -> '.join(limits)} CPUs"
    whose = f"per pod of {change.label}, {cpus}" if change.label else f"with {cpus}"
    yield f"{_both(None if before is None else before.pod, None if after is None else after.pod)} events/s {whose}"
    fleets = [None if held is None else held.fleet for held in (before, after)]
    if change.label and any(fleets):
        counts = [held.workload.replicas for held in (before, after) if held is not None and held.workload is not None]
        pods = " -> ".join(dict.fromkeys(str(count) for count in counts))
        yield f"{_both(*fleets)} events/s of all {pods} pods"


def of_finding(finding: Finding) -> str:
    """``warning[FD101] literal-z-time-format: message``, and how often it is repeated."""
    more = f" (and {counted(len(finding.more), 'more place')})" if finding.more else ""
    return f"{finding.severity.word}[{finding.code}] {finding.name}: {' '.join(finding.message.split())}{more}"


def unblamed(config: Compared) -> list[StageChange]:
    """The changed stages that have no line for what they cost."""
    blamed = {id(blame.change) for blame in (worth_a_line(config.cost)[0] if config.cost else ())}
    return [change for change in config.stages if id(change) not in blamed]


def of_all(found: Comparison) -> str:
    """``HEAD~1 -> the working tree: 1 config changed, 2 unchanged; 1 new finding, 0 fixed``."""
    counts = {status: len(found.of(status)) for status in Status}
    shown = [status for status in (Status.CHANGED, Status.ADDED, Status.REMOVED, Status.UNCHANGED) if counts[status]]
    said = ", ".join(f"{counts[status]:,} {status.value}" for status in shown)
    nothing = "no config compared" if found.problems else "no config on either side"
    first = f"{counted(sum(counts.values()), 'config')}: {said}" if said else nothing
    new, fixed = (sum(len(of) for of in findings) for findings in zip(*((c.new, c.fixed) for c in found.configs), strict=True)) \
        if found.configs else (0, 0)  # fmt: skip
    return f"{found.base} -> {found.head}: {first}; {counted(new, 'new finding')}, {fixed:,} fixed"


def _both(before: Interval | None, after: Interval | None) -> str:
    return f"{'not known' if before is None else rate(before.mid)} -> {'not known' if after is None else rate(after.mid)}"


def _times(factor: float) -> str:
    return f"{factor:.1f}x" if factor >= 1.95 else f"{factor:.2f}x"


def _lost(factor: float) -> str:
    lost = 1 - factor
    return "<1%" if lost < 0.005 else ">99%" if lost > 0.995 else f"{lost:.0%}"


def _ends(low: str, high: str) -> str:
    return "" if low == high else f" ({low} .. {high})"


def _short(value: str | None) -> str:
    text = " ".join((value or "").split()) or '""'
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 3]}..."


def _around(before: str, after: str) -> tuple[str, str]:
    """Two long values from a little before where they begin to differ."""
    same = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after)))
    if max(len(before), len(after)) <= _MAX_VALUE or same < _MAX_VALUE // 2:
        return _short(before), _short(after)
    skipped = same - _MAX_VALUE // 3
    return _short(f"...{before[skipped:]}"), _short(f"...{after[skipped:]}")
