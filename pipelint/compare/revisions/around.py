"""What the files around the configs of a side say of the release that runs them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.base.disk.files import folder_by_name
from pipelint.checker.config.versions import release_of
from pipelint.compare.revisions.sides import standing_in
from pipelint.settings.around.chart import chart_file
from pipelint.settings.around.container import is_alone
from pipelint.settings.around.installed import installed_around

if TYPE_CHECKING:
    from pipelint.settings.model import Settings
    from pipelint.sources import Entry


class Around:
    """The folders of a side, each of which is looked at once for files that say which release runs the configs in it."""

    def __init__(self, side: Path) -> None:
        self._side = side
        self._known: dict[tuple[str, tuple[str, ...]], bool] = {}

    def say_nothing(self, entry: Entry) -> bool:
        """Whether neither an entry nor a file around its folder says that."""
        if entry.workloads or entry.version or not entry.documents:
            return False
        file = entry.documents[0].file
        folder = folder_by_name(file.path), file.project
        if folder not in self._known:
            with standing_in(self._side):
                self._known[folder] = is_alone(file) and chart_file(file) is None and not installed_around(entry)
        return self._known[folder]


def same_release(before: Entry, after: Entry, settings: Settings, folder: Path) -> bool:
    """Whether the files around say the same release of both. At work in the folder of HEAD; ``folder`` is that of BASE."""
    with standing_in(folder):
        old = release_of(before, settings)
    return old == release_of(after, settings)
