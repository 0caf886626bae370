"""Hover over a regular expression: what it captures, what grok makes of it, whether it can be made slow, what a search takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.engines.parts import parts_of
from pipelint.facts.grok.troubles import GrokUse
from pipelint.facts.regexes.facts import regex_uses
from pipelint.language.cursor import within
from pipelint.lsp.answers.patterns import about_library, definition_at
from pipelint.lsp.markdown import code, cut, fence

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.checker import Checked
    from pipelint.cost.regex.forecast import Timed
    from pipelint.facts.regexes.use import RegexUse

# Characters of an expansion that are shown: the longest have thousands.
_SHOWN = 600
_MOST_FIELDS = 30
# A regex that is longer is not searched with: somebody waits for the answer.
_LONGEST = 16_384


def about_regex(checked: Checked, place: Place) -> Iterator[str]:
    """What there is to say of the regex or grok pattern around ``place``, in Markdown; nothing where there is none."""
    facts = parts_of(checked.config).facts
    config = facts.build(checked.config).config
    use = next((use for _, use in regex_uses(facts, config) if _covers(use, place)), None)
    grok = use.grok if use is not None else None
    if use is None:
        # What does not expand is no regex, and still has names to say something of.
        stages = (stage for stage in config.stages if within(stage.block.place, place))
        patterns = (grok for stage in stages for grok in facts.groks(stage))
        grok = next((grok for grok in patterns if within(grok.place, place)), None)
    if grok is not None:
        yield from definition_at(grok, place)
        yield "\n\n".join([*_grok(grok, place), *([] if use is None else _search(use, checked))])
    elif use is not None:
        head = f"**regular expression** · {use.engine} · {code(use.name)}"
        yield "\n\n".join([head, *_groups(use), *_search(use, checked)])


def _covers(use: RegexUse, place: Place) -> bool:
    if use.grok is not None:
        return within(use.grok.place, place)
    return any(within(part.place, place) for part in use.parts)


def _grok(grok: GrokUse, place: Place) -> Iterator[str]:
    found = grok.expansion()
    yield f"**grok pattern** · {about_library(grok)}"
    if not found.complete:
        names = dict.fromkeys(problem.name for problem in found.problems if problem.name)
        yield "cannot be expanded" + (f": {', '.join(map(code, names))}" if names else "")
        return
    yield f"expands to\n{fence(cut(found.regex, _SHOWN))}"
    fields = [code(field.name) + (f" ({field.type})" if field.type else "") for field in found.fields]
    yield f"captures {_listed(fields)}" if fields else "captures nothing"


def _groups(use: RegexUse) -> Iterator[str]:
    """What a regex that is written as one captures."""
    from pipelint.regex.tree import Refused, read_regex

    read = read_regex(use.runnable)
    if isinstance(read, Refused):
        return
    if read.names:
        names = sorted(read.names, key=lambda name: min(read.names[name]))
        yield f"captures {_listed([code(name) for name in names])}"
    elif read.captures == 1:
        yield "1 unnamed group"
    else:
        yield f"{read.captures} unnamed groups" if read.captures else "captures nothing"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_FIELDS} more" if len(names) > _MOST_FIELDS else ""
    return ", ".join(names[:_MOST_FIELDS]) + more


def _search(use: RegexUse, checked: Checked) -> Iterator[str]:
    """Whether it can be made slow, and the predicted times of a search."""
    from pipelint.regex.tree import refusal

    refused = refusal(use.runnable)
    if refused is not None:
        yield f"invalid regular expression: {refused.message}"
    elif len(use.runnable) <= _LONGEST:
        size = round(checked.settings.traffic.line_bytes)
        yield from _verdict(use, size)
        yield from _times(use, size)


def _verdict(use: RegexUse, size: int) -> Iterator[str]:
    from pipelint.cost.regex.prices import ModelPrices
    from pipelint.facts.regexes.attack import STEPS, attack_fact
    from pipelint.regex.verdict import judge

    verdict = judge(use.runnable, STEPS)
    if verdict is None:
        return
    if verdict.verdict != "vulnerable":
        said = (
            "safe, no line makes it slow"
            if verdict.verdict == "safe"
            else "unknown" + (f" ({verdict.reason})" if verdict.reason else "")
        )
        yield f"backtracking: {said}"
        return
    how = "exponential" if verdict.kind == "exponential" else f"polynomial, with power {verdict.degree} of the line's length"
    fact = attack_fact(use, ModelPrices(size))
    if fact is None:
        yield f"backtracking: {how}, but not on a single log line"
        return
    inside = f" (in {fact.via})" if fact.via else ""
    yield f"backtracking: {how}, in {code(cut(fact.part, 60))}{inside}: {fact.time} on {fact.bytes} bytes of {fact.line}"


def _times(use: RegexUse, size: int) -> Iterator[str]:
    from pipelint.cost.model import CostModelError, load_model
    from pipelint.cost.regex.forecast import forecast
    from pipelint.cost.regex.saving import in_words
    from pipelint.cost.regex.work import Engine

    engine: Engine = "joni" if use.engine == "joni" else "onigmo"
    try:
        found = forecast(use.runnable, engine, size)
        spread = load_model(engine).spread
    except (ValueError, CostModelError):
        # It reads well, but is too large to run.
        return

    def said(timed: Timed | None, when: str) -> Iterator[str]:
        if timed is not None:
            yield f"{'more than ' if timed.matched is None else ''}{in_words(timed.ns / 1000)} {when}"

    times = [
        *said(found.hit, "if it matches"),
        *said(found.miss, "if it does not"),
        *said(found.late, "if it fails at the end"),
    ]
    if times:
        sure = f"90% of predictions are within a factor of {spread:.1f}"
        yield f"time of a search in a {size}-byte line: {', '.join(times)} ({sure})"
