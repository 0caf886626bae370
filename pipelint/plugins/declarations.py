"""Declarations: what plugins declare in the release that runs a config, in their newest versions where that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.plugins.index import plugin_spec
from pipelint.plugins.spec import PluginSpec

if TYPE_CHECKING:
    from pipelint.plugins.changes import DefaultChange
    from pipelint.plugins.versions import Release


@dataclass(frozen=True, slots=True)
class Declarations:
    """Of all plugins of an engine in a release; ``release`` is None where none is known: then in their newest versions.

    ``named`` is the release as it is named, also where nothing is known of its plugins.
    """

    engine: str
    release: Release | None = None
    named: Release | None = None

    def spec(self, kind: str, name: str) -> PluginSpec | None:
        """What a plugin declares, as ``plugin_spec``; None also where the release comes without the plugin."""
        if self.release is None:
            return plugin_spec(self.engine, kind, name)
        if self.is_own(kind, name):
            return None
        # Imported here, as below: most runs name no version.
        from pipelint.plugins.history import plugin_spec_at

        return plugin_spec_at(self.engine, kind, name, self.release)

    def is_own(self, kind: str, name: str) -> bool:
        """Whether the project has a plugin of its own of that name: what it takes is not known."""
        return self.release is not None and (kind, name) in self.release.own

    def is_judged(self) -> bool:
        """Whether the release, as it is named, is not older than all declarations that are known."""
        if self.named is None:
            return True
        from pipelint.plugins.versions import is_old

        return not is_old(self.engine, self.named)

    def past(self, kind: str, name: str, parameter: str) -> tuple[str, int]:
        """The first version of a plugin without a parameter that earlier ones have, "" where none is known; and the first number
        of the engine's first version that takes it no more, or 0.
        """
        from pipelint.plugins.history import ended, plugin_history

        history = plugin_history(self.engine, kind, name)
        gone = "" if history is None else str(history.said.get("parameters", {}).get(parameter, {}).get("gone", ""))
        return gone, ended(self.engine, kind, name).get(parameter, 0)

    def changes(self, kind: str, name: str) -> list[DefaultChange]:
        """The defaults of a plugin that changed up to the release; none where no release is known."""
        if self.release is None:
            return []
        from pipelint.plugins.changes import default_changes

        return list(default_changes(self.engine, kind, name, self.release))

    def left_out_of(self, kind: str, name: str) -> str:
        """The release in words (``Logstash 9.1.10``) where it comes without a plugin that other releases have, else ""."""
        if self.release is None:
            return ""
        from pipelint.base.lean.record import replace
        from pipelint.plugins.history import plugin_version
        from pipelint.plugins.versions import release_words

        # A version that somebody installs may be older than all that are known.
        bundled = replace(self.release, gems=())
        return release_words(self.engine, bundled) if plugin_version(self.engine, kind, name, bundled) == "" else ""


def declarations_named(engine: str, version: str) -> Declarations:
    """Those of a release as settings name it (``9.1``, ``td-agent 4.5.0``), of the newest versions for ""."""
    if not version:
        return Declarations(engine)
    from pipelint.plugins.versions import release_named

    return declarations(engine, release_named(version))


def declarations(engine: str, release: Release | None) -> Declarations:
    """Those of a release, of which only the first numbers may be given; of the newest versions where nothing is known of it."""
    if release is None:
        return Declarations(engine)
    from pipelint.plugins.versions import known_release

    return Declarations(engine, known_release(engine, release), release)
