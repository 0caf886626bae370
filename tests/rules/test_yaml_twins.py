"""Rules say the same of a config in the YAML format, and fixes make the same of it: the pages' examples, printed as YAML."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipelint.base.block import Block, Param
from pipelint.base.finding import Finding
from pipelint.base.text.document import Document, SourceFile
from pipelint.checker import Checked, Settings, check
from pipelint.data import data_dir
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.rules.index import load_index
from pipelint.rules.pages.page import read_page
from pipelint.rules.select import GROUPS, Selection
from tests.each import each
from tests.engines.fluentd.yaml_words import section_data

# A section that nothing reads is an error of the YAML format itself (FD302), and a key stands once in it.
V1_ALONE = frozenset({"FD380", "FD381", "FD384", "FD854"})


class Quoted(str):
    """A text that is written in quotes: plain ones would be numbers or truth values to Fluentd."""


class Code(str):
    """A text with embedded Ruby."""


class Dumper(yaml.SafeDumper):
    """Writes both."""


Dumper.add_representer(Quoted, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style="'"))
Dumper.add_representer(Code, lambda dumper, text: dumper.represent_scalar("!fluent/s", str(text), style="'"))


def data(block: Block) -> dict[str, Any]:
    """What stands under the key of a section."""
    params = {param.name: text(param) for param in block.params.values()}
    return section_data(
        block.name, block.arg and Quoted(block.arg), params, [(inner.name, data(inner)) for inner in block.blocks]
    )


def text(param: Param) -> str:
    return Code(param.value.replace("\\", "\\\\")) if param.embedded else Quoted(param.value)


def twin(example: str) -> str | None:
    """The example in the YAML format, None where that has no words for it: includes, errors, parameters at the root."""
    parsed = parse(Document.whole(SourceFile("fluent.conf", example.encode())))
    root = parsed.root
    system = [block for block in root.blocks if block.name == "system"]
    if parsed.errors or root.params or len(system) > 1 or any(block.name == "@include" for block in root.walk()):
        return None
    whole: dict[str, Any] = {"system": data(system[0])} if system else {}
    whole["config"] = [{block.name: data(block)} for block in root.blocks if block.name != "system"]
    dumped: str = yaml.dump(whole, Dumper=Dumper, sort_keys=False, width=1000, allow_unicode=True)
    return dumped


def shape(block: Block) -> tuple[object, ...]:
    return block.name, block.arg, {p.name: p.value for p in block.params.values()}, [shape(inner) for inner in block.blocks]


def fixed(checked: Checked, finding: Finding) -> Block:
    """The sections of the config with a finding's fix made."""
    assert finding.fix is not None
    document = finding.fix.edits[0].document
    new = document.text
    for edit in sorted(finding.fix.edits, key=lambda e: e.span.start, reverse=True):
        new = new[: edit.span.start] + edit.text.encode() + new[edit.span.end :]
    other = Document.whole(SourceFile(document.name, new))
    return checked.config.engine.load(checked.config.entry, {document: other}).root


def examples() -> list[object]:
    """The first Bad example of each page that is a config in the v1 format with a twin."""
    found: list[object] = []
    for rule in load_index().rules:
        path = data_dir("rules") / rule.page
        first = read_page(SourceFile(str(path), path.read_bytes())).of("Bad")[0]
        if rule.code in V1_ALONE:
            continue
        other = twin(first.text) if rule.engine == "fluentd" and first.language == "fluentd" and not first.options else None
        if other is not None:
            found.append(pytest.param(rule.code, first.text, other, id=rule.code))
    return found


@pytest.mark.slow
@each("code, v1, other", examples)
def test_findings_and_fixes_do_not_depend_on_the_format(
    code: str, v1: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    both: list[Checked] = []
    for name, content in (("fluent.conf", v1), ("fluent.yaml", other)):
        Path(name).write_text(content)
        (checked,) = check([name], Settings(Selection(GROUPS))).checked
        both.append(checked)
    assert Counter(f.code for f in both[1].findings) == Counter(f.code for f in both[0].findings)
    own = [next(f for f in checked.findings if f.code == code) for checked in both]
    assert (own[1].fix is None) == (own[0].fix is None)
    if own[0].fix is not None:
        assert shape(fixed(both[1], own[1])) == shape(fixed(both[0], own[0]))
