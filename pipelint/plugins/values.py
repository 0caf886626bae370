"""Values that do not fit what the plugin declares: which type it wants, in words, and what the engine makes of them."""

from __future__ import annotations

import re

from pipelint.base.block import Param
from pipelint.base.lean.record import dataclass
from pipelint.base.value import ValueKind
from pipelint.language.config import Types
from pipelint.plugins.spec import ParamSpec


@dataclass(frozen=True, slots=True, eq=False)
class WrongValue:
    """``expected`` is the type in words, ``read_as`` what the engine takes the value for ("" where it stops)."""

    expected: str
    read_as: str = ""


def wrong_value(engine: str, spec: ParamSpec, param: Param, types: Types) -> WrongValue | None:
    """What is wrong with the type of a value; None for one that fits, and for one of which nothing can be said.

    Values of enums are not judged here.
    """
    if not is_known(engine, param):
        return None
    return _fluentd(spec, param.value, types) if engine == "fluentd" else _logstash(spec, param)


def is_known(engine: str, param: Param) -> bool:
    """Whether the value is what is written: no embedded code, no variable of the environment, no field of an event."""
    written = param.value
    return not (param.embedded or "#{" in written or "${" in written or (engine == "logstash" and "%{" in written))


# Fluentd: lib/fluent/config/types.rb reads leading digits with Ruby's to_i and to_f, and a unit right behind digits.
# The patterns are compiled when they are first used: most runs need few of them.
_FLUENTD = {
    "integer": (r"[+-]?[0-9][0-9_]*(?:\.0*)?", "a whole number"),
    "float": (r"[+-]?[0-9][0-9_]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|[+-]?\.[0-9]+", "a number"),
    "size": (r"(?i:[+-]?[0-9]+(?:[kmgt](?:i?b)?|b)?)", "a size, as 512k, 8m or 1g"),
    "time": (
        r"[+-]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?"
        r"|[0-9]+(?:s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:ours?)?|d(?:ays?)?))",
        "a time, as 30s, 5m, 1h, or seconds as a number",
    ),
}
_UNITS = {"size": frozenset("kmgtKMGT"), "time": frozenset("smhd")}


def _fluentd(spec: ParamSpec, value: str, types: Types) -> WrongValue | None:
    if spec.type == "bool":
        # What is neither is nil, which is refused where nil is not what the parameter is without a value.
        read = "nil" if spec.default is None and not spec.required else ""
        return WrongValue("true or false", read) if types.boolean(value) is None else None
    if spec.type not in _FLUENTD:
        return None
    pattern, words = _FLUENTD[spec.type]
    text = value.strip()
    # Most values are seen to fit without a regex, which would have to be compiled.
    digits = text[:-1] if text[-1:] in _UNITS.get(spec.type, ()) else text
    if (digits.isascii() and digits.isdigit()) or re.fullmatch(pattern, text):
        return None
    match spec.type:
        case "size":
            read = f"{types.size(value)} bytes"
        case "time":
            read = f"{types.seconds(value):g} s"
        case _:
            found = re.match(r"[+-]?[0-9]+(?:\.[0-9]+)?" if spec.type == "float" else r"[+-]?[0-9]+", text)
            read = found[0] if found else "0"
    return WrongValue(words, read)


# Logstash: lib/logstash/config/mixin.rb, validate_value. One value is wanted where no list is declared.
# Paths and addresses are left out: of some it is not known that they may be lists.
_SINGLE = frozenset({"string", "number", "boolean", "password", "enum"})
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.(?:0|[0-9]*[1-9]))?|-0\.0"


def _logstash(spec: ParamSpec, param: Param) -> WrongValue | None:
    data = param.data
    if data is None:
        return None
    words = {"number": "a number", "boolean": "true or false", "hash": "a hash", "enum": "one value"}.get(spec.type, "one text")
    match data.kind:
        case ValueKind.ARRAY if spec.type in _SINGLE and not spec.many:
            return WrongValue(words) if len(data.items) > 1 else None
        case ValueKind.ARRAY if spec.type == "hash":
            return WrongValue(words) if len(data.items) % 2 else None
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
