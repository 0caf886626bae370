"""What an engine knows of a container that runs its config: what it reads and writes there, and what it needs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Container, Mount

_OF_EVERY_POD = late(
    r"KUBERNETES_\w*|LD_\w*|\w+_SERVICE_(?:HOST|PORT)\w*|\w+_PORT(?:_\w+)?|HOSTNAME|HOME|PATH|PWD|LANG|LC_ALL|TZ|USER"
    r"|DEBIAN_FRONTEND|SHLVL|TERM|TINI_\w+"
)


@dataclass(frozen=True)
class HeapFact:
    """The largest heap that the JVM is allowed (``-Xmx``): its bytes, how it is written, and the variable that says it."""

    bytes: int
    text: str
    place: Place


@dataclass(frozen=True)
class KeptFact:
    """A file or folder that the config writes and that should outlive its pod: ``what`` is position or buffer.

    ``home`` is where it lies: hostPath, emptyDir, persistentVolumeClaim, configMap, secret, other, or container where
    nothing is mounted. ``path`` is a text that holds neither code nor placeholders. ``of_host``: it is the position in files
    of the node or of a claim, which outlive the pod; ``of_pod``: in files of a volume that the pod's containers share.
    """

    what: str
    plugin: str
    path: str
    home: str
    mount: Mount | None
    of_host: bool
    place: Place
    of_pod: bool = False


@dataclass(frozen=True)
class TailedFact:
    """Container logs that a tail source follows: ``mount`` is what the container sees there, null if nothing.

    ``through_links``: its files are the symbolic links of ``/var/log/containers``, whose targets are ``pods``, or with
    Docker beyond them ``docker``: what is mounted there. ``parser`` reads the lines.
    """

    path: str
    parser: str
    through_links: bool
    mount: Mount | None
    pods: Mount | None
    docker: Mount | None
    place: Place


@dataclass(frozen=True)
class UnsharedFact:
    """A path of followed files that lies in a volume of another container of the pod, ``other``, and in no volume of this one."""

    path: str
    other: Container
    mount: Mount
    place: Place


@dataclass(frozen=True)
class AbsentFact:
    """A path of followed files at which neither the image nor a volume of the container has anything."""

    path: str
    place: Place


@dataclass(frozen=True)
class BufferFact:
    """A buffer: its ``kind`` (memory, file, file_single), how many bytes it may hold, whether the config sets it.

    ``home`` and ``mount`` are those of its files, empty and null of a buffer in memory.
    """

    kind: str
    plugin: str
    limit: int
    stated: bool
    home: str
    mount: Mount | None
    place: Place


class WorkloadNeeds:
    """What an engine's configs need of the container that runs them; an engine with needs of its own derives from it."""

    images = late(r"(?!)")
    """The names of images whose environment is known: they set no variables but those of ``variables`` and of every pod."""
    variables = late(r"(?!)")
    bare = late(r"(?!)")
    """The names of images in which nothing but the engine writes."""
    folders = late(r"")
    """The folders in which these images, or all containers, may have files."""

    def known_image(self, image: str) -> bool:
        """Whether the image's environment is known."""
        return self.images.search(image) is not None

    def runtimes(self, config: Config) -> Iterator[str]:
        """The container runtimes (``docker``, ``cri``) that the config's readers of container logs are made for."""
        return iter(())

    def own_variable(self, name: str) -> bool:
        """Whether these images, or Kubernetes, set a variable."""
        return self.variables.fullmatch(name) is not None or _OF_EVERY_POD.fullmatch(name) is not None

    def meant(self, config: Config, name: str) -> bool:
        """Whether a variable can only be meant for the config, all of whose files are known, and an image does not read it."""
        return False

    def wanted(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The environment variables that the config asks for in a way that has no default."""
        return iter(())

    def stopping(self, config: Config, names: Collection[str]) -> Mapping[str, Place]:
        """Where the engine does not start without one of these variables, though it starts without others."""
        return {}

    def kept(self, config: Config, container: Container) -> Iterator[KeptFact]:
        """The files that should outlive the pod."""
        return iter(())

    def tailed(self, config: Config, container: Container) -> Iterator[TailedFact]:
        """The container logs that it follows."""
        return iter(())

    def followed(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The absolute paths of the files that it follows."""
        return iter(())

    def buffers(self, config: Config, container: Container) -> Iterator[BufferFact]:
        """The buffers of its outputs, as far as their kind and limit are known."""
        return iter(())

    def heap(self, container: Container) -> HeapFact | None:
        """The largest heap of its JVM."""
        return None

    def reloads(self, container: Container) -> bool:
        """Whether the engine itself reads its config again while it runs."""
        return False
