"""Where a bound of docs/architecture.md cuts in, one line says so: each case of the benchmark of growth, beyond its bound."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from tests.security.programs import pipelint

pytestmark = pytest.mark.slow

CASES_FILE = Path(__file__).parents[2] / "benchmarks" / "growth_cases.py"
_spec = importlib.util.spec_from_file_location("growth_cases", CASES_FILE)
assert _spec is not None and _spec.loader is not None
growth_cases = importlib.util.module_from_spec(_spec)
sys.modules["growth_cases"] = growth_cases
_spec.loader.exec_module(growth_cases)
CASES = {case.name: case for case in growth_cases.CASES}

SAID = {
    ("terms of a condition", 2_000): "a condition has more than 1,000 comparisons",
    ("terms of a condition", 100_000): "more than 150,000 syntax nodes",
    ("branches of a condition", 3_000): "a pipeline has more than 1,000 conditions",
    ("ConfigMaps of a file", 501): "more than 500 configs in one file",
    ("Unicode classes of a regex", 5_000): "too large to analyse",
    ("words of an alternation", 5_000): "a regular expression has more than 16,384 characters",
    ("repetitions of a regex", 500): "a regular expression takes too long to analyse",
    ("groups inside each other", 1_000): "too deep nest level",
    ("regexes", 201): "more than 200 regular expressions",
    ("sections inside each other", 1_000): "sections are nested deeper than 200 levels",
    ("filters (Fluentd)", 5_000): "has 1,000 findings: the rest of the config was not checked",
    ("words of an alternation", 1_500): "more than 200 alternatives side by side: they are not compared",
    ("filters that set keys", 5_000): "FD903 takes too many steps on this config",
    ("matches of any prefix", 2_000): "too many plugins and tags to follow: each plugin was only checked by itself",
}


@pytest.mark.parametrize(("name", "size"), SAID)
def test_a_bound_is_said(name: str, size: int, tmp_path: Path) -> None:
    case = CASES[name]
    (tmp_path / case.file).write_text(case.text(size))
    shown = pipelint("check", case.file, "--format", "concise", cwd=tmp_path).stdout
    assert SAID[name, size] in shown, "\n".join(line[:200] for line in shown.splitlines()[-20:])


def test_many_regexes_that_are_long_together_are_said(tmp_path: Path) -> None:
    one = "<filter app.**>\n  @type grep\n  <regexp>\n    key message\n    pattern /{}/\n  </regexp>\n</filter>\n"
    (tmp_path / "a.conf").write_text("".join(one.format(f"{number}" + "a" * 8_000) for number in range(10)))
    assert "regular expressions of more than 65,536 characters in total" in pipelint("check", "a.conf", cwd=tmp_path).stdout
