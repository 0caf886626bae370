"""Compose files of Docker: the configs whose content stands in them, under the names that services give these, or in commands."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from collections.abc import Sequence as Several

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import Change
from pipelint.base.text.document import SourceFile, WayBack
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.commands import option_in, says_option
from pipelint.sources.hosts.protocol import Folder, Text, inner, quoted
from pipelint.yaml.edit import write_scalar
from pipelint.yaml.text import map_through, scalar_map
from pipelint.yaml.tree import Mapping, Scalar, Sequence

_CONFIGS = "configs"
_OPTION = "option.conf"
# Compose puts a variable's value there; two dollars are one.
_VARIABLE = late(rb"(?<!\$)(?:\$\$)*\$(?=[A-Za-z_{])")


class ComposeFiles:
    """The contents of ``configs``: those that a service has in one folder are files of that. Commands that give a config."""

    kinds = ()
    certain = False

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the words."""
        data = file.data
        return yaml and b"services" in data and ((_CONFIGS.encode() in data and b"content" in data) or says_option(data))

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The contents folder by folder, then those that no service asks for under a name, then what commands give."""
        configs, services = inner(node, _CONFIGS), inner(node, "services")
        if not isinstance(services, Mapping):
            return
        if isinstance(configs, Mapping):
            yield from self._contents(file, configs, services)
        for name, service in services.values.items():
            for key in ("entrypoint", "command"):
                text = option_in(inner(service, key), _read)
                if text is not None and self._engines.sniff(text.value(), _OPTION):
                    path = f"services.{quoted(name)}"
                    yield Folder(file, "", "", {_OPTION: text}, kubernetes=False, path=path, where={_OPTION: key}, open=True)

    def _contents(self, file: SourceFile, configs: Mapping, services: Mapping) -> Iterator[Folder]:
        contents = {name: text for name in configs.values if isinstance(text := inner(configs, name, "content"), Scalar)}
        left = {name: text for name, text in contents.items() if _read(text) is not None}
        for service in services.values.values():
            for targets in _targets(service).values():
                here = {target: name for target, name in targets.items() if name in left}
                yield from _folder(file, here, {name: left.pop(name) for name in dict.fromkeys(here.values())})
        for name, text in left.items():
            yield from _folder(file, {name: name}, {name: text})


def _read(scalar: Scalar) -> ContentText | None:
    return None if _VARIABLE.search(scalar.encoded) else ContentText(scalar)


def _targets(service: object) -> dict[str, dict[str, str]]:
    """By folder of a service the names of its files, and the configs that these are."""
    mounts = service.values.get(_CONFIGS) if isinstance(service, Mapping) else None
    found: dict[str, dict[str, str]] = {}
    for mount in mounts.items if isinstance(mounts, Sequence) else ():
        if isinstance(mount, Mapping) and mount.text("target") and mount.text("source"):
            folder, name = posixpath.split(mount.text("target"))
            found.setdefault(folder, {})[name or mount.text("source")] = mount.text("source")
    return found


def _folder(file: SourceFile, names: dict[str, str], texts: dict[str, Scalar]) -> Iterator[Folder]:
    if names:
        where = {name: f"{quoted(config)}.content" for name, config in names.items()}
        held: dict[str, Text] = {name: ContentText(texts[config]) for name, config in names.items()}
        yield Folder(file, "", "", held, kubernetes=False, path=_CONFIGS, where=where)


@dataclass(frozen=True, eq=False)
class ContentText:
    """A content: a scalar in which two dollars stand for one."""

    scalar: Scalar

    @property
    def span(self) -> Span:
        """Where it stands in its file."""
        return Span(self.scalar.start, self.scalar.end)

    @property
    def back(self) -> WayBack:
        """With its dollars doubled."""
        return WithDollars()

    def value(self) -> bytes:
        """The text; cheaper than its map."""
        return self.scalar.encoded.replace(b"$$", b"$")

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to ``data``, the file that it stands in."""
        outer = scalar_map(data, self.scalar)
        return map_through(outer, SourceMap.join(outer.text, _without_dollars(outer.text)))


def _without_dollars(text: bytes) -> Iterator[tuple[bytes, Span]]:
    at = 0
    for piece in text.split(b"$$"):
        end = at + len(piece)
        if piece:
            yield piece, Span(at, end)
        if end < len(text):
            yield b"$", Span(end, end + 2)
        at = end + 2


class WithDollars:
    """The way back of a content."""

    def takes(self, text: bytes, changes: Several[Change]) -> bool:
        """Any change can be written."""
        return True

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file with the content in its scalar. Raises YamlEditError."""
        return write_scalar(data, start, text.replace(b"$", b"$$"))
