"""One version: that of the package, of what is built and shipped with it, and none newer in the pages of the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

from pipelint import __version__
from pipelint.rules.index import load_index

ROOT = Path(__file__).resolve().parents[2]


def test_what_is_shipped_together_has_one_version() -> None:
    cargo = re.search(r'^version = "(.+)"$', (ROOT / "native/Cargo.toml").read_text(), re.MULTILINE)
    locked = re.search(r'^name = "pipelint-native"\nversion = "(.+)"$', (ROOT / "native/Cargo.lock").read_text(), re.MULTILINE)
    editor = json.loads((ROOT / "editors/vscode/package.json").read_text())
    assert cargo is not None and locked is not None
    assert cargo[1] == locked[1] == editor["version"] == __version__


def test_the_ci_templates_install_this_version() -> None:
    workflow = yaml.safe_load((ROOT / "ci-templates/github.yml").read_text())
    assert workflow["jobs"]["pipelint"]["steps"][-1]["uses"] == f"pipelint/pipelint@v{__version__}"
    template = yaml.safe_load((ROOT / "ci-templates/gitlab.yml").read_text())
    assert template["variables"]["PIPELINT_INSTALL"] == f"pipelint=={__version__}"


def test_no_rule_is_newer_than_the_package() -> None:
    newer = [rule.code for rule in load_index().rules if _parts(rule.since) > _parts(__version__)]
    assert newer == []


def _parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
