"""``pipelint fmt``: formats configs, in place or for a look."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pipelint.cli.option import Annotated, Exit, Option, UsageError
from pipelint.cli.options import HERE, AllowOutside, ConfigFile, Isolated, NoIgnore, Paths, SkipUnknown, StdinFilename
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, project, read_stdin
from pipelint.cli.print_line import print_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pipelint.base.text.document import Document
    from pipelint.language.config import Config


def fmt(
    paths: Paths = HERE,
    check: Annotated[bool, Option("--check", "Change nothing; list the files that would change.")] = False,
    diff: Annotated[bool, Option("--diff", "Change nothing; print what would change.")] = False,
    skip_unknown: SkipUnknown = False,
    config: ConfigFile = None,
    isolated: Isolated = False,
    allow_outside: AllowOutside = (),
    no_ignore: NoIgnore = False,
    stdin_filename: StdinFilename = "<stdin>",
) -> None:
    """Format configs: indentation, blanks and empty lines. Values and comments stay as they are."""
    from pipelint.checker.loading import load_for
    from pipelint.checker.named_files import NamedFiles
    from pipelint.checker.outside import outside_notes
    from pipelint.cli.modes.patches import print_diffs
    from pipelint.fixes.files import write_files
    from pipelint.fixes.format import format_configs
    from pipelint.report.findings.text import note_lines, print_problems
    from pipelint.report.printing.output import look_of, write
    from pipelint.sources import Sealed, Unknown

    stdin = read_stdin(paths)
    if stdin is not None and len(paths) > 1 and not (check or diff):
        raise UsageError("format standard input on its own, without other files", "PATHS")
    settings = project(Overrides(), config, isolated, allowed=allow_outside)
    settings.ignored = no_ignore
    unknown = Unknown.SKIPPED if skip_unknown else Unknown.REFUSED
    loaded = load_for(
        settings, NamedFiles(), paths, stdin=stdin, stdin_filename=stdin_filename, unknown=unknown, sealed=Sealed.READ
    )
    done = format_configs(loaded, settings, _named(paths))
    problems, unwritten = [*loaded.problems, *done.problems], []
    if diff:
        print_diffs(done.files, loaded.configs, "pipelint fmt")
    elif check:
        for file in done.files:
            print_line(file.path)
    elif stdin is not None:
        sys.stdout.buffer.write(next((data for file, data in done.files.items() if file.path == stdin_filename), stdin))
    else:
        unwritten = write_files(done.files, "not formatted")
    sys.stdout.flush()
    # What the configs name elsewhere makes no difference here.
    outside = {note for each in loaded.configs for note in outside_notes(each)}
    notes = [note for note in loaded.notes if note not in outside]
    write(note_lines((*notes, *done.notes), look_of(sys.stderr), verbose=False), sys.stderr)
    print_problems([*problems, *unwritten], sys.stderr)
    only_said = check or diff
    if stdin is None and (done.count or not problems):
        files = f"{len(done.files) - len(unwritten):,} of {done.count:,} file{'s' if done.count != 1 else ''}"
        print_line(f"would format: {files}" if only_said else f"formatted: {files}", sys.stderr)
    raise Exit(UNREADABLE if problems or unwritten else FAILURE if only_said and done.files else 0)


def _named(paths: Sequence[str]) -> Callable[[Config, Document], bool]:
    """Which documents of a config are to be formatted: those of the files that it was found in, or that a path names or holds.

    What it includes from elsewhere is read only.
    """
    from pipelint.base.disk import files

    named = [files.real(path) for path in paths]

    def wanted(config: Config, document: Document) -> bool:
        path = document.file.path
        return any(path == own.file.path for own in config.entry.documents) or files.within(path, named)

    return wanted
