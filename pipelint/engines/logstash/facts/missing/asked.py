"""What conditions need of an event, and which of them no event can meet for want of a field."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Test
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.graph.stage import Stage

# Comparisons that hold without the field.
_WITHOUT = ("!=", "!~", "not in")
_FAILURE = late(r"\^?_[a-z_]*(?:failure|timeout|error)")
_EITHER = (Logic.AND, Logic.OR)


def needed_by(condition: Condition, joined: Collection[Logic] = _EITHER) -> Iterator[FieldOperand]:
    """The fields without which a condition, or a part of it, is not met; not those whose presence alone it asks for."""
    match condition:
        case Joined(logic, operands) if logic in joined:
            for operand in operands:
                yield from needed_by(operand, joined)
        case Test(operator, left, right) if operator not in _WITHOUT and not _is_of_failure(condition):
            # LS313 says it of a list of one text, which is read as the name of a field.
            fields = (each for each in (left, right) if isinstance(each, FieldOperand))
            yield from (each for each in fields if '"' not in each.path[-1])


def _is_of_failure(test: Test) -> bool:
    """Whether it looks for a tag of a failure in ``tag``, of which LS345 says that it is in ``tags``."""
    match test:
        case Test("==" | "=~", FieldOperand(("tag",)), LiteralOperand(value)) | Test(
            "in", LiteralOperand(value), FieldOperand(("tag",))
        ):
            return _FAILURE.match(value.text) is not None
    return False


def is_shut(stage: Stage, place: Place, said: Collection[Place]) -> bool:
    """Whether a condition around the place needs a field of which it has been said that nothing sets it."""
    for guard in stage.guards:
        here = guard.condition.place
        if here.document is place.document and here.span.start <= place.span.start < here.span.end:
            return False
        if guard.holds and any(each.place in said for each in needed_by(guard.condition, (Logic.AND,))):
            return True
    return False
