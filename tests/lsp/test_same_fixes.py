"""All safe fixes of a file in an editor are those that ``check --fix`` makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Safety
from pipelint.base.text.changes import spliced
from pipelint.checker.loading import load
from pipelint.fixes.run import fix
from tests.fixes.examples import Example, examples
from tests.lsp.configs import FLUENTD, manifest

pytest.importorskip("pygls", reason="the language server is an extra")

from pipelint.lsp.answers.fixing import fix_all
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot

CORPUS = Path(__file__).parents[1] / "corpus"


def _same(path: Path, text: bytes) -> bool:
    """Whether anything was fixed, where both have fixed the same."""
    beside = ProjectFiles()
    snapshot = take_snapshot(str(path), text, 1, beside, "utf-16")
    loaded = load(["-"], stdin=text, stdin_filename=str(path), plugins=beside.plugins)
    wanted = next(iter(fix(loaded, beside.project, Safety.SAFE).files.values()), text)
    assert spliced(text, fix_all.changes(snapshot)) == wanted, path
    return wanted != text


@pytest.mark.slow
def test_of_whole_configs() -> None:
    paths = [each for each in CORPUS.rglob("*") if each.suffix in (".conf", ".yaml", ".yml")]
    fixed = [_same(path, path.read_bytes()) for path in paths]
    assert any(fixed)


def test_of_the_examples_of_rules(tmp_path: Path) -> None:
    examined: list[Example] = [case.values[0] for case in examples()[::5]]  # type: ignore[misc]
    fixed = [_same(tmp_path / example.name, example.text.encode()) for example in examined]
    assert any(fixed)


@pytest.mark.parametrize("name", ["fluent.conf", "map.yaml"])
def test_of_fixes_on_lines_side_by_side_one_is_made_after_the_other(tmp_path: Path, name: str) -> None:
    # Where one line ends the other one begins: what comes first there would be chance.
    config = FLUENTD.replace(
        "    @type forward\n", "    @type copy\n    @log_level debug\n    deep_copy true\n    <store>\n      @type forward\n"
    )
    config = config.replace("  </match>", "    </store>\n  </match>")
    text = manifest(config) if name == "map.yaml" else config
    assert _same(tmp_path / name, text.encode())
    made = fix_all.changes(take_snapshot(str(tmp_path / name), text.encode(), 1, ProjectFiles(), "utf-16"))
    fixed = spliced(text.encode(), made).decode()
    assert "@log_level" not in fixed and "deep_copy" not in fixed and "copy_mode" in fixed
