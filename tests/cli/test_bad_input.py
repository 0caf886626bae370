"""Bad input: one clear message at its place, the right exit code, never a traceback."""

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests import command_line

GOOD = b"<source>\n  @type forward\n  @id in\n</source>\n<match **>\n  @type stdout\n  @id out\n</match>\n"

CASES: dict[str, tuple[str, bytes | None, int, str]] = {
    # name: file, content (None: not there), exit code, what the message must say
    "an unclosed section": ("x.conf", GOOD + b"<match a>\n  @type null\n", 1, "x.conf:9:1: error"),
    "a binary file": ("x.conf", b"\x7fELF\x00\x01\x02" * 50, 2, "binary"),
    "an empty file": ("x.conf", b"", 2, "empty"),
    "invalid UTF-8": ("x.conf", GOOD + b"# caf\xe9\n", 2, "x.conf:9:6: error"),
    "a missing file": ("x.conf", None, 2, "x.conf"),
    "a YAML syntax error": ("x.yaml", b"apiVersion: v1\nkind: ConfigMap\ndata:\n  a: [1,\n  b: }\n", 2, "x.yaml:5:"),
    "a line of 5 MB": ("x.conf", GOOD + b"# " + b"x" * 5_000_000, 2, "4 MiB"),
    "10,000 nested sections": ("x.conf", b"<a>\n" * 10_000 + b"</a>\n" * 10_000, 1, "deep"),
    "10,000 sections without an end": ("fluent.conf", b"<source>\n" * 10_000, 1, "deep"),
    "text that is no config": ("x.conf", b"[mysqld]\nport=3306\n", 2, "no Fluentd, Logstash or Fluent Bit config"),
    "a NUL in a value": ("x.conf", b"<source>\n@type \x00\n</source>\n", 2, "binary"),
}


def pipelint(*arguments: str, cwd: Path) -> CompletedProcess[str]:
    return command_line.text_of(command_line.pipelint(*arguments, cwd=cwd))


@pytest.mark.parametrize("command", ["check", "estimate", "graph", "report"])
@pytest.mark.parametrize("name", CASES)
def test_one_message_at_its_place_and_the_right_code(name: str, command: str, tmp_path: Path) -> None:
    file, content, code, says = CASES[name]
    if content is not None:
        (tmp_path / file).write_bytes(content)
    # Nested sections of no meaning are no Fluentd config by their content; their name says that they are.
    if name == "10,000 nested sections":
        (tmp_path / file).rename(tmp_path / "fluent.conf")
        file = "fluent.conf"
    done = pipelint(command, file, cwd=tmp_path)
    printed = done.stdout + done.stderr
    assert "Traceback" not in printed
    assert done.returncode == code, printed[:2000]
    errors = [line for line in printed.splitlines() if line.startswith(file) and "error" in line]
    assert len(errors) == 1, printed[:2000]
    assert says.replace("x.conf", file) in errors[0]
    assert len(printed) < 4_000


def test_a_folder_without_configs(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "notes.txt").write_text("nothing here\n")
    done = pipelint("check", "folder", cwd=tmp_path)
    assert done.returncode == 2
    assert "folder" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_good_file_is_checked_beside_a_bad_one(tmp_path: Path) -> None:
    (tmp_path / "good.conf").write_bytes(GOOD)
    done = pipelint("check", "good.conf", "missing.conf", cwd=tmp_path)
    assert done.returncode == 2
    assert "missing.conf" in done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain"],
        ["check", "--select", "XX9", "x.conf"],
        ["nonsense"],
        ["check", "--line-bytes", "-1", "x.conf"],
        ["explain", "FD999"],
    ],
)
def test_a_usage_error_is_2(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "x.conf").write_bytes(GOOD)
    done = pipelint(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr


def test_a_broken_config_is_not_clean_whatever_is_selected(tmp_path: Path) -> None:
    (tmp_path / "x.conf").write_bytes(GOOD + b"<match a>\n")
    done = pipelint("check", "x.conf", "--select", "FD1", cwd=tmp_path)
    assert done.returncode == 1
    assert "FD302" in done.stdout
