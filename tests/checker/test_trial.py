"""A fix that does only a part of what it says, or something else, is withdrawn: it stays as advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pipelint.base.block import Block
from pipelint.base.effect import Gone, Has, Holds, Lacks, Written
from pipelint.base.finding import Edit, Finding, Fix, Safety, Severity
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span
from pipelint.checker import Settings, check, load
from pipelint.checker.config.findings import judge
from pipelint.checker.trial import trial
from pipelint.checker.trial.effects import come_true
from pipelint.checker.trial.trial import made, tried
from pipelint.engines.fluentd.syntax.parse import parse as parse_fluentd
from pipelint.engines.fluentd.syntax.writer import FluentdWriter
from pipelint.engines.logstash.syntax.parse import parse as parse_logstash
from pipelint.language.config import Config
from pipelint.rules.index import load_index
from pipelint.rules.pages.operations import FIELDS
from pipelint.suppress.baseline import write_baseline
from tests.each import each
from tests.fixes.examples import Example, examples

# Twice: an edit that removes one of them leaves the other.
TWICE = """\
<source>
  @type forward
  bind 127.0.0.1
</source>
<match **>
  @type elasticsearch
  host e
  <buffer>
    queue_limit_length 16
    chunk_limit_size 2M
    queue_limit_length 32
  </buffer>
