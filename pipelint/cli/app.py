"""The typer application: all commands under one name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from pipelint import __version__
from pipelint.base.text.printable import printable
from pipelint.cli.examples import epilog
from pipelint.cli.overrides import FAILURE
from pipelint.cli.parser import for_typer
from pipelint.cli.quick import COMMANDS, command_of
from pipelint.engines.registry import ENGINES

# What typer's own parser raises. It has been click's, and a copy of that.
_Refused: type[Exception] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
# Modules with several commands, each with its folder.
_GROUPS = {"baseline": "commands", "bench": "load", "calibrate": "commands", "plugin": "commands", "rules": "study"}
# What a group does that is given none of its commands.
_DEFAULTS = {"rules": "list"}
_WIDEST = 110


def app_for(words: Sequence[str]) -> typer.Typer:
    """The application for a command line (without the program's name).

    Only the command that it names is loaded, none for the version; all of them where it names none, as for the help.
    """
    app = typer.Typer(
        name="pipelint",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": _WIDEST},
        epilog=epilog(""),
    )
    *others, last = ENGINES.titles
    engines = f"{', '.join(others)} and {last}"
    app.callback(help=f"Lint {engines} configs, also in Kubernetes ConfigMaps, and predict their events per second per CPU.")(
        pipelint
    )
    everything = (*COMMANDS, *_GROUPS)
    named = [name for name in everything if name in words[:1]]
    for name in named or (() if words[:1] in (["--version"], ["-V"]) else everything):
        if name in _GROUPS:
            app.add_typer(import_module(f"pipelint.cli.{_GROUPS[name]}.{name}").app, name=name, epilog=epilog(name))
        else:
            app.command(name, epilog=epilog(name))(for_typer(command_of(name)))
    return app


def run(words: Sequence[str]) -> int:
    """Runs a command line (without the program's name). Returns the exit code."""
    try:
        code = app_for(_completed() or words)(whole(words), prog_name="pipelint", standalone_mode=False)
    except _Refused as error:
        # It quotes what was typed, or what some program made of the names of files.
        error.message = printable(error.message, keep="\n")  # type: ignore[attr-defined]
        error.show()  # type: ignore[attr-defined]
        return int(error.exit_code)  # type: ignore[attr-defined]
    except typer.Abort:
        return FAILURE
    return code if isinstance(code, int) else 0


def _completed() -> list[str]:
    """The words of a line that a shell asks to complete, so that only their command is loaded; empty where none does."""
    if "_PIPELINT_COMPLETE" not in os.environ:
        return []
    return os.environ.get("COMP_WORDS", os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]


def whole(words: Sequence[str]) -> list[str]:
    """The command line with the default of a group where it names none of its commands: ``rules FD1`` is ``rules list FD1``."""
    default = _DEFAULTS.get(words[0]) if words else None
    if default is None:
        return list(words)
    module = import_module(f"pipelint.cli.study.{words[0]}")
    own = {command.name for command in module.app.registered_commands} | {"-h", "--help"}
    return list(words) if words[1:2] and words[1] in own else [words[0], default, *words[1:]]


def _version(*, value: bool) -> None:
    if value:
        typer.echo(f"pipelint {__version__}")
        raise typer.Exit


def pipelint(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", help="Show the version and exit.", callback=lambda value: _version(value=value), is_eager=True
        ),
    ] = False,
) -> None:
    """What the program does without a command. Its help names the engines that there are."""
