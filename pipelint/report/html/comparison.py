"""A comparison as a page: for each config that differs its numbers, the stages to blame, and its drawings before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.compare.model import Compared, Comparison, Status
from pipelint.report.diff import words
from pipelint.report.diff.text import blame_words, change_words
from pipelint.report.drawing.figures import figures
from pipelint.report.drawing.scene import scene
from pipelint.report.drawing.svg import svg, text
from pipelint.report.html.findings import finding_list
from pipelint.report.html.frame import messages, page
from pipelint.report.look import Look, message_of
from pipelint.report.numbers import counted

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate

_WIDTH = 10_000
_SIDES = ("before", "after")


def render_comparison(found: Comparison) -> str:
    """The page, with a line end."""
    look = Look(width=_WIDTH, configs=tuple(config for each in found.configs for config in each.configs))
    return page("pipelint diff", _body(found, look), {})


def _body(found: Comparison, look: Look) -> Iterator[str]:
    failed = ": failed" if found.failed else ""
    yield f'<p class="total">{text(look.shown(words.of_all(found)))}{failed}</p>'
    for title, problems in (
        ("Not read", found.problems),
        ("Not read in BASE", found.base_problems),
        ("Not read in BASE and HEAD", found.known_problems),
    ):
        yield from messages(title, (look.shown(f"{each.path}: {message_of(each)}") for each in problems))
    for number, config in enumerate(found.configs):
        if config.status is not Status.UNCHANGED:
            yield from _config(config, f"c{number}", look)
    yield from messages("Notes", (look.shown(f"{each.path}: {message_of(each)}") for each in found.notes if each.important))


def _config(config: Compared, name: str, look: Look) -> Iterator[str]:
    became = f" (was {config.former})" if config.former else ""
    became = became if config.status is Status.CHANGED else f" ({config.status.value})"
    yield f'<section class="config" id="{name}" aria-labelledby="{name}h">'
    yield f'<h2 id="{name}h">{text(look.shown(config.name + became))}</h2>'
    yield "<dl>"
    for head, said in _rows(config, look):
        yield f"<dt>{text(head)}</dt><dd>{text(look.shown(look.secrets.prose(said)))}</dd>"
    yield "</dl>"
    if config.sealed:
        pass  # A drawing would quote it.
    elif len(config.configs) > 1:
        yield '<div class="panes two">'
        for side in (0, 1):
            yield from _drawing(config, side, name, look)
        yield "</div>"
    elif config.configs:
        yield from _drawing(config, 1, name, look)
    for head, letter, findings in (("new finding", "n", config.new), ("fixed finding", "o", config.fixed)):
        if findings:
            yield f"<h3>{counted(len(findings), head)}</h3>"
            yield from finding_list(findings, {}, f"{name}{letter}", look)
    yield "</section>"


def _rows(config: Compared, look: Look) -> Iterator[tuple[str, str]]:
    for failure in config.failures:
        yield "FAILED", failure.message
    for side, found in zip(_SIDES, _estimates(config), strict=True):
        verdict = f": {words.verdict(config.cost)}" if config.cost is not None and side == "after" else ""
        if found is not None:
            yield side, f"{words.rates(found)} events/s per CPU, {words.each(found, look)}{verdict}"
    for pod in config.pods:
        for said in words.of_pods(pod):
            yield "pods" if pod.label else "process", said
    if config.cost is not None:
        blames, rest = words.worth_a_line(config.cost)
        for blame in blames:
            yield f"{words.of_blame(blame)} {look.micro}", blame_words(blame)
        if rest:
            yield f"{words.signed(words.rest_us(config.cost))} {look.micro}", rest
        for doubt in config.cost.doubts:
            yield "note", doubt
    for change in words.unblamed(config):
        yield change.change.value, change_words(change).partition(" ")[2]
    for param in config.config_params:
        yield "changed", words.of_param(param)
    for note in config.notes:
        yield "note", note
    after = _estimates(config)[1]
    for assumption in () if after is None else after.assumptions:
        yield "assumed", assumption


def _estimates(config: Compared) -> tuple[Estimate | None, Estimate | None]:
    return config.before_estimate, config.after_estimate


def _drawing(config: Compared, side: int, name: str, look: Look) -> Iterator[str]:
    """One side with what became of its stages, and the findings that only it has."""
    at = side if len(config.configs) > 1 else 0
    of, findings = config.configs[at], (config.fixed, config.new)[side]
    changes = {}
    for change in config.stages:
        stage = (change.before, change.after)[side]
        if stage is not None:
            changes[stage.index] = change.change.value
    shown = figures(of.graph, _estimates(config)[side], config.flows[at] if config.flows else {})
    places = [each for finding in findings for each in (finding, *finding.more)]
    drawn = scene(of, shown, places, look, changes)
    said = f"stages of {drawn.title} {_SIDES[side]}"
    pane = f'<div class="pane drawing" tabindex="0" role="region" aria-label="{text(said)}">'
    yield f"<figure><figcaption>{_SIDES[side]}</figcaption>{pane}"
    yield from svg(drawn, said, lambda index: (f"{name}{_SIDES[side][0]}{index}", f"{name}{_SIDES[side][0]}{index}"))
    yield "</div></figure>"
