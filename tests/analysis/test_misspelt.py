"""Names of plugins and sections that one letter makes known ones, and those that are hardly meant for another."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.spelling import is_slip
from pipelint.checker.loading import load
from pipelint.engines.fluentd.facts.config import FluentdConfigFact
from tests.facts import build_facts


@pytest.mark.parametrize(
    ("word", "meant", "slip"),
    [
        ("elasticsearh", "elasticsearch", True),
        ("jsn", "json", True),
        ("grokk", "grok", True),
        ("stdotu", "stdout", True),
        ("bufer", "buffer", True),
        ("sns", "sqs", False),
        ("kafka3", "kafka2", False),
        ("https", "http", False),
        ("alb_log", "elb_log", False),
        ("elasticserch_", "elasticsearch", False),
        ("stdout", "stdout", False),
    ],
)
def test_a_slip_is_no_name_of_its_own(word: str, meant: str, slip: bool) -> None:
    assert is_slip(word, meant) is slip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<filtre a>\n</filtre>\n", [("filtre", "Fluentd", "filter")]),
        ("<sources>\n</sources>\n", [("sources", "Fluentd", "source")]),
        ("<label @A>\n<mach **>\n</mach>\n<match a>\n@type null\n</match>\n</label>\n", [("mach", "<label>", "match")]),
        ("<worker 0>\n<filte a>\n</filte>\n</worker>\n", [("filte", "<worker>", "filter")]),
        ("<match a>\n@type copy\n<sotre>\n@type null\n</sotre>\n</match>\n", [("sotre", "copy", "store")]),
        ("<match a>\n@type file\npath /x\n<bufer>\n</bufer>\n</match>\n", [("bufer", "file", "buffer")]),
        # What is switched off, what belongs elsewhere, what is not like anything, what an unknown plugin may read.
        ("<xmatch a>\n</xmatch>\n<match1 a>\n</match1>\n<store>\n</store>\n<other>\n</other>\n", []),
        ("<match a>\n@type own\n<bufer>\n</bufer>\n</match>\n", []),
    ],
)
def test_a_section_that_nothing_reads_is_told_with_the_one_that_is_meant(
    tmp_path: Path, text: str, found: list[tuple[str, str, str]]
) -> None:
    (tmp_path / "fluent.conf").write_text("<source>\n@type forward\n</source>\n" + text)
    (config,) = load([str(tmp_path / "fluent.conf")]).configs
    fact = build_facts(config).config
    assert isinstance(fact, FluentdConfigFact)
    assert [(each.name, each.owner, each.suggestion) for each in fact.misspelt_sections] == found
