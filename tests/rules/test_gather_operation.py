"""The operations ``rename`` and ``gather`` in pages: what they ask of their expression, and what their edits do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from pipelint.checker.config.findings import check_config
from pipelint.rules.errors import RulePageError
from pipelint.rules.index import Index, compile_pages

PAGE = """\
---
code: TT101
name: toy
engine: fluentd
category: performance
severity: info
on: output
when: {when}
at: stage
message: m
reason: r
fix:
  {fix}
  safety: safe
since: 0.1.0
---
# A toy
## Why
So.
## Bad
```fluentd
```
## Good
```fluentd
```
## References
- none
"""


def compiled(tmp_path: Path, fix: str, when: str = "true") -> Index:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "TT101-toy.md").write_text(PAGE.format(fix=fix, when=when), encoding="utf-8")
    return compile_pages(folder)


@pytest.mark.parametrize(
    ("fix", "message"),
    [
        ("gather: stage", "gather expects flat parameters"),
        ("gather: stage.params", "gather expects flat parameters"),
        ("rename: stage\n  to: x", "rename expects a parameter"),
        ("rewrite: stage", "rewrite expects a part of a regex"),
        ("rename: stage.params.host", "to"),
    ],
)
def test_an_operation_on_something_else_is_an_error_of_the_page(tmp_path: Path, fix: str, message: str) -> None:
    with pytest.raises(RulePageError, match=message):
        compiled(tmp_path, fix)


@pytest.mark.parametrize(
    ("fix", "title", "edits"),
    [
        ("gather: stage.flat[0]", "move retry_limit into a new buffer section", 2),
        ("rename: stage.params.retry_limit\n  to: x_{stage.plugin}", "rename retry_limit to x_forward", 1),
    ],
)
def test_the_fix_says_what_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fix: str, title: str, edits: int) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fluent.conf").write_text("<match **>\n  @type forward\n  retry_limit 3\n</match>\n", encoding="utf-8")
    (checked,) = check(["fluent.conf"], Settings()).checked
    (finding,) = check_config(checked.config, Settings(), compiled(tmp_path, fix).rules).findings
    assert finding.fix is not None
    assert (finding.fix.title, len(finding.fix.edits)) == (title, edits)


def test_what_is_not_there_has_no_fix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fluent.conf").write_text("<match **>\n  @type stdout\n</match>\n", encoding="utf-8")
    (checked,) = check(["fluent.conf"], Settings()).checked
    (finding,) = check_config(checked.config, Settings(), compiled(tmp_path, "gather: stage.flat[0]").rules).findings
    assert finding.fix is None
