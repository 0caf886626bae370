"""``pipelint plugin``: files of plugins that pipelint does not know, made from their source."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from pipelint.cli.option import Annotated, Argument, Exit, Option
from pipelint.cli.outputs import print_for_people, put
from pipelint.cli.overrides import UNREADABLE
from pipelint.cli.parser import for_typer
from pipelint.cli.print_line import print_line

app = typer.Typer(help="Teach pipelint plugins of your own.", add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def plugin() -> None:
    """Teach pipelint plugins of your own."""


@app.command(
    "import",
    epilog="Example: pipelint plugin import ./fluent-plugin-ours --output lint-plugins",
)
@for_typer
def import_plugins(
    folder: Annotated[Path, Argument("The folder of a gem, or of files with plugins.")],
    output: Annotated[
        Path | None,
        Option("--output", "Write the files into this folder, not to standard output.", metavar="FOLDER"),
    ] = None,
    force: Annotated[bool, Option("--force", "Overwrite existing files.")] = False,
) -> None:
    """Read the Ruby source of plugins, and write what they declare as plugin files.

    Nothing of the source is run. What cannot be read without running it is said in comments.
    """
    if not folder.is_dir():
        print_line(f"{folder}: error: no such folder", sys.stderr)
        raise Exit(UNREADABLE)
    files, notes = _read(folder)
    for note in notes:
        print_line(f"note: {note}", sys.stderr)
    if not files:
        print_line(f"{folder}: error: no plugin in Ruby is found here", sys.stderr)
        raise Exit(UNREADABLE)
    if output is None:
        print_for_people("---\n".join(f"# {name}\n{text}" for name, text in files.items()))
    else:
        _write(output, files, force=force)


def _read(folder: Path) -> tuple[dict[str, str], list[str]]:
    """The files and notes. Exits with an error where the grammar of Ruby is not installed."""
    from pipelint.checker.plugin_files import plugin_files

    try:
        return plugin_files(str(folder))
    except ModuleNotFoundError as error:
        if error.name != "tree_sitter_ruby":
            raise
        print_line('pipelint plugin import needs tree-sitter-ruby: pip install "pipelint[import]"', sys.stderr)
        raise Exit(UNREADABLE) from error


def _write(output: Path, files: dict[str, str], *, force: bool) -> None:
    """Writes all files, or none where one is there already. Exits with an error."""
    there = [name for name in files if not force and (output / name).exists()]
    for name in there:
        print_line(f"{output / name}: error: already exists (--force overwrites it)", sys.stderr)
    if there:
        raise Exit(UNREADABLE)
    for name, text in files.items():
        target = output / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            wrong = f"cannot be written: {error.strerror}"
        else:
            wrong = put(target, text)
        if wrong:
            print_line(f"{target}: error: {wrong}", sys.stderr)
            raise Exit(UNREADABLE)
        print_line(f"{target}: written")
    print_line(f'To have them known in a check, put plugins = ["{output}"] into pipelint.toml.')
