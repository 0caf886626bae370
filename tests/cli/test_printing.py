"""What `check` prints beside findings, and how it fits where it is shown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.pty_run import ESCAPES, on_terminal
from tests.command_line import pipelint, text_of

TERMINALS = pytest.mark.skipif(os.name == "nt", reason="there are no pseudo terminals")
SLOW = """\
<source>
  @type tail
  tag a
  path /var/log/a.log
  pos_file /var/lib/a.pos
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
<filter a>
  @type record_transformer
  <record>
    a b
  </record>
</filter>
<match a>
  @type stdout
</match>
"""
CLEAN = "<source>\n  @type sample\n  tag a\n</source>\n<match a>\n  @type null\n</match>\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.conf").write_text(SLOW)
    return tmp_path


def run(folder: Path, *words: str) -> tuple[int, str]:
    done = text_of(pipelint(*words, cwd=folder))
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_without_a_path_the_current_folder_is_checked(folder: Path) -> None:
    assert run(folder, "check") == run(folder, "check", ".")
    assert run(folder, "estimate") == run(folder, "estimate", ".")


def test_the_last_line_says_what_fixes_remove(folder: Path) -> None:
    _, text = run(folder, "check", "--select", "FD101,FD131")
    assert text.splitlines()[-1] == "1 warning, 1 info in 1 config, 19 lines; 1 fixable with --fix, 1 more with --unsafe-fixes"
    _, text = run(folder, "check", "--select", "FD131")
    assert text.splitlines()[-1] == "1 info in 1 config, 19 lines; 1 fixable with --unsafe-fixes"


@pytest.mark.parametrize("format_", ["text", "concise"])
def test_quiet_leaves_findings_alone(folder: Path, format_: str) -> None:
    _, whole = run(folder, "check", "--select", "FD131", "--format", format_)
    _, text = run(folder, "check", "--select", "FD131", "--format", format_, "--quiet")
    assert whole.startswith(text)
    assert "[FD131]" in text
    assert "in 1 config" not in text
    (folder / "a.conf").write_text(CLEAN)
    assert run(folder, "check", "-q", "--format", format_) == (0, "")


def test_exit_zero_hides_findings_from_the_exit_code_but_no_errors(folder: Path) -> None:
    assert run(folder, "check", "--exit-zero")[0] == 0
    assert text_of(pipelint("check", "none.conf", "--exit-zero", cwd=folder)).returncode == 2


def test_statistics_count_by_rule(folder: Path) -> None:
    (folder / "b.conf").write_text(SLOW)
    code, text = run(folder, "check", "--select", "FD101,FD131", "--statistics")
    assert code == 1
    assert text == (
        "2  FD101  [*]  warning  literal-z-time-format\n"
        "2  FD131  [-]  info     record-transformer-static\n"
        "2 warnings, 2 info in 2 configs, 38 lines; 2 fixable with --fix, 2 more with --unsafe-fixes\n"
    )
    assert run(folder, "check", "--select", "FD101,FD131", "--statistics", "-q")[1].count("\n") == 2
    done = text_of(pipelint("check", "--statistics", "--format", "json", cwd=folder))
    assert (done.returncode, "not as json" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", [["check"], ["estimate"], ["syntax", "a.conf"], ["grok", "%{IP:a}"]])
def test_colour_is_as_the_option_says(folder: Path, command: list[str]) -> None:
    plain = pipelint(*command, "--color", "never", cwd=folder, env={"FORCE_COLOR": "1", "NO_COLOR": ""}).stdout
    assert b"\x1b" not in plain
    coloured = pipelint(*command, "--color=always", cwd=folder, env={"NO_COLOR": "1"}).stdout
    assert (b"\x1b[" in coloured) == (command[0] != "syntax")


@TERMINALS
@pytest.mark.parametrize("columns", [60, 80, 160])
def test_text_fits_the_terminal(folder: Path, columns: int) -> None:
    shown = on_terminal("check", cwd=folder, columns=columns)
    rows = shown.splitlines()
    assert max(map(len, rows)) <= columns
    # The name of the rule is whole, whichever row it is on.
    assert "literal-z-time-format" in shown
    assert max(map(len, rows)) > columns - 25 or columns == 160
    assert max(map(len, on_terminal("estimate", cwd=folder, columns=columns).splitlines())) <= columns


@TERMINALS
def test_on_a_terminal_a_code_leads_to_its_page(folder: Path) -> None:
    shown = on_terminal("check", "--select", "FD101", cwd=folder, columns=80, colour=True)
    assert "https://github.com/pipelint/pipelint/blob/v0.2.0/rules/fluentd/FD101-literal-z-time-format.md\x1b\\" in shown
    assert "warning[FD101]" in ESCAPES.sub("", shown)
    assert "https" not in on_terminal("check", "--select", "FD101", cwd=folder, columns=80)
