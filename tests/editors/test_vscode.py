"""The extension for VS Code: what its package declares is there, and fits the server, its source and the other editors."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelint.lsp.answers.fixing import EXPLAIN, FIX, PAGE
from pipelint.lsp.server import create
from pipelint.regex.tree import refusal

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
PACKAGE: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text())
CONTRIBUTES: dict[str, Any] = PACKAGE["contributes"]
SOURCE = "".join(file.read_text() for file in sorted((EXTENSION / "src").glob("*.js")))
GRAMMARS = {name["scopeName"]: json.loads((EXTENSION / name["path"]).read_text()) for name in CONTRIBUTES["grammars"]}


def test_files_that_it_names_are_there() -> None:
    for name in (PACKAGE["icon"], *(language["configuration"] for language in CONTRIBUTES["languages"])):
        assert (EXTENSION / name).is_file()
    json.loads((EXTENSION / "language-configuration.json").read_text())
    packed = (EXTENSION / ".vscodeignore").read_text().split()
    assert packed[0] == "**" and f"!{PACKAGE['icon']}" in packed
    assert PACKAGE["main"] == "./dist/extension.js" and "!dist/**" in packed


def test_commands_are_those_that_the_source_registers() -> None:
    declared = {command["command"] for command in CONTRIBUTES["commands"]}
    assert declared == set(re.findall(r'registerCommand\("([^"]+)"', SOURCE))
    # The client registers the server's own, and cannot do that twice.
    server = set(create().protocol.fm.commands)
    assert server == {EXPLAIN, FIX, PAGE} and not declared & server
    assert f'const EXPLAIN = "{EXPLAIN}"' in SOURCE


def test_settings_are_those_that_the_source_reads() -> None:
    declared = set(CONTRIBUTES["configuration"]["properties"])
    # The library of the client reads the last one.
    assert declared == {f"pipelint.{name}" for name in re.findall(r'\.get\("([^"]+)"', SOURCE)} | {"pipelint.trace.server"}


def test_a_workspace_cannot_name_the_program() -> None:
    assert CONTRIBUTES["configuration"]["properties"]["pipelint.command"]["scope"] == "machine"
    assert PACKAGE["capabilities"]["untrustedWorkspaces"]["supported"] == "limited"


def test_languages_are_those_of_the_server() -> None:
    languages = {language["id"]: language for language in CONTRIBUTES["languages"]}
    assert set(languages) == {"fluentd", "logstash", "fluentbit"}
    for name, language in languages.items():
        assert any(name in pattern for pattern in language["filenamePatterns"])
        assert f"onLanguage:{name}" in PACKAGE["activationEvents"]
        assert f"source.{name}" in GRAMMARS


def test_versions_are_exact_and_no_lock_is_kept() -> None:
    """A lock holds addresses; without one only exact versions say what is built."""
    for version in (*PACKAGE["dependencies"].values(), *PACKAGE["devDependencies"].values()):
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert list(PACKAGE["dependencies"]) == ["vscode-languageclient"]


@pytest.mark.parametrize("scope", GRAMMARS)
def test_expressions_of_grammars_are_valid(scope: str) -> None:
    expressions = list(_expressions(GRAMMARS[scope]))
    assert len(expressions) > 3
    for expression in expressions:
        # A group of a rule's first expression is filled in before its last one is compiled.
        assert refusal(expression.replace("\\1", " ")) is None, expression


@pytest.mark.parametrize("scope", GRAMMARS)
def test_parts_of_grammars_are_used_and_there(scope: str) -> None:
    grammar = GRAMMARS[scope]
    included = {value for key, value in _strings(grammar) if key == "include"}
    assert {name.removeprefix("#") for name in included if name.startswith("#")} == set(grammar.get("repository", {}))
    assert {name for name in included if name.startswith("source.")} <= {*GRAMMARS, "source.ruby"}


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_source_and_its_own_tests() -> None:
    """Tests of grammars need packages of node, and are skipped there without them."""
    for file in (EXTENSION / "src").glob("*.js"):
        subprocess.run(["node", "--check", str(file)], check=True, timeout=60)
    command = ["node", "--test", *map(str, sorted((EXTENSION / "test").glob("*.test.js")))]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stdout


def _expressions(grammar: object) -> Iterator[str]:
    return (value for key, value in _strings(grammar) if key in ("match", "begin", "end", "while"))


def _strings(value: object) -> Iterator[tuple[str, str]]:
    """All texts inside JSON, with the key that each has."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if isinstance(inner, str):
            yield str(key), inner
        else:
            yield from _strings(inner)
