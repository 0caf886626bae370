"""Values that do not fit what a Fluentd plugin declares: which type it wants, in words, and what Fluentd makes of them."""

from __future__ import annotations

import re

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.facts.flat.names import TABLES
from pipelint.plugins import ParamSpec, Values, WrongValue

# lib/fluent/config/types.rb reads leading digits with Ruby's to_i and to_f, and a unit right after digits.
# The patterns are compiled when they are first used: most runs need few of them.
_PATTERNS = {
    "integer": (r"[+-]?[0-9][0-9_]*(?:\.0*)?", "a whole number"),
    "float": (r"[+-]?[0-9][0-9_]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|[+-]?\.[0-9]+", "a number"),
    "size": (r"(?i:[+-]?[0-9]+(?:[kmgt](?:i?b)?|b)?)", "a size such as 512k, 8m or 1g"),
    "time": (
        r"[+-]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?"
        r"|[0-9]+(?:s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:ours?)?|d(?:ays?)?))",
        "a time such as 30s, 5m or 1h, or a number of seconds",
    ),
}
_UNITS = {"size": frozenset("kmgtKMGT"), "time": frozenset("smhd")}
_DEFAULT = late(r"""#\{\s*ENV\[['"]\w+['"]\]\s*\|\|\s*(?:'([^'"\\#]*)'|"([^'"\\#]*)")\s*\}""")


class FluentdValues(Values):
    """How Fluentd reads the values of parameters."""

    def is_known(self, param: Param) -> bool:
        """Whether no Ruby and no placeholder is in it."""
        return not (param.embedded or "#{" in param.value or "${" in param.value)

    def meant(self, block: Block, param: Param) -> str:
        """What Fluentd 0.12 called so, outside of the section that has it now."""
        return TABLES.get(block.name, {}).get(param.name, "")

    def by_default(self, param: Param) -> Param:
        """With what stands in its Ruby for a variable that is not set: `#{ENV['X'] || 'text'}`."""
        if not param.embedded or (text := by_default(param.value)) == param.value:
            return param
        return Param(param.name, text, param.place, param.name_place)

    def wrong(self, spec: ParamSpec, param: Param) -> WrongValue | None:
        """What is wrong with the type of a known value."""
        value = param.value
        if spec.type == "bool":
            # What is neither is nil, which is refused where nil is not what the parameter is without a value.
            read = "nil" if spec.default is None and not spec.required else ""
            return WrongValue("true or false", read) if types.boolean(value) is None else None
        if spec.type not in _PATTERNS:
            return None
        pattern, words = _PATTERNS[spec.type]
        text = value.strip()
        # Most values are seen to fit without a regex, which would have to be compiled.
        digits = (text[:-1] if text[-1:] in _UNITS.get(spec.type, ()) else text).removeprefix("-")
        if (digits.isascii() and digits.isdigit()) or re.fullmatch(pattern, text):
            return None
        match spec.type:
            case "size":
                read = f"{types.size(value)} bytes"
            case "time":
                read = f"{types.seconds(value):g} s"
            case _:
                read = f"{types.decimal(value):.10g}" if spec.type == "float" else str(types.integer(value) or 0)
        return WrongValue(words, read)


def by_default(value: str) -> str:
    """The text of ``#{ENV['X'] || 'text'}``, which it is where the variable is not set; any other value as it is."""
    found = _DEFAULT.fullmatch(value)
    if found is None:
        return value
    return found[1] if found[2] is None else found[2]
