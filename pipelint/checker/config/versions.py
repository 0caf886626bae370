"""The release that runs a config: what the settings or the command line name, else what the files around it say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.settings.around.container import images_around
from pipelint.settings.around.installed import installed_around
from pipelint.settings.around.packages import packages_around

if TYPE_CHECKING:
    from pipelint.plugins.versions import Release
    from pipelint.settings.around.guess import Guess
    from pipelint.settings.model import Settings
    from pipelint.sources.entry import Entry


def release_of(entry: Entry, settings: Settings) -> Release | None:
    """The release; None where nothing names one."""
    found = named_release(entry, settings)
    return None if found is None else found.release


def named_release(entry: Entry, settings: Settings) -> Guess | None:
    """The release with what is installed beside it, and what names it; None where nothing does."""
    text = settings.versions.get(entry.engine)
    named = entry.workloads or entry.version
    images = () if text is not None or named else images_around(entry)
    # A target is asked for with what it bundles; a project's own plugins are there all the same.
    installed = installed_around(entry)
    if text is None and not (named or images or installed or _in_chart(entry) or packages_around(entry)):
        return None
    # Imported here: of many configs nothing names a version.
    from pipelint.base.lean.record import replace
    from pipelint.plugins.versions import release_named
    from pipelint.settings.around.guess import Guess, guess_of

    if text is None:
        return guess_of(entry, images, installed)
    return Guess(replace(release_named(text), own=installed.own), "the target version")


def _in_chart(entry: Entry) -> bool:
    """Whether a Helm chart is around its first file, or that holds the values of one or names one."""
    from pipelint.settings.around.chart import chart_file, images_of

    file = entry.documents[0].file if entry.documents else None
    if file is None:
        return False
    part = entry.documents[0].part
    # A part without a blank is a key of values, for which notes and scripts around them may name the chart.
    named = bool(part) and (" " not in part or b"chart" in file.data or b"tag:" in file.data)
    return named or chart_file(file) is not None or bool(images_of(file))


def version_text(entry: Entry, settings: Settings) -> str:
    """The release as settings name it (``9.1``, ``td-agent 4.5.0``), "" where nothing names one."""
    release = release_of(entry, settings)
    return "" if release is None else f"{release.distribution} {release.version}".strip()


def version_words(entry: Entry, settings: Settings) -> str:
    """The release and what names it, in words: ``logstash 8.14.3 (image logstash:8.14.3)``; "" where nothing does.

    It says where nothing is known of the release, so that the newest declarations count.
    """
    found = named_release(entry, settings)
    if found is None or not found.release.version:
        return ""
    from pipelint.plugins.versions import Release, is_old, known_release

    engine, release = entry.engine, found.release
    known = known_release(engine, Release(release.version, release.distribution))
    what = "what they take is not checked" if is_old(engine, release) else "the newest ones count"
    unknown = "" if known else f"; its plugins are not known, so {what}"
    return f"{release.distribution or engine} {release.version} ({found.source}{unknown})"
