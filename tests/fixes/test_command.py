"""``pipelint check --fix``, ``--unsafe-fixes`` and ``--diff`` as a person runs them: what is printed and written, exit codes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests import command_line
from tests.fixes.proof import CONFIG

MATCH = CONFIG[CONFIG.index("<match") :]
SOURCE = CONFIG[: CONFIG.index("<match")]
# A zone on purpose: then the edit changes the time of events.
UNSAFE = CONFIG.replace("  </parse>", "    timezone Asia/Tokyo\n  </parse>")
CODES = ("--select", "FD101")


def pipelint(*arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    done = command_line.text_of(command_line.pipelint("check", *CODES, *arguments, cwd=cwd, stdin=stdin.encode()))
    assert "Traceback" not in done.stderr
    return done


def test_fix_writes_then_checks_what_is_left(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CONFIG)
    done = pipelint("a.conf", "--fix", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "fixed: 1 fix in 1 file\n")
    assert (tmp_path / "a.conf").read_text() == CONFIG.replace("%NZ", "%N%z")
    done = pipelint("a.conf", "--fix", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "fixed: nothing\n")


def test_what_may_change_a_config_is_only_done_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(UNSAFE)
    done = pipelint("a.conf", "--fix", cwd=tmp_path)
    assert done.returncode == 1 and "FD101" in done.stdout
    assert (tmp_path / "a.conf").read_text() == UNSAFE
    done = pipelint("a.conf", "--unsafe-fixes", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "a.conf").read_text() == UNSAFE.replace("%NZ", "%N%z")


@pytest.mark.parametrize(("text", "options", "lines"), [(CONFIG, (), 2), (UNSAFE, (), 0), (UNSAFE, ("--unsafe-fixes",), 2)])
def test_the_diff_can_be_applied_and_writes_nothing(text: str, options: tuple[str, ...], lines: int, tmp_path: Path) -> None:
    path = tmp_path / "conf" / "a.conf"
    path.parent.mkdir()
    path.write_text(text)
    done = pipelint("conf", "--diff", *options, cwd=tmp_path)
    assert path.read_text() == text
    assert done.returncode == (1 if lines else 0)
    changed = [line for line in done.stdout.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert len(changed) == lines
    if lines:
        subprocess.run(["git", "apply"], cwd=tmp_path, input=done.stdout, text=True, check=True)
        assert path.read_text() == text.replace("%NZ", "%N%z")


def test_the_diff_of_a_folder_above(tmp_path: Path) -> None:
    """A file that does not lie below is named from the root, since git and patch take no ``..``."""
    (tmp_path / "a.conf").write_text(CONFIG)
    (tmp_path / "here").mkdir()
    done = pipelint("../a.conf", "--diff", cwd=tmp_path / "here")
    assert done.stdout.splitlines()[1] == f"+++ b{(tmp_path / 'a.conf').resolve()}"
    below = pipelint(".", "--diff", cwd=tmp_path)
    assert below.stdout.startswith("--- a/a.conf\n+++ b/a.conf\n")


def test_the_diff_is_the_files_bytes_whatever_the_terminal_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = CONFIG.replace("  </parse>", "    # é 日本\n  </parse>")
    (tmp_path / "a.conf").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    done = pipelint("a.conf", "--diff", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert " # é 日本\n" in done.stdout


def test_standard_input_is_a_filter(tmp_path: Path) -> None:
    done = pipelint("-", "--fix", cwd=tmp_path, stdin=CONFIG)
    assert (done.returncode, done.stdout, done.stderr) == (0, CONFIG.replace("%NZ", "%N%z"), "")
    clean = pipelint("-", "--fix", cwd=tmp_path, stdin=done.stdout)
    assert (clean.returncode, clean.stdout) == (0, done.stdout)
    diff = pipelint("-", "--diff", "--stdin-filename", "x/fluent.conf", cwd=tmp_path, stdin=CONFIG)
    assert diff.returncode == 1 and diff.stdout.startswith("--- a/x/fluent.conf\n+++ b/x/fluent.conf\n")


def test_standard_input_as_a_manifest(tmp_path: Path) -> None:
    body = "".join(f"    {line}\n" for line in CONFIG.splitlines())
    manifest = f"kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: x\ndata:\n  fluent.conf: |\n{body}"
    done = pipelint("-", "--fix", "--stdin-filename", "x.yaml", cwd=tmp_path, stdin=manifest)
    assert (done.returncode, done.stdout) == (0, manifest.replace("%NZ", "%N%z"))


def test_standard_input_that_is_no_config_comes_out_as_it_is(tmp_path: Path) -> None:
    done = pipelint("-", "--fix", cwd=tmp_path, stdin="just a text\n")
    assert (done.returncode, done.stdout) == (2, "just a text\n")
    assert "no Fluentd, Logstash or Fluent Bit config" in done.stderr


def test_standard_input_beside_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CONFIG)
    done = pipelint("-", "a.conf", "--fix", cwd=tmp_path, stdin=CONFIG)
    assert (done.returncode, done.stdout) == (2, "")
    assert (tmp_path / "a.conf").read_text() == CONFIG


def test_a_file_that_cannot_be_read_hinders_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CONFIG)
    (tmp_path / "b.conf").write_bytes(b"\x7fELF\x00\x01")
    done = pipelint("a.conf", "b.conf", "missing.conf", "--fix", cwd=tmp_path)
    assert done.returncode == 2
    assert "b.conf" in done.stdout and "missing.conf" in done.stdout
    assert "%N%z" in (tmp_path / "a.conf").read_text()


def test_a_syntax_error_leaves_a_file_alone(tmp_path: Path) -> None:
    broken = CONFIG + "<match x>\n"
    (tmp_path / "a.conf").write_text(broken)
    done = pipelint("a.conf", "--fix", cwd=tmp_path)
    assert done.returncode == 1
    assert (tmp_path / "a.conf").read_text() == broken


def test_a_read_only_file_stays_and_is_named(tmp_path: Path) -> None:
    for name in ("a.conf", "b.conf"):
        (tmp_path / name).write_text(CONFIG)
    (tmp_path / "a.conf").chmod(0o444)
    done = pipelint("a.conf", "b.conf", "--fix", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "a.conf: error: not fixed: the file is read-only\n"
    assert (tmp_path / "a.conf").read_text() == CONFIG
    assert "%N%z" in (tmp_path / "b.conf").read_text()


def test_a_link_and_its_target_are_one_file(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.conf").write_text(CONFIG)
    (tmp_path / "a.conf").symlink_to("real/a.conf")
    done = pipelint("a.conf", "real/a.conf", "--fix", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "a.conf").is_symlink()
    assert (tmp_path / "real" / "a.conf").read_text() == CONFIG.replace("%NZ", "%N%z")


def test_a_file_that_two_configs_include(tmp_path: Path) -> None:
    (tmp_path / "parse.conf").write_text(SOURCE)
    for name in ("a.conf", "b.conf"):
        (tmp_path / name).write_text("@include parse.conf\n" + MATCH)
    done = pipelint("a.conf", "b.conf", "--fix", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "fixed: 1 fix in 1 file\n")
    assert (tmp_path / "parse.conf").read_text() == SOURCE.replace("%NZ", "%N%z")


def test_findings_that_are_hidden_are_left(tmp_path: Path) -> None:
    hidden = CONFIG.replace("%NZ\n", "%NZ  # pipelint: ignore[FD101]\n")
    (tmp_path / "a.conf").write_text(hidden)
    done = pipelint("a.conf", "--fix", "--ignore", "PL", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "fixed: nothing\n")
    assert (tmp_path / "a.conf").read_text() == hidden


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, since root may write anywhere."""
    from pipelint.base.text.document import SourceFile
    from pipelint.fixes.files import write_files

    (tmp_path / "a.conf").write_text(CONFIG)

    def refuse(**_: object) -> tuple[int, str]:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    (problem,) = write_files({SourceFile(str(tmp_path / "a.conf"), CONFIG.encode()): b"new"})
    assert problem.message == "not fixed: Permission denied"
    assert (tmp_path / "a.conf").read_text() == CONFIG


LIMIT = """\
<source>
  @type forward
</source>
<match **>
  @type elasticsearch
  host e
  <buffer>
    chunk_limit_size 2M
    queue_limit_length 32
  </buffer>
</match>
"""


def test_what_comes_for_the_last_parameter_of_a_section_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(LIMIT)
    pipelint("a.conf", "--fix", "--select", "FD306", cwd=tmp_path)
    assert (tmp_path / "a.conf").read_text() == LIMIT.replace("queue_limit_length 32", "total_limit_size 64M")


def test_a_fix_that_would_do_half_is_shown_as_advice_and_not_made(tmp_path: Path) -> None:
    twice = LIMIT.replace("    chunk", "    queue_limit_length 16\n    chunk")
    (tmp_path / "a.conf").write_text(twice)
    done = pipelint("a.conf", "--fix", "--select", "FD306", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "fixed: nothing\n")
    assert "help: remove queue_limit_length; set total_limit_size to 64M (not applied automatically)" in done.stdout
    assert (tmp_path / "a.conf").read_text() == twice
