"""The picture is one that others read, and shows the curve."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

from pipelint.bench.model import Result, Round, Sent, Speed, Target, Usage
from pipelint.report.bench import chart
from pipelint.report.bench.png import render_png
from pipelint.report.bench.svg import render_svg
from pipelint.report.drawing.pixels import GLYPHS

FOUND = Result(
    Target("tail", "a.log"),
    Speed(100, 2),
    watched="engine",
    pid=17,
    rounds=[
        Round(Sent(100, 1_000, 1.0), Usage(400, 100, 50 << 20)),
        Round(Sent(50, 500, 1.0), Usage(200, 50, 100 << 20)),
        Round(Sent(0, 0, 2.0), Usage(0, 0, 25 << 20), idle=True),
    ],
)


def pixels(data: bytes) -> list[bytes]:
    """Rows of palette numbers, read by the words of the standard: chunks with checksums, rows with filter 0."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        content = data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(kind + content)
        chunks[kind] = content
        at += 12 + size
    assert next(iter(chunks)) == b"IHDR"
    assert list(chunks)[-1] == b"IEND"
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, colour, rest) == (8, 3, [0, 0, 0])
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == height * (width + 1)
    assert not any(rows[:: width + 1])
    assert max(rows) < len(chunks[b"PLTE"]) // 3
    return [rows[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]


def test_each_panel_has_its_curve_where_its_values_are() -> None:
    rows = pixels(render_png(FOUND))
    width = chart.WIDTH - chart.LEFT - chart.RIGHT
    # Of 4 seconds, the middles of the first, the second and the last two; heights from 0 to 1 in each panel.
    columns = [chart.LEFT + round(width * share) for share in (0.125, 0.375, 0.75)]
    for number, heights in enumerate([(1, 0.5, 0), (1, 0.5, 0), (0.5, 1, 0.25)]):
        bottom = chart.TOP + number * (chart.PANEL + chart.BOTTOM) + chart.PANEL
        for column, height in zip(columns, heights, strict=True):
            assert rows[bottom - round(height * chart.PANEL)][column] == 3 + number


def test_the_same_curves_are_lines_of_the_svg() -> None:
    lines = re.findall(r'<polyline points="([^"]+)"', render_svg(FOUND))
    width = chart.WIDTH - chart.LEFT - chart.RIGHT
    for number, heights in enumerate([(1, 0.5, 0), (1, 0.5, 0), (0.5, 1, 0.25)]):
        bottom = chart.TOP + number * (chart.PANEL + chart.BOTTOM) + chart.PANEL
        points = [tuple(map(float, each.split(","))) for each in lines[number].split()]
        for share, height in zip((0.125, 0.375, 0.75), heights, strict=True):
            # Between two points a line lies where both have its height.
            x, y = chart.LEFT + width * share, bottom - height * chart.PANEL
            near = [there for there in points if abs(there[0] - x) <= width / 4 + 1]
            assert any(abs(there[1] - y) < 0.1 for there in near), (number, share)
        assert points[0][0] == chart.LEFT and points[-1][0] == chart.LEFT + width


def test_all_that_is_written_has_letters() -> None:
    found = chart.chart_of(FOUND)
    words = "".join(panel.title + panel.most for panel in found.panels) + "0123456789,. s"
    assert set(words) - {" "} <= set(GLYPHS)
    assert all(len(rows) == 7 for rows in GLYPHS.values())


def test_the_picture_is_known_as_our_own(tmp_path: Path) -> None:
    from pipelint.report.ours import is_ours

    file = tmp_path / "a.png"
    file.write_bytes(render_png(FOUND))
    assert is_ours(file)
    file.write_bytes(render_png(FOUND).replace(b"Software\0pipelint", b"Software\0otherone"))
    assert not is_ours(file)
