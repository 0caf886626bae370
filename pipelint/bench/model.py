"""The words of a bench: what is asked, what a round was like, what came of all of them."""

from __future__ import annotations

from typing import Protocol

from pipelint.base.lean.record import dataclass, field


class BenchError(Exception):
    """What ends a bench, in words: nobody listens, the disk is full, the watched process has ended."""


@dataclass(frozen=True, slots=True)
class Content:
    """What is sent. ``file`` holds one record a line in ``form`` (raw, ltsv, jsonl); without one, lines are generated.

    ``line_length`` and ``word_length`` are bytes; ``stack_traces`` is the share of messages that are one (0 to 1); ``runtime``
    (docker, cri) frames lines as it does; ``syslog`` puts the header of RFC 3164 before each.
    """

    file: str | None = None
    form: str = "raw"
    message: str | None = None
    line_length: int = 250
    word_length: int = 9
    fixed_line: bool = False
    stack_traces: float = 0.0
    runtime: str | None = None
    syslog: bool = False


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast: ``rate`` records/s for ``seconds``, or until ``limit`` are sent. ``burst``: each second's at its beginning."""

    rate: float
    seconds: float
    limit: int | None = None
    burst: bool = False

    def share(self, index: int, count: int) -> Speed:
        """What worker ``index`` of ``count`` does of it."""
        limit = self.limit
        mine = None if limit is None else limit * (index + 1) // count - limit * index // count
        return Speed(self.rate / count, self.seconds, mine, self.burst)


@dataclass(frozen=True, slots=True)
class Target:
    """Where to: ``transport`` is tail, tcp, udp, forward or http; ``to`` a file, HOST:PORT or URL.

    ``batch``: records of a message or request at most. ``rotate``: bytes of a file and how many files are kept. ``ca_file`` and
    ``insecure`` say whom TLS trusts.
    """

    transport: str
    to: str
    batch: int = 1000
    connections: int = 1
    tag: str = "bench"
    ack: bool = False
    gzip: bool = False
    tls: bool = False
    ca_file: str | None = None
    insecure: bool = False
    pods: int = 1
    rotate: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """What went out in a round: records, bytes (as written, with framing), seconds. ``done``: the limit is reached.

    ``error`` is what ended it early.
    """

    records: int
    bytes: int
    seconds: float
    done: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process and its children, or a container, have used so far: ms of CPU; bytes of memory now."""

    user_ms: float
    system_ms: float
    memory: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round, of a second or so: what was sent, and what the watched process used meanwhile (None where none is watched).

    ``idle``: nothing was sent, the rest of the work was waited for.
    """

    sent: Sent
    used: Usage | None = None
    idle: bool = False

    @property
    def cpu(self) -> float:
        """CPU time for each second: 1.0 is one CPU."""
        if self.used is None or not self.sent.seconds:
            return 0.0
        return (self.used.user_ms + self.used.system_ms) / 1000 / self.sent.seconds


@dataclass(frozen=True, slots=True)
class Arrived:
    """Records in the pipeline's output: ``in_time`` while records were sent, ``late`` after the last was."""

    in_time: int
    late: int


@dataclass(slots=True)
class Result:
    """What came of a bench. ``error`` and ``interrupted`` say why it ended early; what was before stays."""

    target: Target
    speed: Speed
    watched: str = ""
    pid: int | None = None
    rounds: list[Round] = field(default_factory=list)
    arrived: Arrived | None = None
    error: str = ""
    interrupted: bool = False
    still_busy: bool = False

    @property
    def sending(self) -> list[Round]:
        """The rounds in which records were sent."""
        return [each for each in self.rounds if not each.idle]

    @property
    def records(self) -> int:
        """Records that were sent."""
        return sum(each.sent.records for each in self.rounds)

    @property
    def bytes(self) -> int:
        """Bytes that were sent."""
        return sum(each.sent.bytes for each in self.rounds)

    @property
    def seconds(self) -> float:
        """Seconds in which records were sent."""
        return sum(each.sent.seconds for each in self.sending)

    @property
    def due(self) -> int:
        """Records that should have been sent by now: of the whole bench, or of the time until it was stopped."""
        seconds = self.seconds if self.interrupted or self.error else self.speed.seconds
        due = round(self.speed.rate * seconds)
        return due if self.speed.limit is None else min(due, self.speed.limit)

    @property
    def behind(self) -> int:
        """Records by which the rate was missed, 0 within 1 % of it."""
        missing = self.due - self.records
        return missing if missing > self.due / 100 else 0

    @property
    def cpu_us(self) -> float | None:
        """µs of CPU for each record, None where no process is watched or nothing was sent."""
        used = [each.used for each in self.rounds if each.used is not None]
        if not used or not self.records:
            return None
        return sum(each.user_ms + each.system_ms for each in used) * 1000 / self.records

    @property
    def lost(self) -> int | None:
        """Records that did not arrive, below 0 where more did than were sent; None where the output is not read."""
        return None if self.arrived is None else self.records - self.arrived.in_time - self.arrived.late


class Sender(Protocol):
    """Sends records. ``most``: how many in one call."""

    most: int

    def send(self, count: int) -> tuple[int, int]:
        """Sends up to ``count`` records, one at least. Returns how many, and their bytes. Raises BenchError."""

    def close(self) -> None:
        """Ends it: what was sent is on its way, connections are closed."""
