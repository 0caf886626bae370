"""Pages: they are whole and load nothing, their numbers are those of the estimates, and no text of a config is markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelint.checker.result import Report
from pipelint.report.findings.json import render_estimates
from pipelint.report.html.page import render_report
from pipelint.report.html.study import studied
from pipelint.report.numbers import micros, percent, rate
from tests.configs import SLOW
from tests.properties import share_of
from tests.report.html.pages import BEFORE, ROOT, Element, data_of, elements, page_of, report_of

SAMPLES = (BEFORE, str(ROOT / "examples/logstash/tuning-article-before"), str(ROOT / "tests/corpus/fluentd/monitoring.conf"))
HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)">\'"&--><svg onload=alert(3)>'


@cache
def the_report() -> Report:
    return report_of(*SAMPLES)


@cache
def the_page() -> str:
    return render_report(the_report(), studied(the_report()))


@cache
def its_elements() -> list[Element]:
    return elements(the_page())


def scripts(page: str) -> list[str]:
    return [each.text for each in elements(page) if each.name == "script" and "type" not in each.attributes]


def test_it_may_run_its_own_script_and_load_nothing() -> None:
    (script,) = scripts(the_page())
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    heads = {each.attributes.get("http-equiv"): each.attributes for each in its_elements() if each.name == "meta"}
    assert heads["Content-Security-Policy"]["content"] == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    for each in its_elements():
        assert each.name not in {"link", "img", "iframe", "object", "embed", "base", "form", "use", "image"}
        assert not [name for name in each.attributes if name.startswith("on") or name in ("src", "action", "srcset", "style")]
        assert each.attributes.get("href", "#").startswith("#")
    style = next(each.text for each in its_elements() if each.name == "style")
    assert "url(" not in style
    assert "@import" not in style


def test_ids_are_unique_and_links_lead_somewhere() -> None:
    ids = [each.attributes["id"] for each in its_elements() if "id" in each.attributes]
    assert len(ids) == len(set(ids))
    links = {each.attributes["href"][1:] for each in its_elements() if "href" in each.attributes}
    assert links
    assert links <= set(ids)
    labelled = {each.attributes["aria-labelledby"] for each in its_elements() if "aria-labelledby" in each.attributes}
    assert labelled <= set(ids)


def test_boxes_of_the_drawing_and_lines_of_the_config_lead_to_each_other() -> None:
    boxes = [each for each in its_elements() if each.name == "a" and "box" in each.attributes.get("class", "").split()]
    assert len(boxes) == 6 + 15 + 8
    costs = {each.attributes["id"]: each for each in its_elements() if each.name == "span" and "id" in each.attributes}
    for box in boxes:
        cost = costs[box.attributes["href"][1:]]
        assert cost.attributes["data-c"] == f"{box.attributes['data-s']}.us"
        assert f'href="#{box.attributes["id"]}"' in the_page()
        assert box.attributes["aria-label"].startswith(("source ", "filter ", "output "))


def test_its_numbers_are_those_of_the_estimates() -> None:
    estimates = json.loads(render_estimates(the_report()))["estimates"]
    shown = {(each.section, each.attributes["data-c"]): each.text for each in its_elements() if "data-c" in each.attributes}
    for number, estimate in enumerate(estimates):
        name = f"c{number}"
        rates, us = estimate["events_per_cpu_second"], estimate["us_per_event"]
        assert shown[name, "rate"] == f"{rate(rates['mid'])} ({rate(rates['low'])} .. {rate(rates['high'])})"
        assert shown[name, "us"] == f"{micros(us['mid'])} ({micros(us['low'])} .. {micros(us['high'])})"
        for stage in estimate["stages"]:
            of = stage["us_per_event"]
            index = stage["index"]
            assert shown[name, f"{index}.us"] == micros(of["mid"])
            assert shown[name, f"{index}.range"] == f"{micros(of['low'])} .. {micros(of['high'])}"
            assert shown[name, f"{index}.share"] == percent(stage["share"])
            assert shown[name, f"{index}.grade"] == stage["grade"]
        # A box has its parts in it.
        for stage in estimate["stages"]:
            if f"b{stage['index']}" in {key for section, key in shown if section == name}:
                parts = [each for each in estimate["stages"] if each["parent"] == stage["index"] and each["kind"] != "output"]
                total = sum(each["us_per_event"]["mid"] for each in (stage, *parts))
                assert shown[name, f"b{stage['index']}"].startswith(f"{micros(total)} \u00b5s, ")
        for assumption in estimate["assumptions"]:
            assert assumption in shown[name, "assumed"]


def test_switches_have_the_numbers_of_the_gains() -> None:
    data = data_of(the_page())
    for number, checked in enumerate(the_report().checked):
        name = f"c{number}"
        switches = [each for each in its_elements() if each.name == "input" and each.attributes["name"] == name]
        gains = [gain for gain in {id(f): f.gain for f in checked.findings}.values() if gain is not None]
        joint = [each.gain for each in checked.joint]
        states = data[name]
        assert len(switches) == (len(states) if len(states) > 1 else 0) == (len(gains) + len(joint) + 1 if gains else 0)
        assert [switch.attributes["value"] for switch in switches] == [str(n) for n in range(len(switches))]
        for state, gain in zip(states[1:], [*gains, *joint], strict=True):
            assert state["t"]["rate"].split(" ")[0] == rate(gain.after)
            assert states[0]["t"]["rate"].split(" ")[0] == rate(gain.before)
    fixed = data["c0"][-1]["t"]
    # What the fix takes away is said to be gone, where it was.
    assert fixed["b2"] == "gone with the fix"
    assert fixed["2.us"] == "-"


def test_the_switch_of_several_fixes_names_those_that_go_together() -> None:
    joint = [each for checked in the_report().checked for each in checked.joint]
    assert joint
    for each in joint:
        codes = ", ".join(dict.fromkeys(finding.code for finding in each.of))
        assert f"{each.gain.fixes} fixes together, " in the_page()
        assert f": {codes}</b>" in the_page()


def test_the_table_says_what_the_drawing_says() -> None:
    captions = [each.text for each in its_elements() if each.name == "caption"]
    assert sum("The stages" in caption for caption in captions) == 3
    heads = [each for each in its_elements() if each.name == "th"]
    assert all(each.attributes.get("scope") in ("row", "col") for each in heads)
    data = data_of(the_page())["c0"][0]["t"]
    spans = [each for each in its_elements() if each.section == "c0" and each.name == "span" and "data-c" in each.attributes]
    cells = {each.attributes["data-c"]: each.text for each in spans}
    for key, said in data.items():
        if key.startswith("e"):
            assert cells[key] == said


def test_the_same_config_has_the_same_page() -> None:
    assert page_of(BEFORE) == page_of(BEFORE)


def test_several_configs_have_a_table(tmp_path: Path) -> None:
    rows = [each for each in its_elements() if "data-k" in each.attributes]
    assert [row.attributes["data-k"] for row in rows] == ["c0", "c1", "c2"]
    assert not [each for each in elements(page_of(BEFORE)) if "data-k" in each.attributes]


def test_a_config_that_cannot_be_read_is_shown_with_its_errors() -> None:
    page = page_of(str(ROOT / "tests/corpus/fluentd/unfinished.conf"))
    assert "no estimate: syntax errors" in page
    assert "is never closed" in page
    elements(page)


def test_a_config_that_is_too_large_to_draw(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text("<source>\n@type forward\n</source>\n" + "<match a>\n@type null\n</match>\n" * 2_000)
    page = page_of(str(tmp_path / "a.conf"))
    assert "not drawn: 2,001 plugins are more than 500" in page
    assert "No more than 5,000 lines are shown." in page


@pytest.mark.parametrize("place", ["tag", "path", "plugin", "pattern", "label", "comment", "key"])
def test_no_text_of_a_config_is_markup(place: str, tmp_path: Path) -> None:
    texts = dict.fromkeys(["tag", "path", "plugin", "pattern", "label", "comment", "key"], "a") | {place: HOSTILE}
    texts["plugin"] = texts["plugin"] if place == "plugin" else "grep"
    config = (
        "<source>\n@type tail\ntag {tag}\npath {path}\npos_file /p\n@label @{label}\n<parse>\n@type json\n"
        "time_format %Y-%m-%dT%H:%M:%S.%NZ\n</parse>\n</source>\n<label @{label}>\n<filter {pattern}>\n@type {plugin}\n"
        "{key} b # {comment}\n</filter>\n<match **>\n@type stdout\n</match>\n</label>\n# {comment}\n"
    ).format(**texts)
    name = "<b>x&.conf" if place == "comment" else "a.conf"
    (tmp_path / name).write_text(config)
    (tmp_path / "b.conf").write_text(SLOW)
    page = page_of(str(tmp_path))
    found = elements(page)
    assert scripts(page) == scripts(the_page())
    assert {each.name for each in found} <= {*(each.name for each in its_elements()), "ul"}
    assert not [each for each in found if [name for name in each.attributes if name.startswith("on") or name == "src"]]
    data_of(page)


def test_no_quote_in_a_config_ends_an_attribute(tmp_path: Path) -> None:
    (tmp_path / 'a" onfocus="b.conf').write_text(SLOW + '<match b>\n@type x" onload="y\n</match>\n')
    found = elements(page_of(str(tmp_path)))
    labels = [each.attributes["aria-label"] for each in found if "aria-label" in each.attributes]
    assert any('a" onfocus="b.conf' in label for label in labels)
    assert any(label.startswith('output x" onload="y') for label in labels)
    assert not [name for each in found for name in each.attributes if name.startswith("on")]


@settings(max_examples=share_of(120), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(
        st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
        | st.sampled_from(["</script>", "<!--", "-->", "]]>", "<svg/onload=x>", "\\u003c", "\u2028", '"', "'", "&lt;", "\x00"]),
        min_size=4,
        max_size=8,
    )
)
def test_any_text_in_a_config(tmp_path: Path, parts: list[str]) -> None:
    words = [re.sub(r"[\r\n]", " ", part) for part in parts]
    text = f"<source>\n@type tail\n@id {words[0]}\ntag {words[1]}\npath /a\n</source>\n"
    text += f"<match {words[2]}>\n@type {words[3]}\n</match>\n"
    text += "".join(f"# {word}\n" for word in words[4:])
    (tmp_path / "a.conf").write_text(text, "utf-8", newline="")
    page = page_of(str(tmp_path / "a.conf"))
    found = elements(page)
    assert scripts(page) == scripts(the_page())
    assert {each.name for each in found} <= {*(each.name for each in its_elements()), "ul"}
    data_of(page)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e]", page)


def test_secrets_are_masked(tmp_path: Path) -> None:
    output = "<match x>\n  @type elasticsearch\n  host h\n  user u\n  password Tr0ub4dor&3xyz\n</match>\n"
    (tmp_path / "a.conf").write_text(f"{SLOW}{output}# token: ghp_0123456789abcdefghij0123456789abcdef\n")
    page = page_of(str(tmp_path / "a.conf"))
    assert "Tr0ub4dor" not in page
    assert "ghp_0123456789" not in page
    assert "password \u2022\u2022\u2022\u2022" in page


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2.2 defines it."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_can_be_told_apart(theme: int) -> None:
    """4.5 for text, 3 for shapes (WCAG 2.2, 1.4.3 and 1.4.11)."""
    drawn = ["paper", "c0", "c1", "c2", "c3", "c4", "dead"]
    for file, papers in (("drawing/drawing.css", drawn), ("html/page.css", ["paper", "lit"])):
        css = (ROOT / "pipelint/report" / file).read_text()
        parts = css.split("@media (prefers-color-scheme: dark)")
        colours = dict(re.findall(r"--([a-z0-9]+): (#[0-9a-f]{6})", parts[theme].partition("}")[0]))
        for paper in papers:
            for ink in ("ink", "faint", "error", "warning", "info", *(["link"] if "link" in colours else [])):
                assert contrast(colours[ink], colours[paper]) >= 4.5, (file, ink, paper)
        if "track" in colours:
            assert contrast(colours["bar"], colours["track"]) >= 3
            assert contrast(colours["line"], colours["paper"]) >= 3
