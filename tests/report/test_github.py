"""GitHub's workflow commands and the concise lines: each finding is one line that reads back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Note, Problem, Severity
from pipelint.checker import Checked, Report
from pipelint.report.findings.concise import render_concise
from pipelint.report.findings.github import render_github
from tests.report.machine import project
from tests.report.support import config_of, finding, place, whole

COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:]*)(?:,\w+=[^,:]*)*)::(.*)")


def read(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as GitHub's runner reads it."""
    match = COMMAND.fullmatch(line)
    assert match, line
    properties = dict(each.split("=", 1) for each in match[2].split(","))
    return match[1], {key: unescape(value) for key, value in properties.items()}, unescape(match[3])


def unescape(text: str) -> str:
    """What the runner makes of a value: ``%25`` comes last."""
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, char)
    return text


def report(message: str, path: str, severity: Severity) -> Report:
    document = whole("<source>\n  @type tail\n</source>\n", path)
    found = finding(place(document, "tail"), message, severity=severity)
    return Report((Checked(config_of(document), (found,), None),), (Problem("x.conf", message),), ())


def test_the_commands_of_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [read(line) for line in render_github(project(tmp_path)).splitlines()]
    found = {properties["file"]: properties for _, properties, _ in commands if properties["title"].startswith("FD101")}
    assert set(found) == {"plain/größe und #1 100%.conf", "maps/block.yaml", "maps/quoted.yaml"}
    assert found["maps/block.yaml"] == {
        "file": "maps/block.yaml", "line": "15", "endLine": "15", "col": "21", "endColumn": "42",
        "title": "FD101 literal-z-time-format",
    }  # fmt: skip
    told = [(kind, properties["file"]) for kind, properties, _ in commands if properties["title"] == "pipelint"]
    problems = [each for each in told if each[0] == "error"]
    assert problems == [("error", "maps/broken.yaml"), ("error", "not there.conf")]


def test_what_stands_on_several_lines_has_no_columns() -> None:
    document = whole("a\n<source>\n  @type tail\n</source>\n", "a.conf")
    found = finding(place(document, "<source>\n  @type tail\n</source>"))
    _, properties, _ = read(render_github(Report((Checked(config_of(document), (found,), None),), (), ())).splitlines()[0])
    title = "FD101 literal-z-time-format"
    assert properties == {"file": "a.conf", "line": "2", "endLine": "4", "title": title}


@given(st.text(max_size=40), st.sampled_from(Severity))
def test_a_command_reads_back(message: str, severity: Severity) -> None:
    first, second = render_github(report(message, "a, b: c%.conf", severity)).removesuffix("\n").split("\n")
    kind, properties, text = read(first)
    assert kind == {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}[severity]
    assert properties["file"] == "a, b: c%.conf"
    # What nobody sees is not sent: the runner's log would obey it.
    expected = "".join(char if char.isprintable() or char in "\n\u3000" else "\ufffd" for char in message.replace("\t", "    "))
    assert text == expected
    assert read(second)[2] == expected


@given(st.text(max_size=40))
def test_concise_is_a_line_each(message: str) -> None:
    text = render_concise(report(message, "a b.conf", Severity.WARNING))
    first, second, last = text.removesuffix("\n").split("\n")
    assert first.startswith("a b.conf:2:9: warning[FD101]")
    assert second.startswith("x.conf: error:")
    assert last == "1 warning in 1 config, 3 lines; 1 problem"
    # No control character reaches a terminal.
    shown = "".join(char if char.isprintable() else "\ufffd" for char in " ".join(message.split()))
    assert first.split("] ", 1)[1:] == [shown] or not message.split()


def test_concise_has_the_important_notes_alone() -> None:
    notes = (Note("image.png", "no text"), Note("conf.d", "not all of it was read", important=True))
    first, _ = render_concise(Report((), (), notes)).removesuffix("\n").split("\n")
    assert first == "conf.d: note: not all of it was read"
