"""How hard lines are to compress, against what zlib makes of them: its symbols, and what took how long where it was measured."""

from __future__ import annotations

import random
import zlib

import pytest

from pipelint.cost.deflate import _Search, hardness

CHANCE = random.Random(5)
TEMPLATES = ("user {} has logged in from 10.0.{}.7", "order {} was taken in {} ms", "no item {} in shard {}: asked again")


def templates(count: int = 1_500) -> tuple[bytes, ...]:
    found = (CHANCE.choice(TEMPLATES).format(CHANCE.randrange(10**6), CHANCE.randrange(256)) for _ in range(count))
    return tuple(f'{{"level":"info","logger":"shop.checkout","message":"{text}"}}'.encode() for text in found)


def digits(count: int = 400) -> tuple[bytes, ...]:
    return tuple("".join(CHANCE.choice("0123456789") for _ in range(200)).encode() for _ in range(count))


def test_numbers_are_harder_than_messages_and_messages_than_what_repeats() -> None:
    same = (b'{"level":"info","logger":"shop.checkout","message":"nothing to do"}',) * 1_000
    found = [hardness(lines) for lines in (same, templates(), digits())]
    assert all(each is not None for each in found)
    # zlib took 0.7 times as long for messages like these as for words and templates, 4.8 times as long for digits.
    assert found == [pytest.approx(0.2, abs=0.1), pytest.approx(0.75, abs=0.2), pytest.approx(4.8, abs=0.5)]


def test_few_lines_say_nothing() -> None:
    assert hardness(templates(20)) is None
    assert hardness(()) is None


def test_a_part_of_many_lines_says_it() -> None:
    lines = templates(40_000)
    assert hardness(lines) == pytest.approx(hardness(lines[:1_000]), rel=0.01)


@pytest.mark.parametrize("lines", [templates(), digits()])
def test_its_symbols_are_about_those_of_zlib(lines: tuple[bytes, ...]) -> None:
    text = b"\n".join(lines)[:60_000]
    begin, end = 40_000, 60_000 - 258
    _, _, symbols = _Search(text).through(begin, end)
    # With codes of a fixed length each symbol takes 7 to 9 bits, a match 5 more and those of its length and distance, up to 18.
    packer = zlib.compressobj(6, zlib.DEFLATED, -15, 8, zlib.Z_FIXED)
    before = len(packer.compress(text[:begin]) + packer.flush(zlib.Z_SYNC_FLUSH))
    bits = 8 * len(packer.compress(text[begin:end]) + packer.flush(zlib.Z_SYNC_FLUSH))
    assert before
    assert 7 * symbols < bits < 32 * symbols
