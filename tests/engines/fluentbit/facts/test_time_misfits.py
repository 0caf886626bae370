"""Times that a parser's regex captures, as the finding shows one that does not fit."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

PARSER = "[PARSER]\n    Name shop\n    Format regex\n    Regex ^(?<time>{}) (?<message>.*)$\n    Time_Format %Y/%m/%d\n"


@pytest.mark.parametrize(
    ("time", "example"),
    [
        (r"\d{4}-\d\d-\d{2}", "1234-12-12"),
        (r"[0-9]{4}-\d+-\d{0,2}", "1234-12-1"),
        (r"\d{2}\d{2}-\d", "1234-1"),
        (r"\d{99}-\d", "1234567890-1"),
    ],
)
def test_an_example_has_as_many_digits_as_the_regex_asks_for(tmp_path: Path, time: str, example: str) -> None:
    (tmp_path / "parsers.conf").write_text(PARSER.format(time))
    (found,) = (each for each in check([str(tmp_path)], Settings()).findings if each.code == "FB923")
    assert f"such as {example}, do not fit" in found.message
