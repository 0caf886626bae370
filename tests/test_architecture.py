"""The house's one direction: no room imports a higher one, and heavy libraries stay off the quick path."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.each import each

PACKAGE = Path(__file__).parents[1] / "pipelint"
ROOMS = [
    "base",
    "data",
    "yaml",
    "regex",
    "predicate",
    "sources",
    "graph",
    "language",
    "trace",
    "stats",
    "cost",
    "plugins",
    "facts",
    "engines",
    "rules",
    "suppress",
    "settings",
    "checker",
    "fixes",
    "compare",
    "bench",
    "measure",
    "report",
    "lsp",
    "calibrate",
    "replay",
    "joined",
    "cli",
]
MODULES = sorted(PACKAGE.rglob("*.py"))


def room(module: str) -> str | None:
    """The room of a dotted module name, None for what is outside (the native module, the version)."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "pipelint" and parts[1] in ROOMS else None


@cache
def said(path: Path) -> tuple[set[str], set[str]]:
    """What a file imports, and what it says of engines: of its syntax tree, which is large, nothing else is kept."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    return imports(nodes), named_engines(nodes)


def imports(nodes: list[ast.AST]) -> set[str]:
    """Every module that a file imports, wherever in it."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@each("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_imports_only_what_is_below_it(path: Path) -> None:
    here = room(".".join(["pipelint", *path.relative_to(PACKAGE).with_suffix("").parts]))
    if here is None:
        return
    above = {module for module in said(path)[0] if (there := room(module)) and ROOMS.index(there) > ROOMS.index(here)}
    assert not above


def test_every_folder_is_a_package_and_so_enters_the_wheel() -> None:
    assert {path.parent for path in MODULES} == {path.parent for path in MODULES if path.name == "__init__.py"}


ENGINES = sorted(path.parent.name for path in (PACKAGE / "engines").glob("*/engine.py"))
# Who may name an engine outside of its folder: a line for each.
NAMING = {"engines/registry.py"}


def named_engines(nodes: list[ast.AST]) -> set[str]:
    """What a file says of engines in its code: names and texts, but not docstrings and comments, which may have examples."""
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    found = set()
    for node in nodes:
        match node:
            case ast.Constant(str() | bytes() as value) if id(node) not in docs:
                found.add(str(value))
            case ast.Name(text) | ast.Attribute(attr=text) | ast.arg(text) | ast.alias(text):
                found.add(text)
            case ast.FunctionDef(text) | ast.ClassDef(text) | ast.ImportFrom(str(text)):
                found.add(text)
    return {text for text in found if any(engine in text.lower() for engine in ENGINES)}


def test_engines_are_named_in_their_folders_alone() -> None:
    naming = {str(path.relative_to(PACKAGE)) for path in MODULES if said(path)[1]}
    assert {path for path in naming if not path.startswith(tuple(f"engines/{engine}/" for engine in ENGINES))} == NAMING


# What a check of a plain Fluentd file must do without: each of these takes longer to load than a rule to judge.
HEAVY = {"rich", "lark", "yaml", "pygls", "tree_sitter_yaml", "numpy", "scipy"}
HEAVY |= {"typer", "dataclasses", "inspect", "ast", "subprocess", "tempfile", "datetime", "hashlib"}
HEAVY |= {"difflib", "importlib.resources", "pipelint.engines.logstash", "pipelint.engines.logstash.cost"}
HEAVY |= {"pipelint.engines.fluentbit.syntax", "pipelint.engines.fluentbit.discovery.claims"}
HEAVY |= {"pathlib", "urllib.parse", "ipaddress", "glob", "pipelint.regex.grok", "pipelint.regex.library"}
HEAVY |= {"pipelint.engines.fluentd.plugins.rewrite_tag_filter", "pipelint.engines.fluentd.routing.loops"}
HEAVY |= {"pipelint.cost.estimate", "pipelint.plugins.form"}
HEAVY |= {"pipelint.engines.fluentd.syntax.json_value"}
HEAVY |= {"pipelint.engines.fluentd.cost", "pipelint.graph.pieces"}
HEAVY |= {"pipelint.bench", "pipelint.measure", "pipelint.report.bench", "socket"}
HEAVY |= {"pipelint.facts.regexes.facts", "pipelint.facts.workload.facts", "pipelint.settings.read", "pipelint.suppress.apply"}


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
SHOWS = {"pipelint.report.findings.parts.finding_lines", "pipelint.report.hunks"}
TRIES = {"pipelint.checker.config.gains", "pipelint.checker.trial.trial", "pipelint.engines.fluentd.syntax.writer"}
FINDING = {"pipelint.checker.config.findings", "pipelint.facts.stage"}
RULES = {"pipelint.rules.index", "pipelint.rules.rule", "pipelint.rules.run", *FINDING}
LIBRARIES = {"rich", "lark", "yaml", "pygls", "numpy", "typer", "dataclasses", "inspect", "datetime", "difflib", "pathlib"}
MASKS = {f"pipelint.facts.secrets.{name}" for name in ("known", "names", "scan", "sections", "shapes", "values")}
GAINS = {"pipelint.engines.fluentd.cost", "pipelint.cost.estimate"}
NO_GAINS = {"pipelint.cost.regex.forecast", "pipelint.cost.regex.lines", "pipelint.engines.logstash.cost"}


@pytest.mark.parametrize(
    ("command", "text", "heavy"),
    [
        ("check", CLEAN, HEAVY),
        ("check", QUIET, HEAVY | MASKS | SHOWS | TRIES),
        ("check", SLOW, (HEAVY - GAINS) | NO_GAINS),
        ("estimate", QUIET, LIBRARIES | RULES | SHOWS | TRIES),
    ],
    ids=["clean", "quiet", "slow", "estimate"],
)
def test_a_plain_file_is_read_without_the_heavy_libraries(command: str, text: str, heavy: set[str], tmp_path: Path) -> None:
    config = tmp_path / "fluent.conf"
    config.write_text(text)
    # What the interpreter loads by itself, for packages of its environment for one, is not ours.
    code = f"import sys; before = set(sys.modules); sys.argv = ['pipelint', '{command}', sys.argv[1]]\n"
    code += "from pipelint.cli import main\ntry:\n    main()\nfinally:\n"
    code += f"    print('HEAVY', sorted({heavy} & (set(sys.modules) - before)))"
    done = subprocess.run([sys.executable, "-c", code, str(config)], capture_output=True, text=True, check=False)
    if "HEAVY []" not in done.stdout:
        # The first run may compile rule pages that are newer than their index.
        done = subprocess.run([sys.executable, "-c", code, str(config)], capture_output=True, text=True, check=False)
    assert "HEAVY []" in done.stdout, done.stdout + done.stderr


def test_the_page_of_the_house_names_files_that_there_are() -> None:
    root = PACKAGE.parent
    page = (root / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+(?:\.py)?)?|[a-z_]+\.py)`", page))
    assert len(named) > 50
    there = {path.name for path in PACKAGE.rglob("*.py")}
    missing = {
        name
        for name in named
        if not any((base / name).exists() for base in (root, PACKAGE, root / "native")) and ("/" in name or name not in there)
    }
    assert missing == set()
