"""The regular expressions of a config are found where they stand, as Fluent Bit compiles them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.loading import load
from pipelint.engines.fluentbit.facts.regexes import stage_regexes
from pipelint.facts.schema import regexes

TEXT = r"""[FILTER]
    Name grep
    Match *
    Regex log /é a|b/i
[FILTER]
    Name rewrite_tag
    Match *
    Rule $log "^a b$" new.$TAG false
[FILTER]
    Name modify
    Match *
    Condition Key_value_matches log ^c d$
    Remove_regex ^x
[OUTPUT]
    Name stdout
    Match_Regex ^ab(
[PARSER]
    Name p
    Format regex
    Regex ^(?<a>.*)$
[MULTILINE_PARSER]
    name m
    type regex
    rule "start_state" "/^\d+ (/" "cont"
    rule "cont" "/^\s/" "cont"
"""


def test_a_regex_is_a_part_of_its_value(tmp_path: Path) -> None:
    (tmp_path / "fluent-bit.conf").write_text(TEXT)
    (config,) = load([str(tmp_path / "fluent-bit.conf")]).configs
    facts = config.engine.facts.build(config)
    found = list(regexes(facts))
    assert [each.place.text for each in found] == [
        "é a|b", "^a b$", "^c d$", "^x", "^ab(", "^(?<a>.*)$", r"^\d+ (", r"^\s",
    ]  # fmt: skip
    assert [each.role.value for each in found] == ["test", "rewrite", "test", "test", "test", "parse", "first", "test"]
    # The mark is at the cause, in the value as it is written.
    refused = [each.refused for each in found if each.refused is not None]
    assert [(each.place.text, each.place.span.start) for each in refused] == [
        ("(", TEXT.encode().index(b"ab(") + 2),
        ("(", TEXT.encode().index(b"+ (") + 2),
    ]


@pytest.mark.parametrize(("tag", "used"), [("new", False), ("new.$TAG", False), ("new.$1", True), ("$0", True)])
def test_groups_of_a_rule_are_for_the_new_tag(tmp_path: Path, tag: str, used: bool) -> None:
    text = f"[FILTER]\n    Name rewrite_tag\n    Match *\n    Rule $log (a)b {tag} false\n"
    (tmp_path / "fluent-bit.conf").write_text(text)
    (config,) = load([str(tmp_path / "fluent-bit.conf")]).configs
    (stage,) = config.graph.stages
    assert [use.captures_used for use in stage_regexes(stage.kind, stage.plugin, stage.block)] == [used]


SERVICE = "[SERVICE]\n    Parsers_File parsers.conf\n"
TAIL = "[INPUT]\n    Name tail\n    Path /a.log\n"


@pytest.mark.parametrize(
    ("main", "idle"),
    [
        (TAIL, True),
        (TAIL + "    Parser p\n", False),
        (TAIL + "[FILTER]\n    Name parser\n    Key_Name log\n    Parser q\n    Parser p\n", False),
        # Who names the parser is not known: the environment.
        (TAIL + "    Parser ${PARSER}\n", False),
        # That a pod might name it does not make it one that runs: such files are mostly copies of Fluent Bit's own.
        (TAIL + "[FILTER]\n    Name kubernetes\n    Match *\n    K8S-Logging.Parser On\n", True),
        # The inputs may be elsewhere, and so may what names the parser.
        ("[OUTPUT]\n    Name stdout\n    Match *\n", False),
        (TAIL + "@INCLUDE more.conf\n", False),
    ],
)
def test_a_parser_that_nothing_names_is_idle(tmp_path: Path, main: str, idle: bool) -> None:
    (tmp_path / "fluent-bit.conf").write_text(SERVICE + main)
    (tmp_path / "parsers.conf").write_text("[PARSER]\n    Name p\n    Format regex\n    Regex ^a\n")
    (config,) = load([str(tmp_path / "fluent-bit.conf")]).configs
    (found,) = regexes(config.engine.facts.build(config))
    assert found.idle is idle


@pytest.mark.parametrize(("name", "idle"), [("syslog-rfc5424", False), ("syslog-rfc3164-local", False), ("syslog-other", True)])
def test_a_syslog_input_has_a_parser_by_default(tmp_path: Path, name: str, idle: bool) -> None:
    (tmp_path / "fluent-bit.conf").write_text(SERVICE + "[INPUT]\n    Name syslog\n    Mode tcp\n")
    (tmp_path / "parsers.conf").write_text(f"[PARSER]\n    Name {name}\n    Format regex\n    Regex ^a\n")
    (config,) = load([str(tmp_path / "fluent-bit.conf")]).configs
    (found,) = regexes(config.engine.facts.build(config))
    assert found.idle is idle
