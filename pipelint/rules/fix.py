"""Fixes: from the operations of a rule to the edits of a config."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from pipelint.analysis.flat import FlatFact, moved_params
from pipelint.base.block import Block
from pipelint.base.finding import Edit, Fix, Safety
from pipelint.base.record import dataclass
from pipelint.base.writer import Writer, WriterError
from pipelint.rules.evaluate.frame import EvalError, Frame, Run
from pipelint.rules.evaluate.link import link
from pipelint.rules.evaluate.template import Render, link_message, link_text, one_line
from pipelint.rules.rule import HasBlock, Operation, Rule

if TYPE_CHECKING:
    from pipelint.analysis.regexes.facts import SpotFact

SHOWN = 80  # characters of a value in a title

Change = tuple[str, tuple[Edit, ...]]
"""What edits do in words, and the edits."""


@dataclass(frozen=True, slots=True)
class _Linked:
    """An operation ready to run."""

    op: Operation
    on: Run
    to: Render
    params: tuple[tuple[str, Render], ...]
    title: Render | None
    when: Run


MakeFix = Callable[[Frame, Writer], Fix | None]


def link_fix(rule: Rule) -> MakeFix:
    """The function that makes the rule's fix.

    None where there is nothing to change, where an expression of the fix ends in an error, where the engine cannot write
    it, or where two edits meet.
    """
    operations = [_link(op, rule.subject) for op in rule.fix]

    def make(frame: Frame, writer: Writer) -> Fix | None:
        try:
            done = [(item, change) for item in operations if item.when(frame) and (change := _apply(item, frame, writer))]
        except (EvalError, WriterError):
            return None
        edits = join_edits([edit for _, (_, made) in done for edit in made])
        if not edits:
            return None
        titles = [item.title(frame) for item, _ in done if item.title is not None] or [words for _, (words, _) in done]
        safety = max((item.op.safety for item, _ in done), key=list(Safety).index)
        return Fix("; ".join(titles), edits, safety)

    return make


def join_edits(edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
    """Edits in order, insertions at one place made one, what lies in a removed range left out; None where two overlap."""
    kept: list[Edit] = []
    documents = {id(edit.document): number for number, edit in reversed(list(enumerate(edits)))}
    for edit in sorted(edits, key=lambda e: (documents[id(e.document)], e.span.start, -e.span.end)):
        last = kept[-1] if kept else None
        if last is None or last.document is not edit.document or last.span.end < edit.span.start:
            kept.append(edit)
        elif not len(last.span) and not len(edit.span):
            kept[-1] = Edit(last.document, last.span, last.text + edit.text)
        elif len(last.span) and not last.text and edit.span.end <= last.span.end and edit.span.start < last.span.end:
            continue
        elif last.span.end == edit.span.start:
            kept.append(edit)
        else:
            return None
    return tuple(kept)


def _link(op: Operation, subject: str) -> _Linked:
    return _Linked(
        op,
        link(["var", subject] if op.on is None else op.on),
        link_text(op.to or []),
        tuple((name, link_text(value)) for name, value in op.params),
        None if op.title is None else link_message(op.title),
        link(["lit", True] if op.when is None else op.when),
    )


def _apply(item: _Linked, frame: Frame, writer: Writer) -> Change | None:
    """The change of one operation, None where the config is so already. Raises EvalError, WriterError."""
    fact = item.on(frame)
    block = cast(HasBlock, fact).block
    if not isinstance(block, Block):
        raise EvalError("nothing that can be edited")
    match item.op.kind:
        case "set":
            return _set(block, item.op.name, item.to(frame), writer)
        case "replace":
            return _set(block, fact.name, item.to(frame), writer)
        case "rename":
            return _rename(block, fact.name, item.to(frame), writer)
        case "gather":
            flat = cast(FlatFact, fact)
            params, moved = moved_params(flat)
            words = f"write {', '.join(flat.names)} as a section {flat.section}"
            return words, writer.gather(block, flat.section, flat.arg, params, moved)
        case "rewrite":
            spot = cast("SpotFact", fact)
            return (f"write {one_line(spot.new, SHOWN)}", spot.edits) if spot.edits else None
        case "remove":
            param = block.param(item.op.name)
            return None if param is None else (f"remove {item.op.name}", (writer.remove_param(param),))
        case "remove_section":
            return f"remove the section {block.name}", (writer.remove_block(block),)
        case _:
            new = {name: value(frame) for name, value in item.params}
            return f"add a section {item.op.name}", (writer.add_block(block, item.op.name, item.to(frame), new),)


def _set(block: Block, name: str, value: str, writer: Writer) -> Change | None:
    param = block.param(name)
    if param is not None and param.value == value and not param.embedded:
        return None
    shown = one_line(value, SHOWN) if value else '""'
    return f"set {name} to {shown}", (writer.set_param(block, name, value),)


def _rename(block: Block, name: str, new: str, writer: Writer) -> Change | None:
    param = block.param(name)
    return None if param is None or new == name else (f"write {name} as {new}", (writer.rename_param(param, new),))
