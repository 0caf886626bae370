"""The options of ``pipelint bench``: what all transports have, and what each adds."""

import enum

from pipelint.base.lean.record import dataclass
from pipelint.cli.option import Annotated, Argument, Option
from pipelint.cli.options import Force, Outputs
from pipelint.cli.overrides import DEFAULT_LINE, Runtime
from pipelint.report.formats import BenchFormat


class FileForm(str, enum.Enum):
    """What the lines of a file of records are."""

    RAW = "raw"
    LTSV = "ltsv"
    JSONL = "jsonl"


Batch = Annotated[int, Option("--batch", "Send at most this many records in one message or request.", least=1, most=1_000_000)]
Gzip = Annotated[bool, Option("--gzip", "Compress what is sent.")]
Syslog = Annotated[bool, Option("--syslog", "Put a syslog header (RFC 3164) before each line.")]
Tls = Annotated[bool, Option("--tls", "Connect with TLS.")]


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """What a command line of ``pipelint bench`` says for any transport."""

    target: Annotated[str, Argument("Where to send: HOST:PORT; for tail a file, for http a URL.")]
    rate: Annotated[
        float | None,
        Option("--rate", "Records per second, evenly spread (1000).", least=0.001, most=1e9, metavar="N", show_default=False),
    ] = None
    period: Annotated[str | None, Option("--period", "How long to send: 30s, 5m (10s).", metavar="TIME", show_default=False)] = (
        None
    )
    records: Annotated[
        int | None,
        Option(
            "--records",
            "Records of each second, sent at its beginning as fast as possible.",
            least=1,
            metavar="N",
            show_default=False,
        ),
    ] = None
    seconds: Annotated[
        int | None,
        Option("--seconds", "How many seconds to send, with --records (10).", least=1, metavar="N", show_default=False),
    ] = None
    num_lines: Annotated[
        int | None, Option("--num-lines", "Stop after this many records.", least=1, metavar="N", show_default=False)
    ] = None
    file: Annotated[
        str | None, Option("--file", "Send the lines of this file, over and over.", metavar="FILE", show_default=False)
    ] = None
    file_format: Annotated[FileForm, Option("--file-format", "What the lines of the file are.")] = FileForm.RAW
    message: Annotated[str | None, Option("--message", "Send this text.", metavar="TEXT", show_default=False)] = None
    line_length: Annotated[
        int, Option("--line-length", "Bytes of a generated line, without its line feed.", least=1, most=16_000_000)
    ] = DEFAULT_LINE
    word_length: Annotated[int, Option("--word-length", "Letters of its words.", least=1, most=16_000_000)] = 9
    fixed_line: Annotated[bool, Option("--fixed-line", "Generate one line, and send it every time.")] = False
    stack_traces: Annotated[
        str, Option("--stack-traces", "Share of generated messages that are a stack trace of 12 lines.", metavar="PERCENT")
    ] = "0%"
    pid: Annotated[
        int | None, Option("--pid", "Watch this process and its children.", least=1, metavar="PID", show_default=False)
    ] = None
    container: Annotated[
        str | None, Option("--container", "Watch this container: its id or name.", metavar="NAME", show_default=False)
    ] = None
    idle: Annotated[str, Option("--idle", "End when what is watched has been idle for so long.", metavar="TIME")] = "3s"
    wait: Annotated[str, Option("--wait", "Wait at most so long for that.", metavar="TIME")] = "60s"
    count_output: Annotated[
        str | None,
        Option(
            "--count-output",
            "Count the records of the output: lines of the files of a glob, or what is sent to a port of this machine.",
            metavar="GLOB|PORT",
            show_default=False,
        ),
    ] = None
    format: Annotated[BenchFormat, Option("--format", "Output format.")] = BenchFormat.TEXT
    output: Outputs = ()
    force: Force = False


@dataclass(frozen=True, slots=True)
class TailOptions(BenchOptions):
    """What ``pipelint bench tail`` has beside them."""

    runtime: Annotated[Runtime | None, Option("--runtime", "Write lines as this container runtime does.", show_default=False)] = (
        None
    )
    rotate: Annotated[
        str | None,
        Option("--rotate", "Rotate the file at a size, and keep so many: 100M*3.", metavar="SIZE*FILES", show_default=False),
    ] = None
    pods: Annotated[
        int, Option("--pods", "Write to so many files in turn; * in the file's name is the number.", least=1, most=10_000)
    ] = 1


@dataclass(frozen=True, slots=True)
class UdpOptions(BenchOptions):
    """What ``pipelint bench udp`` has beside them."""

    syslog: Syslog = False


@dataclass(frozen=True, slots=True)
class ConnectedOptions(BenchOptions):
    """What transports with connections have beside them."""

    connections: Annotated[int, Option("--connections", "Connections of a worker, which take turns.", least=1, most=1000)] = 1
    workers: Annotated[int, Option("--workers", "Processes that share the rate.", least=1, most=64)] = 1
    ca_file: Annotated[
        str | None, Option("--ca-file", "Trust the certificates in this file.", metavar="FILE", show_default=False)
    ] = None
    insecure: Annotated[bool, Option("--insecure", "Trust any certificate.")] = False


@dataclass(frozen=True, slots=True)
class TcpOptions(ConnectedOptions):
    """What ``pipelint bench tcp`` has beside them."""

    syslog: Syslog = False
    tls: Tls = False


@dataclass(frozen=True, slots=True)
class ForwardOptions(ConnectedOptions):
    """What ``pipelint bench forward`` has beside them."""

    tag: Annotated[str, Option("--tag", "Tag of the events.")] = "bench"
    batch: Batch = 10_000
    ack: Annotated[bool, Option("--ack", "Ask for an acknowledgement of each message, and wait for it.")] = False
    gzip: Gzip = False
    tls: Tls = False


@dataclass(frozen=True, slots=True)
class HttpOptions(ConnectedOptions):
    """What ``pipelint bench http`` has beside them."""

    batch: Batch = 100
    gzip: Gzip = False
