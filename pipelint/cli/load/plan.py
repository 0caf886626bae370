"""The plan of a bench from its options. Exits with a usage error on options that mean nothing, or not together."""

from __future__ import annotations

from typing import NoReturn

from pipelint.base.quantity import MOST, read_quantity, read_seconds, read_share
from pipelint.bench.model import Content, Speed, Target
from pipelint.bench.run import Plan
from pipelint.bench.transport.connection import address
from pipelint.bench.transport.http import url
from pipelint.cli.load.options import (
    BenchOptions,
    ConnectedOptions,
    ForwardOptions,
    HttpOptions,
    TailOptions,
    TcpOptions,
    UdpOptions,
)
from pipelint.cli.option import UsageError

_LEAST_FILE = 1024.0


def plan_of(transport: str, options: BenchOptions) -> Plan:
    """What a command line asks for."""
    if options.pid is not None and options.container is not None:
        _refuse("name a process or a container, not both", "--pid / --container")
    return Plan(
        target=_target(transport, options),
        content=_content(options),
        speed=_speed(options),
        workers=options.workers if isinstance(options, ConnectedOptions) else 1,
        pid=options.pid,
        container=options.container,
        count_output=options.count_output,
        idle=_seconds(options.idle, "--idle"),
        wait=_seconds(options.wait, "--wait"),
    )


def _speed(options: BenchOptions) -> Speed:
    if options.records is None:
        if options.seconds is not None:
            _refuse("belongs to --records; with --rate it is --period", "--seconds")
        seconds = _seconds(options.period or "10s", "--period")
        return Speed(1000.0 if options.rate is None else options.rate, seconds, options.num_lines)
    if options.rate is not None or options.period is not None:
        _refuse("give --records and --seconds, or --rate and --period", "--records")
    return Speed(float(options.records), float(options.seconds or 10), options.num_lines, burst=True)


def _content(options: BenchOptions) -> Content:
    traces = read_share(options.stack_traces)
    if traces is None:
        _refuse(f'"{options.stack_traces}" is not a percentage such as 5%', "--stack-traces")
    generated = options.message is not None or options.fixed_line or traces
    if options.file is not None and generated:
        _refuse("send the lines of a file or generated ones, not both", "--file")
    if options.message is not None and (not options.message or "\n" in options.message):
        _refuse("is empty or has several lines", "--message")
    return Content(
        file=options.file,
        form=options.file_format.value,
        message=options.message,
        line_length=options.line_length,
        word_length=options.word_length,
        fixed_line=options.fixed_line,
        stack_traces=traces,
        runtime=options.runtime.value if isinstance(options, TailOptions) and options.runtime is not None else None,
        syslog=isinstance(options, TcpOptions | UdpOptions) and options.syslog,
    )


def _target(transport: str, options: BenchOptions) -> Target:
    try:
        if transport == "http":
            url(options.target)
        elif transport != "tail":
            address(options.target, 24224 if transport == "forward" else None)
    except ValueError as error:
        _refuse(str(error), "TARGET")
    if isinstance(options, TailOptions):
        if options.pods > 1 and "*" not in options.target:
            _refuse("needs a * in the file's name, for the number", "--pods")
        return Target(transport, options.target, pods=options.pods, rotate=_rotation(options.rotate))
    if not isinstance(options, ConnectedOptions):
        return Target(transport, options.target)
    tls = options.target.startswith("https:") if transport == "http" else getattr(options, "tls", False)
    if not tls and (options.ca_file or options.insecure):
        _refuse("means something with TLS alone", "--ca-file / --insecure")
    return Target(
        transport,
        options.target,
        batch=options.batch if isinstance(options, ForwardOptions | HttpOptions) else 1,
        connections=options.connections,
        tag=options.tag if isinstance(options, ForwardOptions) else "",
        ack=isinstance(options, ForwardOptions) and options.ack,
        gzip=isinstance(options, ForwardOptions | HttpOptions) and options.gzip,
        tls=tls,
        ca_file=options.ca_file,
        insecure=options.insecure,
    )


def _rotation(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    size_text, star, files = text.partition("*")
    size = read_quantity(size_text)
    count = int(files) if files.isdecimal() and len(files) < 4 else 0 if star else 1
    if size is None or not _LEAST_FILE <= size <= MOST or not count:
        _refuse(f'"{text}" is no size (1k at least) and number of files such as 100M*3', "--rotate")
    return int(size), count


def _seconds(text: str, option: str) -> float:
    seconds = read_seconds(text)
    if not seconds:
        _refuse(f'"{text}" is not a time such as 30s', option)
    return seconds


def _refuse(why: str, option: str) -> NoReturn:
    raise UsageError(why, option)
