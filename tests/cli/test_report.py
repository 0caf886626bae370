"""``pipelint report`` and the pictures of ``pipelint graph``: files, exit codes, what is printed beside them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from pipelint.base.disk import write as writing
from tests import command_line
from tests.configs import QUICK, SLOW

BROKEN = "<source>\n  @type forward\n"
REFUSED = "error: already exists and was not written by pipelint (--force overwrites it)"


def pipelint(folder: Path, *words: str) -> CompletedProcess[str]:
    return command_line.text_of(command_line.pipelint(*words, cwd=folder))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.conf").write_text(SLOW)
    return tmp_path


def rate_of(page: str) -> str:
    found = re.search(r'<dd data-c="rate">([\d,]+) ', page)
    assert found
    return found[1]


def test_it_writes_a_page(folder: Path) -> None:
    done = pipelint(folder, "report", "a.conf")
    assert (done.returncode, done.stdout, done.stderr) == (0, "report.html: 1 config\n", "")
    assert (folder / "report.html").read_text("utf-8").startswith("<!doctype html>\n")
    assert pipelint(folder, "report", "a.conf", "-o", "b.html").returncode == 0
    assert (folder / "b.html").read_bytes() == (folder / "report.html").read_bytes()


def test_it_replaces_its_own_pages_only(folder: Path) -> None:
    (folder / "mine.html").write_text("<!doctype html>\n<html><body>mine</body></html>\n")
    done = pipelint(folder, "report", "a.conf", "-o", "mine.html")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"mine.html: {REFUSED}\n")
    assert "mine" in (folder / "mine.html").read_text()
    assert pipelint(folder, "report", "a.conf", "-o", "mine.html", "--force").returncode == 0
    (folder / "a.conf").write_text(QUICK)
    assert pipelint(folder, "report", "a.conf", "-o", "mine.html").returncode == 0
    assert "%NZ" not in (folder / "mine.html").read_text("utf-8")


def test_a_config_is_never_written_over(folder: Path) -> None:
    assert pipelint(folder, "report", "a.conf", "-o", "a.conf").returncode == 2
    assert (folder / "a.conf").read_text() == SLOW


def test_a_page_that_cannot_be_written(folder: Path) -> None:
    done = pipelint(folder, "report", "a.conf", "-o", "no/such.html")
    assert (done.returncode, done.stderr) == (2, "no/such.html: error: cannot be written: No such file or directory\n")


def test_a_page_is_written_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipelint(folder, "report", "a.conf")
    before = (folder / "report.html").read_bytes()
    (folder / "a.conf").write_text(QUICK)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full)
    done = pipelint(folder, "report", "a.conf")
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert (folder / "report.html").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["a.conf", "report.html"]


def test_exit_codes(folder: Path) -> None:
    (folder / "broken.conf").write_text(BROKEN)
    assert pipelint(folder, "report", "broken.conf").returncode == 1
    assert "syntax errors" in (folder / "report.html").read_text("utf-8")
    done = pipelint(folder, "report", "none.conf", "a.conf")
    assert done.returncode == 2
    assert "none.conf" in done.stderr
    # What could be read is on the page, and what could not.
    page = (folder / "report.html").read_text("utf-8")
    assert "Not read" in page
    assert "a.conf" in page


def test_options_and_settings_count(folder: Path) -> None:
    rates = []
    for words in ((), ("--line-bytes", "1000"), ("--scale", "2")):
        assert pipelint(folder, "report", "a.conf", *words).returncode == 0
        rates.append(rate_of((folder / "report.html").read_text("utf-8")))
    said = json.loads(pipelint(folder, "estimate", "a.conf", "--line-bytes", "1000", "--format", "json").stdout)
    assert len(set(rates)) == 3
    assert float(rates[1].replace(",", "")) == pytest.approx(said["estimates"][0]["events_per_cpu_second"]["mid"], rel=0.005)
    assert pipelint(folder, "report", "a.conf", "--cpu-limit", "500m").returncode == 0
    assert "events/s with 0.5 CPUs" in (folder / "report.html").read_text("utf-8")
    assert pipelint(folder, "report", "a.conf", "--ignore", "FD").returncode == 0
    assert "No findings." in (folder / "report.html").read_text("utf-8")
    (folder / "pipelint.toml").write_text("[traffic]\nline-bytes = 1000\n")
    assert pipelint(folder, "report", "a.conf").returncode == 0
    assert rate_of((folder / "report.html").read_text("utf-8")) == rates[1]


def test_standard_input(folder: Path) -> None:
    done = command_line.pipelint("report", "-", "--stdin-filename", "x.conf", cwd=folder, stdin=SLOW.encode())
    assert done.returncode == 0
    assert "x.conf" in (folder / "report.html").read_text("utf-8")


@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg "), ("png", b"\x89PNG\r\n")])
def test_a_graph_as_a_picture(form: str, begins: bytes, folder: Path) -> None:
    done = command_line.pipelint("graph", "a.conf", "--format", form, cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(begins)
    (folder / "broken.conf").write_text(BROKEN)
    done = command_line.pipelint("graph", "a.conf", "broken.conf", "--format", form, cwd=folder)
    assert done.returncode == 1
    assert done.stdout.startswith(begins)
    assert b"FD302" in done.stderr
    # What was found else is in the picture.
    assert b"FD101" not in done.stderr


def test_a_comparison_as_a_page(folder: Path) -> None:
    (folder / "b.conf").write_text(QUICK)
    done = pipelint(folder, "diff", "b.conf", "a.conf", "--output", "html:diff.html", "--max-slowdown", "1%")
    assert done.returncode == 1
    page = (folder / "diff.html").read_text("utf-8")
    assert page.count('<svg class="graph"') == 2
    assert "FAILED" in page
    assert "FD101" in page
    assert page == pipelint(folder, "diff", "b.conf", "a.conf", "--format", "html", "--max-slowdown", "1%").stdout
    # It is known as a result, and may be replaced.
    assert pipelint(folder, "diff", "a.conf", "b.conf", "--output", "html:diff.html").returncode == 0
