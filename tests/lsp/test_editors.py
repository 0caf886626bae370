"""The files for editors hold together: what they name is there, and is what the editor can read."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

EDITORS = Path(__file__).parents[2] / "editors"


def test_the_settings_for_helix_run_the_server() -> None:
    tomllib = pytest.importorskip("tomllib")
    settings = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text())
    server = settings["language-server"]["pipelint"]
    assert [server["command"], *server["args"]] == ["pipelint", "lsp"]
    assert all("pipelint" in language["language-servers"] for language in settings["language"])


def test_the_parentheses_of_the_emacs_file_are_even() -> None:
    depth = 0
    text = (EDITORS / "emacs" / "pipelint.el").read_text()
    for line in text.splitlines():
        code = line if '"' in line else line.split(";", 1)[0]
        for char in code.replace("\\\\(", "").replace("\\\\)", ""):
            depth += {"(": 1, ")": -1}.get(char, 0)
            assert depth >= 0
    assert depth == 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize(("editor", "parsers"), [("neovim", "parser"), ("helix", "grammars")])
def test_grammars_and_queries_are_installed(tmp_path: Path, editor: str, parsers: str) -> None:
    subprocess.run([str(EDITORS / "tree-sitter.sh"), editor, str(tmp_path)], check=True, timeout=120, capture_output=True)
    for language in ("fluentd", "logstash"):
        library = ctypes.CDLL(str(tmp_path / parsers / f"{language}.so"))
        assert hasattr(library, f"tree_sitter_{language}")
        assert (tmp_path / "queries" / language / "highlights.scm").is_file()


def test_an_editor_that_is_not_known_is_said() -> None:
    ended = subprocess.run([str(EDITORS / "tree-sitter.sh"), "ed"], capture_output=True, text=True, timeout=30, check=False)
    assert ended.returncode == 2 and "tree-sitter.sh neovim" in ended.stderr
