"""The SQL of stream tasks: whether Fluent Bit can read a query.

Source: src/stream_processor/parser/sql.l and sql.y, flb_sp.c and flb_engine.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import OF_SERVICE
from pipelint.engines.fluentbit.facts.parsers.troubles import TroubleFact

MAX_QUERY = 10_000
# Each token as a letter, the longer of two first. What no token begins with is passed over, as blanks are.
_TOKENS = (
    ("F", r"STREAM:"),
    ("G", r"TAG:"),
    ("S", r"'(?:[^']|'')*'"),
    ("D", r"(?:-?[1-9][0-9]*|0)\.[0-9]+"),
    ("N", r"-?[1-9][0-9]*|0"),
    ("P", r"GROUP BY"),
    ("Y", r"ADVANCE BY"),
    ("R", r"@RECORD"),
    ("W", r"[_A-Za-z][A-Za-z0-9_.]*"),
    ("O", r"!=|<>|<=|>=|<|>"),
    ("", r"[*,=()\[\].;]"),
)
_TOKEN = late("|".join(f"(?P<t{number}>{pattern})" for number, (_, pattern) in enumerate(_TOKENS)), re.IGNORECASE)
_KEYWORDS = (
    "create:c flush:f stream:s snapshot:n with:w select:e as:a from:r where:h and:& or:| not:! window:i limit:l is:@ null:0"
    " count:k sum:g avg:g min:g max:g timeseries_forecast:t contains:o time:m tumbling:u hopping:p hour:q minute:q second:q"
    " now:z unix_timestamp:z record_tag:z record_time:z true:B false:B"
)
_WORDS = dict(pair.split(":") for pair in _KEYWORDS.split())
_KEY = r"I(?:\[S\])*"
_ALIAS = r"(?:aI)?"
_FIELD = rf"(?:\*|(?:{_KEY}|k\((?:\*|{_KEY})\)|g\({_KEY}\)|t\(I,N\)|z\(\)){_ALIAS})"
_SOURCE = r"r(?:FI|GS)"
_WINDOW = r"(?:i(?:u\(Nq\)|p\(Nq,YNq\)))?"
_SELECT = rf"e{_FIELD}(?:,{_FIELD})*{_SOURCE}{_WINDOW}(?:hC)?(?:P{_KEY}(?:,{_KEY})*)?(?:lN)?;"
_WITH = r"(?:w\(I=S(?:,I=S)*\))?"
_STATEMENT = late(rf"(?:csI{_WITH}a)?{_SELECT}|cnI{_WITH}ae\*{_SOURCE}(?:lN)?;|fnI{_WITH}ae\*{_SOURCE}(?:hC)?;")
# What a condition is made of, innermost first; C is a condition.
_FUNCTION = late(rf"R\.o\({_KEY}\)|R\.m\(\)")
_COMPARISON = late(rf"(?<=[h(!&|]){_KEY}(?:@!?0|[O=][NDSB])?|(?<=[h(!&|])X(?:[O=][NDSB])?|(?<=[h(!&|])[NDSB]")
_JOINED = late(r"C[&|]C|!C|\(C\)")


def query_troubles(config: FluentBitConfig) -> Iterator[TroubleFact]:
    """The queries that cannot be read. ``stops``: no task of any file runs for it; else this one does not."""
    for block in config.stream_tasks:
        exec_ = block.param("exec")
        if exec_ is not None and "${" not in exec_.value and not can_read(exec_.value):
            whole = "" if exec_.value.rstrip().endswith(";") else ": a semicolon has to end it"
            stops = config.role(block.place.document) in OF_SERVICE
            yield TroubleFact(f"Fluent Bit cannot read this query{whole}", stops, exec_.place)


def can_read(query: str) -> bool:
    """Whether a query is one of Fluent Bit's, or too long to say."""
    if len(query) > MAX_QUERY:
        return True
    text = _kinds(query)
    head, where, rest = text.partition("h")
    if where:
        end = re.search("[Pl;]", rest)
        stop = len(rest) if end is None else end.start()
        text = head + where + _condition(rest[:stop]) + rest[stop:]
    return _STATEMENT.fullmatch(text) is not None


def _kinds(query: str) -> str:
    kinds = []
    for found in _TOKEN.finditer(query):
        kind = _TOKENS[int((found.lastgroup or "t0")[1:])][0] or found[0]
        kinds.append(_WORDS.get(found[0].lower(), "I") if kind == "W" else kind)
    return "".join(kinds)


def _condition(kinds: str) -> str:
    """A condition as C; another text where it is none."""
    text = _COMPARISON.sub("C", "h" + _FUNCTION.sub("X", kinds))[1:]
    while (shorter := _JOINED.sub("C", text)) != text:
        text = shorter
    return text
