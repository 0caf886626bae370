"""The quick way of ``pipelint check``: it understands what typer understands, or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.cli import checking
from pipelint.cli.app import app_for
from pipelint.cli.commands import check
from pipelint.cli.quick import read

_FLAGS = ["--verbose", "-v", "--isolated", "--skip-unknown"]
_WORDS = ["a.conf", "dir", "-", *_FLAGS, "--fix", "--format", "json", "--no", "-h", "--", ""]


@given(st.sampled_from(["check", "check", "check", "rules"]), st.lists(st.sampled_from(_WORDS), max_size=5))
def test_reads_a_command_line_as_typer_does(command: str, words: list[str]) -> None:
    quick = read([command, *words])
    if quick is None:
        return
    seen: list[tuple[list[str], dict[str, Any]]] = []

    def take(paths: list[str], **options: Any) -> int:
        seen.append((paths, options))
        return 0

    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as end:
        patch.setattr(check, "check_paths", take)
        app_for([command])([command, *words], prog_name="pipelint")
    assert end.value.code == 0
    paths, flags = quick
    defaults = checking.check_paths.__kwdefaults__ | {"select": [], "ignore": [], "output": [], "allow_outside": []}
    assert seen == [(paths, defaults | flags)]


@pytest.mark.parametrize("line", ["", "check", "check --verbose", "check -h", "check a --format json", "rules"])
def test_leaves_what_needs_a_parser(line: str) -> None:
    assert read(line.split()) is None


def test_reads_paths_and_flags() -> None:
    assert read(["check", "a", "-v", "-"]) == (["a", "-"], {"verbose": True})
