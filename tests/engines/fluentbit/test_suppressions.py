"""Suppression comments in Fluent Bit's configs, where nothing after a value is a comment."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import pipelint

MISSING = "@INCLUDE nothing.conf\n"
TAIL = "[INPUT]\n    Name tail\n    Path /a{}\n"


def found(folder: Path, text: str, *words: str) -> str:
    (folder / "fluent-bit.conf").write_text(text)
    return pipelint("check", "fluent-bit.conf", "--select", "FB303", *words, cwd=folder).stdout.decode()


def test_a_comment_above_hides_a_finding(tmp_path: Path) -> None:
    assert "FB303" in found(tmp_path, TAIL.format("") + MISSING)
    assert "1 hidden" in found(tmp_path, TAIL.format("") + "# pipelint: ignore[FB303]\n" + MISSING)
    assert "1 hidden" in found(tmp_path, "# pipelint: ignore-file[FB303]\n" + TAIL.format("") + MISSING)


def test_what_stands_in_a_value_is_no_comment(tmp_path: Path) -> None:
    text = TAIL.format(" # pipelint: ignore-file[FB303]") + MISSING
    assert "FB303" in found(tmp_path, text) and "hidden" not in found(tmp_path, text)


def test_ignore_writes_a_comment_that_leaves_the_config_as_it_is(tmp_path: Path) -> None:
    text = TAIL.format("") + MISSING
    found(tmp_path, text, "--add-ignore")
    written = (tmp_path / "fluent-bit.conf").read_text()
    assert written == TAIL.format("") + "# pipelint: ignore[FB303]\n" + MISSING
    assert "1 hidden" in found(tmp_path, written)
