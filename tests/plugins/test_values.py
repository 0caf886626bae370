"""Values of another type than declared. What Fluentd reads was asked of its own lib/fluent/config/types.rb (1.19, Ruby 3)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.base.value import Entry, Value, ValueKind
from pipelint.engines.fluentd.values import _PATTERNS, FluentdValues
from pipelint.engines.logstash.values import LogstashValues
from pipelint.plugins import ParamSpec, WrongValue

HERE = Place(Document("x", SourceFile("x", b"x"), SourceMap.identity(b"x")), Span(0, 1))


def fluentd(kind: str, value: str, default: object = None, *, embedded: bool = False) -> WrongValue | None:
    values, param = FluentdValues(), Param("p", value, HERE, HERE, embedded)
    return values.wrong(ParamSpec("p", kind, default=default), param) if values.is_known(param) else None


def logstash(kind: str, value: Value, *, many: bool = False) -> WrongValue | None:
    values, param = LogstashValues(), Param("p", value.text, HERE, HERE, data=value)
    return values.wrong(ParamSpec("p", kind, many=many), param) if values.is_known(param) else None


def scalar(kind: ValueKind, text: str) -> Value:
    return Value(kind, text, HERE, HERE)


def pairs(*keys: str) -> Value:
    """A hash."""
    entries = tuple(Entry(scalar(ValueKind.STRING, key), scalar(ValueKind.STRING, "x")) for key in keys)
    return Value(ValueKind.HASH, "{...}", HERE, HERE, (), entries)


def array(*texts: str) -> Value:
    return Value(ValueKind.ARRAY, "[...]", HERE, HERE, tuple(scalar(ValueKind.STRING, text) for text in texts))


@given(st.sampled_from(["integer", "float", "size", "time"]), st.from_regex(r"\A[0-9²٣]{0,2}[0-9a-zA-Z.+-]{0,2}\Z"))
def test_a_value_that_is_seen_to_fit_is_one_that_the_pattern_takes(kind: str, value: str) -> None:
    assert (fluentd(kind, value) is None) == (re.fullmatch(_PATTERNS[kind][0], value.strip()) is not None)


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        ("time", "500ms", "30000 s"),
        ("time", "1.5h", "18000 s"),
        ("time", "1h30m", "1800 s"),
        ("time", "abc", "0 s"),
        ("size", "1.5m", "5242880 bytes"),
        ("size", "unlimited", "0 bytes"),
        ("size", "10 MB", "10 bytes"),
        ("integer", "10m", "10"),
        ("integer", "abc", "0"),
        ("integer", "1e3", "1"),
        # Ruby: "1_000x".to_i, "1e3x".to_f, ".5x".to_f
        ("integer", "1_000x", "1000"),
        ("float", "1e3x", "1000"),
        ("float", ".5x", "0.5"),
        ("float", "0.5%", "0.5"),
        ("float", "abc", "0"),
        ("bool", "True", "nil"),
        ("bool", "1", "nil"),
    ],
)
def test_fluentd_reads_something_else(kind: str, value: str, read: str) -> None:
    wrong = fluentd(kind, value)
    assert wrong is not None and wrong.read_as == read


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("time", ["5min", "30s", "10sec", "1d", "0.5", "-1", "1e3", "2."]),
        ("size", ["8m", "10MB", "64MiB", "512k", "100", "5b"]),
        ("integer", ["10", "1_000", "10.0", "+5"]),
        ("float", ["0.95", ".5", "1e3", "5."]),
        ("bool", ["true", "yes", "false", "no", "", "# a comment"]),
        ("string", ["anything"]),
        ("array", ["a,b"]),
    ],
)
def test_fluentd_reads_what_is_meant(kind: str, values: list[str]) -> None:
    assert [value for value in values if fluentd(kind, value) is not None] == []


def test_nil_is_refused_where_the_default_is_another() -> None:
    wrong = fluentd("bool", "True", default=False)
    assert wrong is not None and wrong.read_as == ""


def test_nothing_is_said_of_values_that_are_made_later() -> None:
    assert fluentd("integer", "\"#{ENV['N']}\"", embedded=True) is None
    assert fluentd("integer", "${tag}") is None
    assert logstash("number", scalar(ValueKind.STRING, "${PORT:5044}")) is None
    assert logstash("number", scalar(ValueKind.STRING, "%{[size]}")) is None


@given(st.integers(-(10**15), 10**15), st.sampled_from(["time", "size", "integer", "float"]))
def test_fluentd_takes_every_whole_number(number: int, kind: str) -> None:
    assert fluentd(kind, str(number)) is None


# LogStash::Config::Mixin#validate_value: a text is a number where to_i.to_s or to_f.to_s gives it back.
@pytest.mark.parametrize(
    ("text", "fits"), [("5", True), ("5.0", True), ("-1.5", True), ("05", False), ("5s", False), ("5.", False)]
)
def test_logstash_numbers_as_text(text: str, fits: bool) -> None:
    assert (logstash("number", scalar(ValueKind.STRING, text)) is None) == fits


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("boolean", scalar(ValueKind.BAREWORD, "true"), True),
        ("boolean", scalar(ValueKind.STRING, "false"), True),
        ("boolean", scalar(ValueKind.BAREWORD, "yes"), False),
        ("hash", scalar(ValueKind.STRING, "a"), False),
        ("hash", array("a", "b"), True),
        ("hash", array("a", "b", "c"), False),
        ("string", array("a"), True),
        ("string", array("a", "b"), False),
        ("array", scalar(ValueKind.STRING, "a"), True),
        ("string", pairs("a"), True),
        ("string", pairs("a", "b"), False),
        ("path", pairs("a"), False),
        ("boolean", pairs("a"), False),
        ("hash", pairs("a", "b"), True),
    ],
)
def test_logstash_types(kind: str, value: Value, fits: bool) -> None:
    assert (logstash(kind, value) is None) == fits


def test_a_declared_list_takes_several() -> None:
    assert logstash("string", array("a", "b"), many=True) is None
