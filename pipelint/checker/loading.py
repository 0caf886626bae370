"""Loading: from paths to configs, each read by its engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeAlias

from pipelint.base.disk.asked import AtOnce
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.record import replace
from pipelint.base.limits import listening
from pipelint.base.running.progress import step
from pipelint.base.text.file_error import FileError
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.outside import outside_notes
from pipelint.checker.result import Loaded
from pipelint.engines.registry import ENGINES, engine
from pipelint.plugins.team import knowing
from pipelint.settings.project import Project
from pipelint.sources import Collected, Entry, Sealed, Unknown, collect

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.plugins.index import Index as Plugins

PluginsOf: TypeAlias = "Callable[[str], Plugins | None]"
"""A team's own plugins, by the path of a config's file; None for no others than the project's."""


def load(
    paths: Sequence[str],
    *,
    stdin: bytes | None = None,
    stdin_filename: str = "<stdin>",
    unknown: Unknown = Unknown.REFUSED,
    opened: Sequence[str] = (),
    ignored: bool = False,
    plugins: PluginsOf | None = None,
    sealed: Sealed = Sealed.LEFT_OUT,
) -> Loaded:
    """All configs in ``paths`` (files, folders, globs, ``-``). Raises nothing about the input.

    ``opened``: real paths outside of their projects that they may name, too. ``ignored``: also those that ``.gitignore`` and the
    like name. ``plugins``: a team's own, by a config's file; without it those that are known here.
    ``sealed``: what becomes of configs that may not be quoted.
    """
    with AtOnce():
        found = collect(
            paths, ENGINES, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, opened=opened, ignored=ignored
        )
        return load_found(found, plugins, sealed)


def load_for(
    project: Project,
    files: NamedFiles,
    paths: Sequence[str],
    *,
    stdin: bytes | None = None,
    stdin_filename: str = "<stdin>",
    unknown: Unknown = Unknown.REFUSED,
    sealed: Sealed = Sealed.LEFT_OUT,
) -> Loaded:
    """All configs in ``paths`` as the settings of ``project`` want them read: what ``load`` gives."""
    return load(
        paths,
        stdin=stdin,
        stdin_filename=stdin_filename,
        unknown=unknown,
        opened=project.opened,
        ignored=project.ignored,
        plugins=files.plugins_of(project),
        sealed=sealed,
    )


def load_found(found: Collected, plugins: PluginsOf | None = None, sealed: Sealed = Sealed.LEFT_OUT) -> Loaded:
    """The configs of the entries that a search has found, as ``load`` gives them."""
    configs: list[Config] = []
    problems, notes = list(found.problems), list(found.notes)
    for number, entry in enumerate(found.entries):
        step("read", number, len(found.entries))
        if entry.sealed and sealed is Sealed.LEFT_OUT:
            notes.append(Note(entry.name, "only checked, as nothing of it may be shown", important=True))
            continue
        # Settings that cannot be had are no failure of this config.
        known = nullcontext() if plugins is None else knowing(plugins(_path(entry)))
        try:
            with listening() as left_out, known:
                config = engine(entry.engine).load(entry)
                if config.errors and entry.readings:
                    config = _sound_reading(entry) or config
                read = [engine(each.engine).load(each) for each in _divided(config)] or [config]
        except FileError:
            # A file of pipelint's own (a plugin's, in a checkout): no config could be read.
            raise
        except Exception as error:
            from pipelint.base.unforeseen import unforeseen

            problems.append(unforeseen(entry.name, error))
            continue
        configs += read
        for each in read:
            notes += () if entry.sealed else outside_notes(each)
            if each.graph.skipped:
                problems.append(Problem(each.name, "too many plugins and tags to follow: each plugin was only checked by itself"))
        notes += (Note(config.name, what, important=True) for what in left_out)
    return Loaded(tuple(configs), tuple(problems), tuple(notes))


def _sound_reading(entry: Entry) -> Config | None:
    """The first other reading of a template that has no syntax error, with all readings but it beside it."""
    for reading in entry.readings:
        others = (replace(entry, readings=()), *(each for each in entry.readings if each is not reading))
        config = engine(entry.engine).load(replace(reading, readings=others, loose=True))
        if not config.errors:
            return config
    return None


def _divided(config: Config) -> list[Entry]:
    """An entry of the pipelines without a syntax error, which start whatever the others have, and one of each other pipeline.

    No entry where none or all of them have one.
    """
    if not config.errors:
        return []
    entry, wrong = config.entry, {error.place.document for error in config.errors}
    broken = [each for each in entry.pipelines if not wrong.isdisjoint(each.documents)]
    sound = tuple(each for each in entry.pipelines if each not in broken)
    if not broken or not sound or entry.readings or entry.sealed:
        return []
    named = [(entry.name, sound), *((each.documents[0].file.path, (each,)) for each in broken)]
    return [
        replace(entry, name=name, pipelines=own, documents=tuple({d: None for each in own for d in each.documents}), partial=True)
        for name, own in named
    ]


def _path(entry: Entry) -> str:
    """The path of what a config will be made of: its first file."""
    return entry.documents[0].file.path if entry.documents else entry.name
