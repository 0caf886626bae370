"""Lines of a sample, which may be larger than memory: all are counted, of many a part is followed that is spread evenly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.lean.record import dataclass

# Lines that follow each other are taken together, as events of several lines and times that repeat are seen in them alone.
_TOGETHER = 100
# Bytes that are kept at most of all lines, and of those that are taken together: beyond it fewer are taken.
_MOST_BYTES, _MOST_TOGETHER = 32 * 1024 * 1024, 1024 * 1024
_BEGINNING = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Lines:
    """``count`` lines of ``size`` bytes in all (without line ends), ``no_text`` of them no UTF-8; ``taken`` are followed."""

    count: int
    size: int
    no_text: int
    taken: tuple[bytes, ...]


def beginning(lines: Iterable[bytes]) -> Iterator[bytes]:
    """As many lines as take a few ms to read."""
    left = _BEGINNING
    for line in lines:
        yield line
        left -= len(line) + 1
        if left < 0:
            return


def picked(lines: Iterable[bytes], most: int) -> Lines:
    """All lines where there are no more than ``most`` (at least 200), else about half as many or more, in their order."""
    blocks: list[list[bytes]] = []
    block: list[bytes] = []
    count = size = no_text = number = held = length = 0
    every = 1
    for line in lines:
        count += 1
        size += len(line)
        if not line.isascii():
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                no_text += 1
        if number % every == 0:
            block.append(line)
        length += len(line)
        if count % _TOGETHER and length < _MOST_TOGETHER:
            continue
        if block:
            blocks.append(block)
            held += length
            block = []
            while len(blocks) > 1 and (len(blocks) * _TOGETHER > most or held > _MOST_BYTES):
                blocks, every = blocks[::2], every * 2
                held = sum(len(text) for kept in blocks for text in kept)
        number, length = number + 1, 0
    if block:
        blocks.append(block)
    return Lines(count, size, no_text, tuple(line for kept in blocks for line in kept))
