"""The release that runs a config: what the settings or the command line name, else what the files around it say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.settings.container import images_around

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.plugins.versions import Release
    from pipelint.settings.guess import Guess
    from pipelint.settings.model import Settings


def release_of(config: Config, settings: Settings) -> Release | None:
    """The release; None where nothing names one."""
    found = named_release(config, settings)
    return None if found is None else found.release


def named_release(config: Config, settings: Settings) -> Guess | None:
    """The release and what names it; None where nothing does."""
    text = settings.versions.get(config.engine.name)
    named = config.workloads or config.entry.version
    images = () if text is not None or named else images_around(config)
    if text is None and not (named or images or _in_chart(config)):
        return None
    # Imported here: of many configs nothing names a version.
    from pipelint.plugins.versions import release_named
    from pipelint.settings.guess import Guess, guess_of

    return guess_of(config, images) if text is None else Guess(release_named(text), "the target version")


def _in_chart(config: Config) -> bool:
    """Whether a Helm chart is around its first file."""
    from pipelint.settings.chart import chart_file

    return bool(config.entry.documents) and chart_file(config.entry.documents[0].file) is not None


def version_text(config: Config, settings: Settings) -> str:
    """The release as settings name it (``9.1``, ``td-agent 4.5.0``), "" where nothing names one."""
    release = release_of(config, settings)
    return "" if release is None else f"{release.distribution} {release.version}".strip()


def version_words(config: Config, settings: Settings) -> str:
    """The release and what names it, in words: ``logstash 8.14.3 (image logstash:8.14.3)``; "" where nothing does.

    It says where nothing is known of the release, so that the newest declarations count.
    """
    found = named_release(config, settings)
    if found is None:
        return ""
    from pipelint.plugins.versions import known_release

    engine, release = config.engine.name, found.release
    unknown = "" if known_release(engine, release) else "; its plugins are not known, so the newest ones count"
    return f"{release.distribution or engine} {release.version} ({found.source}{unknown})"
