"""Programs around a config that send to its syslog inputs, and in which format: the parser of the input has to read that.

Source: daemon/logger/syslog/syslog.go of Docker; the default templates of rsyslog and drivers of syslog-ng; conf/parsers.conf and
plugins/in_syslog of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.disk.around import folders_in, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.facts.compose import service_of_any
from pipelint.graph.stage import Stage
from pipelint.language.config import Config
from pipelint.sources.compose.facts import OF_MACHINE, loggings
from pipelint.sources.compose.services import Service
from pipelint.sources.compose.starts import folders_above

NEW, OLD, LOCAL = "RFC 5424", "RFC 3164", "RFC 3164 without a host"
_PORT = "5140"
_SHIPPED = {"syslog-rfc5424": NEW, "syslog-rfc3164": OLD, "syslog-rfc3164-local": LOCAL}
_READS_NEW = late(r">\\?1\\?[ \\]")
_READS_OLD = late(r"\(\?<time>\[\^ \]\* \{1,2\}\[\^ \]\* \[\^ \]\*\) \(\?<(host|ident)>")
_CONFIG = late(r"(?i)[\w.-]{0,60}syslog[\w.-]{0,60}\.conf")
_FOLDER = late(r"(?i)r?syslog(?:-ng)?(?:\.d)?")
_ANY_CONFIG = late(r"(?i)[\w.-]+\.conf")
# A line of rsyslog: a filter, @@ for TCP or @ for UDP, the address, a template.
_FORWARD = late(
    rb"(?m)^[ \t]*[^\s#:][^\n@#]*[ \t](?P<tcp>@@?)(?:\([^)\n]*\))?(?P<host>[\w.-]+):(?P<port>\d+)(?:;(?P<template>\w+))?[ \t]*$"
)
_ACTION = late(rb"(?is)\baction\s*\((?P<said>[^()]*\"omfwd\"[^()]*)\)")
_SAID = late(rb"(?i)\b(target|port|protocol|template)\s*=\s*\"([^\"]*)\"")
_DRIVER = late(rb"(?m)^[^#\n]*?\b(?P<driver>syslog|network)\s*\(\s*\"(?P<host>[\w.-]+)\"(?P<said>[^;{}#]*)\)\s*;")
_DEFAULT_TEMPLATE = late(rb"(?im)^[ \t]*\$ActionForwardDefaultTemplate|defaultTemplate\s*=")
_NEW_TEMPLATES, _OLD_TEMPLATES = (b"RSYSLOG_SyslogProtocol23Format",), (b"", b"RSYSLOG_TraditionalForwardFormat")


@dataclass(frozen=True, eq=False)
class SyslogSenderFact:
    """A ``sender`` in words that writes ``format`` to a syslog input, whose parser reads ``wanted``."""

    sender: str
    format: str
    wanted: str
    place: Place

    @property
    def fits(self) -> bool:
        """Whether these are the same."""
        return self.format == self.wanted

    @property
    def dropped(self) -> bool:
        """Whether the parser takes none of the messages, where they do not fit: else it has their parts in the wrong fields."""
        return self.wanted == NEW


def syslog_senders(config: Config, stage: Stage) -> list[SyslogSenderFact]:
    """Those of one input over a network."""
    block = stage.block
    mode = block.value("mode").lower()
    wanted = _read_by(config, block) if stage.plugin == "syslog" and mode in ("tcp", "udp") and not block.open else ""
    port = block.value("port") or _PORT
    if not wanted or not port.isdecimal() or "format" in block.names:
        return []
    service = service_of_any(config)
    found = [*_composed(service, port, mode), *_configured(config.documents[0], service, port, mode)]
    return [SyslogSenderFact(sender, form, wanted, place) for sender, form, place in found]


def _read_by(config: Config, block: Block) -> str:
    """The format that its parser reads, "" where that is not known."""
    name = block.value("parser") or "syslog-rfc5424"
    own = [each for each in config.root.blocks if each.name == "parser" and each.value("name") == name]
    if not own:
        return _SHIPPED.get(name, "")
    regex = own[0].value("regex")
    old = _READS_OLD.search(regex)
    return (OLD if old[1] == "host" else LOCAL) if old is not None else NEW if _READS_NEW.search(regex) else ""


def _composed(service: Service | None, port: str, mode: str) -> Iterator[tuple[str, str, Place]]:
    """The services whose lines Docker sends to a published port."""
    if service is None or int(port) not in (service.published or ()):
        return
    for each in loggings(service, "syslog"):
        scheme, _, address = each.options.get("syslog-address", "").partition("://")
        host, _, number = address.partition(":")
        written = each.options.get("syslog-format", "")
        form = {"": LOCAL, "rfc3164": OLD, "rfc5424": NEW, "rfc5424micro": NEW}.get(written, "")
        if scheme == mode and host in OF_MACHINE and number == port and form:
            yield f"Docker, for the service {each.name},", form, each.place


def _configured(document: Document, service: Service | None, port: str, mode: str) -> Iterator[tuple[str, str, Place]]:
    """The lines of configs of rsyslog and syslog-ng around the file that send to the port of this input."""
    names = {*OF_MACHINE, *(() if service is None else service.names)}
    for file in _configs(document):
        for sender, form, host, found in _forwards(file.data, port.encode(), mode.encode()):
            if host in names or "fluent" in host:
                yield sender, form, Place(Document.whole(file), Span(*found))


def _configs(document: Document) -> Iterator[SourceFile]:
    """The files that may be such configs: beside it, above it, and in folders there that are called so."""
    project = document.file.project
    for folder in folders_above(document):
        yield from sources_in(folder, project, _CONFIG.fullmatch)
        for inner in folders_in(folder):
            if _FOLDER.fullmatch(inner):
                yield from sources_in(files.join(folder, inner), project, _ANY_CONFIG.fullmatch)


def _forwards(data: bytes, port: bytes, mode: bytes) -> Iterator[tuple[str, str, str, tuple[int, int]]]:
    default = (b"",) if _DEFAULT_TEMPLATE.search(data) is None else ()
    for found in _FORWARD.finditer(data):
        form, by_tcp = _of_template(found["template"] or b"", default), found["tcp"] == b"@@"
        if form and found["port"] == port and by_tcp == (mode == b"tcp"):
            yield "rsyslog", form, found["host"].decode(), found.span("host")
    for found in _ACTION.finditer(data):
        said = {key.lower(): value for key, value in _SAID.findall(found["said"])}
        form = _of_template(said.get(b"template", b""), default)
        if form and said.get(b"port") == port and said.get(b"protocol", b"udp").lower() == mode:
            yield "rsyslog", form, said.get(b"target", b"").decode(errors="replace"), found.span()
    for found in _DRIVER.finditer(data):
        options = found["said"]
        number, transport = _argument(options, b"port"), _argument(options, b"transport") or b"tcp"
        if number == port and transport == mode and b"template" not in options:
            form = NEW if found["driver"] == b"syslog" or b"syslog-protocol" in options else OLD
            yield "syslog-ng", form, found["host"].decode(), found.span("host")


def _of_template(name: bytes, default: tuple[bytes, ...]) -> str:
    old = name in _OLD_TEMPLATES and (name != b"" or name in default)
    return NEW if name in _NEW_TEMPLATES else OLD if old else ""


def _argument(said: bytes, name: bytes) -> bytes:
    """What stands in the parentheses of an option."""
    _, there, rest = said.partition(name + b"(")
    return rest.partition(b")")[0].strip(b" \t\"'") if there else b""
