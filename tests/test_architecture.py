"""The house's one direction: no room imports a higher one, and heavy libraries stay off the quick path."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from pipelint.engines.registry import ENGINES

PACKAGE = Path(__file__).parents[1] / "pipelint"
ROOMS = [
    "base", "data", "yaml", "regex", "sources", "graph", "language", "plugins", "facts", "cost", "engines", "rules", "suppress",
    "settings", "checker", "fixes", "compare", "report", "lsp", "calibrate", "cli",
]
MODULES = sorted(PACKAGE.rglob("*.py"))


def room(module: str) -> str | None:
    """The room of a dotted module name, None for what is outside (the native module, the version)."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "pipelint" and parts[1] in ROOMS else None


def imports(path: Path) -> set[str]:
    """Every module that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_imports_only_what_is_below_it(path: Path) -> None:
    here = room(".".join(["pipelint", *path.relative_to(PACKAGE).with_suffix("").parts]))
    if here is None:
        return
    above = {module for module in imports(path) if (there := room(module)) and ROOMS.index(there) > ROOMS.index(here)}
    assert not above


def test_every_folder_is_a_package_and_so_enters_the_wheel() -> None:
    assert {path.parent for path in MODULES} == {path.parent for path in MODULES if path.name == "__init__.py"}


def test_only_an_engine_s_own_folders_know_the_engine() -> None:
    knowing = {
        str(path.relative_to(PACKAGE))
        for path in MODULES
        if any(module.startswith(("pipelint.engines.fluentd", "pipelint.engines.logstash")) for module in imports(path))
        and not str(path.relative_to(PACKAGE)).startswith(("engines/", "cost/fluentd/", "cost/logstash/", "calibrate/"))
    }
    # The command that prints a tree in the shape of the engine's own parser.
    assert knowing <= {"cli/syntax.py"}


def test_the_search_for_configs_knows_no_engine() -> None:
    words = {*ENGINES.names}
    for discovery in map(ENGINES.discovery, ENGINES.names):
        words |= {*discovery.main_files, *discovery.image_words, discovery.main_variable.lower()} - {""}
    texts = {path.name: path.read_text().lower() for path in (PACKAGE / "sources").rglob("*.py")}
    assert [(name, word) for name, text in texts.items() for word in words if word in text] == []


def test_no_engine_knows_another() -> None:
    for one in ENGINES.names:
        others = tuple(f"pipelint.engines.{other}" for other in ENGINES.names if other != one)
        for path in (PACKAGE / "engines" / one).rglob("*.py"):
            assert not [module for module in imports(path) if module.startswith(others)]


# What a check of a plain Fluentd file must do without: each of these takes longer to load than a rule to judge.
HEAVY = {"rich", "lark", "yaml", "pygls", "tree_sitter_yaml", "numpy", "scipy"}
HEAVY |= {"typer", "dataclasses", "inspect", "ast", "subprocess", "tempfile", "datetime", "hashlib"}
HEAVY |= {"difflib", "importlib.resources", "pipelint.engines.logstash", "pipelint.engines.logstash.cost"}
HEAVY |= {"pathlib", "urllib.parse", "ipaddress", "glob", "pipelint.regex.grok", "pipelint.regex.library"}
HEAVY |= {"pipelint.engines.fluentd.plugins.rewrite_tag_filter", "pipelint.engines.fluentd.routing.loops"}
HEAVY |= {"pipelint.cost.estimate", "pipelint.plugins.form"}
HEAVY |= {"pipelint.engines.fluentd.syntax.json_value"}
HEAVY |= {"pipelint.engines.fluentd.cost", "pipelint.graph.pieces"}
HEAVY |= {"pipelint.facts.regexes.facts", "pipelint.facts.workloads", "pipelint.settings.read", "pipelint.suppress.apply"}


CLEAN = """\
<source>
  @type forward
</source>
<match **>
  @type stdout
</match>
"""
# With a finding whose gain is predicted.
SLOW = """\
<source>
  @type tail
  tag a
  path /var/log/a.log
  pos_file /var/log/a.pos
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
<match **>
  @type stdout
</match>
"""
# With nothing to quote.
QUIET = """\
<source>
  @type tail
  tag a
  path /var/log/a.log
  pos_file /var/lib/a.pos
  <parse>
    @type json
  </parse>
</source>
<match **>
  @type stdout
</match>
"""
MASKS = {f"pipelint.facts.secrets.{name}" for name in ("known", "names", "scan", "sections", "shapes", "values")}
GAINS = {"pipelint.engines.fluentd.cost", "pipelint.cost.estimate"}
NO_GAINS = {"pipelint.cost.regex.forecast", "pipelint.cost.regex.lines", "pipelint.engines.logstash.cost"}


@pytest.mark.parametrize(
    ("text", "heavy"),
    [(CLEAN, HEAVY), (QUIET, HEAVY | MASKS), (SLOW, (HEAVY - GAINS) | NO_GAINS)],
    ids=["clean", "quiet", "slow"],
)
def test_a_plain_file_is_checked_without_the_heavy_libraries(text: str, heavy: set[str], tmp_path: Path) -> None:
    config = tmp_path / "fluent.conf"
    config.write_text(text)
    # What the interpreter loads by itself, for packages of its environment for one, is not ours.
    code = "import sys; before = set(sys.modules); sys.argv = ['pipelint', 'check', sys.argv[1]]\n"
    code += "from pipelint.cli import main\ntry:\n    main()\nfinally:\n"
    code += f"    print('HEAVY', sorted({heavy} & (set(sys.modules) - before)))"
    # The first run may compile rule pages that are newer than their index.
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code, str(config)], capture_output=True, text=True, check=False)
    assert "HEAVY []" in done.stdout, done.stdout + done.stderr
