"""Keys that a stage asks for and that no event has, as far as inputs, parsers and filters say what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

TAIL = "[INPUT]\n    Name tail\n    Path /srv/a.log\n    Tag a\n{}"
JOURNAL = "[INPUT]\n    Name systemd\n    Tag a\n{}"
OUTPUT = "[OUTPUT]\n    Name stdout\n    Match *\n"
PARSERS = "[PARSER]\n    Name shop\n    Format regex\n    Regex ^(?<level>\\w+) (?<text>.*)$\n"
PARSERS += "[PARSER]\n    Name open\n    Format json\n"
SERVICE = "[SERVICE]\n    Parsers_File parsers.conf\n"


def section(name: str, *keys: str) -> str:
    return "".join([f"[FILTER]\n    Name {name}\n    Match *\n", *(f"    {key}\n" for key in keys)])


def found(folder: Path, files: dict[str, str]) -> list[tuple[str, Severity]]:
    (folder / ".git").mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    every = [each for checked in check([str(folder)], Settings()).checked for each in checked.findings if each.code == "FB924"]
    return [(each.message.split()[5], each.severity) for each in every]


GREP = section("grep", "Regex level error")
EXCLUDE = section("grep", "Exclude level debug")
LIFT = section("nest", "Operation lift", "Nested_under data")
LUA = "Code function f(tag, timestamp, record) {} return 2, timestamp, record end"
PARSE = section("parser", "Key_Name text", "Parser open")


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        (TAIL.format("") + GREP, [("level", Severity.WARNING)]),
        (TAIL.format("") + EXCLUDE, [("level", Severity.INFO)]),
        (TAIL.format("") + LIFT, [("data", Severity.WARNING)]),
        (TAIL.format("") + section("modify", "Rename text message"), [("text", Severity.INFO)]),
        (TAIL.format("    Parser shop\n") + GREP, []),
        (TAIL.format("    Parser open\n") + GREP, []),
        (TAIL.format("    Parser other\n") + GREP, []),
        (TAIL.format("    Parser ${SHOP}\n") + GREP, []),
        (TAIL.format("    Key level\n") + GREP, []),
        (TAIL.format("    Path_Key ${FILE}\n") + GREP, []),
        (TAIL.format("    Path_Key file\n") + GREP.replace("level", "file"), []),
        (TAIL.format("") + section("parser", "Key_Name log", "Parser shop") + GREP, []),
        (TAIL.format("") + section("parser", "Key_Name log", "Parser open") + GREP, []),
        (TAIL.format("") + section("modify", "Copy log level") + GREP, []),
        (TAIL.format("") + section("record_modifier", "Record level low") + GREP, []),
        (TAIL.format("") + section("record_modifier", "Record ${LEVEL} low") + GREP, []),
        (TAIL.format("") + section("lua", "Script a.lua", "Call f") + GREP, []),
        (TAIL.format("") + section("lua", LUA.format('record["x"] = 1'), "Call f") + GREP, [("level", Severity.WARNING)]),
        (TAIL.format("") + section("lua", LUA.format('record["level"] = 1'), "Call f") + GREP, []),
        (TAIL.format("") + section("lua", LUA.format("for k, v in pairs(record.a) do record[k] = v end"), "Call f") + GREP, []),
        (TAIL.format("") + section("kubernetes") + GREP, [("level", Severity.WARNING)]),
        (TAIL.format("") + section("kubernetes", "Merge_Log On") + GREP, []),
        (TAIL.format("") + section("kubernetes", "Merge_Log On", "Merge_Log_Key level") + GREP, []),
        (TAIL.format("") + section("nest", "Operation nest", "Wildcard *", "Nest_under level") + GREP, []),
        # Nothing is lifted of a map that is not there, and of one that is nobody knows what.
        (TAIL.format("") + LIFT + GREP, [("data", Severity.WARNING), ("level", Severity.WARNING)]),
        (TAIL.format("    Key data\n") + LIFT + GREP, []),
        (JOURNAL.format("") + PARSE, [("text", Severity.WARNING)]),
        (JOURNAL.format("") + PARSE.replace("text", "MESSAGE"), []),
        (JOURNAL.format("    Lowercase On\n") + PARSE, []),
        (TAIL.format("") + "[INPUT]\n    Name forward\n" + GREP, []),
        ("[INPUT]\n    Name tcp\n    Format none\n" + GREP, [("level", Severity.WARNING)]),
        ("[INPUT]\n    Name tcp\n" + GREP, []),
        (TAIL.format("") + section("grep", "Regex $log['a'] error"), []),
        (TAIL.format("") + section("grep", "Regex ${KEY} error"), []),
    ],
)
def test_a_key_is_told_where_all_that_gives_one_is_known(
    tmp_path: Path, stages: str, expected: list[tuple[str, Severity]]
) -> None:
    assert found(tmp_path, {"fluent-bit.conf": SERVICE + stages + OUTPUT, "parsers.conf": PARSERS}) == expected


SYSLOG = "[INPUT]\n    Name syslog\n    Mode tcp\n    Parser shop\n    Source_Address_Key from\n    Tag net\n"
SEND = "[OUTPUT]\n    Name gelf\n    Match {}\n    Gelf_Host_Key {}\n"
LOKI = "[OUTPUT]\n    Name loki\n    Match *\n    Labels job=a, tag=$TAG, {}\n"
OPEN = "[INPUT]\n    Name forward\n    Tag other\n"


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        (SYSLOG + SEND.format("net", "host"), [("host", Severity.WARNING)]),
        (SYSLOG + SEND.format("net", "level"), []),
        (SYSLOG + SEND.format("net", "from"), []),
        (SYSLOG.replace("shop", "open") + SEND.format("net", "host"), []),
        # By default it has a parser of the images.
        (SYSLOG.replace("    Parser shop\n", "") + SEND.format("net", "host"), []),
        # What other inputs give does not come here, whatever filters it shares with this one.
        (OPEN + SYSLOG + section("modify", "Add site a") + SEND.format("net", "host"), [("host", Severity.WARNING)]),
        (OPEN + SYSLOG + section("modify", "Add site a") + SEND.format("*", "host"), []),
        (OPEN + SYSLOG + section("rewrite_tag", "Rule $a b net false") + SEND.format("net", "host"), []),
        (TAIL.format("") + LOKI.format("level=$level"), [("level", Severity.WARNING)]),
        (TAIL.format("") + LOKI.format("$level"), [("level", Severity.WARNING)]),
        (TAIL.format("") + LOKI.format("level=$log['level']"), []),
        (TAIL.format("") + LOKI.format("level=info"), []),
    ],
)
def test_an_output_takes_fields_too(tmp_path: Path, stages: str, expected: list[tuple[str, Severity]]) -> None:
    assert found(tmp_path, {"fluent-bit.conf": SERVICE + stages, "parsers.conf": PARSERS}) == expected


def test_another_config_may_have_filters(tmp_path: Path) -> None:
    part = TAIL.format("") + GREP + OUTPUT
    main = "[INPUT]\n    Name forward\n@INCLUDE /etc/fluent-bit/parts/*.conf\n" + OUTPUT
    assert found(tmp_path, {"web/parts/a.conf": part, "web/parts/main.conf": main}) == []


def test_a_chart_has_filters_of_its_own(tmp_path: Path) -> None:
    values = "config:\n  inputs: |\n" + "".join(f"    {line}\n" for line in TAIL.format("").splitlines())
    values += "  outputs: |\n    [OUTPUT]\n        Name splunk\n        Match *\n        Event_Key $text\n"
    assert found(tmp_path, {"values.yaml": values}) == []
