"""Values that do not fit what a Logstash plugin declares: which type it wants, in words. Logstash stops at all of them."""

from __future__ import annotations

import re

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.base.value import ValueKind
from pipelint.plugins import ParamSpec, Values, WrongValue

# lib/logstash/config/mixin.rb, validate_value. One value is wanted where no list is declared.
# Paths and addresses are left out: of some it is not known that they may be lists.
_SINGLE = frozenset({"string", "number", "boolean", "password", "enum"})
_WORDS = {
    "number": "a number",
    "boolean": "true or false",
    "hash": "a hash",
    "enum": "a single value",
    "path": "the path of a file",
}
# Of these one entry of a hash passes for a value.
_FIRST = frozenset({"string", "number", "password"})
# What validator_support takes for a field.
_FIELD = r"[^\[\],]+|(?:\[[^\[\],]+\])+"
# VAR_PORT, __PORT__, @PORT@, <port>, {{ port }}: something else is put in before Logstash reads the file.
_REPLACED = late(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|__\w+__|@\w+@|<[^<>]+>|(?:(?!\{\{).)*\{\{.*\}\}.*")
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.(?:0|[0-9]*[1-9]))?|-0\.0"


class LogstashValues(Values):
    """How Logstash reads the values of settings."""

    def is_known(self, param: Param) -> bool:
        """Whether no variable of the environment and no field of an event is in it, and no name that another tool replaces."""
        return not any(mark in param.value for mark in ("#{", "${", "%{")) and _REPLACED.fullmatch(param.value) is None

    def moves(self, old: ParamSpec, new: ParamSpec, param: Param) -> bool:
        """Also one value where a list is declared, and a string where it names a field or is one of the words of a list."""
        if super().moves(old, new, param) or (old.type == new.type and old.values == new.values and new.many):
            return True
        if old.type != "string" or not self.is_known(param):
            return False
        named = new.type == "field_reference" and re.fullmatch(_FIELD, param.value) is not None
        return named or param.value in new.values

    def wrong(self, spec: ParamSpec, param: Param) -> WrongValue | None:
        """What is wrong with the type of a known value."""
        data = param.data
        if data is None:
            return None
        words = _WORDS.get(spec.type, "a single string")
        match data.kind:
            case ValueKind.ARRAY if spec.type in _SINGLE and not spec.many:
                return WrongValue(words) if len(data.items) > 1 else None
            case ValueKind.ARRAY if spec.type == "hash":
                return WrongValue(words) if len(data.items) % 2 else None
            case ValueKind.HASH if (spec.type in _SINGLE or spec.type == "path") and not spec.many:
                return WrongValue(words) if len(data.entries) > 1 or spec.type not in _FIRST else None
            case ValueKind.STRING | ValueKind.BAREWORD | ValueKind.NUMBER:
                number = data.kind is ValueKind.NUMBER
                fits = {
                    "number": number or bool(re.fullmatch(_NUMBER, data.text)),
                    "boolean": data.text in ("true", "false"),
                    "hash": False,
                }
                return None if fits.get(spec.type, True) else WrongValue(words)
            case _:
                return None
