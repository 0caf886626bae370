"""Command lines read without typer, which loads longer than a small config is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pipelint.cli.option import Argument, Option, defaults_of, parameters
from pipelint.cli.options import Colour

COMMANDS = {
    "check": "commands",
    "fmt": "commands",
    "estimate": "commands",
    "diff": "commands",
    "graph": "commands",
    "report": "commands",
    "trace": "study",
    "stats": "load",
    "measure": "load",
    "grok": "study",
    "syntax": "study",
    "regex": "study",
    "explain": "study",
    "plugins": "study",
    "init": "commands",
    "lsp": "commands",
}
"""The folder of each command, which is the function of the same name in a module of the same name."""
_MANY = tuple[str, ...]
_COLOUR = ("color", Colour, Option("--color", ""))


def read(words: Sequence[str]) -> tuple[Callable[[], object], Colour] | None:
    """The command that a command line (without the program's name) asks for, with what it says, and when to use colours.

    None where it needs a real parser: for a group of commands, and whatever is written in a rarer way or is to end in help or in
    a usage error.
    """
    if not words or words[0] not in COMMANDS:
        return None
    command = command_of(words[0])
    holder, declared = parameters(command)
    values = _values(words[1:], [*declared, _COLOUR])
    if values is None or not values.keys() >= {name for name, _, _ in declared} - defaults_of(holder or command).keys():
        return None
    colour = values.get("color", Colour.AUTO)
    assert isinstance(colour, Colour)
    if not any(name == "color" for name, _, _ in declared):
        values.pop("color", None)
    return partial(command, **values) if holder is None else partial(command, holder(**values)), colour


def command_of(name: str) -> Callable[..., object]:
    """The function of a command."""
    # As import_module does it, which takes longer to load.
    found: Callable[..., object] = getattr(__import__(f"pipelint.cli.{COMMANDS[name]}.{name}", fromlist=[name]), name)
    return found


def _values(words: Sequence[str], declared: Sequence[tuple[str, type, Option | Argument]]) -> dict[str, object] | None:
    known: dict[str, tuple[str, type, Option]] = {}
    arguments: list[tuple[str, type]] = []
    for field, kind, how in declared:
        if isinstance(how, Argument):
            arguments.append((field, kind))
        else:
            known.update(dict.fromkeys((how.name, how.short), (field, kind, how)))
    plain: list[str] = []
    values: dict[str, object] = {}
    rest = iter(words)
    for word in rest:
        if word == "-" or not word.startswith("-"):
            plain.append(word)
            continue
        if word == "--":
            plain += rest
            break
        name, equals, value = word.partition("=")
        if name not in known or (equals and not name.startswith("--")):
            return None
        field, kind, how = known[name]
        if kind is bool:
            if equals:
                return None
            values[field] = True
            continue
        # What begins with a dash may be the next option, forgotten its value by somebody.
        if not equals and (value := next(rest, "-")).startswith("-"):
            return None
        try:
            values[field] = _value(kind, how, value, values.get(field))
        except ValueError:
            return None
    for field, kind in arguments:
        if kind == _MANY:
            values |= {field: tuple(plain)} if plain else {}
            plain = []
        elif plain:
            values[field] = kind(plain.pop(0))
    return None if plain else values


def _value(kind: type, how: Option, text: str, before: object) -> object:
    """What an option's text means, after what it meant before. Raises ValueError for what a usage error is to be made of."""
    if kind == _MANY:
        return (*before, text) if isinstance(before, tuple) else (text,)
    # Of ``int | None`` the int.
    of = getattr(kind, "__args__", (kind,))[0]
    if of not in (int, float):
        return of(text)
    if not (text.isascii() and text.replace(".", "", of is float).isdigit()):
        raise ValueError(text)
    number = of(text)
    if (how.least is not None and number < how.least) or (how.most is not None and number > how.most):
        raise ValueError(text)
    return number
