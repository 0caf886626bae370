"""Fixes on configs that people wrote: for every rule with a safe fix, files in which it finds something."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from pathlib import Path

import pytest

from pipelint.base.finding import Finding, Safety
from pipelint.checker import Settings, check
from pipelint.checker.trial.choose import applicable
from pipelint.rules.index import load_index
from pipelint.rules.select import Selection
from tests.fixes.hosts import assert_same_around
from tests.fixes.proof import EVERY_RULE, Proof

PER_RULE = {Safety.SAFE: math.inf, Safety.UNSAFE: 3}
"""Files a rule and folder: of safe fixes all that there are."""


def with_fix(path: Path, level: Safety, selection: Selection) -> set[str]:
    """The rules that have a fix to make in a file."""
    findings: list[Finding] = check([str(path)], Settings(selection=selection)).findings
    return {finding.code for finding in findings if applicable(finding, level)}


@pytest.mark.slow
@pytest.mark.parametrize("level", [Safety.SAFE, Safety.UNSAFE], ids=lambda level: level.value)
@pytest.mark.parametrize("folder", ["fluentd", "k8s", "logstash"])
def test_fixes_keep_their_promises_in_the_corpus(shared: Path, tmp_path: Path, folder: str, level: Safety) -> None:
    files = [path for path in sorted((shared / "corpus" / folder).rglob("*")) if path.is_file()]
    assert len(files) > 30
    random.Random(6).shuffle(files)
    allowed = {Safety.SAFE, level}
    open_rules = {rule.code for rule in load_index().rules if any(op.safety in allowed for op in rule.fix)}
    seen: dict[str, int] = defaultdict(int)
    proof = Proof(EVERY_RULE)
    for source in files:
        if not open_rules:
            break
        here = with_fix(source, level, Selection(tuple(sorted(open_rules))))
        if not here:
            continue
        path = tmp_path / source.name
        data = source.read_bytes()
        path.write_bytes(data)
        before = check([str(path)], EVERY_RULE)
        if before.problems:
            continue  # What cannot be read whole is a manifest of which one part is broken: nothing is promised of it.
        proof.assert_fixable(path, before.findings, level)
        if folder == "k8s":
            assert_same_around(data, path.read_bytes())
        for code in here:
            seen[code] += 1
        open_rules -= {code for code in here if seen[code] >= PER_RULE[level]}
    # In Logstash's corpus RX104 alone has a safe fix: what RX106 would save there is too little, by the times of Joni.
    assert len(seen) >= (1 if (folder, level) == ("logstash", Safety.SAFE) else 2)
