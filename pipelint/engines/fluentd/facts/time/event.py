"""How a parser makes the time of an event: whether it reads a ``time_format`` at all, and what it does with Docker's stamps."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.enum import Enum
from pipelint.plugins import plugin_of

# Sections whose @type is their plugin's, not a parser's: v0 configs write the parser's parameters flat into them.
_FLAT = ("source", "filter", "match", "store")


class DockerTime(Enum):
    """What becomes of the stamp ``2022-01-01T12:00:00.123456789Z`` in the field ``time`` of Docker's JSON lines."""

    NO = "no"  # the parser does not read such lines as JSON
    FORMAT = "format"  # read with a time_format
    TEXT = "text"  # read by trial (time_type string or mixed)
    NUMBER = "number"  # read as a number, which gives its year as seconds since 1970
    LEFT = "left"  # not read: the event's time is the time of reading


def parser_name(block: Block) -> str:
    """The parser of a section: ``@type`` of a ``<parse>`` or ``<pattern>``, ``format`` of v0 configs, perhaps ``""``."""
    if block.name in _FLAT:
        written = block.value("format")
    else:
        written = block.value("@type") or block.value("format") or block.value("type")
    return "regexp" if written.startswith("/") else written


def reads_time_format(block: Block) -> bool:
    """Whether a parser with these parameters uses their ``time_format``; False where code of the config decides it.

    A parser by regular expression does when one of its groups has the name of the time key (fluentd 1.16,
    ``parser_regexp.rb``), any other when ``time_type`` does not say that times are numbers.
    """
    if block.value("time_type", "string") not in ("string", "mixed"):
        return False
    parser = parser_name(block)
    if plugin_of("fluentd", "parse", parser).records.captures:
        written = [param for name, param in block.params.items() if name == "expression" or _is_format(name)]
        group = f"(?<{block.value('time_key', 'time')}>"
        return any(group in param.value and not param.embedded for param in written)
    return parser != "none"


def docker_time(block: Block) -> DockerTime:
    """What a JSON parser with these parameters does with Docker's stamps (fluentd 1.16, ``parser_json.rb``, ``time.rb``)."""
    if any(block.params[name].embedded for name in ("time_type", "time_key") if name in block.params):
        return DockerTime.NO
    if block.value("time_key", "time") != "time":
        return DockerTime.LEFT
    has_format = "time_format" in block.params
    match block.value("time_type", "string" if has_format else "float"):
        case "string" | "mixed":
            return DockerTime.FORMAT if has_format else DockerTime.TEXT
        case _:
            return DockerTime.NUMBER


def _is_format(name: str) -> bool:
    """Whether it is ``format``, or one of several that are numbered."""
    number = name.removeprefix("format")
    return number != name and (not number or number.isdecimal())
