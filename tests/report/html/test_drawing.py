"""Drawings as files: XML that any reader takes, the same bytes each time, in both formats the same boxes and colours."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelint.base.lean.record import replace
from pipelint.report.drawing import png
from pipelint.report.drawing.figures import figures
from pipelint.report.drawing.pixels import GLYPHS, Picture
from pipelint.report.drawing.png import render_png
from pipelint.report.drawing.scene import Scene, scenes
from pipelint.report.drawing.svg import MARGIN, TITLE, drawing_css, render_svg
from pipelint.report.ours import is_ours
from tests.bench.test_png import pixels
from tests.properties import share_of
from tests.report.html.pages import BEFORE, ROOT, report_of

PATHS = (BEFORE, str(ROOT / "tests/corpus/fluentd/monitoring.conf"), str(ROOT / "tests/corpus/fluentd/labels.conf"))
SVG = "{http://www.w3.org/2000/svg}"


@cache
def drawn() -> tuple[Scene, ...]:
    return tuple(scenes(report_of(*PATHS)))


def boxes_of(document: str) -> list[ET.Element]:
    return [each for each in ET.fromstring(document).iter(f"{SVG}g") if "box" in each.get("class", "").split()]


def texts_of(box: ET.Element) -> list[str]:
    return [each.text or "" for each in box.iter(f"{SVG}text")]


def test_a_plugin_has_its_words_its_cost_and_its_findings() -> None:
    found = {texts[0]: texts for texts in map(texts_of, boxes_of(render_svg(drawn()[:1])))}
    source = found["source tail"]
    assert source[:3] == ["source tail", "@id containers", "parse json"]
    # One warning and two infos stand beside it; it costs what its parser and itself do.
    assert "line 4" in source
    assert any(re.fullmatch(r"[\d.]+ \u00b5s, \d+% in all", text) for text in source)
    (worst,) = (box for box in boxes_of(render_svg(drawn()[:1])) if "worst" in box.get("class", ""))
    assert "bottleneck: buffer file" in texts_of(worst)
    assert texts_of(worst)[0] == "output kafka2"


def test_bars_and_words_lie_within_their_box() -> None:
    """The longest bar of a box, and the words at its right end, keep the same distance to its edges as those at the left."""
    for box in boxes_of(render_svg(drawn()[:1])):
        frame = next(each for each in box.iter(f"{SVG}rect") if each.get("class") == "frame")
        (track,) = (each for each in box.iter(f"{SVG}rect") if each.get("class") == "track")
        width, left = float(frame.get("width", "")), float(track.get("x", ""))
        assert left + float(track.get("width", "")) == width - left
        right = [float(each.get("x", "")) for each in box.iter(f"{SVG}text") if each.get("text-anchor") == "end"]
        assert right and set(right) == {width - left}


def test_what_no_event_reaches_is_dead() -> None:
    dead = [box for box in boxes_of(render_svg(drawn()[2:])) if "dead" in box.get("class", "").split()]
    assert dead
    assert all("no events" in texts_of(box) for box in dead)


def test_arrows_say_what_goes_along_them() -> None:
    document = ET.fromstring(render_svg(drawn()[:1]))
    shares = [each.text for each in document.iter(f"{SVG}text") if each.get("class") == "share"]
    assert shares[:2] == ["100%", "emit 92%"]
    ways = [each for each in document.iter(f"{SVG}path") if each.get("data-e")]
    widths = {each.get("data-e"): float(each.get("stroke-width", "0")) for each in ways}
    assert widths["0-2"] == 7.0
    assert 6 < widths["2-3"] < 7


def test_an_arrow_of_several_events_for_a_line_is_as_thick_as_that_of_one() -> None:
    (checked,) = report_of(BEFORE).checked
    found = figures(checked.config.graph, checked.estimate, {(0, 1): 0.0, (1, 2): 0.37, (2, 3): 1.0, (3, 4): 2.5})
    assert [(each.text, each.width) for each in found.links.values()] == [("0%", 1.0), ("37%", 3.2), ("100%", 7.0), ("250%", 7.0)]


def test_the_bytes_are_always_the_same() -> None:
    again = scenes(report_of(*PATHS))
    assert render_svg(again) == render_svg(drawn())
    assert render_png(again) == render_png(drawn())


@pytest.mark.parametrize("count", [0, 1, 3])
def test_any_number_of_drawings(count: int) -> None:
    ET.fromstring(render_svg(drawn()[:count]))
    assert pixels(render_png(drawn()[:count]))


def test_the_picture_has_each_box_in_its_colour() -> None:
    scene: Scene = drawn()[0]
    rows = pixels(render_png([scene]))
    for box in scene.boxes:
        # Right of the last letter of the first line nothing is written.
        x, y = (box.x + box.width - 6 + MARGIN) * 2, (box.y + box.height / 2 + TITLE + MARGIN) * 2
        assert rows[round(y)][round(x)] == 6 + scene.figures.boxes[box.index].band
    css = drawing_css().partition("@media")[0]
    of = dict(re.findall(r"--([a-z0-9]+): #([0-9a-f]{6})", css))
    names = ("paper", "ink", "faint", "line", "bar", "track", "c0", "c1", "c2", "c3", "c4", "dead", "error", "warning", "info")
    assert bytes.fromhex("".join(of[name] for name in names)) == png._PALETTE


def test_an_arrow_begins_at_the_edge_of_its_box_however_thick_it_is() -> None:
    scene: Scene = drawn()[0]
    rows = pixels(render_png([scene]))
    boxes = {box.index: box for box in scene.boxes}
    thick = [link for link in scene.links if scene.figures.links[link.source, link.target].width > 5]
    assert thick
    for link in thick:
        # Between the edge and what is written: half of the width of the arrow would reach to there.
        x, y = (link.points[0][0] + MARGIN) * 2, (link.points[0][1] - 2 + TITLE + MARGIN) * 2
        assert rows[round(y)][round(x)] == 6 + scene.figures.boxes[boxes[link.source].index].band


def test_an_arrow_that_is_not_certain_has_gaps() -> None:
    def ink(certain: bool) -> int:
        scene: Scene = drawn()[0]
        links = tuple(replace(link, certain=certain) for link in scene.links)
        # As thin as without an estimate.
        rows = pixels(render_png([replace(scene, links=links, figures=replace(scene.figures, links={}))]))
        return sum(row.count(png._LINE) for row in rows)

    assert ink(certain=False) < ink(certain=True)


def test_a_line_is_as_thick_on_both_sides() -> None:
    found = Picture(8, 8)
    found.line((4, 4), (4, 4), 7, thick=4)
    assert [bytes(row) for row in found.rows] == [bytes(8)] * 2 + [bytes((0, 0, 7, 7, 7, 7, 0, 0))] * 4 + [bytes(8)] * 2


def test_a_large_picture_has_fewer_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    large = pixels(render_png(drawn()[:1]))
    monkeypatch.setattr(png, "_MOST", 1_000)
    small = pixels(render_png(drawn()[:1]))
    assert abs(len(large) - 2 * len(small)) <= 1


def test_every_character_of_ascii_has_a_letter() -> None:
    assert set(GLYPHS) >= {chr(code) for code in range(0x21, 0x7F)}
    assert all(len(rows) == 7 and all(int(row, 32) < 32 for row in rows) for rows in GLYPHS.values())


def test_they_are_known_as_our_own(tmp_path: Path) -> None:
    file = tmp_path / "a"
    for data in (render_svg(drawn()).encode(), render_png(drawn())):
        file.write_bytes(data)
        assert is_ours(file)
    file.write_bytes(render_svg(drawn()).replace("<title>pipelint graph", "<title>another").encode())
    assert not is_ours(file)


@settings(max_examples=share_of(100), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.text(max_size=40), min_size=3, max_size=3))
def test_any_text_is_valid_xml(tmp_path: Path, parts: list[str]) -> None:
    words = [re.sub(r"[\r\n]", " ", part).encode("utf-8", "replace").decode() for part in parts]
    text = f"<source>\n@type tail\n@id {words[0]}\npath /a\n</source>\n<match {words[1]}>\n@type {words[2]}\n</match>\n"
    (tmp_path / "a.conf").write_text(text, "utf-8", newline="")
    drawn = scenes(report_of(str(tmp_path / "a.conf")))
    root = ET.fromstring(render_svg(drawn))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {"svg", "title", "style", "rect", "text", "g", "path"}
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on") or "href" in name]
    pixels(render_png(drawn))
