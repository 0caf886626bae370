"""All hosts, and what they hold in one file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.sources.hosts.config_map import ConfigMaps
from pipelint.sources.hosts.eck import ElasticOperator
from pipelint.sources.hosts.protocol import Folder, Held, Host, Listed
from pipelint.yaml.text import MAX_LINES, TextBudget
from pipelint.yaml.tree import Mapping, Node, Scalar, YamlError, read_yaml
from pipelint.yaml.tree import Sequence as YamlSequence


def all_hosts(engines: Collection[str]) -> tuple[Host, ...]:
    """Every kind of host; ``engines`` are the names of the engines that there are."""
    return (ConfigMaps(), ElasticOperator(engines))


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
    roots: tuple[Node, ...] = (Mapping(),) if stream is None else stream.roots
    error = None if stream is None else stream.error
    budget = TextBudget(file.data)
    folders: list[Folder] = []
    lists: list[Listed] = []
    for held in _search(file, roots, hosts):
        if isinstance(held, Listed):
            lists.append(held)
            continue
        spent = next((text for text in held.texts.values() if not budget.take(text.span)), None)
        if spent is not None:
            error = YamlError(f"its {held.kind}s contain more than {MAX_LINES:,} lines", spent.span.start)
            break
        folders.append(held)
    return InFile(file, tuple(folders), tuple(lists), error, roots if yaml else ())


def _search(file: SourceFile, roots: Iterable[Node], hosts: Sequence[Host]) -> Iterator[Held]:
    """What hosts hold in YAML documents, each once however many aliases lead to it. Nothing in a host is asked again."""
    seen: set[int] = set()
    todo = [(root, "") for root in reversed([*roots])]
    while todo:
        node, kind = todo.pop()
        if isinstance(node, Scalar) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, YamlSequence):
            todo.extend((item, kind) for item in reversed(node.items))
            continue
        kind = node.text("kind") if "kind" in node.values else kind
        held = [each for host in hosts for each in host.held(file, node, kind)]
        yield from held
        if not held:
            # The API server leaves the kind of each item out of a typed list.
            inner = kind.removesuffix("List") if kind.endswith("List") else ""
            todo.extend((value, inner if key == "items" else "") for key, value in reversed(node.values.items()))
