"""What inputs may set, of which those that read rows of a database make the names of columns lower case."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.words import words_in, words_outside
from pipelint.engines.logstash.facts.field_writes import Path
from pipelint.graph.stage import Stage

_OF_ROWS = "jdbc"
_AS_NAMED = "lowercase_column_names"
_STATEMENT = frozenset({"statement", "tracking_column", "parameters", "prepared_statement_bind_values"})
_REFERENCE = late(r"%\{[^{}]+\}")


def lowers(source: Stage) -> bool:
    """Whether it makes fields of rows, whose names all are lower case."""
    return source.plugin == _OF_ROWS and source.block.value(_AS_NAMED, "true") == "true"


def may_set(source: Stage, path: Path) -> bool:
    """Whether the settings of an input name the field: the names of columns in a statement are made lower case."""
    if lowers(source) and path[0] != path[0].lower():
        return path[-1] in words_outside(source.block, _STATEMENT)
    return path[-1] in words_in(source.block)


def setting_of(block: Block, place: Place) -> str:
    """The setting of a plugin that is one reference, which stands at a place."""
    for param in block.params.values():
        if param.place == place and _REFERENCE.fullmatch(param.value):
            return param.name
    return ""
