"""Makes the keys of one ConfigMap configs: which keys are roots, which belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet

from pipelint.base.finding import Note
from pipelint.sources.bundle import ROOT_KEYS, KeyBundle
from pipelint.sources.entry import Entry, Sniff
from pipelint.sources.include import Target, include_targets
from pipelint.sources.manifest import ConfigMap
from pipelint.sources.roots import roots_of


def config_map_entries(config_map: ConfigMap, logstash: AbstractSet[str], sniff: Sniff) -> tuple[list[Entry], list[Note]]:
    """The configs in ``config_map``, those of the keys ``logstash`` apart, and a note for each key that is none.

    Where a key has the name of a main file, that key and each other one that no key includes is a config of its own.
    Otherwise the ConfigMap is mounted as a folder of parts: what no key includes is one config, in lexical order. Keys
    that include the same third key are alternatives, though, as that folder would hold it twice.
    """
    path = config_map.file.path
    notes = [Note(path, f"{config_map.label}: binaryData key {key} is not read") for key in config_map.binary]
    engines: dict[str, str] = {}
    targets: dict[str, set[Target]] = {}
    for key in sorted(config_map.data.keys() - logstash):
        text = config_map.text(key)
        engine = sniff(text, key)
        if engine is not None:
            engines[key] = engine
            targets[key] = include_targets(text)
    bundle = KeyBundle(config_map, _folders(config_map, targets))
    includes = {key: {found for target in targets[key] for found in bundle.keys(target, key)} for key in engines}
    parts = set().union(*includes.values())
    notes += [
        Note(path, f"{config_map.label}: key {key} holds no config")
        for key in config_map.data
        if key not in engines and key not in parts and key not in logstash
    ]
    entries = []
    for engine in dict.fromkeys(engines.values()):
        keys = [key for key in engines if engines[key] == engine]
        for group in _groups(keys, includes):
            documents = tuple(config_map.document(key) for key in group)
            where = config_map.label if len(group) > 1 else documents[0].part
            entries.append(Entry(engine, documents, bundle, f"{path}: {where}", kubernetes=True))
    return entries, notes


def _folders(config_map: ConfigMap, targets: dict[str, set[Target]]) -> frozenset[str]:
    """The folders in which an include names a key by more than a wildcard: the ConfigMap is mounted there."""
    bundle = KeyBundle(config_map)
    found: set[str] = set()
    for key, target in [(key, target) for key, wanted in targets.items() for target in wanted]:
        if target.name and not target.name.startswith("*") and bundle.keys(target, key):
            found.add(target.folder)
    return frozenset(found)


def _groups(keys: list[str], includes: dict[str, set[str]]) -> list[list[str]]:
    """The root keys of each config, main files first."""
    mains = [key for key in keys if key in ROOT_KEYS]
    roots = [key for key in roots_of(keys, includes) if key not in mains]
    shared = Counter(part for key in roots for part in includes[key])
    if mains or any(count > 1 for count in shared.values()):
        return [[key] for key in mains + roots]
    return [roots]
