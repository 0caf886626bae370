"""Keys that parsers make numbers, and that regexes of filters look into."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

INPUT = "[SERVICE]\n    Parsers_File p.conf\n[INPUT]\n    Name tail\n    Path /a.log\n    Tag a\n    Parser shop\n"
GREP = "[FILTER]\n    Name grep\n    Match *\n    Regex code ^5\n"
OUTPUT = "[OUTPUT]\n    Name stdout\n    Match *\n"
PARSER = "[PARSER]\n    Name shop\n    Format regex\n    Regex ^(?<code>\\d+) (?<text>.*)$\n"
TYPES = "    Types code:integer text:string\n"
OTHER = "[FILTER]\n    Name parser\n    Match *\n    Key_Name text\n    Parser other\n    Reserve_Data On\n"
LUA = "[FILTER]\n    Name lua\n    Match *\n    Call f\n    Code function f(t, s, r) {} return 1, s, r end\n"
TIME = "    Time_Key code\n    Time_Format %s\n"


@pytest.mark.parametrize(
    ("filters", "parsers", "expected"),
    [
        (GREP, PARSER + TYPES, True),
        (GREP.replace("code", "$code"), PARSER + TYPES.replace("integer", "Float"), True),
        (GREP, PARSER, False),
        (GREP, PARSER + TYPES.replace("integer", "string"), False),
        # The time is taken out of the event, unless it is to stay.
        (GREP, PARSER + TYPES + TIME, False),
        (GREP, f"{PARSER}{TYPES}{TIME}    Time_Keep On\n", True),
        # Another parser gives another key, the same one as a text, or any key.
        (OTHER + GREP, PARSER + TYPES + PARSER.replace("shop", "other").replace("<code>", "<more>"), True),
        (OTHER + GREP, PARSER + TYPES + PARSER.replace("shop", "other"), False),
        (OTHER + GREP, f"{PARSER}{TYPES}[PARSER]\n    Name other\n    Format json\n", False),
        (OTHER + GREP, PARSER + TYPES, False),
        # A script may set it, by its name or with all others.
        (LUA.format("r.size = 1") + GREP, PARSER + TYPES, True),
        (LUA.format("r.code = r.text") + GREP, PARSER + TYPES, False),
        (LUA.format("for k, v in pairs(r) do r[k] = tostring(v) end") + GREP, PARSER + TYPES, False),
        # So may filters, an input that takes whole events, and what is not known.
        (
            GREP.replace("grep", "type_converter").replace("Regex code ^5", "int_key code code string") + GREP,
            PARSER + TYPES,
            False,
        ),
        (f"[INPUT]\n    Name forward\n{GREP}", PARSER + TYPES, False),
        # A condition that takes no regex.
        (GREP.replace("grep", "modify").replace("Regex", "Set a b\n    Condition Key_value_equals"), PARSER + TYPES, False),
    ],
)
def test_a_regex_on_a_number(tmp_path: Path, filters: str, parsers: str, expected: bool) -> None:
    (tmp_path / "fluent-bit.conf").write_text(INPUT + filters + OUTPUT)
    (tmp_path / "p.conf").write_text(parsers)
    assert any(found.code == "FB956" for found in check([str(tmp_path)], Settings()).findings) == expected
