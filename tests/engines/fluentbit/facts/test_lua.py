"""What the function of a lua filter prints for each event, and which fields it takes for granted."""

from time import perf_counter

import pytest

from pipelint.engines.fluentbit.facts.lua.code import prints_each, unchecked_fields

HEAD = "function cut(tag, time, record)\n"
TAIL = "\nreturn 2, time, record\nend\n"


@pytest.mark.parametrize(
    ("body", "prints"),
    [
        ("print(record.log)", True),
        ("if record.a == nil then return 0, time, record end print('a')", True),
        ("for k, v in pairs(record) do record[k] = 1 end repeat x = 1 until x print(tag)", True),
        ("if record.a then print('a') end", False),
        ("for k, v in pairs(record) do print(k) end", False),
        ("while x do print(1) x = nil end", False),
        ("local say = function(text) print(text) end", False),
        ("-- print(1)\n--[[ print(2)\nprint(3) ]] --[==[ ]] print(4) ]==]", False),
        ("local text = 'print(1)' .. [[print(2)]] .. \"print(3)\"", False),
        ("local text = 'end' print(text)", True),
        ("my.print(1)", False),
        ("local out = print", False),
    ],
)
def test_what_stands_outside_of_all_blocks_is_printed_for_each_event(body: str, prints: bool) -> None:
    assert prints_each(HEAD + body + TAIL, "cut") is prints
    assert prints_each(f"cut = function(tag, time, record) {body}{TAIL}", "cut") is prints
    assert not prints_each(HEAD + body + TAIL, "other")


def test_what_another_function_prints_does_not_count() -> None:
    assert not prints_each(f"function log() print(1) end {HEAD}{TAIL} function more() print(1) end", "cut")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("x = record['a']['b']", ["a"]),
        ('record.a["b"].c = 1', ["a", "a.b"]),
        ("x = record.a[tag]", ["a"]),
        ("if record.a then x = record['a'].b end", []),
        ("x = (record.a or {}).b", []),
        ("local a = record.a x = record.a.b", []),
        ("record.a = {} record.a.b = 1", []),
        ("new = record x = new.a.b", ["a"]),
        ("new = record if new.a then x = record.a.b end", []),
        ("if not whole(record) then return 0, time, record end x = record.a.b", []),
        ("local ok = pcall(go) x = record.a.b", []),
        ("x = other.record.a.b", []),
        ("x = record.log:match('a')", []),
        ("x = record.a .. record.b", []),
        ("-- record.a.b", []),
    ],
)
def test_a_field_that_is_never_looked_at_is_taken_for_granted(body: str, fields: list[str]) -> None:
    assert unchecked_fields(HEAD + body + TAIL, "cut") == fields


def test_a_function_with_other_parameters_is_left_alone() -> None:
    assert unchecked_fields("function cut(tag, time, group, meta, record) x = record.a.b end", "cut") == []


@pytest.mark.parametrize(
    "part", ["--[[", "[[", "--[=[", '"', "'", "record.", "record['a']", "record.a[", "function(", "new = record "]
)
def test_long_scripts_take_time_that_grows_with_them(part: str) -> None:
    script, start = HEAD + part * 20_000, perf_counter()
    assert prints_each(script, "cut") is False
    unchecked_fields(script, "cut")
    assert perf_counter() - start < 5
