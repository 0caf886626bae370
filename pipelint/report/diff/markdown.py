"""A comparison as Markdown, for a comment on a pull request: one table, with collapsible details of each row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.compare.model import Compared, Comparison, Status
from pipelint.report.diff import words as words
from pipelint.report.look import message_of
from pipelint.report.markdown import LOOK, as_code, as_html, as_text
from pipelint.report.numbers import counted

if TYPE_CHECKING:
    from pipelint.base.finding import Finding
    from pipelint.compare.model import Blame, StageChange

# Services refuse comments of more than some 65,000 characters: so many configs are shown, and of details so many characters.
_MOST_CONFIGS, _MOST_DETAILS = 40, 40_000


def render_markdown(found: Comparison) -> str:
    """The comparison as GitHub Flavored Markdown, with a line end. Texts of configs come out as text, whatever they hold."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Comparison) -> Iterator[str]:
    failed = [config for config in found.configs if config.failures]
    yield f"### pipelint: {'failed' if found.failed else 'passed' if not found.problems else 'not everything could be read'}"
    yield ""
    yield as_text(words.of_all(found))
    yield ""
    for config in failed[:_MOST_CONFIGS]:
        said = "; ".join(failure.message for failure in config.failures)
        yield f"- {as_code(config.name)}: **{as_text(said)}**"
    if failed:
        yield ""
    shown = [config for config in found.configs if config.status is not Status.UNCHANGED]
    if shown:
        yield "| config | events/s per CPU before | after | change | findings |"
        yield "|---|--:|--:|---|---|"
        yield from map(_row, shown[:_MOST_CONFIGS])
        yield ""
    if len(shown) > _MOST_CONFIGS:
        yield f"{len(shown) - _MOST_CONFIGS} more configs are not shown."
        yield ""
    yield from _all_details(shown[:_MOST_CONFIGS])
    unread = ("", found.problems), (" in BASE", found.base_problems), (" in BASE and HEAD", found.known_problems)
    for title, problems in unread:
        for problem in problems:
            yield f"- not read{title}: {as_text(problem.path)}: {as_text(message_of(problem))}"


def _row(config: Compared) -> str:
    before = "" if config.before_estimate is None else words.rates(config.before_estimate)
    after = "" if config.after_estimate is None else words.rates(config.after_estimate)
    change = config.status.value if config.cost is None else words.verdict(config.cost)
    counts = [f"{len(of)} {word}" for of, word in ((config.new, "new"), (config.fixed, "fixed")) if of]
    strong = "**" if config.failures else ""
    return f"| {as_code(config.name)} | {before} | {after} | {strong}{as_text(change)}{strong} | {', '.join(counts)} |"


def _all_details(configs: Sequence[Compared]) -> Iterator[str]:
    left = _MOST_DETAILS
    for number, config in enumerate(configs):
        rows = list(_details(config))
        left -= sum(len(row) + 1 for row in rows)
        if left < 0:
            yield f"The details of {len(configs) - number} configs are omitted to keep the comment short."
            yield ""
            return
        yield from rows


def _details(config: Compared) -> Iterator[str]:
    inside = list(_inside(config))
    if not inside:
        return
    yield f"<details><summary>{as_html(config.name)}</summary>"
    yield ""
    yield from inside
    yield ""
    yield "</details>"
    yield ""


def _inside(config: Compared) -> Iterator[str]:
    if config.former:
        yield f"- was {as_code(config.former)}"
    if config.cost is not None and config.cost.blames:
        yield f"| {LOOK.micro} per event | stage | line | what changed |"
        yield "|--:|---|---|---|"
        blames, rest = words.worth_a_line(config.cost)
        yield from map(_blame, blames)
        if rest:
            yield f"| {words.signed(words.rest_us(config.cost))} | {rest} | | |"
        yield ""
    for pod in config.pods:
        yield from (f"- {as_text(said)}" for said in words.of_pods(pod))
    for said in (*(config.cost.doubts if config.cost else ()), *config.notes):
        yield f"- {as_text(said)}"
    changes, more = words.first(words.unblamed(config))
    for change in changes:
        place = as_code(words.where(change, change.stage))
        yield f"- {change.change.value} {as_text(words.of_stage(change.stage))}, {place}{_after(change)}"
    if more:
        yield f"- {counted(more, 'more stage')} changed"
    for param in words.first(config.config_params)[0]:
        yield f"- changed {as_code(words.of_param(param))}"
    yield from _findings("new", "", config.new)
    yield from _findings("fixed", " in BASE", config.fixed)


def _blame(blame: Blame) -> str:
    what = "unchanged, but other events reach it"
    if blame.change is not None:
        params = ", ".join(map(as_code, words.of_params(blame.change)))
        what = f"{blame.change.change.value}{': ' if params else ''}{params}"
    place = as_code(words.where(blame.change, blame.stage))
    return f"| {words.of_blame(blame)} | {as_text(words.of_stage(blame.stage))} | {place} | {what} |"


def _after(change: StageChange) -> str:
    params = ", ".join(map(as_code, words.of_params(change)))
    return f": {params}" if params else ""


def _findings(word: str, side: str, findings: Sequence[Finding]) -> Iterator[str]:
    shown, more = words.first(findings)
    for finding in shown:
        yield f"- {word}: {as_code(words.of_line(finding.place))}{side} {as_text(words.of_finding(finding))}"
    if more:
        yield f"- {more:,} more {word}"
