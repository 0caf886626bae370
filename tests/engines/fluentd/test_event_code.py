"""Ruby for each event: what is evaluated or run as a command, told from names in strings, keys and comments."""

from __future__ import annotations

import pytest

from pipelint.engines.fluentd.plugins.event_code import runs_event
from pipelint.engines.fluentd.plugins.ruby_tokens import Kind, ruby_tokens

RUN = [
    'eval(record["x"])',
    'eval record["x"]',
    'x = 1; eval("1+" + record["x"])',
    'binding.eval(record["a"])',
    'instance_eval(record["a"])',
    'system("logger #{record["m"]}")',
    "`echo #{tag}`",
    '%x(echo #{record["a"]})',
    'Object.const_get(record["c"])',
    'Marshal.load(record["b"].unpack("m")[0])',
    'YAML.load(record["y"])',
    'IO.popen("a #{record["a"]}")',
    'record["a"] == 1 ? eval(record["b"]) : ""',
    '"#{eval(record["x"])}"',
]
NOT_RUN = [
    "record['systemd'] += \"x\" + record['b']",
    'record["system"]',
    'record.dig("kubernetes", "system")',
    'system = record["a"]; system',
    'system + record["a"]',
    '{system: record["a"]}',
    '{:system => record["a"]}',
    'record["a"].system(record["b"])',
    'system("a") if record["b"]',
    'system("logger", record["m"])',
    'IO.popen(["echo", record["a"]])',
    'system(Shellwords.escape(record["a"]))',
    '"eval(record)"',
    "'#{eval(record)}'",
    "# eval(record)",
    '/eval(record["x"])/.match(tag)',
    'eval("1") + record["a"].to_s',
    'eval(record.key?("a") ? "1" : "2")',
    'YAML.safe_load(record["a"])',
    'exec_time(record["a"])',
    'record["a"] / 2 + eval("1") / 3',
]


@pytest.mark.parametrize("code", RUN)
def test_a_text_of_the_event_is_evaluated_or_run(code: str) -> None:
    assert runs_event(code)


@pytest.mark.parametrize("code", NOT_RUN)
def test_no_text_of_the_event_is_evaluated_or_run(code: str) -> None:
    assert not runs_event(code)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("a / b / c", ["a", "b", "c"]),  # two divisions
        ("puts /b/", ["puts"]),  # a regex
        ("a ? b : c", ["a", "b", "c"]),
        ("a ? b: c", ["a", "b", "c"]),
        ("a[:b] = {c: d, 'e' => f}", ["a", "d", "f"]),
        ("A::B.c?(d)", ["A", "B", "c?", "d"]),
        ("%w(a b) + [c]", ["c"]),
        ("a == b && c != d", ["a", "b", "c", "d"]),
        ('"x#{"y#{a}"}" + b', ["b"]),
        ("'it\\'s a' + b", ["b"]),
    ],
)
def test_names_are_told_from_texts(code: str, names: list[str]) -> None:
    assert [token.text for token in ruby_tokens(code) if token.kind is Kind.NAME] == names


@pytest.mark.parametrize("code", ['"#{' * 40 + "record", "(" * 2000, "'" * 2001, "%", "/", ":", "#{", "\\", "%(" * 500])
def test_code_that_never_ends_is_read_to_its_end(code: str) -> None:
    assert not runs_event(code + " tag")
