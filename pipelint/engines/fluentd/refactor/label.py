"""A match and the filters before it moved into a label of their own, to which events are handed on under the same tags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Edit
from pipelint.base.lean.late import late
from pipelint.base.text.changes import Change, spliced
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.complete.symbols import symbols
from pipelint.engines.fluentd.syntax.format import layout
from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config
from pipelint.graph.stage import Kind
from pipelint.language.cursor import cursor_at, within
from pipelint.language.refactoring import STEP, Refactoring, beginning, shifted
from pipelint.plugins import plugin_of
from pipelint.plugins.behaviour import Passes, Sends

if TYPE_CHECKING:
    from pipelint.base.block import Block
    from pipelint.base.text.document import Document, Place
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config

_NO_NAME = late(r"[^A-Za-z0-9]+")
# Its pattern takes whatever is left: what is before it may have any pattern.
_ALL = "**"


class FluentdRefactorings:
    """Of the filter or match whose opening tag is asked about."""

    def at(self, config: Config, asked: Place) -> Iterator[Refactoring]:
        """What there is at a place."""
        document = asked.document
        if config.errors or not config.graph.complete or is_yaml_config(document.text, document.name):
            return
        blocks = cursor_at(config.root, beginning(asked)).blocks
        if len(blocks) < 2 or not within(blocks[-1].head_place, beginning(asked)):
            return
        *around, block = blocks
        moved = _moved(around[-1].blocks, block) if len(around) == 1 or (around[-1].name == "label" and len(around) == 2) else ()
        if moved and all(each.place.document is document for each in moved) and _stay(config, moved):
            label = _name(config, moved[-1].arg)
            edits = _edits(document, moved, label, None if len(around) == 1 else around[-1])
            if edits:
                title = f"Move <match {moved[-1].arg}> and the filters before it into <label {label}>"
                yield Refactoring(title, edits, extracts=True)


def _moved(siblings: Sequence[Block], block: Block) -> Sequence[Block]:
    """The next match from a section on, with the filters right before it that change its events alone; none without a filter."""
    start = end = next(number for number, each in enumerate(siblings) if each is block)
    while end < len(siblings) and siblings[end].name == "filter":
        end += 1
    if end == len(siblings) or siblings[end].name != "match":
        return ()
    last = siblings[end]
    start = end
    while start and siblings[start - 1].name == "filter" and last.arg in (siblings[start - 1].arg, _ALL):
        start -= 1
    found = siblings[start : end + 1]
    return found if len(found) > 1 and any(each is block for each in found) else ()


def _stay(config: Config, moved: Sequence[Block]) -> bool:
    """Whether nothing in the sections emits events of its own: the router would be that of the label."""
    places = [block.place for block in moved]
    stages = [s for s in config.graph.stages if any(_holds(place, s.block.place) for place in places)]
    return all(map(_emits_nothing, stages))


def _emits_nothing(stage: Stage) -> bool:
    events = plugin_of("fluentd", stage.kind.value, stage.plugin).events
    if stage.kind is Kind.FILTER:
        return events.passes is not Passes.UNKNOWN and not (events.timeout_label and not stage.value(events.timeout_label))
    away = events.sends in (Sends.AWAY, Sends.EACH_STORE, Sends.ONE_STORE)
    return stage.kind is not Kind.OUTPUT or (away or (events.sends is not Sends.UNKNOWN and "@label" in stage.block.params))


def _holds(outer: Place, inner: Place) -> bool:
    same = outer.document is inner.document
    return same and outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


def _name(config: Config, pattern: str) -> str:
    """A label's name after a pattern, that no other label has."""
    taken = {symbol.name for symbol in symbols(config) if symbol.kind == "label"}
    name = "@" + (_NO_NAME.sub("_", pattern).strip("_").upper() or "ALL")
    names = (name, *(f"{name}_{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in names if each not in (*taken, "@ERROR", "@ROOT", "@FLUENT_LOG"))


def _edits(document: Document, moved: Sequence[Block], label: str, inside: Block | None) -> tuple[Edit, ...]:
    """None where something else stands on the lines of the sections, or of the end of the label they are ``inside``."""
    text, last = document.text, moved[-1]
    region = _lines(text, Span(moved[0].place.span.start, last.place.span.end))
    after = region if inside is None else _lines(text, inside.place.span)
    if region is None or after is None:
        return ()
    line = "\r\n" if b"\r\n" in text else "\n"
    first = region.start
    while (above := text[text.rfind(b"\n", 0, first - 1) + 1 : first]).lstrip().startswith(b"#") and first:
        first -= len(above)
    region = Span(first, region.end)
    start = moved[0].place.span.start
    own = text[text.rfind(b"\n", 0, start) + 1 : start].decode()
    head = [f"<match {last.arg_place.text}>", "  @type relabel", f"  @label {label}", "</match>"]
    handed = line.join(own + each for each in head)
    tokens = layout(document).tokens
    made = shifted(document, tokens, region, STEP) if inside is None else ()
    changes = [Change(Span(e.span.start - first, e.span.end - first), e.text.encode()) for e in made]
    body = spliced(region.cut(text), changes).decode()
    outer = own if inside is None else ""
    new = f"{outer}<label {label}>{line}{body}{line}{outer}</label>"
    if inside is None:
        return (Edit(document, region, f"{handed}{line}{new}"),)
    return Edit(document, region, handed), Edit(document, Span(after.end, after.end), line + new)


def _lines(text: bytes, span: Span) -> Span | None:
    """The lines of a span, from the first blank to before the last line end; None where anything but a comment is beside it."""
    start = text.rfind(b"\n", 0, span.start) + 1
    end = text.find(b"\n", span.end)
    end = len(text) if end < 0 else end
    rest = text[span.end : end].strip()
    if text[start : span.start].strip() or (rest and not rest.startswith(b"#")):
        return None
    return Span(start, end - text[start:end].endswith(b"\r"))
