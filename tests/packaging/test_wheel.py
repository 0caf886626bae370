"""The wheel, built from the source distribution, does the main job in an empty environment outside the checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipelint.base.text.document import SourceFile
from pipelint.data import data_dir
from pipelint.rules.index import load_index
from pipelint.rules.pages.page import read_page
from tests.configs import SLOW
from tests.packaging.cargo import CARGO

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Installed:
    """A wheel, and the environment of it and its dependencies alone. ``folder`` has a ``fluent.conf``."""

    wheel: Path
    sdist: Path
    binaries: Path
    folder: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        # Not beside the config: what its folder lists is asked, too.
        program, results = self.binaries / command[0], self.wheel.parent / "results"
        env = {**clean_environment(), "PIPELINT_CACHE_DIR": str(results)}
        return subprocess.run([program, *command[1:]], cwd=self.folder, env=env, capture_output=True, text=True)


def clean_environment() -> dict[str, str]:
    """The environment without what would let the checkout, or the environment of the tests, in."""
    return {k: v for k, v in os.environ.items() if not k.startswith("PYTHON") and k != "VIRTUAL_ENV"}


def must(*command: str | Path, **environment: str) -> None:
    """Runs a step of the set-up; what it printed is in the failure."""
    done = subprocess.run(command, cwd=ROOT, env=clean_environment() | environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    base = tmp_path_factory.mktemp("packaging")
    must(sys.executable, "-m", "build", "--outdir", base / "dist", ROOT, **CARGO)
    (wheel,) = (base / "dist").glob("*.whl")
    (sdist,) = (base / "dist").glob("*.tar.gz")
    must(sys.executable, "-m", "venv", base / "env")
    binaries = base / "env" / ("Scripts" if os.name == "nt" else "bin")
    must(binaries / "python", "-m", "pip", "install", "--quiet", wheel)
    folder = base / "elsewhere"
    folder.mkdir()
    (folder / "fluent.conf").write_text(SLOW)
    return Installed(wheel, sdist, binaries, folder)


def checkout(folder: str, pattern: str) -> set[str]:
    return {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).glob(pattern)}


def test_the_wheel_holds_the_data_of_the_top_level_folders(installed):
    names = set(zipfile.ZipFile(installed.wheel).namelist())
    assert {"pipelint/data/rules/index.json", "pipelint/data/plugins/index.json"} <= names
    assert "pipelint/py.typed" in names
    expected = {
        "rules": checkout("rules", "**/*.md"),
        "grammars": checkout("grammars", "*.lark") | checkout("grammars", "*/queries/*.scm"),
        "cost_models": checkout("cost-models", "**/*.json") | checkout("cost-models", "measurements/*.csv"),
        "plugins": checkout("plugins", "*/*.yaml"),
    }
    for folder, files in expected.items():
        assert files, folder
        assert {f"pipelint/data/{folder}/{file}" for file in files} <= names


def test_the_wheel_holds_nothing_that_a_run_does_not_need(installed):
    names = zipfile.ZipFile(installed.wheel).namelist()
    stray = [name for name in names if re.search(r"\.(c|h|rs|js|toml|pyc)$|^(tests|native|build)/", name)]
    assert [name for name in stray if not name.startswith("pipelint/report/")] == []  # scripts of a page
    assert {name.split("/")[0] for name in names} == {"pipelint", f"pipelint-{version()}.dist-info"}


def test_a_run_that_was_made_is_printed_again_without_a_check(installed):
    code = "import sys; from pipelint import build, cli\ntry: cli.main()\n"
    code += "finally: print(len(build.ID), 'pipelint.checker' in sys.modules, file=sys.stderr)"
    words = ("python", "-c", code, "check", "fluent.conf")
    first, second = installed.run(*words), installed.run(*words)
    assert (first.stderr, second.stderr) == ("64 True\n", "64 False\n")
    assert (first.stdout, first.returncode) == (second.stdout, second.returncode)
    with (installed.folder / "fluent.conf").open("a") as config:
        config.write("# more\n")
    assert installed.run(*words).stderr == "64 True\n"


def test_a_teams_own_rules_can_ask_for_all_facts(installed):
    code = "import sys; from pathlib import Path; from pipelint.data import data_folder\n"
    code += "from pipelint.joined.finder import install; install()\n"
    code += "from pipelint.rules.pages.facts_page import facts_page; print(facts_page(Path(data_folder('rules'))), end='')\n"
    code += "print(sys.modules['pipelint.sources.kubernetes.workload'].Mount.covers.__code__.co_filename, file=sys.stderr)"
    ran = installed.run("python", "-c", code)
    assert "joined" in ran.stderr, ran.stderr
    assert ran.stdout == (ROOT / "docs/facts.md").read_text("utf-8")


def test_a_check_runs_joined_code_and_says_what_the_checkout_says(installed):
    code = "import sys; from pipelint import cli\ntry: cli.main()\n"
    code += "finally: print(sys.modules['pipelint.checker.run'].check.__code__.co_filename, file=sys.stderr)"
    words = ("check", "--no-cache", "--format", "json")
    joined = installed.run("python", "-c", code, *words, "fluent.conf")
    assert re.search(r"[/\\]joined[/\\]part\d+\.py$", joined.stderr.rstrip()), joined.stderr
    command = [sys.executable, "-m", "pipelint", *words, "fluent.conf"]
    done = subprocess.run(command, cwd=installed.folder, env=clean_environment(), capture_output=True, text=True)
    assert (joined.returncode, joined.stdout) == (done.returncode, done.stdout)


def says_the_same(installed: Installed, *words: str) -> None:
    """The wheel and the checkout, of the same files."""
    joined = installed.run("pipelint", *words)
    command = [sys.executable, "-m", "pipelint", *words]
    done = subprocess.run(command, cwd=installed.folder, env=clean_environment(), capture_output=True, text=True)
    assert "failed here" not in done.stdout + done.stderr
    assert (joined.returncode, joined.stdout, joined.stderr) == (done.returncode, done.stdout, done.stderr)


def test_joined_code_says_of_configs_what_the_checkout_says(installed):
    says_the_same(installed, "check", "--no-cache", "--format", "json", str(ROOT / "tests/corpus"), str(ROOT / "examples"))


def test_joined_code_says_of_the_rules_examples_what_the_checkout_says(installed, tmp_path):
    for path in (data_dir("rules") / rule.page for rule in load_index().rules):
        for number, example in enumerate(read_page(SourceFile(str(path), path.read_bytes())).of("Bad")):
            folder = tmp_path / f"{path.stem}-{number}"
            folder.mkdir()
            (folder / f"own.{'yaml' if example.language == 'yaml' else 'conf'}").write_text(example.text, encoding="utf-8")
    says_the_same(installed, "check", "--no-cache", "--format", "concise", str(tmp_path))


def test_a_check_does_not_load_what_only_annotations_use(installed):
    code = "import sys; from pipelint import cli\ntry: cli.main()\n"
    code += "finally: print({'typing', 'tree_sitter'} & {*sys.modules}, 'tree_sitter._binding' in sys.modules, file=sys.stderr)"
    done = installed.run("python", "-c", code, "check", "--no-cache", "fluent.conf")
    assert done.stderr.splitlines()[-1] == "set() True"
    both = "from pipelint.engines.fluentd.syntax.parse import parser; made = parser()\n"
    both += "import tree_sitter; print(type(made) is tree_sitter.Parser)"
    assert installed.run("python", "-c", both).stdout == "True\n"


def test_modules_of_joined_code_are_where_their_files_are_and_tracebacks_name_these(installed, monkeypatch):
    code = "import sys; from importlib import resources; from pipelint import cli, joined\n"
    code += "from pipelint.joined.finder import install; install()\n"
    code += "import inspect, pipelint.data as data, pipelint.report.formats as formats\n"
    code += "print(type(data.__loader__).__name__, data.__file__.endswith('__init__.py'), formats.__package__)\n"
    code += "print(resources.files('pipelint.data').joinpath('rules', 'index.json').is_file())\n"
    code += 'print(inspect.getsource(formats).startswith(\'"""The formats\'))\n'
    code += "print(formats.CheckFormat.__module__, formats.render.__qualname__)\n"
    code += "print(formats.render.__code__.co_filename.rpartition('pipelint')[2].replace(chr(92), '/'))"
    done = installed.run("python", "-c", code)
    assert done.stderr == ""
    *told, file = done.stdout.splitlines()
    assert told == ["_Loader True pipelint.report", "True", "True", "pipelint.report.formats render"]
    assert re.fullmatch(r"/joined/part\d+\.py", file)
    monkeypatch.setenv("PIPELINT_DEBUG", "1")
    assert installed.run("python", "-c", code).stdout.splitlines()[-1] == "/report/formats.py"


