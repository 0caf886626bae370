"""How a value is written in Fluentd's v1 syntax so that its parser reads the same value back."""

from __future__ import annotations

from pipelint.base.lean.late import late

# What an unquoted value cannot be: it would start a string, a JSON value or a comment, or lose blanks at its ends.
_NOT_BARE = late(r"""\A["'\[{\#]|\A\s|\s\Z|[ \t]\#|[\x00-\x08\x0a-\x1f\x7f]|\A\Z""")
# Tag patterns, labels and buffer keys; any other argument is quoted, which is right for all.
_BARE_ARG = late(r"[\w.*,{}|/:@$-]+(?: [\w.*,{}|/:@$-]+)*")
# The escapes that Fluentd's double-quoted strings know (lib/fluent/config/literal_parser.rb, eval_escape_char).
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\r": "\\r", "\n": "\\n", "\t": "\\t", "\f": "\\f", "\b": "\\b", "\0": "\\0"}
_CONTROL = late(r"[\x00-\x1f\x7f]")


def write_value(value: str, like: str = "") -> str:
    """``value`` as a parameter's value, quoted where it must be, or as ``like`` was: the text that it replaces."""
    if like.startswith('"'):
        return _double(value)
    if like.startswith("'") and not _CONTROL.search(value):
        return _single(value)
    # Most values are seen to need no quotes without a regex, which would have to be compiled.
    plain = value.isascii() and value.isprintable() and " " not in value and value[:1] not in ("", *"\"'[{#")
    if plain or _is_json(value) or not _NOT_BARE.search(value):
        return value
    return _quoted(value)


def write_arg(arg: str) -> str:
    """``arg`` as the argument of a section."""
    return arg if _BARE_ARG.fullmatch(arg) else _quoted(arg)


def _quoted(value: str) -> str:
    """In the quotes that need fewer escapes; single ones also where ``#{`` would be run in double ones."""
    plain = not _CONTROL.search(value)
    return _single(value) if plain and ('"' in value or "\\" in value or "#{" in value) else _double(value)


def _single(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _double(value: str) -> str:
    escaped = "".join(_ESCAPES.get(c, c) for c in value)
    return '"' + escaped.replace("#{", "\\#{") + '"'


def _is_json(value: str) -> bool:
    """Whether it is a JSON array or hash exactly as Fluentd writes it after reading, so that quotes are not needed.

    Not with floats: Ruby and Python write them differently.
    """
    if not value.startswith(("[", "{")):
        return False
    # Imported here: few values are.
    import json

    try:
        read = json.loads(value, parse_float=_refuse, parse_constant=_refuse)
        return json.dumps(read, ensure_ascii=False, separators=(",", ":")) == value
    except (ValueError, RecursionError):
        return False


def _refuse(text: str) -> None:
    raise ValueError(text)
