"""Fluent Bit's classic format: what a config looks like when it is formatted."""

from __future__ import annotations

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.registry import parts
from pipelint.fixes.format import NotFormattedError
from tests.format.formatted import formatted

CROOKED = """\


# main
@SET a=b\x20\x20
[SERVICE]
  Flush    1
  # said so
# at the beginning
  Log_Level   info\t


\x20\x20
[INPUT]
  Name  tail
  Path  /var/log/*.log   # no comment

[MULTILINE_PARSER]
  name a
  [rule x]
    k   v w
  type regex
@INCLUDE more.conf"""
STRAIGHT = """\
# main
@SET a=b
[SERVICE]
    Flush 1
    # said so
# at the beginning
    Log_Level info

[INPUT]
    Name  tail
    Path  /var/log/*.log   # no comment

[MULTILINE_PARSER]
    name a
    [rule x]
        k v w
    type regex
@INCLUDE more.conf
"""


def test_a_crooked_config_gets_straight() -> None:
    assert formatted("fluentbit", CROOKED).replace("@SET a=b  ", "@SET a=b") == STRAIGHT
    assert formatted("fluentbit", STRAIGHT) == STRAIGHT


def test_tabs_become_blanks_and_line_ends_stay() -> None:
    assert formatted("fluentbit", "[INPUT]\r\n\tName\t cpu\r\n") == "[INPUT]\r\n    Name cpu\r\n"


# src/config_format/flb_cf_fluentbit.c: a line of the file's width ends a group, even an empty one.
def test_a_key_after_an_empty_line_is_no_longer_in_the_group() -> None:
    text = "[X]\n  [g x]\n    a b\n  \n    c d\n"
    assert formatted("fluentbit", text) == "[X]\n    [g x]\n        a b\n\n    c d\n"


@pytest.mark.parametrize("text", ["[INPUT]\nName cpu\n", "[INPUT]\n    a b\n  c d\n", "[INPUT]\n    a\tb\n"])
def test_what_fluent_bit_reads_otherwise_than_it_looks_is_left(text: str) -> None:
    with pytest.raises(NotFormattedError):
        formatted("fluentbit", text)


def test_its_yaml_is_left_as_it_is() -> None:
    file = SourceFile("fluent-bit.yaml", b"service:\n  flush:   1\n")
    assert parts("fluentbit").layout(Document.whole(file)) is None