def test_the_source_distribution_holds_what_make_demo_needs(installed):
    with tarfile.open(installed.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", ".ci/requirements.txt", "examples/demo.sh", "native/Cargo.lock"} <= names


def test_one_wheel_serves_every_python_from_310_on(installed):
    assert installed.wheel.name.startswith(f"pipelint-{version()}-cp310-abi3-")


def version() -> str:
    match = re.search(r'__version__ = "(.+)"', (ROOT / "pipelint/__init__.py").read_text())
    assert match
    return match[1]


def test_code_and_data_come_from_the_wheel(installed):
    code = "from pipelint import _native, data; print(_native.__file__); print(data.data_dir('rules'))"
    done = installed.run("python", "-c", code)
    assert done.returncode == 0, done.stderr
    for path in done.stdout.splitlines():
        assert Path(path).is_relative_to(installed.binaries.parent)


def test_check_finds_the_slow_time_format(installed):
    done = installed.run("pipelint", "check", "fluent.conf")
    assert done.returncode == 1, done.stderr
    assert "FD101" in done.stdout
    assert "fluent.conf:8:" in done.stdout


def test_estimate_gives_events_per_second(installed):
    done = installed.run("pipelint", "estimate", "fluent.conf")
    assert done.returncode == 0, done.stderr
    assert "events/s" in done.stdout


def test_explain_prints_the_page(installed):
    done = installed.run("pipelint", "explain", "FD101")
    assert done.returncode == 0, done.stderr
    assert "time_format" in done.stdout


def test_check_of_a_plain_file_imports_no_heavy_library(installed):
    done = installed.run("python", "-X", "importtime", "-m", "pipelint", "check", "--no-cache", "fluent.conf")
    assert done.returncode == 1, done.stderr
    imported = {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "pipelint._native" in imported
    assert not {"lark", "yaml", "rich", "pygls", "numpy", "tree_sitter_yaml"} & imported


def test_a_checkout_reads_the_top_level_folders():
    assert data_dir("rules") == ROOT / "rules"
    assert data_dir("grammars") == ROOT / "grammars"
    assert data_dir("cost_models") == ROOT / "cost-models"
    assert data_dir("plugins") == ROOT / "plugins"
