"""The bad examples of all rule pages that have a fix which may be made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from _pytest.mark import ParameterSet

from pipelint.base.finding import Safety
from pipelint.base.text.document import SourceFile
from pipelint.checker import Settings
from pipelint.checker.pages.examples import settings_of
from pipelint.data import data_dir
from pipelint.rules.index import load_index
from pipelint.rules.pages.page import read_page
from pipelint.rules.rule import Rule
from tests.fixes.proof import Proof

NAMES = {"fluentd": "fluent.conf", "logstash": "logstash.conf"}


@dataclass(frozen=True, eq=False)
class Example:
    """A bad example of a rule that has a fix which may be made."""

    rule: Rule
    name: str
    text: str
    settings: Settings

    @property
    def proof(self) -> Proof:
        return Proof(self.settings)


@cache
def examples() -> list[ParameterSet]:
    """All of them, as cases of a test."""
    out = []
    for rule in load_index().rules:
        if all(op.safety is Safety.DISPLAY for op in rule.fix):
            continue
        path = data_dir("rules") / rule.page
        for number, e in enumerate(read_page(SourceFile(str(path), path.read_bytes())).of("Bad"), 1):
            if e.language in NAMES:
                example = Example(rule, NAMES[e.language], e.text, settings_of(e))
                out.append(pytest.param(example, id=f"{rule.code}-{number}"))
    return out
