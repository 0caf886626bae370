"""Which lines a source is fed: those of a sample, else generated ones of a kind that the source can read."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.base.disk.lines import lines_of_file
from pipelint.base.lean.record import dataclass
from pipelint.engines.launch import LaunchError
from pipelint.plugins.index import plugin_of
from pipelint.trace.model import Fate, Given

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.trace.model import Tracer

DIFFERENT = 5_000
"""Lines that are generated; they are fed over and over."""
_TRIED = 20
# Characters of the text that words are taken from.
_POOL = 65_536
# Of an arbitrary moment; times rise by half a millisecond, as at 2,000 lines a second.
_FIRST, _STEP = 1_767_225_600.0, 0.000_512_347
_WORDS = (
    "order",
    "payment",
    "accepted",
    "user",
    "session",
    "cache",
    "miss",
    "retry",
    "item",
    "stock",
    "refused",
    "queue",
    "done",
)
_LEVELS = ("INFO", "WARN", "ERROR", "DEBUG")


@dataclass(frozen=True, slots=True)
class Lines:
    """A file of lines, what they are in words, and whether each is a JSON object."""

    path: str
    said: str
    objects: bool


def sample_lines(path: str, folder: Path) -> Lines:
    """A copy of somebody's file, so that it stays as it is while it is fed. Raises LaunchError."""
    copy = folder / "sample.log"
    objects, count = True, 0
    try:
        with copy.open("wb") as file:
            for line in lines_of_file(path):
                if line:
                    count += 1
                    objects = objects and _is_object(line)
                    file.write(line + b"\n")
    except (OSError, ValueError) as error:
        raise LaunchError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if not count:
        raise LaunchError(f"{path}: contains no lines")
    return Lines(str(copy), f"the {count:,} lines of {path}", objects)


def generated_lines(config: Config, stage: Stage, tracer: Tracer | None, size: int, frames: str, folder: Path) -> Lines:
    """Lines of about ``size`` bytes of the kind that the source makes most of; a runtime's if it reads such (``frames``).

    Raises LaunchError where it reads none.
    """
    given = Given("" if stage.value("tag") else "measured", "", "UTC")
    follows = tracer if tracer is not None and stage in tracer.sources(config) else None
    best: tuple[tuple[int, int], str, Callable[[int], bytes]] | None = None
    first = [(True, _framed_kinds(size, frames))] if frames else []
    if follows is None and (said_of := plugin_of(config.engine.name, stage.kind.value, stage.plugin).measure) is not None:
        # Nobody knows what it makes of lines: it gets those of its protocol.
        first += [(True, _named_kinds(size, f"{said_of.feed} messages"))]
    for framed, kinds in (*first, (False, _plain_kinds(size)), (True, _framed_kinds(size, ""))):
        for said, make in kinds:
            rank = (0, 0) if follows is None else _rank(config, stage, follows, [make(number) for number in range(_TRIED)], given)
            if best is None or rank < best[0]:
                best = rank, said, make
            if framed and not rank[0]:
                break
        if best is not None and not best[0][0]:
            break
    assert best is not None
    rank, said, make = best
    if rank[0] > _TRIED // 2:
        raise LaunchError(
            "no kind of generated line is one that this source reads: give a file of such lines (--sample)", stage.place
        )
    path = folder / f"lines{stage.index}.log"
    with path.open("wb") as file:
        file.writelines(make(number) + b"\n" for number in range(DIFFERENT))
    return Lines(str(path), f"generated {said} of {size:,} bytes", _is_object(make(0)))


def _rank(config: Config, stage: Stage, tracer: Tracer, lines: Sequence[bytes], given: Given) -> tuple[int, int]:
    """How many of the lines some stage cannot read; then how few fields the source makes of them."""
    wrong = fields = 0
    for journey in tracer.trace(config, stage, iter(lines), given):
        wrong += any(step.fate is Fate.FAILED for step in journey.steps)
        for event in journey.steps[0].events[:1]:
            fields += len(event.record) if isinstance(event.record, dict) else 0
    return wrong, -fields


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


_Kinds = Iterator[tuple[str, Callable[[int], bytes]]]
"""Kinds of lines by their names; each makes the line of a number."""


def _framed_kinds(size: int, frames: str) -> _Kinds:
    """Those of a runtime, of all where it is ""."""
    for runtime, title, frame in (("docker", "Docker", _docker), ("cri", "CRI", _cri)):
        if frames in ("", runtime):
            for name, text in (("text", _text), ("JSON", _json)):
                yield f"{title} lines with {name}", partial(_framed, frame, size, text)


def _plain_kinds(size: int) -> _Kinds:
    for said, line in _PLAIN.items():
        yield said, partial(_plain, line, size)


