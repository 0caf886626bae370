"""Fluentd's typed values: what it makes of a parameter's text. All that reads a parameter as one of these asks here.

Source: lib/fluent/config/types.rb of Fluentd 1.16.5; without ``strict_config_value``, which few configs have.
"""

from __future__ import annotations

import re

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.quantity import whole

_SIZES = (("k", 1024), ("m", 1024**2), ("g", 1024**3), ("t", 1024**4))
_TIMES = (("s", 1), ("m", 60), ("h", 3600), ("d", 86400))
_INTEGER = late(r"\s*([+-]?[0-9]+(?:_[0-9]+)*)")
_DECIMAL = late(r"\s*([+-]?(?:[0-9]+(?:_[0-9]+)*)?(?:(?<=[0-9])|(?=\.[0-9]))(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+)?)")
_COMMA = late(r"\s*,\s*")
# Fluentd refuses more letters after the last slash of a regexp, and reads two of them.
_MOST_LETTERS, _OPTIONS = 2, "im"


def size(text: str) -> int:
    """Bytes. The first unit of k, m, g, t that follows digits anywhere counts, as in Fluentd: ``1.5m`` is 5 MiB."""
    if text[:-1].isdecimal() and text.isascii() and (factor := dict(_SIZES).get(text[-1].lower())) is not None:
        return whole(text[:-1]) * factor  # most are, and no regex is compiled for them
    for unit, factor in _SIZES:
        if unit in text.lower() and (found := re.search(rf"([0-9]+){unit}", text, re.IGNORECASE)):
            return whole(found[1]) * factor
    return integer(text) or 0


def seconds(text: str) -> float:
    """Seconds. The first unit of s, m, h, d that follows digits anywhere counts: ``500ms`` is 30,000 s."""
    for unit, factor in _TIMES:
        if unit in text and (found := re.search(rf"([0-9]+){unit}", text)):
            return float(whole(found[1]) * factor)
    return decimal(text)


def boolean(text: str) -> bool | None:
    """``true`` and ``yes``, or a name without a value, are true; ``false`` and ``no`` are false; all else is nil (None)."""
    if text in ("true", "yes", "") or text.startswith("#"):
        return True
    return False if text in ("false", "no") else None


def is_true(block: Block, name: str) -> bool:
    """Whether a parameter is there and true; what code makes is not known to be."""
    return _flag(block, name) is True


def is_false(block: Block, name: str) -> bool:
    """Whether a parameter is there and false; what code makes is not known to be."""
    return _flag(block, name) is False


def _flag(block: Block, name: str) -> bool | None:
    param = block.param(name)
    return None if param is None or param.embedded else boolean(param.value)


def integer(text: str) -> int | None:
    """The leading digits (Ruby's ``to_i``); None where there are none, of which Fluentd makes 0."""
    if text.removeprefix("-").isdecimal() and text.isascii():
        return whole(text)
    found = _INTEGER.match(text)
    return whole(found[1]) if found else None


def decimal(text: str) -> float:
    """The leading number (Ruby's ``to_f``), 0 where there is none."""
    if text.isdecimal() and text.isascii():
        return float(text)
    found = _DECIMAL.match(text)
    return float(found[1].replace("_", "")) if found else 0.0


def array(text: str) -> list[str]:
    """The items of a JSON array as texts, or what stands between commas. Raises ValueError for a broken one."""
    if not text.startswith("["):
        text = text.strip()
        pieces = (_COMMA.split(text) if "," in text else [text]) if text else []
        while pieces and not pieces[-1]:  # Ruby's split drops them
            pieces.pop()
        return pieces
    from json import dumps, loads

    try:
        return [item if isinstance(item, str) else dumps(item) for item in loads(text)]
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def regexp(text: str) -> tuple[str, str] | None:
    """A pattern, and which of ``i`` and ``m`` stand after its slashes, or the text as it is; None for what Fluentd refuses."""
    if not text.startswith("/"):
        return text, ""
    pattern, _, letters = text[1:].rpartition("/")
    return None if len(letters) > _MOST_LETTERS else (pattern, "".join(each for each in _OPTIONS if each in letters))
