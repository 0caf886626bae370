"""Pages in a browser: switches, keys, sorting, hover; nothing is loaded, nothing breaks the page's own policy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.report.numbers import rate
from tests.report.html.chromium import ABSENT, Tab, program, tab
from tests.report.html.pages import BEFORE, ROOT, page_of, report_of

pytestmark = pytest.mark.skipif(program() is None or os.name != "posix", reason=ABSENT)
SEVERAL = (BEFORE, str(ROOT / "examples/logstash/tuning-article-before"), str(ROOT / "tests/corpus/fluentd/json-app.conf"))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with tab(tmp_path_factory.mktemp("chromium")) as found:
        yield found
        assert found.said == []
        assert [url for url in found.requests if not url.startswith("file:")] == []


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("pages")
    one, several = folder / "one.html", folder / "several.html"
    one.write_text(page_of(BEFORE), "utf-8")
    several.write_text(page_of(*SEVERAL), "utf-8")
    return one, several


def test_a_switch_changes_all_numbers_and_back(browser: Tab, pages: tuple[Path, Path]) -> None:
    browser.open(pages[0])
    (checked,) = report_of(BEFORE).checked
    gains = [finding.gain for finding in checked.findings if finding.gain] + [each.gain for each in checked.joint]
    before = browser.value("document.querySelector('main').innerText")
    for number, gain in enumerate(gains, 1):
        browser.value(f"document.querySelectorAll('input')[{number}].click()")
        assert browser.value("document.querySelector('[data-c=rate]').textContent").split(" ")[0] == rate(gain.after)
    # With all fixes: a plugin that is gone, in words, in the drawing, for a screen reader.
    assert browser.value("document.querySelector('#c0b2 .cost').textContent") == "gone with the fix"
    assert "gone with the fix" in browser.value("document.querySelector('#c0b2').getAttribute('aria-label')")
    assert browser.value("document.querySelector('#c0b2 .bar').getAttribute('width')") == "0.0"
    assert browser.value("document.querySelector('.worst').id") == "c0b6"
    browser.value("document.querySelectorAll('input')[0].click()")
    after = browser.value("document.querySelector('main').innerText")
    assert browser.value("document.querySelector('.worst').id") == "c0b5"
    assert after == before


def test_keys_go_from_stage_to_stage_and_light_their_lines(browser: Tab, pages: tuple[Path, Path]) -> None:
    browser.open(pages[0])
    browser.value("document.querySelector('a.box').focus()")
    browser.press("ArrowDown")
    assert browser.value("document.activeElement.id") == "c0b2"
    lit = "Array.from(document.querySelectorAll('.code tr.on .n')).map(each => +each.textContent)"
    assert browser.value(lit) == list(range(19, 30))
    browser.press("ArrowUp")
    assert browser.value("document.activeElement.id") == "c0b0"
    browser.press("Enter")
    assert browser.value("document.querySelector(':target').id") == "c0l0"
    browser.value("document.querySelector('.n [href$=c0b2]').focus()")
    assert browser.value("document.querySelector('a.box.on').id") == "c0b2"


def test_the_pointer_lights_both_sides(browser: Tab, pages: tuple[Path, Path]) -> None:
    browser.open(pages[0], 1280, 3000)
    x, y = browser.value("(b => [b.x + 20, b.y + 20])(document.querySelector('#c0b3').getBoundingClientRect())")
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    assert browser.value("document.querySelector('#c0l3').closest('tr').classList.contains('on')")
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2)
    assert browser.value("document.querySelectorAll('.on').length") == 0


def test_configs_are_sorted_by_any_column(browser: Tab, pages: tuple[Path, Path]) -> None:
    browser.open(pages[1])
    rates = "Array.from(document.querySelectorAll('tr[data-k] [data-c=rate]')).map(each => +each.dataset.v)"
    browser.value("document.querySelectorAll('.sortable button')[2].click()")
    assert browser.value(rates) == sorted(browser.value(rates))
    browser.value("document.querySelectorAll('.sortable button')[2].click()")
    assert browser.value(rates) == sorted(browser.value(rates), reverse=True)
    assert browser.value("document.querySelector('[aria-sort]').getAttribute('aria-sort')") == "descending"
    # A switch of a config shows in its row, wherever that is.
    browser.value("document.querySelector('input[name=c0][value=\"1\"]').click()")
    here, there = (browser.value(f"document.querySelector('{of} [data-c=rate]').textContent") for of in ("#c0", "tr[data-k=c0]"))
    assert here == there


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_it_fits_any_screen(width: int, browser: Tab, pages: tuple[Path, Path]) -> None:
    for page in pages:
        browser.open(page, width)
        assert browser.value("document.documentElement.scrollWidth") <= width


def test_it_follows_the_dark(browser: Tab, pages: tuple[Path, Path]) -> None:
    colours = []
    for dark in (False, True):
        browser.open(pages[0], dark=dark)
        colours.append(browser.value("getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(255, 255, 255)", "rgb(15, 19, 24)"]


def test_all_of_it_is_printed(browser: Tab, pages: tuple[Path, Path], tmp_path: Path) -> None:
    browser.open(pages[0])
    browser.printed(tmp_path / "a.pdf")
    pages_of_pdf = (tmp_path / "a.pdf").read_bytes().count(b"/Type /Page\n")
    assert pages_of_pdf >= 4


def test_it_says_all_without_scripts(browser: Tab, pages: tuple[Path, Path]) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(pages[0])
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    assert browser.value("getComputedStyle(document.querySelector('.switches input')).display") == "none"
    assert "4,660" in browser.value("document.querySelector('[data-c=rate]').textContent")
