"""Values that do not fit what a Fluent Bit plugin declares: which type it wants, in words, and what Fluent Bit makes of them.

Source: src/flb_config_map.c, flb_utils.c, flb_input.c and flb_output.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re

from pipelint.base.block import Param
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.syntax.section import UNSAID
from pipelint.plugins import ParamSpec, Values, WrongValue

_LEAST = "space list, at least "
# Sizes that the engine itself reads and checks. A size of a plugin that cannot be read is the largest number there is.
_CHECKED_SIZES = frozenset(("mem_buf_limit", "storage.total_limit_size", "rate_gate.max_bytes"))
_INTEGER = r"\s*[+-]?[0-9]+\s*"
_DOUBLE = r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*"
_TIME = r"\s*[+-]?[0-9]+ ?(s|secs?|seconds?|m|h|d|)"
_SIZE_WORDS = "a size such as 512K, 8M or 1G"
_TIME_WORDS = "a time such as 30, 5m or 1h: a whole number and one letter at most"


class FluentBitValues(Values):
    """How Fluent Bit reads the values of properties."""

    def is_known(self, param: Param) -> bool:
        """Whether no variable is in it, and nothing that is filled in before Fluent Bit reads the file."""
        return not any(mark in param.value for mark in ("${", "{{")) and not types.is_to_fill_in(param.value)

    def is_stray(self, param: Param) -> bool:
        """Whether its line has nothing else."""
        return param.value == UNSAID

    def chosen(self, spec: ParamSpec, param: Param) -> bool:
        """Whether it is one of those that an enum may be, in any case. Where TLS may be off alone, all that is not on is off."""
        if spec.name == "tls":
            return types.boolean(param.value) is not True
        return param.value.lower() in (value.lower() for value in spec.values)

    def wrong(self, spec: ParamSpec, param: Param) -> WrongValue | None:
        """What is wrong with the type of a known value."""
        value = param.value
        match spec.type:
            case "boolean" | "flag" if types.boolean(value) is None:
                return WrongValue("true or false", "" if spec.type == "boolean" else "neither of the two")
            case "integer" if not re.fullmatch(_INTEGER, value):
                return WrongValue("a whole number", str(types.integer(value)))
            case "double" if not re.fullmatch(_DOUBLE, value):
                return WrongValue("a number", f"{types.decimal(value):.10g}")
            case "size":
                return self._size(spec, value)
            case "time" if not re.fullmatch(_TIME, value, re.IGNORECASE):
                return WrongValue(_TIME_WORDS, f"{types.seconds(value):g} s")
            case list_ if list_.startswith(_LEAST):
                least = int(list_[len(_LEAST) :])
                fits = len(types.words(value, least)) >= least
                return None if fits or not spec.many else WrongValue(f"{least} values with blanks between them")
        return None

    def _size(self, spec: ParamSpec, value: str) -> WrongValue | None:
        if spec.name == "storage.total_limit_size" and types.boolean(value) is False:
            return None
        found = types.size(value)
        if (found >= 0 and re.match(r"\s*[+-]?[0-9.]", value)) or value.lower() == "false":
            return None
        if found == types.REFUSED:
            return WrongValue(_SIZE_WORDS, "" if spec.name in _CHECKED_SIZES else "the largest size there is")
        return WrongValue(_SIZE_WORDS, f"{found} bytes")
