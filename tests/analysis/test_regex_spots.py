"""Parts of regexes that could be written otherwise, and how the new ones are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.facts.regexes.change import in_quotes
from pipelint.facts.regexes.facts import RegexFact
from tests.analysis.regex_support import grep, logstash, parser, regexes


def kinds(regex: RegexFact) -> list[tuple[str, str, str]]:
    return [(spot.kind, spot.part, spot.new) for spot in regex.spots]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("/.*foo/", [("start", ".*", "foo")]),
        ("/^.*foo/", [("start", ".*", "foo")]),
        (r"/\A.*foo/", []),
        (r"/\A.*foo/m", [("start", ".*", "foo")]),
        ("/.+foo/", []),
        # A possessive run leaves nothing for what stands after it: this matches no text, and foo does.
        ("/.*+foo/", []),
        ("/.*/", []),
        ("/^.*$/", []),
        ("/.*x?/", []),
        ("/foo.*/", [("end", ".*", "foo")]),
        ("/foo.*$/", [("end", ".*", "foo")]),
        (r"/foo.*\z/", []),
        (r"/foo.*\z/m", [("end", ".*", "foo")]),
        ("/.*foo.*/", [("around", ".*", "foo")]),
        ("/foo.*|bar/", []),
        ("/a|b|a/", [("twice", "a", "a|b")]),
        ("/x(?:a|b|a)y/", [("twice", "a", "x(?:a|b)y")]),
        ("/no|nope/", [("covered", "nope", "no")]),
        ("/nope|no/", [("covered", "nope", "no")]),
        ("/^no|nope/", []),
        ("/x(?:no|nope)y/", []),
        ("/no|NOPE/i", []),
    ],
)
def test_parts_that_a_test_does_not_need(tmp_path: Path, pattern: str, expected: list[tuple[str, str, str]]) -> None:
    found = [spot for spot in kinds(grep(tmp_path, pattern)) if spot[0] not in ("case", "captures")]
    assert found == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("%{DATA}foo=%{INT:a}", [("start", "%{DATA}", "foo=%{INT:a}")]),
        ("%{GREEDYDATA}foo=%{INT:a}", []),
        ("foo=%{INT:a}%{GREEDYDATA}", [("end", "%{GREEDYDATA}", "foo=%{INT:a}")]),
        ("foo=%{INT:a}%{GREEDYDATA:b}", []),
        ("^%{WORD:a} %{DATA:b} x=%{INT:c}", []),
        ("^%{WORD:a} %{DATA:b} %{INT:c}$", []),
        # "x one two three" has b = "one two".
        ("^%{WORD:a} %{DATA:b} %{NOTSPACE:c}$", []),
        (r"^%{WORD:a} \[%{DATA:b}\] x$", [("delimited", "%{DATA:b}", r"^%{WORD:a} \[(?<b>[^\]]*)\] x$")]),
        (r"^%{WORD:a} \[%{DATA:[b][c]}\] x$", []),
        ("%{GREEDYDATA:a}%{GREEDYDATA:b}", [("nothing", "%{GREEDYDATA:b}", "")]),
        ("%{GREEDYDATA:a} %{GREEDYDATA:b}", []),
        ("%{DATA:a}%{GREEDYDATA:b}", []),
    ],
)
def test_parts_of_grok_patterns(tmp_path: Path, pattern: str, expected: list[tuple[str, str, str]]) -> None:
    (found,) = logstash(tmp_path, f'grok {{ match => {{ "m" => "{pattern}" }} }}')
    assert [spot for spot in kinds(found) if spot[0] != "unanchored"] == expected


def delimited(regex: RegexFact) -> list[str]:
    return [spot.new for spot in regex.spots if spot.kind == "delimited"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"(?<a>x)\t(?<b>.*?)\t(?<c>y)$", [r"(?<a>x)\t(?<b>[^\t]*)\t(?<c>y)$"]),
        # A greedy one looks for the last delimiter, and that is only taken for a mistake where many parts are split so.
        ("^x(.*),(.*),(.*),y$", []),
        ("^x(.*),(.*),(.*),(.*),y$", ["^x([^,]*),([^,]*),([^,]*),([^,]*),y$"]),
        ("^x%{GREEDYDATA:a};%{DATA:b};%{GREEDYDATA};%{DATA:d};$", ["^x(?<a>[^;]*);(?<b>[^;]*);[^;]*;(?<d>[^;]*);$"]),
    ],
)
def test_wildcards_that_a_delimiter_ends(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    (found,) = logstash(tmp_path, f'grok {{ match => {{ "m" => "{pattern}" }} }}')
    assert delimited(found) == expected


def test_what_is_left_of_an_attack_when_a_wildcard_stops_at_its_delimiter(tmp_path: Path) -> None:
    cured, not_cured = logstash(
        tmp_path,
        r'grok { match => { "m" => ["^%{DATA:a},(?<b>.*?),(?<c>.*?),(?<d>.*?);$", "^(?<a>.*?):(?<b>.*?):(?<c>.*?),x$"] } }',
    )
    for found in (cured, not_cured):
        assert found.attack is not None
        assert found.attack.us > 250 and found.attack.alone
    assert [spot.attack_us < 250 for spot in cured.spots if spot.kind == "delimited"] == [True]
    assert [spot.attack_us < 250 for spot in not_cured.spots if spot.kind == "delimited"] == [False]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("/(?<a>x) y/", [r"\A(?<a>x) y"]),
        ("/(?<a>x)|(?<b>y)/", [r"\A(?:(?<a>x)|(?<b>y))"]),
        # Flags are a group around the whole, in which the alternatives stand.
        ("/(?<a>x)|(?<b>y)/i", [r"\A(?:(?<a>x)|(?<b>y))"]),
        ("/^(?<a>x)/", []),
        (r"/\A(?<a>x)|^y/", []),
        ("/^(?<a>x)|y/", [r"\A(?:^(?<a>x)|y)"]),
        ("/.*(?<a>x)/", []),
    ],
)
def test_a_parser_s_expression_without_an_anchor(tmp_path: Path, expression: str, expected: list[str]) -> None:
    (found,) = parser(tmp_path, f"@type regexp\nexpression {expression}")
    assert [spot.new for spot in found.spots if spot.kind == "unanchored"] == expected


@pytest.mark.parametrize(
    ("pattern", "new", "edits"),
    [
        ("%{WORD:a} %{WORD:b}", "^%{WORD:a} %{WORD:b}", ["^"]),
        ("%{WORD:a}|%{INT:b}", "^(?:%{WORD:a}|%{INT:b})", ["^(?:", ")"]),
    ],
)
def test_grok_is_anchored_with_a_caret(tmp_path: Path, pattern: str, new: str, edits: list[str]) -> None:
    (found,) = logstash(tmp_path, f'grok {{ match => {{ "m" => "{pattern}" }} }}')
    assert [(s.new, [e.text for e in s.edits]) for s in found.spots if s.kind == "unanchored"] == [(new, edits)]


def test_a_multiline_parser_keeps_what_it_reads_on_behind(tmp_path: Path) -> None:
    assert [kinds(r) for r in parser(tmp_path, "@type multiline\nformat1 /^(?<a>x).*/")] == [[]]
    assert [kinds(r) for r in parser(tmp_path, "@type regexp\nexpression /^(?<a>x).*/")] == [[("end", ".*", "^(?<a>x)")]]


@pytest.mark.parametrize(
    ("gsub", "said"),
    [
        ('"program files (x86)", ""', True),
        ('"(may be forged)", ""', True),
        (r'"program files (x86)", "\1"', False),
        ('"files (x86)?", ""', False),
        ('"files (x|y)", ""', False),
        ('"(error)", ""', False),
    ],
)
def test_parentheses_around_words(tmp_path: Path, gsub: str, said: bool) -> None:
    (found,) = logstash(tmp_path, f'mutate {{ gsub => ["m", {gsub}] }}')
    assert [spot.kind for spot in found.spots if spot.kind == "parentheses"] == ["parentheses"] * said


CONCAT = "<filter **>\n@type concat\nkey m\nmultiline_start_regexp {}\n</filter>"


YAML_CONCAT = 'config:\n- filter:\n    $type: concat\n    $tag: "**"\n    key: m\n    multiline_start_regexp: {}\n'


@pytest.mark.parametrize("text", [CONCAT, YAML_CONCAT], ids=["v1", "yaml"])
@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        (r"/\w+ \d+, /", r"/\A\w+ \d+, /"),
        (r'"/\\w+ \\d+, /"', r'"/\\A\\w+ \\d+, /"'),
        (r"'/\w+ \d+, /'", r"'/\A\w+ \d+, /'"),
    ],
)
def test_a_new_part_is_escaped_as_its_quotes_want_it(tmp_path: Path, text: str, written: str, fixed: str) -> None:
    path = tmp_path / ("fluent.yaml" if text is YAML_CONCAT else "fluent.conf")
    path.write_text(text.format(written))
    (found,) = regexes(path)
    assert found.text == r"\w+ \d+, "
    ((edit,),) = (spot.edits for spot in found.spots)
    data = found.place.document.text
    assert data[: edit.span.start] + edit.text.encode() + data[edit.span.end :] == text.format(fixed).encode()
    path.write_text(text.format(fixed))
    (after,) = regexes(path)
    assert after.text == r"\A\w+ \d+, " and not after.spots


@pytest.mark.parametrize("quote", ["'", '"'])
@pytest.mark.parametrize(("text", "single", "double"), [
    (r"\A", r"\A", r"\\A"), ('"', '"', r"\""), ("'", None, "'"), (r"\\", None, r"\\\\"), ("a\\", None, "a\\\\"),
    ("#", None, None), ("a\n", None, None),
])  # fmt: skip
def test_what_is_written_between_quotes(text: str, single: str | None, double: str | None, quote: str) -> None:
    """None where Fluentd's own format and YAML want it written in two ways."""
    assert in_quotes(text, quote) == (single if quote == "'" else double)


