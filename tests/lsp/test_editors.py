"""The files for editors hold together: what they name is there, and is what the editor can read."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from pathlib import Path

import pytest

EDITORS = Path(__file__).parents[2] / "editors"


def test_the_extension_for_vs_code_names_files_that_are_there() -> None:
    package = json.loads((EDITORS / "vscode" / "package.json").read_text())
    named = [package["main"], *(language["configuration"] for language in package["contributes"]["languages"])]
    for name in named:
        assert (EDITORS / "vscode" / name).is_file()
    json.loads((EDITORS / "vscode" / "language-configuration.json").read_text())
    code = (EDITORS / "vscode" / "extension.js").read_text()
    for setting in package["contributes"]["configuration"]["properties"]:
        assert "trace" in setting or f'"{setting.removeprefix("pipelint.")}"' in code
    assert package["contributes"]["configuration"]["properties"]["pipelint.command"]["default"] == ["pipelint", "lsp"]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_extension_for_vs_code_is_javascript() -> None:
    subprocess.run(["node", "--check", str(EDITORS / "vscode" / "extension.js")], check=True, timeout=60)


# The editor's own modules, as far as the extension uses them; what it starts is printed.
VSCODE = """
const Module = require("module");
const load = Module._load;
const settings = require(process.argv[1] + "/package.json").contributes.configuration.properties;
const get = (name) => settings["pipelint." + name].default;
class LanguageClient {
  constructor(id, name, server, options) { this.made = { id, server, options }; }
  async start() { console.log(JSON.stringify(this.made)); }
  async stop() { console.log("stopped"); }
}
Module._load = (name, ...rest) =>
  name === "vscode" ? { workspace: { getConfiguration: () => ({ get }) } }
  : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest);
const extension = require(process.argv[1] + "/extension.js");
extension.activate({ subscriptions: [] }).then(extension.deactivate);
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_extension_for_vs_code_starts_the_server_for_configs_and_settings() -> None:
    command = ["node", "-e", VSCODE, str(EDITORS / "vscode")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    made, stopped = ended.stdout.splitlines()
    client = json.loads(made)
    assert client["server"] == {"command": "pipelint", "args": ["lsp"]} and stopped == "stopped"
    selector = client["options"]["documentSelector"]
    for scheme in ("file", "untitled"):
        for language in ("fluentd", "logstash", "yaml"):
            assert {"scheme": scheme, "language": language} in selector
    assert {"scheme": "file", "pattern": "**/*.conf"} in selector
    assert {"scheme": "file", "pattern": "**/{pipelint,.pipelint,pyproject}.toml"} in selector


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
