"""All hosts, and what they hold in one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pipelint._native import YamlResources
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.commands import PodCommands
from pipelint.sources.hosts.compose import ComposeFiles
from pipelint.sources.hosts.config_map import ConfigMaps
from pipelint.sources.hosts.eck import ElasticOperator
from pipelint.sources.hosts.helm.argo import ArgoApplications
from pipelint.sources.hosts.helm.files import HelmValues
from pipelint.sources.hosts.helm.release import HelmReleases
from pipelint.sources.hosts.protocol import Folder, Held, Host, Listed, is_resource
from pipelint.sources.hosts.secret import Secrets
from pipelint.yaml.text import MAX_LINES, TextBudget
from pipelint.yaml.tree import Mapping, Node, YamlError, read_yaml


def all_hosts(engines: Engines) -> tuple[Host, ...]:
    """Every kind of host; ``engines`` are those that there are."""
    resources = (ConfigMaps(), Secrets(), ElasticOperator(engines.names), HelmReleases(engines), ArgoApplications(engines))
    own = [host for name in engines.names for host in engines.discovery(name).hosts()]
    return (*resources, *own, PodCommands(engines), ComposeFiles(engines), HelmValues(engines))


@dataclass(frozen=True, slots=True)
class InFile:
    """What the hosts of ``file`` hold, each kind in order; where reading stopped, and its YAML documents."""

    file: SourceFile
    folders: tuple[Folder, ...]
    lists: tuple[Listed, ...]
    error: YamlError | None
    roots: tuple[Node, ...] = ()


def read_hosts(file: SourceFile, hosts: Sequence[Host], *, yaml: bool) -> InFile:
    """What ``hosts`` hold in ``file``, as far as it can be read. Never raises."""
    stream = read_yaml(file.data) if yaml else None
    roots = () if stream is None else stream.roots
    error = None if stream is None else stream.error
    budget = TextBudget(file.data)
    folders: list[Folder] = []
    lists: list[Listed] = []
    for held in _held(file, roots, hosts) if yaml else (each for host in hosts for each in host.held(file, Mapping(), "")):
        if isinstance(held, Listed):
            lists.append(held)
            continue
        spent = next((text for text in held.texts.values() if not budget.take(text.span)), None)
        if spent is not None:
            error = YamlError(f"its {held.kind or 'value'}s contain more than {MAX_LINES:,} lines", spent.span.start)
            break
        folders.append(held)
    return InFile(file, tuple(folders), tuple(lists), error, roots)


def _held(file: SourceFile, roots: Iterable[Node], hosts: Sequence[Host]) -> Iterator[Held]:
    """What hosts hold in YAML documents: in resources by their kind, and in those that are none."""
    yield from _search(file, roots, hosts)
    for root in roots:
        if isinstance(root, Mapping) and not is_resource(root):
            yield from (each for host in hosts if not host.kinds for each in host.held(file, root, ""))


def _search(file: SourceFile, roots: Iterable[Node], hosts: Sequence[Host]) -> Iterator[Held]:
    """What hosts hold in YAML documents, each once however many aliases lead to it. Nothing in a host is asked again."""
    resources = YamlResources(list(roots), [kind for host in hosts for kind in host.kinds])
    for node, kind in resources:
        held = [each for host in hosts if kind in host.kinds for each in host.held(file, node, kind)]
        yield from held
        if not held:
            resources.enter()
