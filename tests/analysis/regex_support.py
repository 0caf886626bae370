"""Regexes of small configs, for the tests of what is known of them."""

from __future__ import annotations

from pathlib import Path

from pipelint.checker import load
from pipelint.cost.regex.prices import ModelPrices
from pipelint.facts.regexes.facts import RegexFact, regex_facts
from tests.facts import build_facts

LINE = 250


def regexes(path: Path) -> list[RegexFact]:
    loaded = load([str(path)])
    assert not loaded.problems
    built = [build_facts(config) for config in loaded.configs]
    return [regex for facts in built for regex in regex_facts(facts.engine, facts.config, ModelPrices(LINE))]


def fluentd(folder: Path, filters: str) -> list[RegexFact]:
    path = folder / "fluent.conf"
    path.write_text(f"<source>\n@type forward\n</source>\n{filters}\n<match **>\n@type stdout\n</match>\n")
    return regexes(path)


def logstash(folder: Path, filters: str) -> list[RegexFact]:
    path = folder / "logstash.conf"
    path.write_text(f"input {{ stdin {{ }} }}\nfilter {{\n{filters}\n}}\noutput {{ null {{ }} }}\n")
    return regexes(path)


def grep(folder: Path, pattern: str) -> RegexFact:
    (found,) = fluentd(folder, f"<filter **>\n@type grep\n<regexp>\nkey m\npattern {pattern}\n</regexp>\n</filter>")
    return found


def parser(folder: Path, body: str) -> list[RegexFact]:
    return fluentd(folder, f"<filter **>\n@type parser\nkey_name m\n<parse>\n{body}\n</parse>\n</filter>")
