"""What parsers do with times, as tried on Fluentd 1.16.5 with TZ=Asia/Tokyo and Docker's JSON lines."""

import pytest

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.facts.time.event import DockerTime, docker_time, reads_time_format

PLACE = Place(Document.whole(SourceFile("x", b"")), Span(0, 0))


def block(name: str, params: dict[str, str]) -> Block:
    """A section; a value with ``#{`` counts as embedded Ruby."""
    items = tuple(Param(key, value, PLACE, PLACE, embedded="#{" in value) for key, value in params.items())
    return Block(name, "", items, PLACE, PLACE, PLACE)


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({}, DockerTime.NUMBER),  # 1970-01-01 00:33:42
        ({"time_key": "time"}, DockerTime.NUMBER),
        ({"time_type": "unixtime"}, DockerTime.NUMBER),  # 1970-01-01 00:33:42
        ({"time_type": "float", "time_format": "%Y"}, DockerTime.NUMBER),
        ({"time_format": "%Y-%m-%dT%H:%M:%S.%N%z"}, DockerTime.FORMAT),
        ({"time_type": "string"}, DockerTime.TEXT),  # 2022-01-01 12:00:00 UTC
        ({"time_type": "mixed", "time_format_fallbacks": "unixtime"}, DockerTime.TEXT),
        ({"time_key": "nothing"}, DockerTime.LEFT),  # the time of reading; the stamp stays in the record
    ],
)
def test_what_a_json_parser_makes_of_docker_stamps(params: dict[str, str], found: DockerTime) -> None:
    assert docker_time(block("parse", {"@type": "json", **params})) is found


def test_nothing_is_said_of_what_the_environment_decides() -> None:
    assert docker_time(block("parse", {"@type": "json", "time_key": "#{ENV['K']}"})) is DockerTime.NO


@pytest.mark.parametrize(
    ("name", "params", "reads"),
    [
        ("parse", {"@type": "json"}, True),
        ("parse", {"@type": "none"}, False),
        ("parse", {"@type": "json", "time_type": "unixtime"}, False),
        ("parse", {"@type": "json", "time_type": "mixed"}, True),
        ("parse", {"@type": "regexp", "expression": "/^(?<time>[^ ]+) /"}, True),
        ("parse", {"@type": "regexp", "expression": "/^(?<ts>[^ ]+) /"}, False),
        ("parse", {"@type": "regexp", "expression": "/^(?<ts>[^ ]+) /", "time_key": "ts"}, True),
        ("parse", {"@type": "multiline", "format1": "/^(?<level>.)/", "format2": "/(?<time>.*)/"}, True),
        # The environment decides what comes before it: it may be a comment, or end the group.
        ("parse", {"@type": "regexp", "expression": "/#{ENV['PREFIX']}(?<time>.)/"}, False),
        ("pattern", {"format": "json"}, True),
        ("pattern", {"format": "/^(?<a>.)/"}, False),
        ("source", {"@type": "tail", "format": "json"}, True),
        ("source", {"@type": "tail", "format": "/(?<time>.)/"}, True),
        ("source", {"@type": "tail", "format": "none"}, False),
    ],
)
def test_whether_a_time_format_is_used(name: str, params: dict[str, str], reads: bool) -> None:
    assert reads_time_format(block(name, params)) is reads
