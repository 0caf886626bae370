"""Commands as typer takes them: their options are declared without it."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Annotated, Any, get_args

import typer

from pipelint.cli.option import Argument, Option, declared
from pipelint.cli.options import Colour, ColourOption
from pipelint.cli.outputs import use_colour

_LIST = tuple[str, ...]


def for_typer(command: Callable[..., object]) -> Callable[..., object]:
    """A command whose parameters typer understands; one that takes a class of options has a parameter for each of them."""
    own = list(inspect.signature(command, eval_str=True).parameters.values())
    holder = own[0].annotation if len(own) == 1 and hasattr(own[0].annotation, "__annotations__") else None
    parameters = list(_fields(holder)) if holder is not None else [_translated(each) for each in own]
    coloured = any(each.name == "color" for each in parameters)
    if not coloured:
        kind, how = get_args(ColourOption)
        parameters.append(_parameter("color", kind, how, Colour.AUTO))

    @wraps(command)
    def run(**values: Any) -> object:
        given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        use_colour(str((given["color"] if coloured else given.pop("color")).value))
        return command(**given) if holder is None else command(holder(**given))

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _fields(holder: type) -> Iterator[inspect.Parameter]:
    """The options of a class as parameters."""
    defaults = {field.name: field.default for field in dataclasses.fields(holder)}
    for name, kind, how in declared(holder):
        default = defaults[name]
        yield _parameter(name, kind, how, inspect.Parameter.empty if default is dataclasses.MISSING else default)


def _translated(parameter: inspect.Parameter) -> inspect.Parameter:
    hint = parameter.annotation
    how = next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Option | Argument)), None)
    parameter = parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
    return parameter if how is None else _parameter(parameter.name, hint.__origin__, how, parameter.default)


def _parameter(name: str, kind: type, how: Option | Argument, default: object) -> inspect.Parameter:
    shown: Any = list[str] if kind == _LIST else kind
    hint = Annotated[shown, _info(name, kind, how)]
    start = list(default) if isinstance(default, tuple) else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=start, annotation=hint)


def _info(name: str, kind: type, how: Option | Argument) -> object:
    if isinstance(how, Argument):
        return typer.Argument(help=how.help, metavar=name.upper(), show_default=False)
    # Of a number typer would say its type.
    numeric = getattr(kind, "__args__", (kind,))[0] in (int, float)
    metavar = how.metavar or ("N" if numeric else None)
    spelled = [how.name, how.short] if how.short else [how.name]
    return typer.Option(*spelled, help=how.help, metavar=metavar, min=how.least, max=how.most, show_default=how.show_default)
