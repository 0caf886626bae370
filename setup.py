"""The parts of the build that pyproject.toml cannot say: data of top-level folders, and the indexes of rules and plugins."""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Distribution, setup
from setuptools.command.build import build
from setuptools.command.build_py import build_py

# Package in the wheel: (folder of the checkout, what of it the wheel carries).
DATA = {
    "pipelint.data.rules": ("rules", ["**/*.md"]),
    "pipelint.data.grammars": ("grammars", ["*.lark", "*/queries/*.scm"]),
    "pipelint.data.cost_models": ("cost-models", ["**/*.json", "measurements/*.csv"]),
    "pipelint.data.plugins": ("plugins", ["*/*.yaml"]),
}

# What is run to see which modules are loaded together: first checks in which nothing is found. Beside the examples there are no
# settings, but for the last one.
SAMPLES = [
    ["check", "examples/articles/forward-client/fluent.conf"],
    ["check", "--ignore", "FD200,FD219,FD296,FD809", "examples/fluentd/tuning-article-after.conf"],
    ["check", "examples/fluentd/tuning-article-before.conf"],
    ["check", "examples/trace/web.conf"],
    ["check", "examples/logstash/upgrade.conf"],
    ["check", "examples/fluentbit/web.conf"],
    ["estimate", "examples/fluentd/tuning-article-before.conf"],
    ["check", "--config", "settings.toml", "examples/fluentd/tuning-article-before.conf"],
]


class BuildPy(build_py):
    """Adds the top-level folders as packages of data, but not to an editable install, which reads them in place."""

    def finalize_options(self) -> None:
        if "editable_wheel" not in self.distribution.command_obj:
            add_data(self.distribution)
        super().finalize_options()


class Build(build):
    """Compiles rule pages and plugin files when all else is built: the native module checks the regexes of pages."""

    def run(self) -> None:
        # What an earlier build left, a page renamed since for one, would go into the wheel.
        shutil.rmtree(Path(self.build_lib) / "pipelint", ignore_errors=True)
        super().run()
        compile_indexes(Path(self.build_lib))
        join_modules(Path(self.build_lib))
        write_build_id(Path(self.build_lib))


def add_data(distribution: Distribution) -> None:
    """Maps each data folder to its package; without the mapping an editable install is one plain path entry."""
    distribution.package_dir = {**(distribution.package_dir or {})}
    distribution.package_data = {**(distribution.package_data or {})}
    distribution.packages = [*{**dict.fromkeys(distribution.packages or []), **dict.fromkeys(DATA)}]
    for package, (folder, patterns) in DATA.items():
        distribution.package_dir[package] = folder
        distribution.package_data[package] = patterns


def compile_indexes(built: Path) -> None:
    """Writes the indexes of rules and plugins into the package in ``built``, with the code that was just built there."""
    sys.path.insert(0, str(built.resolve()))
    # No byte code: all that lies in the folder goes into the wheel.
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        from pipelint.plugins.form.compile import compile_folder
        from pipelint.rules.index import compile_pages

        plugins, rules = built / "pipelint/data/plugins", built / "pipelint/data/rules"
        (plugins / "index.json").write_bytes(compile_folder(plugins))
        (rules / "index.json").write_bytes(compile_pages(rules).to_json())
    finally:
        sys.path.pop(0)
        sys.dont_write_bytecode = before


def join_modules(built: Path) -> None:
    """Writes the code of modules that are loaded together into files of their own."""
    sys.path.insert(0, str(built.resolve()))
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        from pipelint.joined.make import write_parts

        with TemporaryDirectory() as folder:
            shutil.copytree("examples", Path(folder, "examples"))
            Path(folder, "settings.toml").touch()
            write_parts(built, SAMPLES, Path(folder))
    finally:
        sys.path.pop(0)
        sys.dont_write_bytecode = before


def write_build_id(built: Path) -> None:
    """Writes what the build is known by: a hash of all files that were built, by which results of other builds are told apart."""
    found = hashlib.sha256()
    for path in sorted(path for path in (built / "pipelint").rglob("*") if path.is_file()):
        data = path.read_bytes()
        found.update(f"{path.relative_to(built).as_posix()} {len(data)}\n".encode() + data)
    page = built / "pipelint/build.py"
    text = page.read_text("utf-8")
    page.write_text(text.replace('ID = ""', f'ID = "{found.hexdigest()}"'), "utf-8")


setup(cmdclass={"build": Build, "build_py": BuildPy})
