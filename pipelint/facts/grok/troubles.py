"""What is wrong in the grok patterns of a stage, each at its place inside the pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.cost.regex.purse import LONGEST
from pipelint.facts.grok.trouble import GrokTroubleFact
from pipelint.facts.inside import inside
from pipelint.regex.grok import Expansion, Problem, Trouble, expand
from pipelint.regex.library import Library
from pipelint.regex.references import GrokDialect
from pipelint.regex.tree import refusal

# A config that a stranger wrote must not take long: so many patterns of one stage are looked at, and so much is said of each.
_MOST_PATTERNS = 500
_MOST_TROUBLES = 50


@dataclass(frozen=True, slots=True)
class GrokUse:
    """A grok pattern of a config: its text, where it is written, and the dialect and library that it is read with."""

    text: str
    place: Place
    dialect: GrokDialect
    library: Library

    def expansion(self) -> Expansion:
        """The expanded pattern."""
        return expand(self.text, self.library, self.dialect)

    def at(self, span: Span) -> Place:
        """Where bytes ``span`` of the pattern's text are written; ``spans`` of its expansion leads from there to such a span."""
        return inside(self.place, self.text, span)


def nothing_more(_: GrokUse) -> Iterator[GrokTroubleFact]:
    """No troubles beside those of every dialect."""
    return iter(())


def grok_troubles(
    uses: Iterable[GrokUse], more: Callable[[GrokUse], Iterator[GrokTroubleFact]] = nothing_more
) -> list[GrokTroubleFact]:
    """What is wrong in them, in the order in which it is written; ``more`` finds what is wrong in an engine's dialect alone."""
    return [trouble for use in islice(uses, _MOST_PATTERNS) for trouble in islice(_troubles(use, more), _MOST_TROUBLES)]


def _troubles(use: GrokUse, more: Callable[[GrokUse], Iterator[GrokTroubleFact]]) -> Iterator[GrokTroubleFact]:
    found = use.expansion()
    for problem in found.problems:
        if problem.trouble in (Trouble.UNKNOWN, Trouble.CYCLE):
            yield _problem(problem, use.library, use.at(problem.span))
    for ignored in found.ignored:
        yield GrokTroubleFact("ignored", ignored.name, "", ignored.text.strip(), [ignored.name], use.at(ignored.span))
    yield from more(use)
    # What the environment fills in is not in the text.
    readable = found.complete and len(found.regex) <= LONGEST and "${" not in use.text
    if readable and (refused := refusal(found.regex)) and not refused.bound:
        origin = found.spans.origin(refused.span)
        yield GrokTroubleFact("refused", "", "", refused.message, list(origin.chain), use.at(origin.span))


def _problem(problem: Problem, library: Library, place: Place) -> GrokTroubleFact:
    unknown = problem.trouble is Trouble.UNKNOWN
    suggestion = nearest(problem.name, library.names) if unknown else ""
    return GrokTroubleFact(problem.trouble.value, problem.name, suggestion, "", list(problem.chain), place)
