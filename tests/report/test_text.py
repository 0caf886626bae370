"""Findings as people read them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Edit, Finding, Fix, Gain, Note, Problem, Related, Safety, Severity
from pipelint.base.lean.record import replace
from pipelint.base.text.span import Span
from pipelint.checker import Checked, Report
from pipelint.report.findings.parts.finding_lines import finding_lines, first_rows, problem_lines
from pipelint.report.findings.text import print_report
from pipelint.report.look import ROWS, Look
from pipelint.report.printing.output import wants_colour, write
from pipelint.report.printing.plain import render_plain
from pipelint.report.summary import summary
from tests.command_line import pipelint
from tests.report.support import CONFIG, config_in_manifest, config_of, finding, place, replacement, report_of, whole


def text_of(found: Finding, look: Look | None = None) -> str:
    return render_plain(finding_lines(found, look or Look()))


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_finding_says_where_what_why_and_what_to_do() -> None:
    at = place(whole(CONFIG, "examples/x.conf"), "%Y-%m-%dT%H:%M:%S.%NZ")
    found = finding(
        at,
        reason="strptime leaves its fast path, which costs each event 31 µs where a format with a zone takes 0.5 µs.",
        fix=replacement(at, "%Y-%m-%dT%H:%M:%S.%N%z"),
        gain=Gain(3801.2, 4622.0, 1.08, 1.44),
    )
    assert (
        text_of(found)
        == """\
examples/x.conf:6:17: warning[FD101] literal-z-time-format: the Z is read as a letter
    |
  6 |     time_format %Y-%m-%dT%H:%M:%S.%NZ
    |                 ^^^^^^^^^^^^^^^^^^^^^
    = why: strptime leaves its fast path, which costs each event 31 µs where a format with a zone
           takes 0.5 µs.
    = help: read the zone with %z (safe)
  6 -     time_format %Y-%m-%dT%H:%M:%S.%NZ
    +     time_format %Y-%m-%dT%H:%M:%S.%N%z
    = gain: 3,800 -> 4,620 events/s per CPU, 1.2x (1.08 .. 1.4)
"""
    )


def test_a_section_is_marked_at_its_first_and_last_line() -> None:
    document = whole("x\n" * 8 + "<a>\n  b c\n</a>\n")
    other = place(document, "c")
    found = Finding(
        "KB201", "name", Severity.ERROR, "reliability", "lost", place(document, "<a>\n  b c\n</a>"), "",
        (Related(other, "set here"),),
    )  # fmt: skip
    assert (
        text_of(found)
        == """\
fluent.conf:9:1: error[KB201] name: lost
     |
   9 | <a>
     | ^^^
 ...
  11 | </a>
     | ^^^^
     = note: fluent.conf:10:5: set here
"""
    )


def test_between_two_lines_that_are_neighbours_nothing_is_left_out() -> None:
    document = whole("<a>\n</a>\n")
    assert (
        text_of(finding(place(document, "<a>\n</a>")))
        == """\
fluent.conf:1:1: warning[FD101] literal-z-time-format: the Z is read as a letter
    |
  1 | <a>
    | ^^^
  2 | </a>
    | ^^^^
"""
    )


def test_a_finding_in_a_config_map_names_the_key_and_shows_the_file() -> None:
    manifest = 'kind: ConfigMap\nmetadata: {name: fl}\ndata:\n  fluent.conf: "<source>\\n  @type tail\\n</source>\\n"\n'
    at = place(config_in_manifest(manifest, "cm.yaml").documents[0], "tail")
    assert (
        text_of(finding(at, fix=replacement(at, "http", Safety.DISPLAY, "listen")))
        == """\
cm.yaml:4:35: warning[FD101] literal-z-time-format: the Z is read as a letter
    |
  4 |   fluent.conf: "<source>\\n  @type tail\\n</source>\\n"
    |                                   ^^^^
    = in: ConfigMap fl, key fluent.conf
    = help: listen (not applied automatically)
  4 -   @type tail
    +   @type http
