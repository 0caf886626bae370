"""Whether a config that was edited is what the effects of the edits say, section by section, and else as it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.effect import Effect, Gone, Has, Holds, Lacks, Written
from pipelint.base.finding import Edit
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.changes import Change, spliced
from pipelint.base.text.document import Place


@dataclass(frozen=True, slots=True)
class _Exactly:
    """What is written, with its quotes: an argument, or the parts of a value."""

    texts: tuple[str, ...]


_Value = tuple[str, bool] | _Exactly
"""A parameter's value as it is read and whether it holds embedded code, or what is written for it."""
_Key = tuple[int, int, int, str]


@dataclass(slots=True)
class _Section:
    """A section as it should be. ``folded`` are its sections that are a parameter at the same time (Logstash's codec)."""

    name: str
    arg: str | _Exactly
    values: dict[str, _Value]
    inner: list[_Section]
    folded: dict[str, _Section]
    added: list[Holds] = field(default_factory=list)
    gone: bool = False


def come_true(before: Block, after: Block, effects: Iterable[Effect]) -> bool:
    """Whether ``after`` is the config ``before`` with the effects, in their order, and differs in nothing else."""
    known: dict[_Key, list[_Section]] = {}
    whole = _section(before, known)
    lasting: list[_Section] = []
    for effect in effects:
        sections = known.get(_key(effect.block), [])
        if not sections or not all(_take_effect(effect, section) for section in sections):
            return False
        lasting += sections if not isinstance(effect, Gone | Lacks) else []
    _sweep(whole, gone=False)
    return not any(section.gone for section in lasting) and _is_so(whole, after)


def _key(block: Block) -> _Key:
    place = block.place
    return id(place.document), place.span.start, place.span.end, block.name


def _section(block: Block, known: dict[_Key, list[_Section]]) -> _Section:
    """The section as it is. ``known`` gets all in it by their places; what is included twice is there twice."""
    folded = _folded(block)
    made = _Section(
        block.name,
        block.arg,
        {
            name: _value(param) if param.data is None or name in folded else _written(_parts(param))
            for name, param in block.params.items()
        },
        [_section(inner, known) for inner in block.blocks if inner.name not in folded],
        {name: _section(inner, known) for name, inner in folded.items()},
    )
    known.setdefault(_key(block), []).append(made)
    return made


def _folded(block: Block) -> dict[str, Block]:
    """Its sections that are a parameter at the same time."""
    found: dict[str, Block] = {}
    for inner in block.blocks:
        param = block.param(inner.name)
        if param is not None and param.place == inner.place:
            found[inner.name] = inner
    return found


def _value(param: str | Param) -> tuple[str, bool]:
    return (param.value, param.embedded) if isinstance(param, Param) else (param, False)


def _take_effect(effect: Effect, section: _Section) -> bool:
    """Changes what the section should be; false where the effect cannot be."""
    match effect:
        case Has(_, name, value):
            section.values[name] = _value(value)
            section.folded.pop(name, None)
        case Lacks(_, name):
            section.values.pop(name, None)
            section.folded.pop(name, None)
        case Gone():
            section.gone = True
        case Holds():
            section.added.append(effect)
        case Written(block, edits):
            return _write(section, block, edits)
    return True


def _write(section: _Section, block: Block, edits: Sequence[Edit]) -> bool:
    """Changes the one value, or the argument, in which all the edits lie."""
    for name, param in block.params.items():
        parts = _parts(param)
        if _lie_in(parts, edits):
            section.values[name] = _written(parts, edits)
            return True
    if _lie_in([block.arg_place], edits):
        section.arg = _written([block.arg_place], edits)
        return True
    return False


def _parts(param: Param) -> list[Place]:
    """Where a value stands, each of a structured one: one that is given several times stands in several places."""
    if param.data is None:
        return [param.place]
    found: list[Place] = []
    todo = [param.data]
    while todo:
        value = todo.pop()
        if value.items or value.entries:
            todo += [part for entry in value.entries for part in (entry.key, entry.value)]
            todo += value.items
        else:
            found.append(value.place)
    return found


def _lie_in(places: Sequence[Place], edits: Sequence[Edit]) -> bool:
    return all(any(_holds(place, edit) for place in places) for edit in edits)


def _holds(place: Place, edit: Edit) -> bool:
    inside = place.span.start <= edit.span.start and edit.span.end <= place.span.end
    return inside and edit.document is place.document


def _written(places: Sequence[Place], edits: Sequence[Edit] = ()) -> _Exactly:
    """What stands at these places when the edits are made."""
    out = []
    for place in places:
        mine = [Change(edit.span.shift(-place.span.start), edit.text.encode()) for edit in edits if _holds(place, edit)]
        out.append(spliced(place.span.cut(place.document.text), mine).decode("utf-8", "replace"))
    return _Exactly(tuple(out))


def _sweep(section: _Section, *, gone: bool) -> None:
    """Takes out the sections that are to be gone; all that was in them is gone, too."""
    section.gone |= gone
    left: list[_Section] = []
    first_gone = False
    for inner in (*section.inner, *section.folded.values()):
        _sweep(inner, gone=section.gone)
    for inner in section.inner:
        if not inner.gone:
            # Logstash: without the branch before it an `else if` is the `if`.
            inner.name = "if" if first_gone and inner.name == "else if" else inner.name
            left.append(inner)
        first_gone = inner.gone and (inner.name == "if" or first_gone)
    section.inner = left
    gone_values = [name for name, inner in section.folded.items() if inner.gone]
    for name in gone_values:
        del section.folded[name]
        section.values.pop(name, None)


def _is_so(section: _Section, block: Block) -> bool:
    """Whether a section that was read is as it should be."""
    folded = _folded(block)
    inner = [one for one in block.blocks if one.name not in folded]
    params = dict(block.params)
    for added in section.added:
        wanted = _Section(added.name, added.arg, {name: _value(value) for name, value in added.params.items()}, [], {})
        found = next((one for one in (*inner[::-1], *folded.values()) if _is_so(wanted, one)), None)
        if found is None:
            return False
        inner = [one for one in inner if one is not found]
        if folded.pop(added.name, None) is not None:
            del params[added.name]
    return (
        section.name == block.name
        and (section.arg == (_written([block.arg_place]) if isinstance(section.arg, _Exactly) else block.arg))
        and section.values.keys() == params.keys()
        and all(_reads(value, params[name]) for name, value in section.values.items())
        and len(inner) == len(section.inner)
        and all(map(_is_so, section.inner, inner))
        and all(_is_so(section.folded[name], one) if name in section.folded else not one.items for name, one in folded.items())
    )


def _reads(value: _Value, param: Param) -> bool:
    return value == (_written(_parts(param)) if isinstance(value, _Exactly) else _value(param))