</match>
"""


def found(example: Example, folder: Path) -> tuple[Config, list[Finding]]:
    """The config of an example, and the findings of its rule that have a fix."""
    (folder / example.name).write_text(example.text)
    (config,) = load([str(folder / example.name)]).configs
    findings = judge(config, example.settings, load_index().rules).findings
    return config, [finding for finding in findings if finding.code == example.rule.code and finding.fix is not None]


def parts(fix: Fix) -> Iterator[Fix]:
    """The fix without one of its edits, with one of them cut short, and with a word more."""
    for number, edit in enumerate(fix.edits):
        others = fix.edits[:number], fix.edits[number + 1 :]
        yield replace(fix, edits=others[0] + others[1])
        if edit.text.strip():
            short = edit.text.rstrip()
            for text in (short[:-1] + edit.text[len(short) :], short + "x" + edit.text[len(short) :]):
                yield replace(fix, edits=(*others[0], replace(edit, text=text), *others[1]))


@each("example", examples)
def test_a_part_of_a_fix_is_none(example: Example, tmp_path: Path) -> None:
    config, findings = found(example, tmp_path)
    for finding in findings:
        assert finding.fix is not None and finding.fix.effects
        assert made(config, [finding.fix]) is not None
        for part in parts(finding.fix):
            assert made(config, [part]) is None, part.edits


def test_the_pages_have_every_operation_that_there_is() -> None:
    kinds = {op.kind for rule in load_index().rules for op in rule.fix}
    assert kinds == set(FIELDS)


def test_a_fix_that_would_do_half_is_advice(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(TWICE)
    (finding,) = (f for f in check([str(tmp_path)], Settings()).findings if f.code == "FD306")
    assert finding.fix == Fix("remove queue_limit_length; set total_limit_size to 64M", (), Safety.DISPLAY)


def servers(count: int, folder: Path) -> Config:
    """A config with so many sections <server>."""
    inner = "".join(f"  <server>\n    host h{number}\n    port 24224\n  </server>\n" for number in range(count))
    (folder / "fluent.conf").write_text(f"<match **>\n  @type forward\n{inner}</match>\n")
    (config,) = load([str(folder)]).configs
    return config


def sets_port(block: Block, written: str) -> Finding:
    """A finding whose fix says that it sets the port to 1."""
    edit = FluentdWriter().set_param(block, "port", "1")
    fix = Fix("x", (replace(edit, text=written),), Safety.SAFE, (Has(block, "port", "1"),))
    return Finding("FD000", "x", Severity.INFO, "x", "x", block.place, fix=fix)


def offered(findings: Sequence[Finding]) -> list[bool]:
    return [finding.fix is not None and bool(finding.fix.edits) for finding in findings]


@pytest.mark.parametrize("hidden_by", ["a comment", "the baseline"])
def test_of_a_finding_that_is_hidden_the_fix_is_tried_as_well(hidden_by: str, tmp_path: Path) -> None:
    """Reports for machines have it."""
    last = "    queue_limit_length 32"
    text = TWICE if hidden_by == "the baseline" else TWICE.replace(last, f"    # pipelint: ignore[FD306]\n{last}")
    (tmp_path / "fluent.conf").write_text(text)
    asked = Settings()
    if hidden_by == "the baseline":
        (tmp_path / "b.json").write_text(write_baseline(check([str(tmp_path)], asked).findings, tmp_path))
        asked = replace(asked, baseline=tmp_path / "b.json")
    (checked,) = check([str(tmp_path / "fluent.conf")], asked).checked
    assert "FD306" not in {finding.code for finding in checked.findings}
    (finding,) = (f for f in (*checked.hidden, *checked.known) if f.code == "FD306")
    assert finding.fix is not None and not finding.fix.edits
    assert not [f for f in (*checked.findings, *checked.hidden, *checked.known) if f.fix is not None and f.fix.effects]


def test_of_fixes_tried_together_only_those_that_fail_are_withdrawn(tmp_path: Path) -> None:
    config = servers(9, tmp_path)
    written = ["1", "1", "", "3", "1", "1", "1", "</server>", "1"]
    findings = [sets_port(block, text) for block, text in zip(config.root.blocks[0].blocks, written, strict=True)]
    assert offered(tried(findings, config)) == [text == "1" for text in written]


def test_fixes_of_a_broken_config_are_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = "".join(f"  <server>\n    host h{number}\n    port 24224\n  </server>\n" for number in range(16))
    (tmp_path / "fluent.conf").write_text(f"<match **>\n  @type forward\n{inner}</match>\n</source>\n")
    (config,) = load([str(tmp_path)]).configs
    assert config.errors
    tries: list[int] = []
    monkeypatch.setattr(trial, "made", lambda *given: tries.append(len(given[1])) or made(*given))
    findings = [sets_port(block, "1") for block in config.root.blocks[0].blocks]
    assert offered(tried(findings, config)) == [False] * 16
    assert tries == [16]


def test_when_too_much_was_read_again_the_rest_is_withdrawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TRIAL_STAGES", 0)
    config = servers(1, tmp_path)
    # Two that touch are tried one after the other.
    findings = [sets_port(block, "1") for block in config.root.blocks[0].blocks] * 2
    assert offered(tried(findings, config)) == [True, False]


def test_each_stage_that_is_read_again_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<source>\n  @type sample\n  tag a\n</source>\n"
    server = "  <server>\n    host h\n    port 24224\n  </server>\n"
    (tmp_path / "fluent.conf").write_text(f"{source}<match **>\n  @type forward\n{server}</match>\n")
    (config,) = load([str(tmp_path)]).configs
    # The source and the output, each time.
    assert len(config.graph.stages) == 2
    findings = [sets_port(config.root.blocks[1].blocks[0], "1")] * 3
    for most, works in ((1, [True, False, False]), (2, [True, True, False]), (4, [True, True, True])):
        monkeypatch.setattr(trial, "TRIAL_STAGES", most)
        assert offered(tried(findings, config)) == works


FLUENTD = "<a>\n  x 1\n  y 2\n  <b k>\n    z 3\n  </b>\n</a>\n<a>\n  x 1\n</a>\n"
LOGSTASH = """\
input { stdin { codec => json { charset => "a" } id => "i" } }
filter { if [a] { drop { } } else if [b] { drop { } } }
"""


def read(text: str) -> Document:
    return Document.whole(SourceFile("c.conf", text.encode()))


@pytest.mark.parametrize(
    ("after", "so"),
    [
        (FLUENTD.replace("y 2", "y 5"), True),
        (FLUENTD, False),
        (FLUENTD.replace("y 2", "y 6"), False),
        (FLUENTD.replace("y 2", "y \"#{5}\""), False),
        (FLUENTD.replace("  y 2", "  x 1\n  y 5"), True),
        (FLUENTD.replace("y 2", "y 5").replace("x 1", "x 2"), False),
        (FLUENTD.replace("y 2", "y 5").replace("<b k>", "<b>"), False),
        (FLUENTD.replace("y 2", "y 5").replace("b", "c"), False),
        (FLUENTD.replace("y 2", "y 5").replace("    z 3\n", ""), False),
        (FLUENTD.replace("y 2", "y 5") + "<c>\n</c>\n", False),
        (FLUENTD[:-1].replace("y 2", "y 5").rpartition("<a>")[0], False),
    ],
)  # fmt: skip
def test_a_value_that_is_set_and_nothing_else(after: str, so: bool) -> None:
    before = parse_fluentd(read(FLUENTD)).root
    assert come_true(before, parse_fluentd(read(after)).root, [Has(before.blocks[0], "y", "5")]) is so


def test_of_two_alike_sections_the_one_that_was_meant() -> None:
    before = parse_fluentd(read(FLUENTD)).root
    after = parse_fluentd(read(FLUENTD.replace("x 1", "x 2", 1))).root
    assert come_true(before, after, [Has(before.blocks[0], "x", "2")])
    assert not come_true(before, after, [Has(before.blocks[1], "x", "2")])


def test_a_section_of_another_config_is_none_of_this_one() -> None:
    before, other = parse_fluentd(read(FLUENTD)).root, parse_fluentd(read(FLUENTD)).root
    assert come_true(before, other, [Lacks(before.blocks[0], "z")])
    assert not come_true(before, other, [Lacks(other.blocks[0], "z")])


def test_what_goes_and_what_comes() -> None:
    before = parse_fluentd(read(FLUENTD)).root
    (first, _), (inner,) = before.blocks, before.blocks[0].blocks
    gone = parse_fluentd(read(FLUENTD.replace("  <b k>\n    z 3\n  </b>\n", ""))).root
    assert come_true(before, gone, [Gone(inner)])
    assert not come_true(before, before, [Gone(inner)])
    assert not come_true(before, gone, [Lacks(inner, "z")])
    # What is in a section that is gone has no value.
    assert not come_true(before, gone, [Has(inner, "z", "4"), Gone(inner)])
    added = parse_fluentd(read(FLUENTD.replace("  y 2\n", "  <c d>\n    y 2\n  </c>\n"))).root
    assert come_true(before, added, [Lacks(first, "y"), Holds(first, "c", "d", {"y": first.params["y"]})])
    assert not come_true(before, added, [Lacks(first, "y"), Holds(first, "c", "d", {"y": "3"})])
    assert not come_true(before, added, [Lacks(first, "y"), Holds(first, "c", "", {"y": "2"})])
    assert not come_true(before, added, [Holds(first, "c", "d", {"y": "2"})])


def test_a_codec_is_a_setting_and_a_section_of_logstash() -> None:
    before = parse_logstash(read(LOGSTASH)).root
    plugin = before.blocks[0].blocks[0]
    other = parse_logstash(read(LOGSTASH.replace('json { charset => "a" }', "plain"))).root
    assert come_true(before, other, [Has(plugin, "codec", "plain")])
    assert not come_true(before, other, [Has(plugin, "codec", "line")])
    none = parse_logstash(read(LOGSTASH.replace('codec => json { charset => "a" }', ""))).root
    assert come_true(before, none, [Lacks(plugin, "codec")])
    assert come_true(before, none, [Gone(plugin.blocks[0])])
    assert come_true(none, other, [Holds(none.blocks[0].blocks[0], "codec", "plain", {})])
    charset = parse_logstash(read(LOGSTASH.replace('"a"', '"b"'))).root
    assert come_true(before, charset, [Has(plugin.blocks[0], "charset", "b")])
    assert not come_true(before, charset, [Has(plugin, "codec", "json")])


def test_without_the_branch_before_it_an_else_if_is_the_if() -> None:
    before = parse_logstash(read(LOGSTASH)).root
    after = parse_logstash(read(LOGSTASH.replace("if [a] { drop { } } else ", ""))).root
    assert come_true(before, after, [Gone(before.blocks[1].blocks[0])])
    three = parse_logstash(read(LOGSTASH.replace("else if [b]", "else if [b] { drop { } } else if [c]"))).root
    last = parse_logstash(read(LOGSTASH.replace("if [a] { drop { } } else if [b]", "if [c]"))).root
    assert come_true(three, last, [Gone(branch) for branch in three.blocks[1].blocks[:2]])
    # After one that is left it stays what it was.
    ends = parse_logstash(read(LOGSTASH.replace("else if [b]", "else if [c]"))).root
    assert come_true(three, ends, [Gone(three.blocks[1].blocks[1])])


def test_what_is_added_may_be_like_what_was_there_before() -> None:
    before = parse_fluentd(read("<a>\n  <b>\n    x 1\n  </b>\n  <b>\n    y 2\n  </b>\n</a>\n")).root
    after = parse_fluentd(read("<a>\n  <b>\n    x 1\n  </b>\n  <b>\n    y 2\n  </b>\n  <b>\n    x 1\n  </b>\n</a>\n")).root
    assert come_true(before, after, [Holds(before.blocks[0], "b", "", {"x": "1"})])


def test_a_condition_is_written_as_an_edit_says() -> None:
    document = read(LOGSTASH)
    before = parse_logstash(document).root
    branch = before.blocks[1].blocks[0]
    start = branch.arg_place.span.start
    edits = (Edit(document, Span(start + 1, start + 2), "c"),)
    written = parse_logstash(read(LOGSTASH.replace("[a]", "[c]"))).root
    assert come_true(before, written, [Written(branch, edits)])
    # At the same place of another file it is no edit of this condition.
    elsewhere = tuple(replace(edit, document=read(LOGSTASH)) for edit in edits)
    assert not come_true(before, written, [Written(branch, elsewhere)])
    assert not come_true(before, parse_logstash(read(LOGSTASH.replace("[a]", "[d]"))).root, [Written(branch, edits)])