@pytest.mark.parametrize(
    ("written", "edits"),
    [("^.*foo", 1), ("^.* foo", 0), (".*'foo", 0), ("foo .*", 0), ("foo=.*", 1), ("/^.* foo/", 1), ("'^.* foo'", 1)],
)
def test_a_text_without_quotes_stays_one(tmp_path: Path, written: str, edits: int) -> None:
    assert [len(spot.edits) for spot in grep(tmp_path, written).spots if spot.kind in ("start", "end")] == [edits]


QUOTES = [
    "{}",
    "'{}'",
    '"{}"',
]


LISTED = [
    "/.*é foo.*/",
    "/a|b|a/",
    "/^(?:a|b|c).*x.*$/",
    "/é(a)+/",
    "/x|xy/i",
    "/(?i)[a-z]+ failed/",
    r"/.*\\[a\\].*/",
    "/(.)*'x/",
]


@pytest.mark.parametrize("quotes", QUOTES)
@pytest.mark.parametrize("pattern", LISTED)
def test_what_is_written_reads_as_the_new_pattern(tmp_path: Path, pattern: str, quotes: str) -> None:
    escaped = pattern if quotes == "{}" else pattern.replace("\\", "\\\\").replace("'", "\\'")
    regex = grep(tmp_path, quotes.format(escaped))
    assert regex.text == pattern.strip("i").strip("/")
    for spot in regex.spots:
        if spot.edits:
            data = regex.place.document.text
            for edit in sorted(spot.edits, key=lambda e: e.span.start, reverse=True):
                data = data[: edit.span.start] + edit.text.encode() + data[edit.span.end :]
            path = tmp_path / "after.conf"
            path.write_bytes(data)
            (after,) = regexes(path)
            assert after.text == spot.new and spot.kind not in [again.kind for again in after.spots]
