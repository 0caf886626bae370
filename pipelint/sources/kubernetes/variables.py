"""Variables that containers take from ConfigMaps and Secrets, where the manifests have these, and those that they lack."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Document, Place
from pipelint.sources.compose.starts import filled_in, told_around
from pipelint.sources.hosts.protocol import Folder
from pipelint.sources.kubernetes.read import Pod
from pipelint.sources.kubernetes.workload import Container, Variable

_Named = dict[tuple[str, str], list[Folder]]


@dataclass(frozen=True)
class UnsetFact:
    """An environment variable that the config uses without a default and the container does not set.

    ``known``: its image is one of the engine's own, which does not set it either. ``stops``: the engine does not start without
    it, though it takes an empty text for others.
    """

    name: str
    known: bool
    place: Place
    stops: bool = False

    @cached_property
    def filled(self) -> bool:
        """Whether a script beside the config or above it fills the variable in by envsubst, before the engine reads it."""
        return filled_in(self.place.document, self.name)

    @cached_property
    def told(self) -> bool:
        """Whether a script, a manifest or a list of variables beside it or above it names the variable."""
        return told_around(self.place.document, self.name)


def with_variables(pods: Sequence[Pod], folders: Iterable[Folder]) -> list[Pod]:
    """The pods, their containers with the variables that these take from ``folders``: each the only one of its kind and name."""
    if not any(container.drawn for pod in pods for container, _ in pod.containers):
        return [*pods]
    named: _Named = defaultdict(list)
    for folder in folders:
        if folder.kubernetes:
            named[folder.kind, folder.name.rpartition("/")[2]].append(folder)
    return [
        replace(pod, containers=tuple((_filled(each, pod, named), mounted) for each, mounted in pod.containers)) for pod in pods
    ]


def _filled(container: Container, pod: Pod, named: _Named) -> Container:
    if not container.drawn:
        return container
    shared: list[Variable] = []
    values: dict[str, str | None] = {}
    known = True
    for each in container.drawn:
        folder = _only(named.get((each.kind, each.source), ()), pod.namespace)
        if each.key:
            values[each.name] = None if folder is None else _value(folder, each.key)
        elif folder is None or folder.unread:
            known = False
        else:
            shared += _all(folder, each.name)
    own = tuple(replace(each, value=values[each.name]) if each.name in values else each for each in container.env)
    return replace(container, env=(*shared, *own), env_known=known)


def _all(folder: Folder, prefix: str) -> Iterator[Variable]:
    document = Document.whole(folder.file)
    for key, text in folder.texts.items():
        yield Variable(prefix + key, _value(folder, key), Place(document, text.span), shared=True)


def _only(folders: Sequence[Folder], namespace: str) -> Folder | None:
    """The one that is meant; None where there is none, or another one has the name."""
    own = folders[0].name.rpartition("/")[0] if len(folders) == 1 else ""
    return folders[0] if len(folders) == 1 and (not own or not namespace or own == namespace) else None


def _value(folder: Folder, key: str) -> str | None:
    """The text of a key; None where there is none, and for what is secret."""
    text = None if folder.sealed else folder.texts.get(key)
    return None if text is None else text.value().decode("utf-8", "replace")
