"""Together: which fixes can be made together, each whole, none at the border of what another changes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pipelint.base.effect import Has, Lacks
from pipelint.base.finding import Edit, Fix, Related
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span


class Together:
    """Fixes taken so far."""

    def __init__(self) -> None:
        self._taken: dict[Document, list[Span]] = {}
        self._params: set[tuple[Document, Span, str]] = set()
        self._spoken_of: dict[Document, list[Span]] = {}

    def take(self, fix: Fix, related: Sequence[Related] = ()) -> bool:
        """Takes a fix, and says so, unless it touches what one of those before changes: a place, or a parameter of a section.

        ``related``: places that must stay as they are for it to be right, as those must of the ones before.
        """
        params = {
            (effect.block.place.document, effect.block.place.span, effect.name)
            for effect in fix.effects
            if isinstance(effect, Has | Lacks)
        }
        if not self._params.isdisjoint(params) or any(self._touches(edit) for edit in fix.edits):
            return False
        places = [each.place for each in related]
        if any(_meets(place.span, self._taken.get(place.document, ())) for place in places) or any(
            _meets(edit.span, self._spoken_of.get(edit.document, ())) for edit in fix.edits
        ):
            return False
        self._params |= params
        for place in places:
            self._spoken_of.setdefault(place.document, []).append(place.span)
        for edit in fix.edits:
            spans = self._taken.setdefault(edit.document, [])
            spans.insert(bisect_left(spans, edit.span), edit.span)
        return True

    def _touches(self, edit: Edit) -> bool:
        """Whether an edit meets one that was taken, or lies at its border: what comes first there would be chance."""
        spans = self._taken.get(edit.document, [])
        at = bisect_left(spans, edit.span)
        # They are in order and do not overlap: only the one before and the one after can be near.
        return any(edit.span.start <= span.end and span.start <= edit.span.end for span in spans[max(0, at - 1) : at + 1])


def _meets(span: Span, others: Sequence[Span]) -> bool:
    return any(span.start < other.end and other.start < span.end for other in others)
