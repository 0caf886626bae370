"""The README's path, walked as a newcomer would: its commands are run in order, its outputs are theirs, its snippets are valid.

``PIPELINT_UPDATE_README=1`` writes what the commands print into the README; read the difference before it is kept.
"""

from __future__ import annotations

import datetime
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import yaml

from pipelint import __version__
from pipelint.checker import Settings, check
from pipelint.cli.app import app_for

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
UPDATE = bool(os.environ.get("PIPELINT_UPDATE_README"))
LONGEST = 200
_BLOCK = re.compile(r"^(<!-- not run: [^\n]+ -->\n)?```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# What may stand in a block that is not run: programs, and files and folders of the checkout that are named.
_MAKE = re.compile(r"make (\w+)")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the commands are for bash")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, where the text stands, and whether it says that it is not run."""

    language: str
    text: str
    start: int
    left_out: bool

    def commands(self) -> Iterator[tuple[str, str]]:
        """Command lines of a console block, each with what it prints."""
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield command, printed


def blocks(language: str = "") -> list[Block]:
    text = README.read_text(encoding="utf-8")
    found = [Block(m[2], m[3], m.start(3), m[1] is not None) for m in _BLOCK.finditer(text)]
    return [block for block in found if language in ("", block.language)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a clone holds that the commands use, and this checkout's pipelint as a program beside it."""
    shutil.copytree(ROOT / "examples", tmp_path / "clone/examples")
    program = tmp_path / "bin/pipelint"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pipelint "$@"\n')
    program.chmod(0o755)
    return tmp_path


def run(command: str, folder: Path, at: Path) -> tuple[str, Path, int]:
    """What a command prints in the folder ``at`` (standard error too), in which folder the next one starts, and its exit code."""
    here = folder / "where"
    who = {f"GIT_{role}_{part}": "t@t" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "COLUMNS", "FORCE_COLOR"))}
    env = {**kept, **who, "PYTHONPATH": str(ROOT), "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1",
           "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}  # fmt: skip
    script = f'{command}\ncode=$?\npwd > {shlex.quote(str(here))}\nexit "$code"'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=at, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=120,
    )  # fmt: skip
    # 1: there are findings.
    assert done.returncode in (0, 1), f"{command}\n{done.stdout}"
    assert "Traceback" not in done.stdout
    return done.stdout, Path(here.read_text().strip()), done.returncode


def test_every_command_prints_what_stands_below_it(folder: Path) -> None:
    at = folder / "clone"
    text = README.read_text(encoding="utf-8")
    written, copied = "", 0
    for block in blocks("console"):
        printed = ""
        for command, shown in block.commands():
            output, at, code = run(command, folder, at)
            assert code == 1 or not command.startswith("pipelint diff"), "the gate is open"
            output = "".join(line.rstrip() + "\n" for line in output.splitlines())
            assert UPDATE or shown.rstrip("\n") == output.rstrip("\n"), command
            printed += f"$ {command}\n" + (output.rstrip("\n") + "\n\n" if output.strip() else "")
        written += text[copied : block.start] + printed.rstrip("\n") + "\n"
        copied = block.start + len(block.text)
    if UPDATE:
        README.write_text(written + text[copied:], encoding="utf-8")


def test_the_settings_are_read(folder: Path) -> None:
    (block,) = blocks("toml")
    at = folder / "clone/examples"
    (at / "pipelint.toml").write_text(block.text)
    output, _, _ = run("pipelint check fluentd/tuning-article-before.conf --format concise", folder, at)
    assert "[FD101]" in output and "[FD150]" not in output and "[FD151]" not in output
    assert "pipelint.toml" not in output


def test_the_comment_hides_its_finding(tmp_path: Path) -> None:
    (block,) = blocks("fluentd")
    rest = "<source>\n  @type forward\n  tag debug.x\n</source>\n<match **>\n  @type null\n</match>\n"
    day = replace(Settings(), today=datetime.date(2026, 12, 1))
    path = tmp_path / "fluent.conf"
    path.write_text(block.text + rest)
    hidden = {finding.code for finding in check([str(path)], day).findings}
    path.write_text("".join(block.text.splitlines(keepends=True)[1:]) + rest)
    shown = {finding.code for finding in check([str(path)], day).findings}
    assert shown - hidden == {"FD176"} and not [code for code in hidden if code.startswith("PL")]


def test_the_hooks_are_those_of_the_repository() -> None:
    (hooks,) = (yaml.safe_load(block.text) for block in blocks("yaml"))
    known = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    (repo,) = hooks["repos"]
    assert {hook["id"] for hook in repo["hooks"]} == known - {"pipelint-fmt"}
    assert repo["rev"] == f"v{__version__}"


def test_what_is_not_run_has_the_shape_of_what_exists() -> None:
    """``pipelint`` lines name commands and options that exist, ``make`` lines targets, ``pip`` and ``git`` lines nothing else."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    extras = (ROOT / "pyproject.toml").read_text()
    for block in blocks("sh"):
        for line in block.text.splitlines():
            words = shlex.split(line, comments=True)
            match words:
                case ["pipelint", *rest]:
                    assert not block.left_out
                    _names_no_unknown_option(rest)
                case ["make", target]:
                    assert target in targets
                case ["pip", "install", what]:
                    assert what == ".[lsp]" and re.search(r"^lsp = ", extras, re.MULTILINE)
                case ["git", "clone", url, "&&", "cd", name]:
                    assert block.left_out and url.endswith("/" + name)
                case _:
                    raise AssertionError(line)


def test_links_lead_somewhere_and_the_page_is_short() -> None:
    text = README.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert "://" in target or (ROOT / target).exists(), target
    assert len(text.splitlines()) <= LONGEST
    assert {block.language for block in blocks()} == {"console", "sh", "toml", "fluentd", "yaml"}
    assert text.count("```") == 2 * len(blocks())


def _names_no_unknown_option(words: list[str]) -> None:
    """Whether the command line knows the command and its options, without running it."""
    import typer

    group = typer.main.get_command(app_for(words))
    context = group.make_context("pipelint", list(words), resilient_parsing=True)
    if not words or words[0].startswith("-"):
        return
    command = group.get_command(context, words[0])  # type: ignore[attr-defined]
    assert command is not None, words
    if hasattr(command, "get_command") and len(words) > 1:
        command = command.get_command(context, words[1])
        assert command is not None, words
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words[1:] if word.startswith("--")} <= known, words
