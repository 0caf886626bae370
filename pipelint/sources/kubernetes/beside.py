"""Texts of other ConfigMaps that the container of a config mounts beside it: what an absolute path of the config leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document
from pipelint.sources.bundle import KeyBundle
from pipelint.sources.entry import Included
from pipelint.sources.glob import Target
from pipelint.sources.hosts.protocol import Folder
from pipelint.sources.kubernetes.volumes import ConfigSource
from pipelint.sources.kubernetes.workload import Mount


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """A ConfigMap, and where a container has it."""

    mount: Mount
    source: ConfigSource
    folder: Folder

    def files(self) -> Iterator[tuple[str, str]]:
        """The paths of its keys in the container, with these."""
        only = self.mount.sub_path.strip("/")
        for key in self.folder.texts:
            name = self.source.file(key)
            if name is not None and only:
                if name == only:
                    yield self.mount.path, key
            elif name is not None:
                yield f"{self.mount.path.rstrip('/')}/{name}", key


@dataclass(frozen=True, slots=True, eq=False)
class MountedBundle:
    """The texts of a config's own ConfigMap, and by their absolute paths those of others."""

    own: KeyBundle
    others: dict[str, tuple[Folder, str]]

    @classmethod
    def of(cls, own: KeyBundle, others: Sequence[Beside]) -> MountedBundle:
        """With what is mounted beside it."""
        return cls(own, {path: (each.folder, key) for each in others for path, key in each.files()})

    def resolve(self, target: Target, from_document: Document) -> Included:
        """What its own ConfigMap has, else what another one has at just that path."""
        found = self.own.resolve(target, from_document)
        there = self.others.get(target.path) if found.problem == "elsewhere" and not target.problem else None
        return found if there is None else Included((there[0].document(there[1]),))

    def used(self, target: Target, from_key: str) -> tuple[Folder, str] | None:
        """The ConfigMap and key beside its own that a target leads to."""
        return None if target.problem or self.own.keys(target, from_key) else self.others.get(target.path)
