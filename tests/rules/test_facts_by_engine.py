"""Pages of one engine see its facts, and no page sees another engine's."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.rules.errors import RulePageError
from pipelint.rules.index import compile_pages

PAGE = """---
code: TT101
name: some-rule
engine: {engine}
category: performance
severity: info
on: {on}
when: {when}
at: {at}
message: something
reason: some reason
---
# A rule

## Why
Because.

## Bad
```fluentd
<match **>
</match>
```

## Good
```fluentd
<match **>
</match>
```

## References
- none
"""


def errors(folder: Path, engine: str, when: str, on: str = "filter", at: str = "stage") -> list[str]:
    """What is wrong with a page."""
    (folder / "page.md").write_text(PAGE.format(engine=engine, when=when, on=on, at=at))
    try:
        compile_pages(folder)
    except RulePageError as error:
        return [each.message for each in error.all]
    return []


LOGSTASH = ["stage.guards.size() > 0", 'stage.params["add_field"].entries.size() > 0', "config.pipelines.size() > 0"]
FLUENTD = [
    "stage.rewrites.size() > 0",
    'stage.params["tag"].holes.size() > 0',
    "config.routing.labels.size() > 0",
    "has(stage.time)",
]
NEUTRAL = ["stage.known", "stage.upstream.exists(s, s.known)", "config.workers > 1", "has(stage.previous)"]


@pytest.mark.parametrize("when", LOGSTASH)
def test_logstash_s_facts_are_for_its_pages_alone(when: str, tmp_path: Path) -> None:
    assert errors(tmp_path, "logstash", when) == []
    assert all("is not a field of" in errors(tmp_path, other, when)[0] for other in ("fluentd", "any"))


@pytest.mark.parametrize("when", FLUENTD)
def test_fluentd_s_facts_are_for_its_pages_alone(when: str, tmp_path: Path) -> None:
    assert errors(tmp_path, "fluentd", when) == []
    assert all("is not a field of" in errors(tmp_path, other, when)[0] for other in ("logstash", "any"))


@pytest.mark.parametrize("when", NEUTRAL)
def test_neutral_facts_are_for_all_pages(when: str, tmp_path: Path) -> None:
    assert [errors(tmp_path, engine, when) for engine in ("fluentd", "logstash", "any")] == [[], [], []]


def test_an_engine_s_own_fact_is_seen_through_a_neutral_one(tmp_path: Path) -> None:
    assert errors(tmp_path, "logstash", "stage.upstream.exists(s, s.guards.size() > 0)") == []
    assert errors(tmp_path, "fluentd", "stage.upstream.exists(s, s.guards.size() > 0)") != []


def test_a_target_of_one_engine_is_none_of_another(tmp_path: Path) -> None:
    assert errors(tmp_path, "logstash", "branch.never", "branch", "branch") == []
    (wrong,) = errors(tmp_path, "fluentd", "branch.never", "branch", "branch")
    assert "branch" in wrong
