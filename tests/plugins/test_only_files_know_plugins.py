"""What is known of a plugin stands in its file, and in the folder of its engine: nowhere else in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pipelint.plugins.index import load_index
from tests.each import each

PACKAGE = Path(__file__).resolve().parents[2] / "pipelint"
NAMES = {name for head in load_index().heads.values() for plugins in head["plugins"].values() for name in plugins}

# Plugins with names that mean other things too: formats of files, words of YAML, of regular expressions and of pipelint itself.
WORDS = frozenset(
    [
        "aws",
        "blob",
        "buffer",
        "concat",
        "copy",
        "cpu",
        "cri",
        "csv",
        "date",
        "docker",
        "ecs",
        "environment",
        "eq",
        "equal",
        "es",
        "events",
        "file",
        "fingerprint",
        "fluent",
        "grok",
        "hash",
        "head",
        "http",
        "json",
        "kubernetes",
        "labels",
        "line",
        "logstash",
        "ltsv",
        "map",
        "memory",
        "none",
        "null",
        "pipeline",
        "plain",
        "range",
        "regex",
        "relabel",
        "rest",
        "retry",
        "route",
        "ruby",
        "sample",
        "service",
        "split",
    ]
)
# Why a file may name plugins all the same.
REASONS = {
    "joined/make.py": "exec is the name of a mode of Python's symbol tables",
    "bench/transport/make.py": "what pipelint bench sends by: protocols, and a file that somebody tails",
    "cli/load/bench.py": "the same",
    "cli/load/plan.py": "the same",
    "plugins/form/keys.py": "by which of these a plugin is fed, and which protocol stands for a server",
    "measure/feeds.py": "the same",
    "replay/record.py": "standard output, as Python calls it",
    "measure/rewrite/redirect.py": "the same",
    "measure/sinks/make.py": "the same",
    "measure/lines.py": "the streams of a container",
    "stats/beats.py": "the shippers that log these lines, and their words",
    "checker/pages/skeleton.py": "the examples of a new rule page name some plugin",
    "facts/grok/troubles.py": "which parser of Fluentd reads grok patterns",
    "facts/stage.py": "facts of Fluentd's stages",
    "sources/compose/doors.py": "the host that Kibana asks where nothing names another",
    "facts/workload_files.py": "what Fluentd's plugins keep on the disk of a pod",
}


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module, each with its line."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] != "engines"]


@each("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_plugin_is_named_outside_of_its_engine(path: Path) -> None:
    if path.relative_to(PACKAGE).as_posix() in REASONS:
        return
    assert [(line, text) for line, text in literals(path) if text in NAMES - WORDS] == []
