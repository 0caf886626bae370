"""Pixels: pictures as PNG without a library. Boxes, lines and letters are all that is in them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

# Rows of five pixels from top to bottom, each a digit of base 32.
GLYPHS = {
    "!": "4444404", '"': "AAA0000", "#": "0AVAVA0", "$": "4FKE5U4", "%": "OP248J3", "&": "CIK8LID", "'": "4480000",
    "(": "2488842", ")": "8422248", "*": "04LEL40", "+": "044V440", ",": "0000C48", "-": "000V000", ".": "00000CC",
    "/": "01248G0", "0": "EHJLPHE", "1": "4C4444E", "2": "EH1248V", "3": "V2421HE", "4": "26AIV22", "5": "VGU11HE",
    "6": "68GUHHE", "7": "V124888", "8": "EHHEHHE", "9": "EHHF12C", ":": "0CC0CC0", ";": "0CC0C48", "<": "248G842",
    "=": "00V0V00", ">": "8421248", "?": "EH12404", "@": "EH1DLLE", "A": "EHHVHHH", "B": "UHHUHHU", "C": "EHGGGHE",
    "D": "SIHHHIS", "E": "VGGUGGV", "F": "VGGUGGG", "G": "EHGNHHF", "H": "HHHVHHH", "I": "E44444E", "J": "72222IC",
    "K": "HIKOKIH", "L": "GGGGGGV", "M": "HRLLHHH", "N": "HHPLJHH", "O": "EHHHHHE", "P": "UHHUGGG", "Q": "EHHHLID",
    "R": "UHHUKIH", "S": "FGGE11U", "T": "V444444", "U": "HHHHHHE", "V": "HHHHHA4", "W": "HHHLLLA", "X": "HHA4AHH",
    "Y": "HHHA444", "Z": "V1248GV", "[": "E88888E", "\\": "0G84210", "]": "E22222E", "^": "4AH0000", "_": "000000V",
    "`": "8420000", "a": "00E1FHF", "b": "GGMPHHU", "c": "00EGGHE", "d": "11DJHHF", "e": "00EHVGE", "f": "698S888",
    "g": "0FHHF1E", "h": "GGMPHHH", "i": "40C444E", "j": "20622IC", "k": "GGIKOKI", "l": "C44444E", "m": "00QLLHH",
    "n": "00MPHHH", "o": "00EHHHE", "p": "00UHUGG", "q": "00DJF11", "r": "00MPGGG", "s": "00EGE1U", "t": "88S8896",
    "u": "00HHHJD", "v": "00HHHA4", "w": "00HHLLA", "x": "00HA4AH", "y": "00HHF1E", "z": "00V248V", "{": "2448442",
    "|": "4444444", "}": "8442448", "~": "008L200", "\u00b5": "00HHJTG", "\u2026": "000000L", "\u2022": "00EVE00",
}  # fmt: skip
_UNKNOWN = "VHHHHHV"


class Picture:
    """Pixels, each a number in the palette. A letter is 5 by 7 squares of ``scale`` pixels."""

    def __init__(self, width: int, height: int, scale: int = 2) -> None:
        self.rows = [bytearray(width) for _ in range(height)]
        self.width, self.scale = width, scale

    def box(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Fills a box, as far as it is in the picture."""
        left, right = max(0, round(x)), min(self.width, round(x + width))
        for row in self.rows[max(0, round(y)) : max(0, round(y + height))]:
            row[left:right] = bytes((colour,)) * (right - left)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: int, thick: float = 2) -> None:
        """A line, two pixels wide where nothing else is said."""
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
        for step in range(steps + 1):
            share = step / steps
            x, y = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self.box(x - thick / 2, y - thick / 2, thick, thick, colour)

    def text(self, words: str, x: float, y: float, colour: int, *, to_left: bool = False, advance: float | None = None) -> None:
        """Letters below and right of a point, or left of it, each so far from the one before as ``advance`` says."""
        step = 6 * self.scale if advance is None else advance
        at = x - step * len(words) if to_left else x
        for letter in words:
            for row, bits in enumerate(GLYPHS.get(letter, _UNKNOWN) if letter != " " else ""):
                for column in range(5):
                    if int(bits, 32) >> (4 - column) & 1:
                        self.box(at + column * self.scale, y + row * self.scale, self.scale, self.scale, colour)
            at += step


def png(picture: Picture, palette: bytes) -> bytes:
    """A PNG file (W3C, Portable Network Graphics, 3rd edition) with a palette of three bytes a colour."""
    return b"".join(_chunks(picture, palette))


def _chunks(picture: Picture, palette: bytes) -> Iterator[bytes]:
    pixels = b"".join(b"\0" + row for row in picture.rows)
    yield b"\x89PNG\r\n\x1a\n"
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", picture.width, len(picture.rows), 8, 3, 0, 0, 0))
    yield _chunk(b"tEXt", b"Software\0pipelint")
    yield _chunk(b"PLTE", palette)
    yield _chunk(b"IDAT", zlib.compress(pixels, 9))
    yield _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
