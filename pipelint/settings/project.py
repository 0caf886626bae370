"""Project: which settings hold for which file: those of the nearest settings file up the tree, and what the user asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.finding import Problem
from pipelint.base.text.document import SourceFile
from pipelint.settings.model import Settings
from pipelint.sources.boundary import Projects, outside

if TYPE_CHECKING:
    from pipelint.rules.rule import Rule
    from pipelint.settings.read import SettingsError

# More than any file that people write.
_MAX_BYTES = 1024 * 1024
NAMES = ("pipelint.toml", ".pipelint.toml", "pyproject.toml")

Override = Callable[[Settings], Settings]
"""What the command line changes of the settings of a file."""


class Project:
    """Settings by file. Each settings file is read once; SettingsError of one is raised whenever a file asks for it."""

    def __init__(
        self,
        rules: Callable[[], Sequence[Rule]],
        override: Override = lambda settings: settings,
        opened: tuple[str, ...] = (),
    ) -> None:
        """``opened``: real paths outside of their projects that configs may name."""
        self.opened = opened
        self.ignored = False
        """Whether a search takes files that ``.gitignore`` and the like name."""
        self._rules = rules
        self._override = override
        self._fixed: Settings | None = None
        self._found: dict[str, Settings] = {}
        self._read: dict[str, Settings | SettingsError | None] = {}
        self._plain: Settings | None = None

    @classmethod
    def of_one(cls, settings: Settings, opened: tuple[str, ...] = ()) -> Project:
        """The same settings for all files, whatever lies beside them."""
        project = cls(lambda: (), opened=opened)
        project._fixed = settings
        return project

    @classmethod
    def of_file(
        cls,
        path: str,
        rules: Callable[[], Sequence[Rule]],
        override: Override = lambda settings: settings,
        opened: tuple[str, ...] = (),
    ) -> Project:
        """The settings of this file, which the command line names, for all files. Raises SettingsError."""
        from pipelint.settings.read import SettingsError

        settings = _read(path, rules, opened, named=True)
        if settings is None:
            raise SettingsError([Problem(path, "this file has no [tool.pipelint] table")])
        return cls.of_one(override(settings), (*opened, *settings.allow_outside))

    def settings(self, path: str) -> Settings:
        """The settings for the file of this path (it need not exist). Raises SettingsError."""
        if self._fixed is not None:
            return self._fixed
        folders = files.folders(path)
        if folders[0] not in self._found:
            self._found[folders[0]] = self._search(folders)
        return self._found[folders[0]]

    def file(self, path: str) -> str | None:
        """The settings file that holds for the file of this path, if there is one. Raises SettingsError."""
        found = self._nearest(files.folders(path))
        return None if found is None else found[0]

    def _nearest(self, folders: Sequence[str]) -> tuple[str, Settings] | None:
        for folder in folders:
            for name in NAMES:
                file = files.join(folder, name)
                if files.is_file(file) and (settings := self._settings_in(file)) is not None:
                    return file, settings
        return None

    def _search(self, folders: Sequence[str]) -> Settings:
        if (found := self._nearest(folders)) is not None:
            return found[1]
        if self._plain is None:
            self._plain = self._override(Settings())
        return self._plain

    def _settings_in(self, file: str) -> Settings | None:
        """The settings of a file, None where it has none. Raises SettingsError: of one file always the same."""
        if file not in self._read:
            try:
                settings = _read(file, self._rules, self.opened)
            except ValueError as error:
                # Imported here: where no file says anything, what reads settings is not needed.
                from pipelint.settings.read import SettingsError

                if not isinstance(error, SettingsError):
                    raise
                self._read[file] = error
            else:
                self._read[file] = None if settings is None else self._override(settings)
        found = self._read[file]
        if isinstance(found, ValueError):
            raise found
        return found


def _read(
    path: str, rules: Callable[[], Sequence[Rule]], opened: tuple[str, ...], *, named: bool = False, by: tuple[str, ...] = ()
) -> Settings | None:
    """The settings of a file, None where it has none. Raises SettingsError.

    ``named``: by the command line. Another one is no link that leads out of its project. ``by``: the real paths of the files that
    extend this one.
    """
    shown = _shown(path)
    project = Projects(opened).of(path)
    try:
        wrong = "" if named or files.within(path, project) else outside("the link")
        data = b"" if wrong else files.read(path, _MAX_BYTES)
    except OSError as error:
        wrong = f"cannot be read: {error.strerror}"
    except ValueError:
        wrong = "no such file"
    else:
        here = (*by, files.real(path))
        wrong = wrong or ("this file extends itself" if here[-1] in by else "")
    if wrong:
        from pipelint.settings.read import SettingsError

        raise SettingsError([Problem(shown, wrong)])
    # Most projects' pyproject.toml says nothing of pipelint: this spares the reading of it, and loading what does that.
    if files.name(path) == NAMES[-1] and b"pipelint" not in data:
        return None
    from pipelint.settings.read import read_settings

    def base(other: str) -> Settings | None:
        return _read(other, rules, opened, named=named, by=here)

    return read_settings(SourceFile(shown, data, project), rules(), base, named=named)


def _shown(path: str) -> str:
    """The path as people see it: from where they stand, if it lies below."""
    return path.removeprefix(files.join(files.real(""), ""))
