"""Processors of the YAML format, against what their plugins declare (src/flb_processor.c of Fluent Bit 5.1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.plugins import plugin_names
from pipelint.plugins.declarations import Declarations

_OF_ALL = frozenset(("name", "condition", "match", "match_regex", "alias", "active", "log_level"))


@dataclass(frozen=True, eq=False)
class ProcessorTroubleFact:
    """What Fluent Bit stops at in a processor, in words; ``suggestion`` is a name that may be meant ("": none)."""

    message: str
    suggestion: str
    place: Place


def processor_troubles(root: Block, known: Declarations) -> Iterator[ProcessorTroubleFact]:
    """What is wrong in the processors of inputs and outputs."""
    for block in root.blocks:
        for group in block.blocks if block.name in ("input", "output") else ():
            for processor in group.blocks if group.name == "processors" else ():
                yield from _troubles(processor, known)


def _troubles(processor: Block, known: Declarations) -> Iterator[ProcessorTroubleFact]:
    name = processor.param("name")
    if name is None or "${" in name.value:
        return
    # A filter may be a processor, too.
    spec = known.spec("processor", name.value) or known.spec("filter", name.value)
    if spec is None:
        names = [*plugin_names(known.engine, "processor"), *plugin_names(known.engine, "filter")]
        yield ProcessorTroubleFact(f"there is no processor {name.value}", nearest(name.value, names), name.place)
        return
    for param in processor.params.values():
        declared = spec.params.get(param.name)
        if declared is None and param.name not in _OF_ALL:
            near = nearest(param.name, spec.params)
            yield ProcessorTroubleFact(f"{name.value} has no property {param.name}", near, param.name_place)
        elif declared is not None and declared.values and param.value.lower() not in declared.values and "${" not in param.value:
            near = nearest(param.value, declared.values)
            yield ProcessorTroubleFact(f"{param.name} of {name.value} cannot be {param.value}", near, param.place)
