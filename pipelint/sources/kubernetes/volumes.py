"""Reads the volumes of a pod: what is behind them, and the ConfigMaps that they hold."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.lean.record import dataclass
from pipelint.sources.kubernetes.workload import Quantity, VolumeKind
from pipelint.yaml.tree import Mapping, Node, Sequence

MAX_VOLUMES = 200
ReadQuantity = Callable[[Mapping, str], "Quantity | None"]


@dataclass(frozen=True, slots=True)
class ConfigSource:
    """A ConfigMap in a volume. ``items`` gives the file names of its keys, None where each key is a file of its name."""

    config_map: str
    items: dict[str, str] | None

    def file(self, key: str) -> str | None:
        """The file that ``key`` becomes, None where it is left out."""
        return key if self.items is None else self.items.get(key)


@dataclass(frozen=True, slots=True)
class Volume:
    """A volume of a pod. ``whole``: nothing but all keys of one ConfigMap."""

    kind: VolumeKind
    configs: tuple[ConfigSource, ...] = ()
    host_path: str = ""
    size_limit: Quantity | None = None
    in_memory: bool = False
    read_only: bool = False
    whole: bool = False


def read_volumes(pod: Mapping, spec: Mapping, quantity: ReadQuantity) -> dict[str, Volume]:
    """By name the volumes of a pod's spec, and those that the claim templates of ``spec`` (a StatefulSet's) make."""
    found = {
        mapping.text("name"): _volume(mapping, quantity)
        for mapping in _mappings(pod.values.get("volumes"))
        if mapping.text("name")
    }
    for claim in _mappings(spec.values.get("volumeClaimTemplates")):
        metadata = claim.values.get("metadata")
        if isinstance(metadata, Mapping):
            found.setdefault(metadata.text("name"), Volume("persistentVolumeClaim"))
    return found


def _volume(node: Mapping, quantity: ReadQuantity) -> Volume:
    match node.values:
        case {"hostPath": Mapping() as host}:
            return Volume("hostPath", host_path=host.text("path"))
        case {"configMap": Mapping() as config}:
            source = _source(config)
            return Volume("configMap", (source,), whole=source.items is None)
        case {"projected": Mapping() as projected}:
            sources = [each.values.get("configMap") for each in _mappings(projected.values.get("sources"))]
            return Volume("configMap", tuple(_source(each) for each in sources if isinstance(each, Mapping)))
        case {"emptyDir": Mapping() as empty}:
            return Volume("emptyDir", size_limit=quantity(empty, "sizeLimit"), in_memory=empty.text("medium") == "Memory")
        case {"emptyDir": _}:
            return Volume("emptyDir")
        case {"secret": _}:
            return Volume("secret")
        case {"persistentVolumeClaim": claim}:
            return Volume("persistentVolumeClaim", read_only=isinstance(claim, Mapping) and claim.text("readOnly") == "true")
        case _:
            return Volume("other")


def _source(node: Mapping) -> ConfigSource:
    listed = node.values.get("items")
    items = {item.text("key"): item.text("path") for item in _mappings(listed)} if isinstance(listed, Sequence) else None
    return ConfigSource(node.text("name"), items)


def _mappings(node: Node | None) -> list[Mapping]:
    items = node.items[:MAX_VOLUMES] if isinstance(node, Sequence) else []
    return [item for item in items if isinstance(item, Mapping)]
