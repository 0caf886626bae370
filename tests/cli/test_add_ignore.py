"""`--add-ignore`: afterwards nothing is found, and the configs say what they said before."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pipelint.base.block import Block, Param
from pipelint.checker import load
from tests.command_line import pipelint, text_of
from tests.properties import mostly_slow

_COMMENT = re.compile(r"^[ \t]*# pipelint:.*\n", re.MULTILINE)
# What keeps a config from being read; findings in settings of the engine, where no comment counts.
_NOT_HIDDEN = re.compile(r"\[(?:FD302|LS302|LS170|LS172|LS357|LS415)\]")
CORPUS = Path(__file__).parents[1] / "corpus"
EXAMPLES = Path(__file__).parents[2] / "examples"


def said(folder: Path) -> list[object]:
    """All that the configs of a folder say: their stages and the values of their sections, without any places."""
    return [
        (config.name, [(stage.kind, stage.plugin, stage.parent) for stage in config.graph.stages], _block(config.root))
        for config in load([str(folder)]).configs
        if not config.errors
    ]


def _block(block: Block) -> object:
    # The text of an array or hash has its comments in it, its value has not.
    items = [(item.name, _COMMENT.sub("", item.value)) if isinstance(item, Param) else _block(item) for item in block.items]
    return block.name, block.arg, items


def left(folder: Path) -> list[str]:
    """What is still found, but for what is about comments."""
    rows = text_of(pipelint("check", ".", "--format", "concise", "-q", cwd=folder)).stdout.splitlines()
    return [row for row in rows if "[PL" not in row]


ORIGINS = [*sorted(CORPUS.glob("*/*")), EXAMPLES / "kubernetes", EXAMPLES / "logstash"]
QUICK = {*ORIGINS[::8]}


@pytest.mark.parametrize("origin", mostly_slow(ORIGINS, QUICK.__contains__), ids=lambda path: path.stem)
def test_nothing_is_found_and_nothing_else_has_changed(origin: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    if origin.is_dir():
        shutil.copytree(origin, folder)
    else:
        folder.mkdir()
        shutil.copy(origin, folder)
    before, broken = said(folder), any(map(re.compile(r"\[(?:FD|LS)302\]").search, left(folder)))
    done = text_of(pipelint("check", ".", "--add-ignore", "-q", cwd=folder))
    assert done.stderr.startswith("added: ")
    assert broken or [row for row in left(folder) if not _NOT_HIDDEN.search(row)] == []
    assert said(folder) == before
    again = text_of(pipelint("check", ".", "--add-ignore", "-q", cwd=folder))
    assert again.stderr == "added: nothing\n"


def run(folder: Path, *words: str) -> str:
    done = text_of(pipelint("check", "--add-ignore", *words, cwd=folder))
    return done.stderr + done.stdout


def test_a_line_gets_one_comment_for_all_of_its_findings(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    path.write_bytes(
        b"<source>\r\n  @type tail\r\n  tag a\r\n  path /a.log\r\n  <parse>\r\n    @type none\r\n  </parse>\r\n</source>\r\n"
        b"<match a>\r\n  @type null\r\n</match>\r\n<match a>\r\n  type stdout\r\n</match>\r\n"
    )
    assert run(tmp_path).splitlines()[-1].startswith("no findings in 1 config")
    text = path.read_bytes()
    assert b"\n" not in text.replace(b"\r\n", b"")
    assert b"  # pipelint: ignore[FD503]\r\n  type stdout\r\n" in text


def test_findings_that_begin_in_one_line_share_a_comment_wherever_they_end(tmp_path: Path) -> None:
    path = tmp_path / "logstash.conf"
    line = """  grok { matsh => { "message" => "%{WORD:w}" } } ruby { code => '\n"""
    rest = '    event.get("roles") << "all"\n  \' }\n}\noutput { stdout { } }\n'
    path.write_text(f"input {{ stdin {{ }} }}\nfilter {{\n{line}{rest}")
    assert run(tmp_path, "--select", "LS319", "--select", "LS351").startswith("added: 1 comment in 1 file\n")
    assert path.read_text() == f"input {{ stdin {{ }} }}\nfilter {{\n  # pipelint: ignore[LS319, LS351]\n{line}{rest}"


def test_only_what_is_selected_and_not_known_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    source = "<source>\n  @type tail\n  tag a\n  path /a.log\n  format none\n</source>\n"
    path.write_text(f"{source}<match a>\n  type stdout\n</match>\n")
    pipelint("baseline", "write", cwd=tmp_path)
    assert run(tmp_path, "--baseline", "pipelint-baseline.json").startswith("added: nothing")
    assert run(tmp_path, "--select", "FD503").startswith("added: ")
    comments = [row.strip() for row in path.read_text().splitlines() if "pipelint" in row]
    assert set(comments) == {"# pipelint: ignore[FD503]"}


def test_comments_that_were_there_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    hidden = "<match a>\n  # pipelint: ignore[FD503]\n  type stdout\n</match>\n"
    path.write_text(f"<source>\n  @type forward\n</source>\n{hidden}<match b>\n  type stdout\n</match>\n")
    assert run(tmp_path, "--select", "FD503").startswith("added: 1 comment in 1 file\n")


def test_a_finding_inside_of_a_text_of_several_lines_gets_a_comment_for_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    path.write_text(
        'input { stdin { } }\nfilter {\n  ruby {\n    code => "\n      event.set(1)\n    "\n  }\n'
        '  grok { match => { "message" => [\n "%{IP:a}",\n "%{NOPE:b}\n" ] } }\n}\noutput { stdout { } }\n'
    )
    before = said(tmp_path)
    assert run(tmp_path).splitlines()[-1].startswith("no findings in 1 config")
    assert said(tmp_path) == before


def test_a_file_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    path.write_text("<source>\n  type forward\n</source>\n<match **>\n  @type stdout\n</match>\n")
    (tmp_path / "b.conf").hardlink_to(path)
    done = text_of(pipelint("check", "a.conf", "--add-ignore", cwd=tmp_path))
    assert done.returncode == 2
    assert "hard links" in done.stderr
    assert "pipelint" not in path.read_text()


def test_standard_input_is_refused(tmp_path: Path) -> None:
    done = text_of(pipelint("check", "-", "--add-ignore", cwd=tmp_path))
    assert done.returncode == 2
    assert "not to standard input" in done.stderr
