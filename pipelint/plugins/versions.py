"""Versions of gems and engines in their order, and which versions of gems a release of an engine bundles."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

from pipelint.base.lean.record import dataclass, replace
from pipelint.plugins.form.history import UNRELEASED
from pipelint.plugins.index import load_index

Key = tuple[tuple[int, int | str], ...]


@dataclass(frozen=True, slots=True)
class Release:
    """A release: ``version`` of the engine, or of a package or image of it that ``distribution`` names ("" for the engine).

    With what is installed beside it: ``gems`` (name, version), and the kinds and names of ``own`` plugins, of which no file
    says what they declare. ``version`` is "" where only these are known.
    """

    version: str
    distribution: str = ""
    gems: tuple[tuple[str, str], ...] = ()
    own: frozenset[tuple[str, str]] = frozenset()


@cache
def version_key(version: str) -> Key:
    """What sorts versions as RubyGems does: by numbers, 1.0 as 1.0.0, a version with letters before the one without.

    What is unreleased comes after all versions, 1.2.x after all that begin with 1.2.
    """
    if version == UNRELEASED:
        return ((2, 0),)
    short = re.sub(r"(\.0)+(?=\.?[a-z]|$)", "", version.lower())
    parts = re.findall(r"[0-9]+|[a-z]+", short)
    return (*((1, int(part)) if part.isdigit() else (2, 0) if part == "x" else (0, part) for part in parts), (1, -1))


def last_before(states: Iterable[tuple[str, str]], version: str) -> str | None:
    """The state that holds at ``version``: of pairs of a first version and a state, in their order. None before the first."""
    found = None
    for first, state in states:
        if version_key(first) > version_key(version):
            break
        found = state
    return found


@cache
def _releases(engine: str) -> Mapping[str, object]:
    """What ``releases.yaml`` says."""
    index = load_index()
    head = index.heads.get(engine)
    return {} if head is None else cast("Mapping[str, object]", json.loads(index.line(head["releases"])))


def _distribution(engine: str, release: Release) -> Mapping[str, object]:
    distributions = cast("Mapping[str, Mapping[str, object]]", _releases(engine).get("distributions", {}))
    return distributions.get(release.distribution or engine, {})


def distributions(engine: str) -> tuple[str, ...]:
    """What an engine is released as: itself, packages and images, by name; nothing where no file says it."""
    return tuple(cast("Mapping[str, object]", _releases(engine).get("distributions", {})))


def releases(engine: str, distribution: str = "") -> tuple[str, ...]:
    """All known releases, in their order."""
    return tuple(cast("list[str]", _distribution(engine, Release("", distribution)).get("releases", ())))


def newest_release(engine: str, release: Release) -> Release:
    """The newest known release that the version stands for (9.1 for 9.1.10), or the same where it is one or none is known."""
    known = releases(engine, release.distribution)
    begins = (f"{release.version}.", f"{release.version}-")
    of_it = [] if release.version in known else [one for one in known if one.startswith(begins)]
    return replace(release, version=of_it[-1]) if of_it else release


def bundled_gem(engine: str, gem: str, release: Release) -> str | None:
    """The version of a gem in a release, "" where the release leaves it out, None where no release is known to have it.

    None, too, of a release without a version.
    """
    if (installed := dict(release.gems).get(gem)) is not None:
        return installed
    release = newest_release(engine, release)
    if not release.version:
        return None
    core = gem == _releases(engine).get("core")
    if core and not release.distribution:
        return release.version or None
    gems = cast("Mapping[str, Mapping[str, str]]", _distribution(engine, release).get("gems", {}))
    if gem not in gems:
        return None
    found = last_before(gems[gem].items(), release.version)
    return "" if found in (None, "none") else found


def is_core(engine: str, gems: Iterable[str]) -> bool:
    """Whether a plugin comes in the engine's own gem."""
    return str(_releases(engine).get("core", "")) in gems


def first_release(engine: str, gems: Iterable[str], version: str, distribution: str = "") -> str | None:
    """The first release with this version of one of a plugin's gems, or a later one; None where none is known."""
    bundled = cast("Mapping[str, Mapping[str, str]]", _distribution(engine, Release("", distribution)).get("gems", {}))
    for release, found in ((release, found) for gem in gems for release, found in bundled.get(gem, {}).items()):
        if found != "none" and version_key(found) >= version_key(version):
            return release
    return None


def bundled_since(engine: str, gems: Iterable[str], version: str, distribution: str) -> Release | None:
    """As ``first_release``, but None too where an earlier release with the gem is not known: it may have had the version."""
    gems = tuple(gems)
    first = first_release(engine, gems, version, distribution)
    bundled = cast("Mapping[str, Mapping[str, str]]", _distribution(engine, Release("", distribution)).get("gems", {}))
    began = {next(iter(bundled[gem]), None) for gem in gems if gem in bundled}
    return None if first is None or first in began else Release(first, distribution)


def known_release(engine: str, release: Release) -> Release | None:
    """The release that a version stands for, as ``newest_release``; None before the first and after the last that are known.

    None, too, of an image or a package with an engine before the first that is known. What is installed beside it counts where
    the version is not known, too.
    """
    if release.gems or release.own:
        plain = known_release(engine, Release(release.version, release.distribution))
        return replace(plain or Release(""), gems=release.gems, own=release.own)
    found = newest_release(engine, release)
    core = engine_version(engine, found) if release.distribution else None
    return found if is_release(engine, release) and (not core or is_release(engine, Release(core))) else None


def is_release(engine: str, release: Release) -> bool:
    """Whether a version stands for a release between the first and the last that are known."""
    known = releases(engine, release.distribution)
    found = version_key(newest_release(engine, release).version)
    return bool(known) and version_key(known[0]) <= found <= version_key(known[-1])


def is_old(engine: str, release: Release) -> bool:
    """Whether a release is older than all of which is known what their plugins declare."""
    known = releases(engine, release.distribution)
    return bool(release.version and known) and version_key(newest_release(engine, release).version) < version_key(known[0])


def release_named(text: str) -> Release:
    """The release that a setting names: ``9.1``, or ``td-agent 4.5.0`` of a package or image."""
    distribution, _, version = text.strip().rpartition(" ")
    return Release(version, distribution)


def release_words(engine: str, release: Release) -> str:
    """What messages call a release: ``Logstash 9.1.10``, ``td-agent 4.5.0``."""
    title = release.distribution or _releases(engine).get("title", engine.capitalize())
    return f"{title} {release.version}"


def version_number(engine: str, release: Release) -> int:
    """The engine's version as 1000 times its first number and its second (1016 for 1.16), 0 where that is not known."""
    version = engine_version(engine, release) or ("" if release.distribution else release.version)
    first, *rest = [*version.split("."), "0"]
    return int(first) * 1000 + (int(rest[0]) if rest[0].isdecimal() else 0) if first.isdecimal() else 0


def engine_version(engine: str, release: Release) -> str | None:
    """The version of the engine in a release; None where that is not known."""
    return bundled_gem(engine, str(_releases(engine).get("core", "")), release)