"""
    )


def test_a_long_change_is_cut_off_and_one_elsewhere_says_where() -> None:
    other = whole("a\n", "conf.d/b.conf")
    fix = Fix("add lines", (Edit(other, Span(2, 2), "x\n" * 20),), Safety.UNSAFE)
    lines = text_of(finding(place(whole("b\n"), "b"), fix=fix)).splitlines()
    assert lines[4] == "    = help: add lines (unsafe)"
    assert lines[5] == "    > conf.d/b.conf:2"
    assert lines[6] == "  1   a"
    assert lines[7:-1] == ["    + x"] * (ROWS // 2 - 2)
    assert lines[-1] == "      ... 10 more lines of this change"


def test_a_finding_takes_a_screen_at_most_unless_all_of_it_is_wanted() -> None:
    at = place(whole(CONFIG), "json")
    found = replace(finding(at), related=tuple(Related(at, f"here, number {number}") for number in range(40)))
    lines = text_of(found).splitlines()
    assert len(lines) == ROWS
    assert lines[-1] == "      ... 21 more lines (-v)"
    assert len(text_of(found, Look(rows=1_000)).splitlines()) == ROWS - 1 + 21
    # One more line takes no more room than the words for it.
    found = replace(finding(at), related=tuple(Related(at, "here") for _ in range(20)))
    assert len(text_of(found).splitlines()) == ROWS


def test_a_change_far_to_the_right_is_seen() -> None:
    document = whole(f"format /{'x' * 300}OLD{'y' * 300}/\n")
    at = place(document, "OLD")
    old, new = text_of(finding(at, fix=replacement(at, "NEW"))).splitlines()[-2:]
    assert re.fullmatch(r"  1 - …x{20,40}OLDy{30,70}…", old)
    assert re.fullmatch(r"    \+ …x{20,40}NEWy{30,70}…", new)
    assert len(old) == len(new) == Look().width


def test_nothing_in_a_config_reaches_the_terminal_as_a_command() -> None:
    document = whole("a \x1b[31m\u202e\u0085b\n", "p\x1b[2J\nq.conf")
    found = finding(place(document, "\x1b[31m"), "value \x1b]0;x\x07\n is bad", reason="r\x9b1m")
    text = text_of(found)
    assert all(char.isprintable() or char == "\n" for char in text)
    assert text.splitlines()[0].startswith("p�[2J�q.conf:1:3: warning[FD101] literal-z-time-format: value �]0;x� is bad")


@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30), st.data())
def test_any_text_can_be_printed_anywhere(text: str, message: str, new: str, data: st.DataObject) -> None:
    document = whole(text.encode("utf-8", "ignore").decode())
    start = data.draw(st.integers(0, len(document.text)))
    span = Span(start, data.draw(st.integers(start, len(document.text))))
    at = place(document, "")
    fix = Fix(message, (Edit(document, span, new),), Safety.SAFE)
    found = finding(type(at)(document, span), message, reason=message, fix=fix)
    for encoding in ("utf-8", "ascii", "cp1252"):
        shown = render_plain(finding_lines(found, Look(encoding)), encoding)
        assert shown.encode(encoding).decode(encoding) == shown
        assert all(char.isprintable() or char == "\n" for char in shown)


def test_the_whole_report_ends_with_a_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    document = whole(CONFIG)
    found = (
        finding(place(document, "json"), severity=Severity.ERROR),
        finding(place(document, "tail"), severity=Severity.INFO),
    )
    checked = (Checked(config_of(document), found, None), Checked(config_of(whole("# c", "b.conf")), (), None))
    report = Report(checked, (Problem("c.conf", "no such file"),), (Note("d.txt", "no config"),))
    stream = io.StringIO()
    print_report(report, stream, verbose=True)
    assert stream.getvalue().splitlines()[-4:] == [
        "c.conf: error: no such file",
        "",
        "d.txt: note: no config",
        "1 error, 1 info in 2 configs, 19 lines; 1 problem",
    ]
    stream = io.StringIO()
    print_report(report, stream, verbose=False)
    assert "d.txt" not in stream.getvalue()


def test_the_summary_counts_what_is_there() -> None:
    config = config_of(whole(CONFIG))
    assert render_plain([summary(report_of(Checked(config, (), None)))]) == "no findings in 1 config, 18 lines\n"
    warned = Checked(config, (finding(place(whole("a"), "a")), finding(place(whole("a"), "a"), "more")), None)
    others = Checked(config, (finding(place(whole("a", "b.conf"), "a")), finding(place(whole("a", "b.conf"), "a"), "more")), None)
    assert render_plain([summary(report_of(warned, others))]) == "4 warnings in 2 configs, 18 lines\n"
    assert render_plain([summary(report_of(warned, warned))]) == "2 warnings in 2 configs, 18 lines\n"
    assert render_plain([summary(Report((), (Problem("a", "b"),), ()))]) == "no config was checked; 1 problem\n"


def test_a_problem_with_a_place_shows_it() -> None:
    file = whole("ab\n? d\n", "x.conf").file
    problems = [Problem("x.conf", "is not UTF-8", file, Span(3, 4)), Problem("y", "no such file")]
    assert (
        render_plain(line for problem in problems for line in problem_lines(problem, Look()))
        == """\
x.conf:2:1: error: is not UTF-8
    |
  2 | ? d
    | ^
y: error: no such file
"""
    )


def test_colour_changes_no_character(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    at = place(whole(CONFIG), "%Y-%m-%dT%H:%M:%S.%NZ")
    found = finding(at, "[bold]not markup[/bold] :smile: " + "long " * 60, fix=replacement(at, "x"), gain=Gain(1, 2, 1.5, 3))
    stream = io.StringIO()
    write(finding_lines(found, Look()), stream)
    coloured = stream.getvalue()
    assert "\x1b[" in coloured
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [row.rstrip() for row in plain.splitlines()] == text_of(found).splitlines()


@pytest.mark.parametrize(
    ("stream", "environ", "expected"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_is_for_those_who_see_it(
    stream: io.StringIO, environ: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", environ)
    assert wants_colour(stream) is expected


def test_plain_text_needs_neither_rich_nor_anything_heavy() -> None:
    code = "import sys, pipelint.report.findings.text, pipelint.report.findings.json, pipelint.report.estimate.text;"
    code += "print([m for m in ('rich', 'lark', 'yaml', 'tree_sitter_yaml', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_single_row_of_a_change_is_never_left_out() -> None:
    assert [first_rows(rows, 2) for rows in ("ab", "abc", "abcd")] == [("ab", 0), ("abc", 0), ("ab", 2)]


def test_a_file_beside_the_config_is_named_as_seen_from_here(tmp_path: Path) -> None:
    compose = "services:\n  logs:\n    image: fluent/fluentd:v1.16-1\n    volumes: [./fluent.conf:/fluentd/etc/fluent.conf]\n"
    output = "<match a>\n  @type elasticsearch\n  host \"#{ENV['AT']}\"\n</match>\n"
    (tmp_path / "compose.yaml").write_text(compose)
    (tmp_path / "fluent.conf").write_text(f"<source>\n  @type forward\n</source>\n{output}")
    shown = pipelint("check", "fluent.conf", "--select", "FD908", cwd=tmp_path).stdout.decode()
    assert "    = note: compose.yaml:2:3: this is the service\n" in shown
