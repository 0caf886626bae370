"""How a text is written as a YAML scalar so that Fluentd reads the same text back."""

from __future__ import annotations

import json

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.yaml_config.scalars import Kind, tokenize

# Far fewer than YAML allows plain; what is left out only gets quotes.
_PLAIN = late(r"[A-Za-z0-9_/.$][A-Za-z0-9_/.$@%+*=-]*(?: [A-Za-z0-9_/.$@%+*=-]+)*")
_PLAIN_KEY = late(r"[$A-Za-z_][A-Za-z0-9_.-]*")
# Control characters, line breaks of YAML 1.1 and what it calls no characters; escaped in double quotes.
_CODED = late("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def write_scalar(text: str) -> str:
    """``text`` as a value on one line, right also between brackets."""
    typed = tokenize(text)
    # What Ruby takes for false counts as not there where Fluentd asks for a $type or $label.
    if _PLAIN.fullmatch(text) and typed.text == text and typed.kind not in (Kind.NIL, Kind.UNKNOWN, Kind.FALSE):
        return text
    return _quoted(text)


def write_key(name: str) -> str:
    """``name`` as a key."""
    plain = _PLAIN_KEY.fullmatch(name) is not None and tokenize(name).kind is Kind.TEXT
    return name if plain else _quoted(name)


def _quoted(text: str) -> str:
    if _CODED.search(text) is None:
        return "'" + text.replace("'", "''") + "'"
    # JSON's escapes are YAML's; what JSON leaves as it is and YAML does not take is escaped after it.
    return _CODED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
