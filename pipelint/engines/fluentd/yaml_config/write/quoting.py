"""How a text is written as a YAML scalar so that Fluentd reads the same text back."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.yaml_config.scalars import Kind, tokenize
from pipelint.yaml.structure.quoting import PLAIN, quoted

_PLAIN_KEY = late(r"[$A-Za-z_][A-Za-z0-9_.-]*")


def write_scalar(text: str) -> str:
    """``text`` as a value on one line, right also between brackets."""
    typed = tokenize(text)
    # What Ruby takes for false counts as not there where Fluentd asks for a $type or $label.
    if PLAIN.fullmatch(text) and typed.text == text and typed.kind not in (Kind.NIL, Kind.UNKNOWN, Kind.FALSE):
        return text
    return quoted(text)


def write_key(name: str) -> str:
    """``name`` as a key."""
    plain = _PLAIN_KEY.fullmatch(name) is not None and tokenize(name).kind is Kind.TEXT
    return name if plain else quoted(name)
