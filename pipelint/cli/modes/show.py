"""``pipelint check --show-files`` and ``--show-settings``: what a check goes by, in the place of the check."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.cli.overrides import UNREADABLE
from pipelint.engines.registry import ENGINES
from pipelint.report.findings.text import note_lines, print_problems
from pipelint.report.printing.output import look_of, write
from pipelint.report.printing.styled import BLANK, Line, Piece, Role, line
from pipelint.report.table import Table
from pipelint.report.uri import shown_path

if TYPE_CHECKING:
    from pipelint.cli.options import CheckOptions
    from pipelint.language.config import Config
    from pipelint.report.look import Look
    from pipelint.settings.model import Settings
    from pipelint.settings.project import Project
    from pipelint.sources import Unknown


def show_files(
    paths: Sequence[str], project: Project, stdin: bytes | None, stdin_filename: str, unknown: Unknown, *, verbose: bool
) -> int:
    """Prints which files are read, and as what; with ``verbose`` also what is not. Returns the exit code."""
    from pipelint.checker.loading import load_for
    from pipelint.checker.named_files import NamedFiles
    from pipelint.checker.run import syntax_only

    loaded = load_for(project, NamedFiles(), paths, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown)
    report, look = syntax_only(loaded, project), look_of(sys.stdout)
    rows = dict.fromkeys(row for checked in report.checked for row in _files(checked.config))
    write(Table(("", "", ""), tuple(rows)).lines(look) if rows else (), sys.stdout)
    write(note_lines(report.notes, look, verbose=verbose), sys.stdout)
    print_problems(report.problems, sys.stdout)
    return UNREADABLE if report.problems else 0


def _files(config: Config) -> Iterator[tuple[str, str, str]]:
    """Each document: its file, the engine, and where in the file, or how it came into the config."""
    title = ENGINES.lines[config.engine.name].title
    roots = set(map(id, config.entry.documents))
    for document in config.documents:
        how = document.part or ("config" if id(document) in roots else f"included by {config.name}")
        yield document.file.path, title, how
    for place in dict.fromkeys(workload.place.document.file.path for workload in config.workloads):
        yield place, title, f"runs {config.documents[0].file.path}"


def show_settings(paths: Sequence[str], project: Project, options: CheckOptions) -> int:
    """Prints the settings that hold for each path, those that are alike once. Returns the exit code."""
    from pipelint.settings.read import SettingsError

    look = look_of(sys.stdout)
    seen: list[Settings] = []
    for path in paths:
        inside = files.join(path, "any") if files.is_folder(path) else path
        try:
            settings = project.settings(inside)
            found = "" if options.isolated and options.config is None else options.config or project.file(inside)
        except SettingsError as error:
            print_problems(error.problems, sys.stdout)
            return UNREADABLE
        if settings not in seen:
            write([BLANK] if seen else [], sys.stdout)
            write(_settings_lines(settings, path, found or "", look), sys.stdout)
            seen.append(settings)
    return 0


def _settings_lines(settings: Settings, path: str, file: str, look: Look) -> Iterator[Line]:
    from pipelint.settings.shown import shown

    head = f"# settings for {path}: {shown_path(file) if file else 'no settings file'}"
    yield line(Piece(look.shown(head), Role.FAINT))
    yield from Table(("", ""), tuple((f"{name} = {value}", f"# {origin}") for name, value, origin in shown(settings))).lines(look)
