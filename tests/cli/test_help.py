"""Help, its examples, completion in a shell, and what lists rules."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from pipelint.cli.app import app_for
from pipelint.cli.examples import _EXAMPLES, epilog
from tests.command_line import pipelint, text_of


def commands() -> list[str]:
    """All commands, and those of groups."""
    top = typer.main.get_command(app_for([]))
    found = []
    for name, command in top.commands.items():  # type: ignore[attr-defined]
        found += [name, *(f"{name} {each}" for each in getattr(command, "commands", {}))]
    return found


@pytest.mark.parametrize("command", ["", *commands()])
def test_every_help_ends_with_examples(command: str, tmp_path: Path) -> None:
    text = text_of(pipelint(*command.split(), "--help", cwd=tmp_path)).stdout
    assert "\n  Example" in text
    assert f"pipelint {command.removesuffix(' list')}".strip() in text.partition("\n  Example")[2]
    # No summary of a command is cut.
    assert command or "..." not in text.partition("\nCommands:")[2]


@pytest.mark.parametrize("line", [line for lines in _EXAMPLES.values() for line in lines])
def test_examples_can_be_typed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(line.rpartition("| ")[2])
    assert words.pop(0) == "pipelint"
    if words[:1] == ["rules"] and words[1] not in ("new", "test"):
        words.insert(1, "list")
    # They are read, and not run: what they name need not be there.
    command = typer.main.get_command(app_for(words))
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]  # type: ignore[attr-defined]
    assert not command.make_context("pipelint", words).args


def test_an_epilog_keeps_its_lines() -> None:
    assert epilog("lsp") == "\b\nExample:\n  pipelint lsp --stdio"


def test_rules_are_filtered(tmp_path: Path) -> None:
    def listed(*words: str) -> list[dict[str, str]]:
        done = pipelint("rules", *words, "--format", "json", cwd=tmp_path)
        assert done.returncode == 0
        found: list[dict[str, str]] = json.loads(done.stdout)["rules"]
        return found

    assert {rule["code"][:3] for rule in listed("FD1", "LS10")} == {"FD1", "LS1"}
    assert [rule["code"] for rule in listed("literal-z-time-format")] == ["FD101"]
    assert {rule["severity"] for rule in listed("--severity", "error")} == {"error"}
    assert {rule["engine"] for rule in listed("--engine", "logstash")} == {"logstash", "any"}
    assert {rule["category"] for rule in listed("--category", "security")} == {"security"}
    assert len(listed("FD101", "FD130", "--fixable")) == 2
    fixable = {rule["code"] for rule in listed("--fixable")}
    assert fixable < {rule["code"] for rule in listed()}
    shown = {rule["code"] for rule in listed() if set(rule["fix"]) & {"safe", "unsafe"}}
    assert fixable == shown
    text = text_of(pipelint("rules", "FD101", cwd=tmp_path)).stdout
    assert text.split() == ["FD101", "warning", "performance", "literal-z-time-format", *text.split()[4:]]


@pytest.mark.parametrize("words", [["XX1"], ["--category", "beauty"], ["--severity", "fatal"]])
def test_a_filter_that_names_nothing_is_an_error(words: list[str], tmp_path: Path) -> None:
    assert pipelint("rules", *words, cwd=tmp_path).returncode == 2


def test_the_server_takes_the_option_that_editors_give(tmp_path: Path) -> None:
    code = "import sys; sys.argv = ['pipelint', 'lsp', '--stdio']; from pipelint.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, input=b"", capture_output=True, check=False, timeout=60)
    assert b"No such option" not in done.stderr
    assert done.returncode == 0


BASH = """\
pipelint() { "$PYTHON" -m pipelint "$@"; }
eval "$(_PIPELINT_COMPLETE=source_bash pipelint)"
handler=$(complete -p pipelint | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
ask() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    $handler pipelint-shim
    echo "${COMPREPLY[*]}"
}
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_options_and_values(tmp_path: Path) -> None:
    shim = tmp_path / "pipelint-shim"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pipelint "$@"\n')
    shim.chmod(0o755)
    asked = {
        "pipelint che": "check",
        "pipelint check --fo": "--format --force",
        "pipelint check --format sa": "sarif",
        "pipelint estimate --format m": "markdown",
        "pipelint rules n": "new",
        "pipelint baseline ": "write",
    }
    script = BASH + "".join(f"ask {' '.join(shlex.quote(word) for word in line.split(' '))}\n" for line in asked)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHON": sys.executable}
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stdout.splitlines() == list(asked.values()), done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_PIPELINT_COMPLETE", f"source_{shell}")
    done = text_of(pipelint(cwd=tmp_path))
    assert (done.returncode, "_PIPELINT_COMPLETE=complete_" in done.stdout) == (0, True)
