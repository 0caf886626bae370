"""A broken text is judged as it is once it is mended, where that can be done in one way: one broken place hides nothing else."""

from __future__ import annotations

import pytest

from tests.review.found import messages

IN = 'input {\n  tcp {\n    port => 5140\n    foo => "b"\n  }\n}\n'
FILTER = 'filter {\n  mutate {\n    lowercas => ["a"]\n  }\n}\n'
OUT = 'output {\n  elasticsearch {\n    hosts => "a"\n    fo => 1\n  }\n}\n'
QUOTES = "a value that is neither a number nor a plain word needs quotes, expected a string in quotes"
BOOLEAN = 'a condition takes no true without quotes, expected "true" for a text; for a boolean the field alone, or ! before it'
COLON = "a colon between a name and its value, expected '=>'"
NESTED = "the section filter stands inside of the section input, expected it before or after that"
COMMENT = "{} begins no comment here, expected '#' before each line of it"
OUTSIDE = "text outside of a section, expected '#' before it, or input, filter or output"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # Lines outside of sections, whatever quotes stand in them.
        (f'some text %{{X:y}} "x\n{IN}more\n{FILTER}{OUT}', [OUTSIDE, OUTSIDE]),
        # A section inside of another one, also of its own kind.
        (f"{IN[:-2]}{FILTER}}}\n{OUT}", [NESTED]),
        (f"{IN}filter {{\n{FILTER}}}\n{OUT}", ["a section filter inside of the section filter, expected its plugins alone"]),
        # A section that is not closed before the next one, or at the end.
        (f"{IN[:-2]}{FILTER}{OUT}", ["the section input is not closed, expected '}'"]),
        (f"{IN}{FILTER[:-2]}# a comment\n{OUT}", ["the section filter is not closed, expected '}'"]),
        (f"{IN}{FILTER}{OUT[:-2]}", ["the section output is not closed, expected '}'"]),
        # A brace too many, at the end and by its indentation.
        (f"{IN}{FILTER}{OUT}}}\n", ["this '}' is one too many for the section output"]),
        (f"{IN}{FILTER[:-2]}  }}\n  drop {{ }}\n}}\n{OUT}", ["this '}' is one too many for the section filter"]),
        # The head of a section is missing or misspelt.
        (f"{IN[8:]}{FILTER}{OUT}", ["plugin outside of a section, expected 'input {' before it"]),
        (f"{IN}{FILTER[1:]}{OUT}", ["unknown section type, expected input, filter or output"]),
        # What is left out or put in quotes.
        (IN + FILTER.replace("]\n", "],\n") + OUT, ["unexpected ','"]),
        (IN + FILTER.replace('"a"]', '"a",]') + OUT.replace('"a"', '"a",'), ["unexpected ','", "unexpected ','"]),
        (IN + FILTER.replace("  lowercas", "  // a comment\n  lowercas") + OUT, [COMMENT.format("//")]),
        # One of several lines is one mistake.
        (IN + "/* The tags\n   of the shop.\n*/\n" + FILTER + OUT, [COMMENT.format("/*")]),
        (IN + FILTER + OUT.replace("hosts =>", "hosts:"), ["missing '=>' between a name and its value, expected '=>'"]),
        (IN + FILTER + OUT.replace('"a"', "a:9200"), [QUOTES]),
        # A hash as JSON has it, with room for an arrow or without.
        (IN + FILTER.replace("    low", '    rename => { "ab": "c", "d-e":"f", "gh":"i" }\n    low') + OUT, [COLON]),
        (IN + FILTER + 'filter { if [a] == true or "=~ b == true and" in [c] { drop { } } }\n' + OUT, [BOOLEAN]),
    ],
)
def test_all_plugins_are_judged_with_those_around_them(text: str, said: list[str]) -> None:
    assert messages("LS302", text) == said
    unknown = messages("LS351", text)
    assert [each.split()[1] for each in unknown if "perhaps" not in each] == ["tcp", "elasticsearch"]
    assert [each.split()[1] for each in unknown if "perhaps" in each] == ["mutate"]


def test_the_filters_of_a_section_inside_of_another_keep_their_order() -> None:
    grok, geoip = 'grok { match => { "message" => "%{IP:ip}" } }', 'geoip { source => "ip" target => "geo" }'
    assert messages("LS302", IN + f"filter {{\n  filter {{\n    {grok}\n  }}\n  {geoip}\n}}\n" + OUT)
    assert not messages("LS393", IN + f"filter {{\n  filter {{\n    {grok}\n  }}\n  {geoip}\n}}\n" + OUT)


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        # After a quote that nothing closes nobody knows what is a condition.
        (f'{IN}filter {{ mutate {{ lowercas => "a }}\n  if [a] == true {{ drop {{ }} }} }}\n{OUT}', ["tcp"]),
        # Which of two blocks is not closed, nobody knows: what stands in them is not judged with the rest, what comes after is.
        (f'{IN}filter {{\n  if [a] {{\n    mutate {{ lowercas => ["a"] }}\n  mutate {{ uppercas => ["a"] }}\n}}\n{OUT}', ["tcp"]),
        (f'{IN}filter {{\n  mutate {{\n    lowercas => ["a"]\n  drop {{ }}\n}}\n{OUT}', ["tcp"]),
        # An open string.
        (IN + FILTER + OUT.replace('"', "", 1), ["tcp", "mutate"]),
    ],
)
def test_what_can_be_mended_in_several_ways_is_not(text: str, judged: list[str]) -> None:
    assert messages("LS302", text)
    assert [each.split()[1] for each in messages("LS351", text)][: len(judged)] == judged


def test_a_value_that_is_missing_is_called_so() -> None:
    assert messages("LS302", "filter { mutate { lowercase => } }") == [
        "the value is missing, expected a word, number, string, array or hash"
    ]
