"""How any text is written as a YAML scalar on one line, right also between brackets."""

from __future__ import annotations

import json

from pipelint.base.lean.late import late

# Far fewer than YAML allows plain; what is left out only gets quotes.
PLAIN = late(r"[A-Za-z0-9_/.$][A-Za-z0-9_/.$@%+*=-]*(?: [A-Za-z0-9_/.$@%+*=-]+)*")
"""What may stand without quotes. As what it is read then depends on who reads it."""
# Control characters, line breaks of YAML 1.1 and what it calls no characters; escaped in double quotes.
_CODED = late("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def quoted(text: str, quote: str = "'") -> str:
    """``text`` in these quotes; in double ones where single ones cannot hold it."""
    if quote == "'" and _CODED.search(text) is None:
        return "'" + text.replace("'", "''") + "'"
    # JSON's escapes are YAML's; what JSON leaves as it is and YAML does not take is escaped after it.
    return _CODED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
