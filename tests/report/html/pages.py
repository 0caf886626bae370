"""Pages of configs for tests, and their elements as a reader of HTML sees them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from pipelint.base.lean.record import dataclass, field, replace
from pipelint.checker import Report, check
from pipelint.report.html.page import render_report
from pipelint.report.html.study import studied
from pipelint.settings.model import Settings

ROOT = Path(__file__).resolve().parents[3]
BEFORE = str(ROOT / "examples/fluentd/tuning-article-before.conf")
ASKED = replace(Settings(), estimates=True, gains=True)
_VOID = {"meta", "br", "input", "hr", "img", "link"}


@dataclass(slots=True)
class Element:
    """An element: its name, attributes, text with that of all inside of it, and what it stands in."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    inside: tuple[str, ...] = ()
    section: str = field(default="")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        section = next((each.attributes.get("id", "") for each in self.open[::-1] if each.name == "section"), "")
        row = next((each.attributes["data-k"] for each in self.open if "data-k" in each.attributes), "")
        element = Element(tag, {name: value or "" for name, value in attrs}, "", tuple(e.name for e in self.open), row or section)
        self.found.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open[-1].name == tag, (self.open[-1], tag)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def elements(page: str) -> list[Element]:
    """All elements in their order. Fails where one is not closed, or not where it was opened."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader.found


def data_of(page: str) -> dict[str, Any]:
    """What the script of a page reads."""
    (said,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(said)  # type: ignore[no-any-return]


def report_of(*paths: str) -> Report:
    """What is found in configs, with gains."""
    return check(paths, ASKED)


def page_of(*paths: str) -> str:
    """Their page."""
    report = report_of(*paths)
    return render_report(report, studied(report))
