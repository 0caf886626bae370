"""Each guard of each rule is needed by an example: without it the rule has a false finding there."""

from __future__ import annotations

from functools import cache

import pytest

from pipelint.base.text.document import SourceFile
from pipelint.checker import Settings, load
from pipelint.engines.registry import ENGINES
from pipelint.facts.schema import roots
from pipelint.predicate.schema import Schema
from pipelint.rules.pages.compile import compile_page
from pipelint.rules.pages.page import read_page
from tests.rules.guards import Guard, all_survivors, guards, kept, survivors

HELP = """
{code} loses nothing when this condition of `when` is taken out:
    {text}
Either the page has a config to show, under ## Good, in which the rule would find something without it;
or the condition is implied by the others, and can go;
or neither: then this line with a reason belongs into tests/rules/guards-kept-*.txt:
    {code} | {text} | REASON
`python -m tests.rules.guards {code}` tells whether it was enough."""

PAGE = """\
---
code: TT201
name: toy-rule
engine: fluentd
category: reliability
severity: warning
on: output
when: {when}
at: stage
message: toy
reason: toy
---
# A toy
## Why
Toys.
## Bad
```fluentd
```
## Good
```fluentd
```
## References
- toys
"""


@cache
def surviving() -> tuple[Guard, ...]:
    return tuple(all_survivors())


@pytest.mark.slow
def test_every_guard_is_needed_by_an_example() -> None:
    reasons = kept()
    lost = [HELP.format(code=guard.rule.code, text=guard.text) for guard in surviving() if guard.key not in reasons]
    assert not lost, "\n".join(lost)


@pytest.mark.slow
def test_every_line_of_the_allow_list_names_a_survivor() -> None:
    found = {guard.key for guard in surviving()}
    stale = [f"{code} | {text}" for code, text in kept() if (code, text) not in found]
    assert not stale, "\n".join(["an example needs these guards, or they are gone; take the lines out:", *stale])


def toy_survivors(when: str, *configs: str) -> list[str]:
    """The guards of a rule on outputs that survive these configs."""
    file = SourceFile("tt201.md", PAGE.format(when=when).encode())
    rule = compile_page(file, dict.fromkeys((*ENGINES.names, "any"), Schema(roots({}))), file.path)
    found = [load(["-"], stdin=text.encode(), stdin_filename="fluent.conf") for text in configs]
    examples = [(config, Settings()) for loaded in found for config in loaded.configs]
    return [guard.text for guard in survivors(guards(rule, read_page(file)), examples, [rule])]


NULL, FILE = "<match **>\n  @type null\n</match>\n", "<match **>\n  @type file\n  path /a\n</match>\n"


def test_a_guard_survives_until_a_config_needs_it() -> None:
    when = "(stage.plugin == 'file' && !has(stage.params.path))"
    assert toy_survivors(when) == ["stage.plugin == 'file'", "!has(stage.params.path)"]
    assert toy_survivors(when, NULL) == ["!has(stage.params.path)"]
    assert toy_survivors(when, FILE) == ["stage.plugin == 'file'"]
    assert toy_survivors(when, NULL, FILE) == []


def test_a_guard_that_others_imply_survives_any_config() -> None:
    assert toy_survivors("has(stage.params.path) && stage.params.path.value == '/b'", NULL, FILE) == ["has(stage.params.path)"]


def test_the_only_condition_of_a_rule_is_no_guard() -> None:
    assert toy_survivors("has(stage.params.path)", NULL, FILE) == []


def test_a_finding_that_a_comment_hides_is_no_new_one_without_the_guard() -> None:
    hidden = FILE.replace("<match", "# pipelint: ignore[TT201]\n<match")
    assert toy_survivors("stage.plugin == 'file' && has(stage.params.path)", hidden) == [
        "stage.plugin == 'file'",
        "has(stage.params.path)",
    ]
