"""Fixes: from the operations of a rule to the edits of a config."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from pipelint.base.block import Block, Param
from pipelint.base.effect import Effect, Gone, Has, Holds, Lacks, Written
from pipelint.base.finding import Edit, Fix, Safety
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.writer import Writer, WriterError
from pipelint.facts.stage import StageFact
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run
from pipelint.predicate.evaluate.link import link
from pipelint.predicate.evaluate.template import Render, link_message, link_text, one_line
from pipelint.rules.rule import Gathered, HasBlock, Operation, Rule

if TYPE_CHECKING:
    from pipelint.facts.regexes.facts import SpotFact

SHOWN = 80  # characters of a value in a title

# What stands between an inserted text and what it comes after.
_SEPARATOR = late(r"\r\n|\r|\n| ")


@dataclass(frozen=True, slots=True)
class _Change:
    """What an operation does: in words, its edits, and what is so when they are made."""

    words: str
    edits: tuple[Edit, ...]
    effects: tuple[Effect, ...]


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

    None where there is nothing to change, where only a later version of the plugin has the parameter, where an expression of
    the fix ends in an error, where the engine cannot write it, or where two edits meet.
    """
    operations = [_link(op, rule.subject) for op in rule.fix]

    def make(frame: Frame, writer: Writer) -> Fix | None:
        try:
            done = [(item, change) for item in operations if item.when(frame) and (change := _apply(item, frame, writer))]
        except (EvalError, WriterError):
            return None
        edits = join_edits([edit for _, change in done for edit in change.edits])
        if not edits:
            return None
        titles = [item.title(frame) for item, _ in done if item.title is not None] or [change.words for _, change in done]
        safety = max((item.op.safety for item, _ in done), key=list(Safety).index)
        return Fix("; ".join(titles), edits, safety, tuple([effect for _, change in done for effect in change.effects]))

    return make


def join_edits(edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
    """Edits in order, insertions at one place made one, what lies in a removed range left out; None where two overlap.

    What is inserted at the end of removed lines comes in their place.
    """
    documents = {id(edit.document): number for number, edit in reversed(list(enumerate(edits)))}
    added: dict[tuple[int, int], Edit] = {}
    for edit in edits:
        if not len(edit.span):
            place = id(edit.document), edit.span.start
            before = added[place].text if place in added else ""
            added[place] = Edit(edit.document, edit.span, before + edit.text)
    kept: list[Edit] = []
    all_of_them = [*added.values(), *(edit for edit in edits if len(edit.span))]
    for edit in sorted(all_of_them, key=lambda e: (documents[id(e.document)], e.span.start, len(e.span) > 0, -e.span.end)):
        last = kept[-1] if kept else None
        if last is None or last.document is not edit.document or last.span.end < edit.span.start:
            kept.append(edit)
        elif (instead := _instead(last, edit)) is not None:
            kept[-1] = instead
        elif len(last.span) and not last.text and edit.span.end <= last.span.end and edit.span.start < last.span.end:
            continue
        elif last.span.end == edit.span.start:
            kept.append(edit)
        else:
            return None
    return tuple(kept)


def _instead(removal: Edit, added: Edit) -> Edit | None:
    """What puts an added text in the place of what is removed; None where it does not belong at the end of that."""
    text, span = removal.document.text, removal.span
    if removal.text or not len(span) or len(added.span):
        return None
    rest = text[added.span.start : span.end]
    ends_text = span.end == len(text) and text[: span.start].endswith((b"\n", b"\r"))
    if rest.strip() or not (rest or ends_text):
        return None
    # It was to come after what goes: the separator before it goes, too, and the one after stays.
    separator = _SEPARATOR.match(added.text)
    return Edit(removal.document, span, added.text[separator.end() if separator else 0 :] + rest.decode())


def _link(op: Operation, subject: str) -> _Linked:
    return _Linked(
        op,
        link(["var", subject] if op.on is None else op.on),
        link_text(op.to or []),
        tuple((name, link_text(value)) for name, value in op.params),
        None if op.title is None else link_message(op.title),
        link(["lit", True] if op.when is None else op.when),
    )


def _apply(item: _Linked, frame: Frame, writer: Writer) -> _Change | None:
    """The change of one operation, None where the config is so already. Raises EvalError, WriterError."""
    fact = item.on(frame)
    block = cast(HasBlock, fact).block
    if not isinstance(block, Block):
        raise EvalError("nothing to edit")
    match item.op.kind:
        case "set":
            if isinstance(fact, StageFact) and item.op.name in fact.declared.later:
                return None
            return _set(block, item.op.name, item.to(frame), frame, writer)
        case "replace":
            return _set(block, fact.name, item.to(frame), frame, writer)
        case "rename":
            return _rename(block, fact.name, item.to(frame), writer)
        case "gather":
            return _gather(block, cast("Gathered", fact), writer)
        case "rewrite":
            spot = cast("SpotFact", fact)
            words = f"write {one_line(frame.hide(spot.new), SHOWN)}"
            return _Change(words, spot.edits, (Written(block, spot.edits),)) if spot.edits else None
        case "remove":
            name = item.op.name
            param = block.param(name)
            if param is None:
                return None
            edit = writer.remove_param(param)
            return _Change(f"remove {_written(name, param, edit)}", (edit,), (Lacks(block, name),))
        case "remove_section":
            return _Change(f"remove the {block.name} section", (writer.remove_block(block),), (Gone(block),))
        case _:
            name, arg = item.op.name, item.to(frame)
            new = {key: value(frame) for key, value in item.params}
            return _Change(f"add section {name}", (writer.add_block(block, name, arg, new),), (Holds(block, name, arg, new),))


def _set(block: Block, name: str, value: str, frame: Frame, writer: Writer) -> _Change | None:
    param = block.param(name)
    if param is not None and param.value == value and not param.embedded:
        return None
    shown = one_line(frame.hide(value), SHOWN) if value else '""'
    edit = writer.set_param(block, name, value)
    return _Change(f"set {_written(name, param, edit)} to {shown}", (edit,), (Has(block, name, value),))


def _written(name: str, param: Param | None, edit: Edit) -> str:
    """The name of a parameter as the config has it, or gets it: an engine may read it in any case."""
    written = edit.text if param is None else param.name_place.text
    at = written.lower().find(name.lower())
    return written[at : at + len(name)] if at >= 0 else name


def _rename(block: Block, name: str, new: str, writer: Writer) -> _Change | None:
    param = block.param(name)
    if param is None or new == name:
        return None
    return _Change(f"rename {name} to {new}", (writer.rename_param(param, new),), (Lacks(block, name), Has(block, new, param)))


def _gather(block: Block, flat: Gathered, writer: Writer) -> _Change:
    params, moved = flat.moved()
    edits = writer.gather(block, flat.section, flat.arg, params, moved)
    gone = [Lacks(block, param.name) for param in moved]
    words = f"move {', '.join(flat.names)} into a new {flat.section} section"
    return _Change(words, edits, (*gone, Holds(block, flat.section, flat.arg, params)))
