"""The examples: Fluent Bit starts with them, and lines go the ways that their comments say. Expected values by hand."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import pipelint

ROOT = Path(__file__).resolve().parents[3]


def test_fluent_bit_starts_with_the_examples() -> None:
    done = pipelint("check", "examples/fluentbit", "--fail-on", "error", cwd=ROOT)
    assert done.returncode == 0, done.stdout.decode()


def test_lines_of_a_web_server_go_their_ways() -> None:
    done = pipelint("trace", "examples/fluentbit/web.conf", "--sample", "examples/trace/access.log", cwd=ROOT)
    rows = [line.split() for line in done.stdout.decode().splitlines() if "[" in line]
    # Two lines are in another form, one is of a probe; none has failed.
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("5", "5", "tail"),
        ("5", "4", "grep"),
        ("4", "4", "rewrite_tag"),
        ("4", "4", "modify"),
        ("4", "4", "file"),
    ]


def test_the_examples_are_formatted() -> None:
    done = pipelint("fmt", "--check", "examples/fluentbit", cwd=ROOT)
    assert done.returncode == 0, done.stdout.decode()
