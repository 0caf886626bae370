"""What a plugin was in other versions: ``plugin_spec_at`` gives what it declares in a release of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias  # What json gives.

from pipelint.base.lean.record import dataclass
from pipelint.plugins.form.history import BY_ENGINE, UNRELEASED
from pipelint.plugins.index import Index, ended_of_all, plugin_lines, spec_of
from pipelint.plugins.spec import PluginSpec
from pipelint.plugins.team import team
from pipelint.plugins.versions import (
    Release,
    bundled_gem,
    bundled_since,
    engine_version,
    first_release,
    is_core,
    newest_release,
    release_words,
    releases,
    version_key,
    version_number,
)

Json: TypeAlias = "Mapping[str, Any]"


@dataclass(frozen=True, slots=True, eq=False)
class PluginHistory:
    """The gems that bring a plugin, the newest first, the first and the last version known to have it, and the one without it.

    All "" or empty where that is not known. ``said`` is what its file says of versions of its parameters and sections.
    """

    gems: tuple[str, ...]
    first: str
    last: str
    removed: str
    said: Json


def plugin_history(engine: str, kind: str, name: str) -> PluginHistory | None:
    """What is known of a plugin's versions, ``kind`` being the engine's as in ``plugin_spec``; None where there is no file."""
    lines = plugin_lines(engine, kind, name)
    if lines is None:
        return None
    _, said = lines
    gems = tuple(gem for gem in (said.get("gem", ""), *said.get("earlier_gems", ())) if gem)
    first, last = said.get("versions", ("", ""))
    return PluginHistory(gems, first, last, said.get("removed", ""), said)


def plugin_version(engine: str, kind: str, name: str, release: Release) -> str | None:
    """The version of a plugin that a release brings; "" where it brings none, None where that is not known."""
    history = plugin_history(engine, kind, name)
    if history is None:
        return None
    found = [version for gem in history.gems if (version := bundled_gem(engine, gem, release)) is not None]
    version = next((each for each in found if each), None)
    if version is None:
        return "" if found else None
    key = version_key(version)
    gone = history.removed and key >= version_key(history.removed)
    return "" if gone or (history.first and key < version_key(history.first)) else version


def refused_since(engine: str, kind: str, name: str, parameter: str) -> str:
    """The first release, in words (``Logstash 9.0.0``), whose plugin refuses a parameter that the one before it still took.

    "" where that is not known, or no known release took it.
    """
    history = plugin_history(engine, kind, name)
    states: Json = {} if history is None else history.said.get("parameters", {}).get(parameter, {})
    version = states.get("removed")
    if history is None or not isinstance(version, str):
        return ""
    first = version if BY_ENGINE in states else first_release(engine, history.gems, version)
    return "" if first is None or first == releases(engine)[0] else release_words(engine, Release(first))


def ended(engine: str, kind: str, name: str) -> dict[str, int]:
    """The parameters that a plugin once took, with the first number of the engine's first version that does not take them."""
    history = plugin_history(engine, kind, name)
    own: Json = {} if history is None else history.said.get("ages", {}).get("ended", {})
    return {name: int(age) for name, age in {**ended_of_all(engine, kind), **own}.items()}


def least_age(engine: str, kind: str, name: str, parameters: Iterable[str]) -> int:
    """The first number of the engine's first version that has a plugin by this name with these parameters; 0: any may have."""
    history = plugin_history(engine, kind, name)
    if history is None:
        return 0
    ages, states = history.said.get("ages", {}), history.said.get("parameters", {})
    began, parameters = ages.get("began", {}), list(parameters)
    said = [int(age) for age in (ages.get("came", 0), *(began.get(each, 0) for each in (name, *parameters)))]
    since = [states[each] for each in parameters if "since" in states.get(each, {})]
    return max(*said, *(_age(engine, history, state) for state in since))


def _age(engine: str, history: PluginHistory, state: Json) -> int:
    """The first number of the first release with a parameter; 0 where the first release that is known may have it."""
    if BY_ENGINE in state:
        first = Release(state["since"]) if state["since"] != UNRELEASED else None
    else:
        first = bundled_since(engine, history.gems, state["since"], "")
    return 0 if first is None else version_number(engine, first) // 1000


