"""The filters record_transformer (Fluentd 1.16.5) and record_modifier (fluent-plugin-record-modifier 2.2)."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from pipelint.base.block import Block, Param
from pipelint.engines.fluentd.facts.regexes import slashed_use
from pipelint.engines.fluentd.records.settings import rules
from pipelint.engines.fluentd.trace.event import Live, Outcome
from pipelint.engines.fluentd.trace.filters.template import (
    fields_of,
    filled,
    name_of,
    plain_template,
    ruby_template,
    written_value,
)
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.pattern import Pattern, compiled, plain
from pipelint.engines.fluentd.trace.ruby.methods import replaced
from pipelint.engines.fluentd.trace.ruby.scene import Code, Scene, constant
from pipelint.engines.fluentd.trace.time.clock import Time
from pipelint.engines.fluentd.trace.values import (
    LostError,
    Raw,
    RefusedError,
    RubyError,
    accessor_keys,
    delete,
    known,
    to_f,
    to_s,
)
from pipelint.facts.regexes.use import Role
from pipelint.trace.model import UNKNOWN

# Names that record_modifier's code does not have.
_NOT_THERE = frozenset(("tag_prefix", "tag_suffix", "hostname"))
Shown = Callable[[Time], object] | None


class RecordTransformerFilter:
    """Sets fields in a copy of the record, or in a new one."""

    stream = True
    mutates = True

    def __init__(self, params: Params, shown: Shown) -> None:
        block = params.block
        ruby, typed = params.flag("enable_ruby"), params.flag("auto_typecast")
        self._shown = shown
        self._map: dict[str, tuple[Code, Code]] = {}
        for section in rules(block, "record"):
            for param in section.params.values():
                fill = _filler(param, section, ruby=ruby, typed=typed)
                self._map[param.name] = (fill(param.name, False), filled(written_value(param), fill))
        self._renew, self._keep = params.flag("renew_record"), params.items("keep_keys")
        if self._keep is not None and not self._renew:
            raise RefusedError("`renew_record` must be true to use `keep_keys`", params.place("keep_keys"))
        self._remove = [accessor_keys(key, params.place("remove_keys")) for key in params.items("remove_keys") or ()]
        self._time_key = params.optional("renew_time_key")

    def apply(self, live: Live) -> Live | Outcome:
        """See Filter."""
        scene = Scene(live.tag, live.time, live.record, self._shown)
        record = fields_of(scene)
        new: dict[str, object] = {} if self._renew else dict(record)
        for key in self._keep or ():
            if key in record:
                new[key] = record[key]
        values: dict[str, object] = {}
        for fill, value in self._map.values():
            values[name_of(fill(scene))] = value(scene)
        new.update(values)
        time = live.time
        if self._time_key is not None and self._time_key in new:
            time = _moment(new[self._time_key])
        for keys in self._remove:
            delete(new, keys)
        return Live(live.tag, time, new, live.trail)


def _filler(param: Param, block: Block, *, ruby: bool, typed: bool) -> Callable[[str, bool], Code]:
    def fill(text: str, is_value: bool) -> Code:
        if ruby:
            return ruby_template(param, text, block, typed=typed and is_value, quote="\\[]")
        return plain_template(text, typed=typed and is_value)

    return fill


def _moment(value: object) -> Time:
    """``Time.at(value.to_f)``."""
    match known(value):
        case None:
            number = 0.0
        case bool():
            raise RubyError("undefined method `to_f' for true or false")
        case int() | float():
            try:
                number = float(value)  # type: ignore[arg-type]
            except OverflowError as error:
                raise LostError("a time is too far away") from error
        case str():
            number = to_f(value)  # type: ignore[arg-type]
        case _:
            raise RubyError("undefined method `to_f' for an array or object")
    if math.isnan(number) or abs(number) > 1e12:
        raise LostError("a time is too far away")
    seconds = math.floor(number)
    return seconds, int((Fraction(number) - seconds) * 10**9)


class RecordModifierFilter:
    """Sets fields in the record itself, one after the other."""

    stream = False
    mutates = True

    def __init__(self, params: Params) -> None:
        block = params.block
        self._map: dict[str, Code] = {}
        for section in rules(block, "record"):
            for param in section.params.values():
                if param.embedded:
                    self._map[param.name] = constant(UNKNOWN)
                    continue
                self._map[param.name] = ruby_template(
                    param, param.value, section, typed=True, quote='\\"' if "${" in param.value else "", hidden=_NOT_THERE
                )
        removed, kept = params.items("remove_keys"), params.optional("whitelist_keys")
        if removed is not None and kept is not None:
            raise RefusedError("remove_keys and whitelist_keys are exclusive with each other.", params.place("whitelist_keys"))
        self._remove = [accessor_keys(key, params.place("remove_keys")) for key in removed or ()]
        listed = None if kept is None else [key.strip() for key in kept.split(",")]
        self._kept = None if listed is None else list(dict.fromkeys([*listed, *self._map]))
        self._replace = [_replacement(Params("filter", "record_modifier", section)) for section in rules(block, "replace")]
        encoding = params.optional("char_encoding")
        self._encoding = None if encoding is None else encoding.lower()

    def apply(self, live: Live) -> Live | Outcome:
        """See Filter."""
        record = live.record
        if not isinstance(record, dict):
            raise LostError("the record is no object")
        scene = Scene(live.tag, live.time, record)
        for name, value in self._map.items():
            record[name] = value(scene)
        for keys in self._remove:
            delete(record, keys)
        if self._kept is not None:
            record = {key: record[key] for key in self._kept if key in record}
        for key, pattern, by in self._replace:
            text = record.get(key)
            if text is None:
                continue
            if not isinstance(known(text), str):
                raise RubyError("no implicit conversion into String")
            record[key] = replaced(pattern, to_s(text), by)
        if self._encoding is not None:
            encoded = _encoded(record, self._encoding)
            record.update(encoded if isinstance(encoded, dict) else {})
        return Live(live.tag, live.time, record, live.trail)


def _replacement(params: Params) -> tuple[str, Pattern, str]:
    section, name = params.block, "expression"
    written = params.text(name)
    uses = slashed_use(section, name, Role.REPLACE)
    slashes = written.startswith("/") and written.endswith("/")
    return params.text("key"), compiled(uses, section, name) if slashes else plain(written, section, name), params.text("replace")


def _encoded(value: object, encoding: str) -> object:
    """The value with its texts as characters of an encoding: of bytes that are UTF-8 anyway the texts that they are."""
    if isinstance(value, dict):
        return {key: _encoded(item, encoding) for key, item in value.items()}
    if isinstance(value, list):
        return [_encoded(item, encoding) for item in value]
    if isinstance(value, str) and not value.isascii():
        if encoding != "utf-8":
            raise LostError("texts in other encodings are not followed here")
        return str(value.encode().decode()) if type(value) is Raw else value
    return UNKNOWN if value is UNKNOWN else value
