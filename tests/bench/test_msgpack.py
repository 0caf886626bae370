"""What is encoded is read back by a reader of its own, and by the receiver that counts."""

from __future__ import annotations

import gzip
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.bench.payload.msgpack import encode
from pipelint.bench.watch.unpack import MoreError, read_message, skip
from tests.bench.decode import decode
from tests.properties import tries

SCALARS = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text() | st.binary()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(), inner, max_size=20))


@tries(300)
@given(VALUES)
def test_a_value_is_read_back(value: object) -> None:
    assert decode(encode(value)) == [value]


@tries(100)
@given(VALUES)
def test_a_value_is_skipped_to_its_end_and_never_before(value: object) -> None:
    data = encode(value)
    assert skip(data + b"\xc0", 0) == len(data)
    with pytest.raises(MoreError):
        skip(data[:-1], 0)


@pytest.mark.parametrize(
    ("value", "data"),
    # By hand from the specification: the first value that needs each head, and the last that fits the one before.
    [
        (127, b"\x7f"), (128, b"\xcc\x80"), (255, b"\xcc\xff"), (256, b"\xcd\x01\x00"), (65536, b"\xce\x00\x01\x00\x00"),
        (2**32, b"\xcf" + b"\0\0\0\1" + bytes(4)), (-32, b"\xe0"), (-33, b"\xd0\xdf"), (-129, b"\xd1\xff\x7f"),
        (-32769, b"\xd2\xff\xff\x7f\xff"), ("a" * 31, b"\xbf" + b"a" * 31), ("a" * 32, b"\xd9\x20" + b"a" * 32),
        ("a" * 256, b"\xda\x01\x00" + b"a" * 256), (b"", b"\xc4\x00"), (b"a" * 256, b"\xc5\x01\x00" + b"a" * 256),
        ([0] * 15, b"\x9f" + bytes(15)), ([0] * 16, b"\xdc\x00\x10" + bytes(16)),
        ({str(key): 0 for key in range(2)}, b"\x82\xa10\x00\xa11\x00"), (1.5, b"\xcb\x3f\xf8" + bytes(6)),
    ],
)  # fmt: skip
def test_the_shortest_head_is_taken(value: object, data: bytes) -> None:
    assert encode(value) == data


def test_a_number_that_no_integer_holds_becomes_a_float() -> None:
    assert decode(encode([2**64, -(2**63) - 1, 10**400])) == [[float(2**64), float(-(2**63) - 1), math.inf]]


ENTRIES = b"".join(encode([1, {"message": "a"}]) for _ in range(3))


@pytest.mark.parametrize(
    ("message", "events", "chunk"),
    [
        (["tag", 1, {"message": "a"}], 1, b""),
        (["tag", 1, {"message": "a"}, {"chunk": "abc"}], 1, b"abc"),
        (["tag", [[1, {}], [2, {}]]], 2, b""),
        (["tag", [[1, {}]], {"chunk": "abc"}], 1, b"abc"),
        (["tag", ENTRIES, {"size": 3, "chunk": "x"}], 3, b"x"),
        (["tag", ENTRIES], 3, b""),
        (["tag", gzip.compress(ENTRIES) + gzip.compress(ENTRIES), {"compressed": "gzip"}], 6, b""),
    ],
    ids=["message", "message with ack", "forward", "forward with ack", "packed", "packed without option", "compressed"],
)
def test_each_mode_of_the_forward_protocol_is_counted(message: list[object], events: int, chunk: bytes) -> None:
    data = encode(message)
    found = read_message(b"\xc0" + data + data, 1)
    assert (found.events, found.chunk, found.end) == (events, chunk, 1 + len(data))


@pytest.mark.parametrize("data", [b"\x81\xa1a\x01", b"\x91\x01", b"\xc1", b"GET / HTTP/1.1"])
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        read_message(data)
