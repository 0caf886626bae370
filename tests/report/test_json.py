"""Results as JSON: what the fields hold, and that edits marked exact are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pipelint import __version__
from pipelint.base.finding import Edit, Finding, Fix, Gain, Note, Problem, Related, Safety, Severity
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.checker import Checked, Report
from pipelint.cost.interval import Interval
from pipelint.cost.model import CostModel
from pipelint.report.findings.json import estimates_text, render_json
from pipelint.report.findings.parts.json_parts import finding_object, is_exact, json_text
from tests.command_line import pipelint
from tests.properties import tries
from tests.report.support import (
    CONFIG,
    config_in_manifest,
    config_of,
    estimate_of,
    finding,
    place,
    replacement,
    whole,
)

DOCS = Path(__file__).resolve().parents[2] / "docs" / "json.md"
MODEL = CostModel("fluentd", "1.16", {"x": Interval(1, 2, 3)}, 1.5, 2.0, "a machine", {"cv_median_error": 0.1})


def report() -> Report:
    document = whole(CONFIG)
    config = config_of(document)
    at = place(document, "%Y-%m-%dT%H:%M:%S.%NZ")
    found = Finding(
        "FD101", "literal-z-time-format", Severity.WARNING, "performance", "the Z é", at, "slow",
        (Related(place(document, "tail"), "here"),), replacement(at, "%N%z"), gain=Gain(1000.0, 2000.0, 1.5, 2.5),
    )  # fmt: skip
    problems = Problem("x.conf", "no such file"), Problem("y.conf", "bad", whole("ab\ncd").file, Span(3, 4))
    checked = Checked(config, (found, finding(at, severity=Severity.ERROR)), estimate_of(config, {0: 1.0, 2: 4.0, 3: 5.0}, (3,)))
    broken = config_of(whole("<source>\n", "b.conf"))
    return Report(
        (checked, Checked(broken, (finding(place(broken.documents[0], "<source>")),), None)),
        problems,
        (Note("z", "n"),),
    )


def test_a_check_as_json() -> None:
    text = render_json(report())
    assert text.isascii()
    assert text.endswith("}\n")
    found = json.loads(text)
    assert found["version"] == 2
    assert found["tool"] == {"name": "pipelint", "version": __version__}
    assert found["findings"][0] == {
        "config": 0,
        "code": "FD101",
        "name": "literal-z-time-format",
        "severity": "warning",
        "category": "performance",
        "message": "the Z é",
        "reason": "slow",
        "location": {
            "path": "fluent.conf",
            "part": None,
            "start": {"line": 6, "column": 17, "offset": 75},
            "end": {"line": 6, "column": 38, "offset": 96},
        },
        "related": [
            {
                "location": {
                    "path": "fluent.conf",
                    "part": None,
                    "start": {"line": 2, "column": 9, "offset": 17},
                    "end": {"line": 2, "column": 13, "offset": 21},
                },
                "message": "here",
            }
        ],
        "fix": {
            "title": "read the zone with %z",
            "safety": "safe",
            "edits": [
                {
                    "path": "fluent.conf",
                    "part": None,
                    "start": 75,
                    "end": 96,
                    "replaced": "%Y-%m-%dT%H:%M:%S.%NZ",
                    "text": "%N%z",
                    "exact": True,
                }
            ],
        },
        "gain": {"before": 1000.0, "after": 2000.0, "ratio": 2.0, "low": 1.5, "high": 2.5, "fixes": 1},
        "more": [],
    }
    assert [f["config"] for f in found["findings"]] == [0, 0, 1]
    assert found["configs"][0]["name"] == "fluent.conf"
    assert found["configs"][0]["estimate"]["events_per_cpu_second"] == {
        "low": 50_000.0,
        "mid": 100_000.0,
        "high": 200_000.0,
    }
    assert found["configs"][1]["estimate"] is None
    assert found["problems"][0] == {"path": "x.conf", "message": "no such file", "location": None}
    assert found["problems"][1]["location"]["start"] == {"line": 2, "column": 1, "offset": 3}
    assert found["notes"] == [{"path": "z", "message": "n"}]
    assert found["summary"] == {"errors": 1, "warnings": 2, "info": 0, "configs": 2, "lines": 19, "problems": 2}


def test_an_estimate_as_json() -> None:
    found = json.loads(estimates_text(report(), lambda checked: MODEL))
    (one,) = found["estimates"]
    assert one["config"] == "fluent.conf"
    assert one["us_per_event"] == {"low": 5.0, "mid": 10.0, "high": 20.0}
    assert one["events_per_cpu_second"] == {"low": 50_000.0, "mid": 100_000.0, "high": 200_000.0}
    assert (one["measured"], one["modelled"], one["unknown"], one["bottleneck"]) == (0.5, [], ["kafka2"], 3)
    source, transformer, kafka = one["stages"]
    assert (source["index"], source["kind"], source["plugin"], source["grade"]) == (0, "source", "tail", "measured")
    assert source["location"]["start"]["line"] == 1
    assert (transformer["share"], transformer["us_per_event"]["mid"]) == (0.4, 4.0)
    assert transformer["if_free"] == pytest.approx(1e6 / 6.0)
    assert (kafka["grade"], kafka["events"]) == ("unknown", 1.0)
    assert one["traffic"]["line_bytes"] == 250.0
    assert one["scale"] == 1.0
    assert one["model"]["versions"] == "1.16"
    assert one["assumptions"] == ["a buffer chunk holds 1,000 events"]
    (missing,) = found["not_estimated"]
    assert (missing["config"], len(missing["findings"])) == ("b.conf", 1)
    assert len(found["problems"]) == 2


def keys_of(value: object) -> set[str]:
    match value:
        case dict():
            return set(value).union(*map(keys_of, value.values()))
        case list():
            return set().union(*map(keys_of, value))
    return set()


@pytest.mark.skipif(not DOCS.is_file(), reason="the documentation is only in a checkout")
def test_every_field_is_described() -> None:
    texts = render_json(report()), estimates_text(report(), lambda checked: MODEL)
    keys = keys_of([json.loads(text) for text in texts]) - {"cv_median_error"}
    described = DOCS.read_text(encoding="utf-8")
    assert sorted(key for key in keys if f"`{key}`" not in described) == []


STYLES = ("|", "|-", "|2", ">", '"', "'", "json")


def manifest_of(config: str, style: str) -> str:
    """A ConfigMap with ``config`` as a scalar of some style; folded ones may read back as another text."""
    head = "kind: ConfigMap\nmetadata:\n  name: x\ndata:\n  fluent.conf: "
    match style:
        case "json":
            return head + json.dumps(config) + "\n"
        case '"' | "'":
            return head + yaml.dump(config, default_style=style, width=40).replace("\n", "\n    ").rstrip() + "\n"
    # `|2` counts from the key's own column.
    return head + style + "\n" + "".join(f"    {row}\n" for row in config.split("\n"))


ROWS = st.lists(
    st.sampled_from(["<source>", "  @type tail", "", "  tag é", "</source>", "  path /a/'b'/\"c\"", "# a\\n: b"]),
    max_size=8,
)


@tries(300)
@given(ROWS, st.sampled_from(STYLES), st.text("ab \"'\\\n\u00e9\t:#", max_size=6), st.data())
def test_exact_edits_of_the_file_are_edits_of_the_config(rows: list[str], style: str, new: str, data: st.DataObject) -> None:
    manifest = manifest_of("\n".join(["<source>", *rows, "x"]), style)
    document = config_in_manifest(manifest, "cm.yaml").documents[0]
    text = document.text.decode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    span = Span(len(text[:start].encode()), len(text[:end].encode()))
    edit = Edit(document, span, new)
    if is_exact(edit):
        where = document.map.to_file(span)
        raw = manifest.encode()
        changed = raw[: where.start] + new.encode() + raw[where.end :]
        assert yaml.safe_load(changed)["data"]["fluent.conf"] == text[:start] + new + text[end:]


@pytest.mark.parametrize(
    ("style", "old", "new", "exact"),
    [
        ("|", "tail", "http", True),
        ("|", "tail", "a\n  b c", False),
        ("|", "@type", "@TYPE", False),
        # The indentation of the next line would be left.
        ("|", "tail\n", "http ", False),
        ("|", "ail\n", "", False),
        (">", "tail", "http", True),
        (">", "@", "  @", False),
        ("json", "tail", "http", False),
        ("'", "tail", "ht'tp", False),
    ],
)
def test_edits_inside_a_line_of_a_block_scalar_are_exact(style: str, old: str, new: str, exact: bool) -> None:
    document = config_in_manifest(manifest_of("<source>\n@type tail\n</source>", style), "cm.yaml").documents[0]
    assert is_exact(Edit(document, place(document, old).span, new)) is exact


@pytest.mark.parametrize(("style", "before", "exact"), [("|", "tail", True), ("|", "@type", False), ("json", "tail", False)])
def test_an_insertion_is_exact_inside_a_line_of_a_block_scalar(style: str, before: str, exact: bool) -> None:
    document = config_in_manifest(manifest_of("<source>\n@type tail\n</source>", style), "cm.yaml").documents[0]
    at = place(document, before).span.start
    assert is_exact(Edit(document, Span(at, at), "x")) is exact


def test_an_edit_of_a_quoted_scalar_has_the_range_of_the_file() -> None:
    manifest = manifest_of('<source>\n@type "tail"\n</source>', "json")
    document = config_in_manifest(manifest, "cm.yaml").documents[0]
    at = place(document, '"tail"')
    (edit,) = finding_object(finding(at, fix=replacement(at, "http")))["fix"]["edits"]  # type: ignore[index]
    assert manifest.encode()[edit["start"] : edit["end"]].decode() == edit["replaced"] == r"\"tail\""


@given(st.text(max_size=20), st.text(max_size=10))
def test_any_text_makes_json(text: str, path: str) -> None:
    document = Document.whole(whole(text.encode("utf-8", "replace").decode(), path).file)
    at = Place(document, Span(0, len(document.text)))
    found = finding(at, text, fix=Fix(text, (Edit(document, at.span, text),), Safety.SAFE))
    assert json.loads(json.dumps(finding_object(found)))["message"] == text


def test_the_list_of_rules_is_a_document_like_the_others() -> None:
    done = pipelint("rules", "--format", "json", cwd=Path())
    found = json.loads(done.stdout.decode("ascii"))
    assert (found["version"], found["tool"]) == (2, {"name": "pipelint", "version": __version__})
    rule = next(rule for rule in found["rules"] if rule["code"] == "FD101")
    assert rule == {
        "code": "FD101",
        "name": "literal-z-time-format",
        "engine": "fluentd",
        "severity": "warning",
        "category": "performance",
        "group": None,
        "fix": ["safe", "unsafe"],
        "title": "time_format ends in a literal Z",
    }


PIECES = st.sampled_from(["\\", "u", "d800", "\ud83d", "\ude00", "\udce9", "😀"])


@given(st.text(st.characters()), st.lists(st.lists(PIECES).map("".join)))
def test_what_is_half_a_character_is_a_question_mark(name: str, parts: list[str]) -> None:
    """Many readers of JSON refuse half of a pair, which Python makes of a byte that is no UTF-8; all else stays."""
    text = json_text([name, *parts], indent=1)
    assert text.isascii()
    whole = [each.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for each in (name, *parts)]
    assert [each.replace("?", "\ufffd") for each in json.loads(text)] == [each.replace("?", "\ufffd") for each in whole]


def test_lines_that_are_empty_make_no_block_scalar_of_a_quoted_one() -> None:
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n"
    manifest = head + "  fluent.conf: '<source>\n\n\n\n    @type tail\n\n    </source>\n\n    '\n"
    document = config_in_manifest(manifest, "cm.yaml").documents[0]
    assert document.text == b"<source>\n\n\n@type tail\n</source>\n"
    # As it stands, a quote would end the scalar.
    assert not is_exact(Edit(document, place(document, "tail").span, "ht'tp"))