def _named_kinds(size: int, name: str) -> _Kinds:
    """The plain kind of that name, if there is one."""
    return (each for each in _plain_kinds(size) if each[0] == name)


def _framed(frame: Callable[..., bytes], size: int, text: Callable[[int, int], str], number: int) -> bytes:
    return frame(number, size, text)


def _plain(line: Callable[[int, int], str], size: int, number: int) -> bytes:
    return line(number, size).encode()


def _words(number: int, size: int) -> str:
    """So many characters of words, always the same for a number."""
    pool = _pool(-(-max(size, 1) // _POOL) + 1)
    return pool[number * 7919 % _POOL :][: max(0, size)]


@lru_cache(maxsize=8)
def _pool(times: int) -> str:
    """Words and numbers, at least so many times ``_POOL`` characters."""
    chance = random.Random(17)
    found = " ".join(f"{chance.choice(_WORDS)} {chance.randrange(10_000)}" for _ in range(_POOL // 4))
    return (found[:_POOL] + " ") * times


def _stamp(number: int, form: str = "%Y-%m-%dT%H:%M:%S", digits: int = 9) -> str:
    moment = _FIRST + number * _STEP
    fraction = f".{round(moment % 1 * 10**9) % 10**9:09}"[: digits + 1] if digits else ""
    return time.strftime(form, time.gmtime(moment)) + fraction


def _filled(head: str, size: int, number: int, tail: str = "") -> str:
    return head + _words(number, size - len(head) - len(tail)) + tail


def _text(number: int, size: int) -> str:
    when = _stamp(number, "%Y-%m-%d %H:%M:%S", 3).replace(".", ",")
    return _filled(f"{when} {_LEVELS[number % 4]} [worker-{number % 32}] com.example.shop.Checkout - ", size, number)


def _json(number: int, size: int) -> str:
    record = {
        "level": _LEVELS[number % 4].lower(),
        "logger": "shop.checkout",
        "status": 200 + number % 5,
        "took_ms": number % 997,
        "user": f"u{number % 4096}",
        # Not "time", which the input of HTTP would have as a number.
        "timestamp": f"{_stamp(number)}Z",
        "message": "",
    }
    bare = json.dumps(record)
    return bare[:-2] + _words(number, size - len(bare)) + '"}'


def _docker(number: int, size: int, text: Callable[[int, int], str]) -> bytes:
    frame = {"log": "", "stream": "stderr" if number % 4 == 3 else "stdout", "time": f"{_stamp(number)}Z"}
    room = size - len(json.dumps(frame, separators=(",", ":"))) - 2
    inner = text(number, room)
    # Quotes of JSON in JSON take a byte more each.
    inner = text(number, room - inner.count('"'))
    return json.dumps({**frame, "log": inner + "\n"}, separators=(",", ":")).encode()


def _cri(number: int, size: int, text: Callable[[int, int], str]) -> bytes:
    head = f"{_stamp(number)}Z {'stderr' if number % 4 == 3 else 'stdout'} F "
    return (head + text(number, size - len(head))).encode()


def _access(number: int, size: int) -> str:
    when = _stamp(number, "%d/%b/%Y:%H:%M:%S +0000", 0)
    head = (
        f'10.{number % 256}.7.{number % 251} - u{number % 99} [{when}] "GET /shop/items/{number} HTTP/1.1" 200 {number % 9973} '
    )
    tail = '"'
    return _filled(f'{head}"https://shop.example/start" "', size, number, tail)


def _syslog(number: int, size: int) -> str:
    return "<13>" + _syslog_file(number, size - 4)


def _syslog_file(number: int, size: int) -> str:
    return _filled(f"{_stamp(number, '%b %d %H:%M:%S', 0)} host-1 shop[{1000 + number % 9}]: ", size, number)


def _syslog_new(number: int, size: int) -> str:
    return _filled(f"<13>1 {_stamp(number, digits=6)}Z host-1 shop {1000 + number % 9} ID{number % 50} - ", size, number)


def _ltsv(number: int, size: int) -> str:
    head = f"time:{_stamp(number)}Z\thost:10.0.7.{number % 251}\treq:GET /items/{number}\tstatus:200\tsize:{number % 9973}\t"
    head += f"reqtime:0.{number % 997:03}\tvhost:shop.example\tua:"
    return _filled(head, size, number)


_PLAIN: dict[str, Callable[[int, int], str]] = {
    "lines of JSON": _json,
    "access logs": _access,
    "syslog messages": _syslog,
    "lines of a syslog file": _syslog_file,
    "syslog messages (RFC 5424)": _syslog_new,
    "lines of LTSV": _ltsv,
    "lines of text": _text,
}
