"""Reading a section's parameters as Fluentd does: flags, lists, keys of records and accessors into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.records.shape import Shape

_QUOTED = late(r"""\$\[\s*(?:'([^']*)'|"([^"]*)")""")
_NAME = r"""(?:"[^"#\\]*"|'[^'\\]*')"""
# record["key"] in Ruby, not assigned to; `record['a']['b'] = 1` reads the key a.
_READ = late(rf"\brecord((?:\s*\[\s*{_NAME}\s*\])+)(?!\s*(?:\|\||&&|[-+*/%])?=(?![=~]))")
_DIG = late(rf"\brecord\s*&?\.\s*dig\s*\(?\s*({_NAME}(?:\s*,\s*{_NAME})*)")
_NAMES = late(_NAME)
# What is asked of a record and leaves it as it is.
_HARMLESS = late(r"\brecord\s*&?\.\s*(?:to_json|to_s|inspect|keys|values|size|has_key\?|key\?|include\?|nil\?|empty\?)")
_CALLED = ("eval", "binding", "send", "instance_variable_", "self", "proc", "lambda", "each_", "tap", "method")
_CALLS = late(r"\b(?:eval|binding|send|instance_eval|instance_variable_\w+|self|proc|lambda|each_\w+|tap|method)\b")

_PLAIN = late(r"""record\[(?:"[^"#\\]*"|'[^'\\]*')\]|tag|time|hostname|tag_parts\[-?\d+\]|"[^"#\\]*"|'[^'\\]*'|\d+""")


class NotKnownError(Exception):
    """A parameter whose value code of the config makes, or that cannot be read: nothing may be claimed of what follows."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A section's parameters. All readings raise NotKnownError where embedded Ruby makes the value."""

    block: Block

    def text(self, name: str, default: str = "") -> str:
        """The value of a parameter, or ``default``."""
        param = self.block.params.get(name)
        if param is None:
            return default
        if param.embedded:
            raise NotKnownError(name)
        return param.value

    def flag(self, name: str, default: str = "false") -> bool:
        """Whether Fluentd reads a parameter as true."""
        return types.boolean(self.text(name, default)) is True

    def names(self, name: str) -> list[str]:
        """The items of a list parameter."""
        return items(self.text(name))


def named_keys(settings: Settings, names: Iterable[str]) -> list[str]:
    """The keys that parameters name, of those that are given."""
    return [key for name in names if (key := settings.text(name))]


def items(text: str) -> list[str]:
    """The items of a list that are no empty texts. Raises NotKnownError for a broken array."""
    try:
        return [item for item in types.array(text) if item]
    except ValueError as error:
        raise NotKnownError(text) from error


def accessor_path(text: str) -> tuple[str, ...]:
    """The keys that a record accessor leads along: ``$.a.b``, ``$['a']['b']`` or the plain name of one key.

    The path of brackets with more than names in them has its first key alone, followed by ``*``. Raises NotKnownError.
    """
    if text.startswith("$."):
        keys = text[2:].split(".")
        first = keys[0].partition("[")
        if not first[0]:
            raise NotKnownError(text)
        return (first[0], "*") if any("[" in key for key in keys) else tuple(keys)
    if text.startswith("$["):
        found = _QUOTED.match(text)
        if found is None:
            raise NotKnownError(text)
        name = found[1] if found[1] is not None else found[2]
        return (name,) if text[found.end() :].strip() == "]" else (name, "*")
    return (text,)


def without_listed(settings: Settings, name: str, shape: Shape) -> Shape:
    """Without the keys that a list names; an accessor into a field takes away a part of it alone."""
    param = settings.block.param(name)
    if param is None:
        return shape
    paths = [accessor_path(text) for text in settings.names(name)]
    return shape.without({path[0]: param.place for path in paths if len(path) == 1})


def read_paths(code: str) -> list[tuple[str, ...]]:
    """What a piece of Ruby reads of ``record`` by ``record["key"]["inner"]`` or ``record.dig("key", "inner")``, each once."""
    if "record" not in code:  # no regex is compiled for a text that it cannot match
        return []
    found = [match[1] for pattern, word in ((_READ, "["), (_DIG, "dig")) if word in code for match in pattern.finditer(code)]
    return list(dict.fromkeys(tuple(name[1:-1] for name in _NAMES.findall(text)) for text in found))


def may_change_record(code: str) -> bool:
    """Whether a piece of Ruby may set or remove keys of ``record``: False only where all that it asks of it is harmless."""
    left = code
    # No regex is compiled for a text that it cannot match.
    for pattern, word in ((_READ, "record"), (_DIG, "dig"), (_HARMLESS, "record")):
        left = pattern.sub("", left) if word in left else left
    return "record" in left or (any(word in left for word in _CALLED) and bool(_CALLS.search(left)))


def is_copy(text: str) -> bool:
    """Whether a value is what one key holds, and nothing else: ``${record["key"]}``."""
    code = text[2:-1].strip() if text.startswith("${") and text.endswith("}") else ""
    return bool(_READ.fullmatch(code)) and len(_NAMES.findall(code)) == 1


def only_reads(code: str) -> bool:
    """Whether a piece of Ruby is a plain value that cannot fail: a key of the record, the tag or a part of it, the time."""
    return bool(_PLAIN.fullmatch(code.strip()))


def rules(block: Block, name: str) -> Iterator[Block]:
    """The sections called ``name`` directly inside."""
    return (inner for inner in block.blocks if inner.name == name)
