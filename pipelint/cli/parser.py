"""Commands as typer takes them: their options are declared without it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from pipelint.cli.option import Argument, Exit, Option, UsageError, defaults_of, parameters, written
from pipelint.cli.options import Colour, ColourOption
from pipelint.cli.outputs import use_colour

_LIST = tuple[str, ...]


def for_typer(command: Callable[..., object]) -> Callable[..., object]:
    """A command whose parameters typer understands; one that takes a class of options has a parameter for each of them."""
    holder, own = parameters(command)
    starts = defaults_of(holder or command)
    shown = [_parameter(name, kind, how, starts.get(name, inspect.Parameter.empty)) for name, kind, how in own]
    coloured = any(name == "color" for name, _, _ in own)
    if not coloured:
        kind, how = written(ColourOption)
        shown.append(_parameter("color", kind, how, Colour.AUTO))

    @wraps(command)
    def run(**values: Any) -> object:
        given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        use_colour(str((given["color"] if coloured else given.pop("color")).value))
        try:
            return command(**given) if holder is None else command(holder(**given))
        except UsageError as error:
            raise typer.BadParameter(str(error), param_hint=error.about or None) from error
        except Exit as done:
            raise typer.Exit(done.code) from done

    run.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in shown}
    return run


def _parameter(name: str, kind: type, how: Option | Argument, default: object) -> inspect.Parameter:
    shown: Any = list[str] if kind == _LIST else kind
    hint = Annotated[shown, _info(name, kind, how)]
    start = list(default) if isinstance(default, tuple) else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=start, annotation=hint)


def _info(name: str, kind: type, how: Option | Argument) -> object:
    if isinstance(how, Argument):
        return typer.Argument(help=how.help, metavar=how.metavar or name.upper(), show_default=False)
    # Of a number typer would say its type.
    numeric = getattr(kind, "__args__", (kind,))[0] in (int, float)
    metavar = how.metavar or ("N" if numeric else None)
    spelled = [how.name, how.short] if how.short else [how.name]
    return typer.Option(*spelled, help=how.help, metavar=metavar, min=how.least, max=how.most, show_default=how.show_default)
