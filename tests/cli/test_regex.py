"""``pipelint regex``: its text, its JSON, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from pipelint.cli.app import app_for

PATTERN = r"^(?<level>INFO|WARN) \[(?<thread>.*?)\] "


def run(*args: str, stdin: str = "") -> tuple[int, str, str]:
    done = CliRunner().invoke(app_for(["regex"]), ["regex", *args], input=stdin)
    return done.exit_code, done.stdout, done.stderr


def test_the_json_has_times_for_made_lines_and_for_samples(tmp_path: Path) -> None:
    sample = tmp_path / "lines.log"
    sample.write_text("WARN [a] b\nnothing\n")
    code, out, _ = run(PATTERN, "--engine", "joni", "--sample", str(sample), "--format", "json", "--line-bytes", "500")
    found = json.loads(out)
    assert code == 0 and out.isascii()
    assert (found["engine"], found["captures"], found["required"], found["line_bytes"]) == ("joni", 2, [" [", "] "], 500)
    assert found["anchors"]["line_start"] and not found["anchors"]["line_end"]
    assert min(found["miss_ns"], found["hit_ns"]) > 0 and len(found["miss_line"]) == 500
    assert [line["matched"] for line in found["lines"]] == [True, False]
    assert all(line["ns"] > 0 and line["steps"] >= 0 for line in found["lines"])
    assert found["structure"]["children"][1]["name"] == "level"


def test_the_text_shows_structure_facts_and_times() -> None:
    code, out, _ = run(PATTERN, "--sample", "-", stdin="WARN [a] b\n")
    assert code == 0
    assert "  capture level  (?<level>INFO|WARN)  [1..20]" in out and "anchored at   line start" in out
    assert "\n  no match " in out and "\n  match " in out


def test_a_refused_pattern_is_shown_with_a_caret() -> None:
    code, out, error = run("ab(c[z-a]")
    assert (code, out) == (1, "")
    assert error == "error: empty range in char class\n  ab(c[z-a]\n         ^\n"


def test_a_sample_that_cannot_be_read_is_said() -> None:
    code, _, error = run("a", "--sample", "no-such-file")
    assert code == 2 and "no-such-file" in error


def test_a_regex_without_an_end_is_answered_all_the_same() -> None:
    code, out, _ = run("^(a+)+$", "--sample", "-", "--format", "json", stdin="a" * 40 + "!\n")
    (line,) = json.loads(out)["lines"]
    assert code == 0 and line["matched"] is None and line["ns"] > 1e6


def test_lines_of_a_sample_end_at_line_feeds_alone() -> None:
    code, out, _ = run("^a.*b$", "--sample", "-", "--format", "json", stdin="a\u2028b\r\na\x0cb\nb")
    assert code == 0
    assert [line["matched"] for line in json.loads(out)["lines"]] == [True, True, False]


def test_the_json_says_what_of_a_regex_runs_away() -> None:
    """In bytes of the pattern: what repeats, and the sign that makes it."""
    code, out, _ = run("^x(a+)+$", "--format", "json")
    found = json.loads(out)["verdict"]
    assert (code, found["kind"], found["span"], found["token"]) == (0, "exponential", [2, 7], [6, 7])
