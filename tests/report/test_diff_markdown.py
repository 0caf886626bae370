"""The comment on a pull request: whatever a config holds, it comes out as text and breaks no table."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pipelint.compare import Limits, compare, path_sides
from pipelint.report.diff.markdown import render_markdown
from pipelint.settings.model import Settings
from pipelint.settings.project import Project

CONFIG = "<source>\n  @type forward\n</source>\n<match **>\n  @type stdout\n  output_type {}\n</match>\n"
# What Markdown and its readers do something with.
ACTIVE = ["|", "`", "``", "@octocat", "<img src=x>", "*", "[a](b)", "</details>", "-->", "x", " "]
VALUES = st.lists(st.sampled_from(ACTIVE), max_size=6)


def comment(folder: Path, before: str, after: str) -> str:
    old, new = folder / "old.conf", folder / "new.conf"
    old.write_text(CONFIG.format(before))
    new.write_text(CONFIG.format(after))
    return render_markdown(compare(*path_sides(str(old), str(new)), Project.of_one(Settings()), Limits()))


def parsed(text: str) -> list[Token]:
    """The comment as a Markdown parser reads it, inner tokens of paragraphs and cells included."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    return [inner for token in tokens for inner in (token, *(token.children or ()))]


@given(VALUES, VALUES)
def test_what_a_config_holds_is_text_and_nothing_else(before: list[str], after: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tokens = parsed(comment(Path(folder), f"a{''.join(before)}", f"b{''.join(after)}"))
    html = [token.content.strip() for token in tokens if token.type.startswith("html")]
    assert len(html) == 2
    assert re.fullmatch(r"<details><summary>[^<>]*</summary>", html[0])
    assert html[1] == "</details>"
    assert not [token for token in tokens if token.type in ("link_open", "image", "em_open")]
    assert "@octocat" not in "".join(token.content for token in tokens if token.type == "text")


def test_messages_call_nobody(tmp_path: Path) -> None:
    tokens = parsed(comment(tmp_path, "json", "hash\n  @log_levell info"))
    said = "".join(token.content for token in tokens if token.type == "text")
    assert "log_levell" in said
    assert not re.search(r"@[a-z]", said)


@pytest.mark.slow
def test_long_comparisons_are_cut(tmp_path: Path) -> None:
    more = "".join(f"<filter {'x' * 60}{number}>\n  @type null_filter\n</filter>\n" for number in range(12))
    for side, filters in (("old", ""), ("new", more)):
        (tmp_path / side).mkdir()
        for number in range(60):
            (tmp_path / side / f"{number}.conf").write_text(filters + CONFIG.format(f"{side}{number}"))
    sides = path_sides(str(tmp_path / "old"), str(tmp_path / "new"))
    text = render_markdown(compare(*sides, Project.of_one(Settings()), Limits()))
    assert "20 more configs are not shown." in text
    assert "configs are omitted" in text
    assert len(text) < 65_000