def plugin_spec_at(engine: str, kind: str, name: str, release: Release) -> PluginSpec | None:
    """What the plugin declares in a release, common parameters included, each ``deprecated`` or ``removed`` as it was then.

    None where the release does not bring the plugin, or nothing is known of what it takes. A plugin that comes from elsewhere
    (``plugin_version`` does not know its version) is taken as its newest version, with the release's common parameters.
    """
    return _spec_at(team.get(), engine, kind, name, release)


@lru_cache(maxsize=4096)
def _spec_at(own: Index | None, engine: str, kind: str, name: str, release: Release) -> PluginSpec | None:
    """The same; ``own`` are the team's plugins that are known now."""
    lines, history = plugin_lines(engine, kind, name), plugin_history(engine, kind, name)
    version = plugin_version(engine, kind, name, release)
    if lines is None or lines[0] is None or history is None or version == "":
        return None
    said: Json = lines[0]
    core = engine_version(engine, release) or newest_release(engine, release).version or None
    known = version and release.version and release_words(engine, newest_release(engine, release))
    at = _At(engine, release.distribution, history.gems, version, core)
    within = "" if not known or {*history.gems} & {*dict(release.gems)} else f", in {known}"
    as_of = f"version {version} of the plugin{within}" if version and version != core else known or said["as_of"]
    return spec_of(engine, kind, name, {**said, **at.section(said, history.said), "as_of": as_of, "exact": version is not None})


@dataclass(frozen=True, slots=True)
class _At:
    """Where a plugin of ``gems`` and its engine are in their histories: at ``version`` (None: the newest) and at ``core``."""

    engine: str
    distribution: str
    gems: tuple[str, ...]
    version: str | None
    core: str | None

    def section(self, said: Json, history: Json) -> dict[str, Any]:
        """A section as it was."""
        found = dict(said)
        versions = history.get("parameters", {})
        gone = {name: param for name, param in versions.items() if "gone" in param}
        parameters = {**gone, **said.get("parameters", {})}
        at = {name: _param(param, versions.get(name, {}), self.version, self.core) for name, param in parameters.items()}
        found["parameters"] = {name: param for name, param in at.items() if param is not None}
        later = {name: versions[name] for name in parameters if _is_later(versions.get(name, {}), self.version, self.core)}
        found["later"] = {name: self.since(param) for name, param in later.items()}
        sections = history.get("sections", {})
        found["sections"] = {
            name: self.section(section, sections.get(name, {}))
            for name, section in said.get("sections", {}).items()
            if not _is_later(sections.get(name, {}), self.version, self.core)
        }
        return found

    def since(self, param: Json) -> str:
        """Since when there is a parameter: ``11.14.0 of the plugin (Logstash 8.15.0)``, ``Fluentd 1.14.4 (td-agent 4.3.1)``."""
        version = str(param["since"])
        if version == UNRELEASED:
            return "a version that is not released yet"
        own = BY_ENGINE in param or is_core(self.engine, self.gems)
        words = release_words(self.engine, Release(version)) if own else f"{version} of the plugin"
        first = None if own and not self.distribution else first_release(self.engine, self.gems, version, self.distribution)
        return words if first is None else f"{words} ({release_words(self.engine, Release(first, self.distribution))})"


def _is_later(history: Json, version: str | None, core: str | None) -> bool:
    own = core if BY_ENGINE in history else version
    return own is not None and "since" in history and version_key(own) < version_key(history["since"])


def _param(said: Json, history: Json, version: str | None, core: str | None) -> Json | None:
    """A parameter as it was, None where it was not declared."""
    own = core if BY_ENGINE in history else version
    if own is None:
        return None if "gone" in history else said
    key = version_key(own)
    if _is_later(history, version, core) or ("gone" in history and key >= version_key(history["gone"])):
        return None
    found = {**said}
    for word in ("deprecated", "removed"):
        if isinstance(since := history.get(word), str):
            found[word] = key >= version_key(since)
    was: Json = next((state for state in history.get("was", ()) if key < version_key(state["until"])), {})
    return None if was.get("gone") else {**found, **was}
