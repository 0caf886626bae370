"""The regular expressions of a config are found where they stand, as Fluent Bit compiles them."""

from __future__ import annotations

from pathlib import Path

from pipelint.checker.loading import load
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
