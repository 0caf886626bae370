"""The chart of a bench as PNG, without a library: few lines and letters need none."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from itertools import pairwise

from pipelint.bench.model import Result
from pipelint.report.bench.chart import BOTTOM, LEFT, PANEL, RIGHT, TOP, WIDTH, Chart, chart_of

# Rows of five pixels from top to bottom, each a digit of base 32: all characters of the panels' words and numbers.
_GLYPHS = {
    "0": "EHJLPHE", "1": "4C4444E", "2": "EH1248V", "3": "V2421HE", "4": "26AIV22", "5": "VGU11HE", "6": "68GUHHE",
    "7": "V124888", "8": "EHHEHHE", "9": "EHHF12C", ",": "0000C48", ".": "00000CC", "/": "01248G0", "%": "OP248J3",
    "r": "00MPGGG", "e": "00EHVGE", "c": "00EGGHE", "o": "00EHHHE", "d": "11DJHHF", "s": "00EGE1U", "m": "00QLLHH",
    "y": "00HHF1E", "i": "40C444E", "C": "EHGGGHE", "P": "UHHUGGG", "U": "HHHHHHE", "M": "HRLLHHH", "B": "UHHUHHU",
}  # fmt: skip
_SCALE = 2
# White, black, gray, then the colours of the curves.
_PALETTE = bytes.fromhex("ffffff 000000 808080 1f77b4 d62728 2ca02c")
_WHITE, _BLACK, _GRAY, _CURVE = range(4)


def render_png(found: Result) -> bytes:
    """A PNG file (W3C, Portable Network Graphics, 3rd edition) with a palette."""
    chart = chart_of(found)
    picture = Picture(WIDTH, chart.height)
    for number in range(len(chart.panels)):
        _panel(picture, chart, number)
    return b"".join(_chunks(picture))


class Picture:
    """Pixels, each a number in the palette."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [bytearray(width) for _ in range(height)]
        self.width = width

    def box(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Fills a box, as far as it is in the picture."""
        left, right = max(0, round(x)), min(self.width, round(x + width))
        for row in self.rows[max(0, round(y)) : max(0, round(y + height))]:
            row[left:right] = bytes((colour,)) * (right - left)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: int) -> None:
        """A line two pixels wide."""
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
        for step in range(steps + 1):
            share = step / steps
            self.box(start[0] + (end[0] - start[0]) * share - 1, start[1] + (end[1] - start[1]) * share - 1, 2, 2, colour)

    def text(self, words: str, x: float, y: float, colour: int, *, to_left: bool = False) -> None:
        """Letters below and right of a point, or left of it; a character without a glyph is a blank."""
        at = x - 6 * _SCALE * len(words) if to_left else x
        for letter in words:
            for row, bits in enumerate(_GLYPHS.get(letter, "")):
                for column in range(5):
                    if int(bits, 32) >> (4 - column) & 1:
                        self.box(at + column * _SCALE, y + row * _SCALE, _SCALE, _SCALE, colour)
            at += 6 * _SCALE


def _panel(picture: Picture, chart: Chart, number: int) -> None:
    panel, colour = chart.panels[number], _CURVE + number
    top = TOP + number * (PANEL + BOTTOM)
    bottom, right = top + PANEL, WIDTH - RIGHT
    width = right - LEFT
    picture.box(LEFT, top, 1, PANEL, _BLACK)
    picture.box(LEFT, bottom, width, 1, _BLACK)
    for dash in range(top, bottom, 8):
        picture.box(LEFT + width * min(1.0, chart.sent / chart.seconds), dash, 1, 4, _GRAY)
    points = [(LEFT + x * width, bottom - y * PANEL) for x, y in panel.points]
    for start, end in pairwise(points):
        picture.line(start, end, colour)
    picture.text(panel.most, LEFT - 6, top, _BLACK, to_left=True)
    picture.text("0", LEFT - 6, bottom - 14, _BLACK, to_left=True)
    picture.text(panel.title, LEFT + 6, top - 18, colour)
    picture.text(f"{chart.seconds:.0f} s", right, bottom + 5, _BLACK, to_left=True)


def _chunks(picture: Picture) -> Iterator[bytes]:
    pixels = b"".join(b"\0" + row for row in picture.rows)
    yield b"\x89PNG\r\n\x1a\n"
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", picture.width, len(picture.rows), 8, 3, 0, 0, 0))
    yield _chunk(b"tEXt", b"Software\0pipelint")
    yield _chunk(b"PLTE", _PALETTE)
    yield _chunk(b"IDAT", zlib.compress(pixels, 9))
    yield _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
