"""What is sent: lines of an exact length, stack traces among them, files in three forms; framed as runtimes do, rejoined here."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.bench.model import BenchError, Content
from pipelint.bench.payload import frames
from pipelint.bench.payload import ring as ring_module
from pipelint.bench.payload.frames import PART, entry_ring, json_ring, line_ring
from pipelint.bench.payload.lines import lines_of
from pipelint.bench.payload.ring import Frame, Ring
from tests.bench.decode import decode
from tests.properties import tries

ISO = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}"


def whole(ring: Ring) -> bytes:
    """All of a ring once."""
    return bytes(ring.take(len(ring))[1])


@tries(50)
@given(st.integers(1, 3_000), st.integers(1, 40), st.booleans())
def test_lines_have_the_length_and_words_that_were_asked(length: int, word: int, fixed: bool) -> None:
    lines = list(islice(lines_of(Content(line_length=length, word_length=word, fixed_line=fixed)), 20))
    assert {len(line) for line in lines} == {length}
    assert all(re.fullmatch(rb"(?:[a-z]{%d} )*[a-z]{0,%d}" % (word, word), line) for line in lines)
    assert len(lines) == (1 if fixed else 20)


def test_generated_lines_are_the_same_in_every_run_and_differ_from_each_other() -> None:
    lines = list(lines_of(Content(line_length=100)))
    assert lines == list(lines_of(Content(line_length=100)))
    assert len(set(lines)) == len(lines) == 1_000


def test_long_lines_are_fewer() -> None:
    assert sum(len(line) for line in lines_of(Content(line_length=16_000_000))) == 4 * 16_000_000


@pytest.mark.parametrize(("share", "traces"), [(0.0, 0), (0.05, 50), (0.333, 333), (1.0, 1_000)])
def test_a_share_of_the_messages_are_stack_traces(share: float, traces: int) -> None:
    lines = list(lines_of(Content(line_length=60, stack_traces=share)))
    starts = [line for line in lines if line.startswith(b"java.lang.")]
    assert len(starts) == traces
    assert sum(line.startswith(b"\tat ") for line in lines) == 11 * traces
    assert len(lines) == (1_000 - traces) + 12 * traces


TEXTS = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1, max_size=60)


@tries(60)
@given(TEXTS, st.integers(1, 3))
def test_docker_parts_rejoin_to_the_text(text: str, times: int) -> None:
    line = (text * (times * PART // len(text.encode()) + 1)).encode()[: times * PART + 17].decode("utf-8", "ignore").encode()
    parts = [json.loads(each) for each in frames._docker(line).data.splitlines()]
    assert "".join(each["log"] for each in parts).encode() == line + b"\n"
    assert all(not each["log"].endswith("\n") for each in parts[:-1])
    assert all(len(each["log"].encode()) <= PART + 1 for each in parts)
    assert {each["stream"] for each in parts} == {"stdout"}


@tries(60)
@given(TEXTS, st.integers(1, 3))
def test_cri_parts_rejoin_to_the_text_and_only_the_last_is_full(text: str, times: int) -> None:
    line = (text * (times * PART // len(text.encode()) + 1)).encode()[: times * PART + 17]
    parts = frames._cri(line).data.split(b"\n")
    assert parts.pop() == b""
    heads = [re.match(rb"\S+ stdout ([PF]) ", each) for each in parts]
    assert b"".join(each[head.end() :] for each, head in zip(parts, heads, strict=True) if head) == line
    assert [head[1] for head in heads if head] == [b"P"] * (len(parts) - 1) + [b"F"]


@pytest.mark.parametrize(("size", "parts"), [(1, 1), (PART, 1), (PART + 1, 2), (3 * PART, 3), (3 * PART + 1, 4)])
def test_lines_are_split_above_16_kib(size: int, parts: int) -> None:
    assert frames._cri(b"x" * size).data.count(b"\n") == parts
    assert frames._docker(b"x" * size).data.count(b"\n") == parts


def test_docker_escapes_what_go_escapes() -> None:
    data = frames._docker(b'<a href="x">&\xc3\xa4\x01').data
    assert data.startswith(b'{"log":"\\u003ca href=\\"x\\"\\u003e\\u0026\xc3\xa4\\u0001\\n","stream":"stdout","time":"')


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (Content(message="hello", runtime="docker"), rf'{{"log":"hello\\n","stream":"stdout","time":"{ISO}Z"}}'),
        (Content(message="hello", runtime="cri"), rf"{ISO}\+00:00 stdout F hello"),
        (Content(message="hello", syslog=True), r"<13>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d localhost bench: hello"),
        (Content(message="hello"), "hello"),
    ],
    ids=["docker", "cri", "syslog", "plain"],
)
def test_times_in_lines_are_brought_up_to_date(content: Content, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_700_000_000.7)
    ring = line_ring(content)
    rows = whole(ring).decode().splitlines()
    assert all(re.fullmatch(line, row) for row in rows)
    assert all("2023-11-14T22:13:20" in row for row in rows) or not content.runtime
    monkeypatch.setattr("time.time", lambda: 1_700_000_001.0)
    assert all("2023-11-14T22:13:21" in row for row in whole(ring).decode().splitlines()) or not content.runtime


def test_entries_have_the_time_and_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_700_000_000.7)
    file = tmp_path / "a.jsonl"
    file.write_text('{"a": 1, "b": [null, "ü"]}\n{"a": 2.5}\n\n')
    entries = decode(whole(entry_ring(Content(file=str(file), form="jsonl"))))
    time = (0, (1_700_000_000).to_bytes(4, "big") + bytes(4))
    assert entries[:3] == [[time, {"a": 1, "b": [None, "ü"]}], [time, {"a": 2.5}], [time, {"a": 1, "b": [None, "ü"]}]]


def test_each_form_of_a_file_has_its_records(tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    file.write_bytes(b"host:10.0.0.1\tpath:/a:b\tflag\r\n")
    path = str(file)
    assert next(iter(decode(whole(entry_ring(Content(file=path))))))[1] == {"message": "host:10.0.0.1\tpath:/a:b\tflag\r"}  # type: ignore[index]
    assert json.loads(b"[" + whole(json_ring(Content(file=path, form="ltsv")))[:-1] + b"]")[0] == {
        "host": "10.0.0.1", "path": "/a:b", "flag": "",
    }  # fmt: skip
    assert whole(line_ring(Content(file=path, form="ltsv"))).startswith(b"host:10.0.0.1\tpath:/a:b\tflag\r\nhost:")


@pytest.mark.parametrize("text", ["no JSON\n", "[1]\n", '{"a": 1}\n{"a": \n', "1" * 5_000 + "\n", "[" * 100_000 + "\n"])
def test_what_is_no_record_is_said_with_its_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(text)
    with pytest.raises(BenchError, match=rf"record {2 if text.count(chr(10)) == 2 else 1} is no JSON object"):
        entry_ring(Content(file=str(file), form="jsonl"))


def test_a_file_without_lines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n\n")
    for path, why in (("empty", "contains no lines"), ("none", "No such file"), (".", "not a regular file")):
        with pytest.raises(BenchError, match=why):
            line_ring(Content(file=str(tmp_path / path)))


@tries(60)
@given(st.lists(st.binary(min_size=1, max_size=50), min_size=1, max_size=30), st.lists(st.integers(1, 200_000), max_size=8))
def test_a_ring_goes_round_record_by_record(records: list[bytes], counts: list[int]) -> None:
    with patch.object(ring_module, "LEAST", 4_096):
        ring = Ring(Frame(each) for each in records)
    assert len(whole(ring)) >= 4_096
    taken = 0
    for count in counts:
        found, data = ring.take(count)
        assert 1 <= found <= count
        first = taken % len(records)
        turns = (records[first:] + records[:first]) * (found // len(records) + 1)
        assert data == b"".join(turns[:found])
        taken = (taken + found) % len(ring)


@tries(60)
@given(st.lists(st.binary(min_size=1, max_size=50), min_size=1, max_size=30), st.integers(0, 2_000))
def test_a_slice_has_no_more_bytes_than_it_may(records: list[bytes], most: int) -> None:
    with patch.object(ring_module, "LEAST", 4_096):
        ring = Ring(Frame(each) for each in records)
    for _ in range(20):
        first = ring._next
        count, data = ring.take(1_000, most)
        assert count == 1 or len(data) <= most
        after = ring._starts[first + count + 1] - ring._starts[first] if first + count + 1 < len(ring._starts) else None
        assert count == 1_000 or after is None or after > most
