"""Log lines: generated ones of words, stack traces among them, and those of a file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from string import ascii_lowercase

from pipelint.base.disk.lines import lines_of_file
from pipelint.bench.model import BenchError, Content

Record = dict[str, object]

# Different messages that are generated, and bytes of all of them.
_DIFFERENT, _MOST_BYTES = 1_000, 64 * 1024 * 1024
# A letter for each byte.
_LETTERS = (ascii_lowercase * 10)[:256].encode()
_TRACE_LINES = 12
_CLASSES = ("OrderService", "PaymentClient", "HttpHandler", "RetryPolicy", "ConnectionPool", "JsonReader")


def lines_of(content: Content) -> Iterator[bytes]:
    """The lines of a bench without line feeds, each a record. Raises BenchError for a file that cannot be read or has none."""
    if content.file is None:
        yield from _generated(content)
        return
    empty = True
    try:
        for line in lines_of_file(content.file):
            if line:
                empty = False
                yield line
    except (OSError, ValueError) as error:
        raise BenchError(f"{content.file}: {getattr(error, 'strerror', None) or error}") from error
    if empty:
        raise BenchError(f"{content.file}: contains no lines")


def record_of(line: bytes, content: Content, number: int) -> Record:
    """The record that a line stands for in the form of its file. Raises BenchError for what is none; ``number`` is the line's."""
    text = line.decode("utf-8", "replace")
    if content.file is None or content.form == "raw":
        return {"message": text}
    if content.form == "ltsv":
        pairs = (pair.partition(":") for pair in text.rstrip("\r").split("\t"))
        return {name: value for name, _, value in pairs}
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise BenchError(f"{content.file}: record {number} is no JSON object")
    return record


def _generated(content: Content) -> Iterator[bytes]:
    """Lines of exactly ``line_length`` bytes: words of random letters, always the same ones in every run."""
    chance = random.Random(17)
    fixed = content.message.encode() if content.message is not None else None
    if fixed is None and content.fixed_line:
        fixed = _line(content, chance)
    different = max(1, min(_DIFFERENT, _MOST_BYTES // content.line_length))
    for number in range(different if content.stack_traces or fixed is None else 1):
        if int((number + 1) * content.stack_traces) > int(number * content.stack_traces):
            yield from _stack_trace(chance)
        else:
            yield _line(content, chance) if fixed is None else fixed


def _line(content: Content, chance: random.Random) -> bytes:
    size = content.line_length
    letters = bytearray(chance.randbytes(size).translate(_LETTERS))
    step = content.word_length + 1
    letters[content.word_length :: step] = b" " * len(letters[content.word_length :: step])
    return bytes(letters)


def _stack_trace(chance: random.Random) -> Iterator[bytes]:
    """A message of several lines, as a Java program prints an exception."""
    yield f"java.lang.IllegalStateException: order {chance.randrange(10**6)} has no customer".encode()
    for _ in range(_TRACE_LINES - 1):
        name = chance.choice(_CLASSES)
        yield f"\tat com.example.shop.{name}.step{chance.randrange(10)}({name}.java:{chance.randrange(1, 900)})".encode()
