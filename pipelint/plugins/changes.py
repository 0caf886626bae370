"""Defaults that changed: what a parameter that a config leaves out was before, and since which release it is something else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

from pipelint.base.lean.record import dataclass
from pipelint.plugins.form.history import BY_ENGINE, UNRELEASED
from pipelint.plugins.history import Json, plugin_history, plugin_version
from pipelint.plugins.index import plugin_lines
from pipelint.plugins.versions import (
    Release,
    bundled_since,
    engine_version,
    is_core,
    newest_release,
    release_words,
    version_key,
    version_number,
)


@dataclass(frozen=True, slots=True)
class DefaultChange:
    """The default of a parameter was ``before`` and is ``now``, both as a config writes them.

    ``since`` names the release with the change (``Fluentd 1.19.0``), ``version`` is the engine's in it, 1000 times the first
    number and the second (1019 for 1.19).
    """

    name: str
    before: str
    now: str
    since: str
    version: int


def default_changes(engine: str, kind: str, name: str, release: Release) -> Iterator[DefaultChange]:
    """The last change of each parameter's default up to a release; none of a plugin whose version there is not known."""
    lines, history = plugin_lines(engine, kind, name), plugin_history(engine, kind, name)
    version = plugin_version(engine, kind, name, release)
    if lines is None or lines[0] is None or history is None or not version:
        return
    core = engine_version(engine, release) or newest_release(engine, release).version
    for param, said in history.said.get("parameters", {}).items():
        by_engine = BY_ENGINE in said
        found = _last(said, lines[0].get("parameters", {}).get(param, {}), core if by_engine else version)
        if found is None:
            continue
        until, before, now = found
        if by_engine or is_core(engine, history.gems):
            first: Release | None = Release(until)
        else:
            first = bundled_since(engine, history.gems, until, release.distribution)
        if first is not None:
            yield DefaultChange(param, before, now, release_words(engine, first), version_number(engine, first))


def _last(history: Json, newest: Json, version: str) -> tuple[str, str, str] | None:
    """The version of the last change of a default up to ``version``, and the default before and after it."""
    states = [*history.get("was", ()), {**newest, "until": UNRELEASED}]
    found = None
    for old, new in pairwise(states):
        if version_key(old["until"]) <= version_key(version):
            before, now = _written(old.get("default")), _written(new.get("default", newest.get("default")))
            found = (old["until"], before, now) if before and now and before != now else None
    return found


def _written(default: object) -> str:
    """A default as a config writes it, "" for none; a list of one is that one."""
    match default:
        case None:
            return ""
        case str():
            return default
        case [one]:
            return _written(one)
        case _:
            return json.dumps(default)
