"""Command lines of ``check`` and ``estimate`` read without typer, which loads longer than a small config is checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.cli.option import Argument, Option, declared
from pipelint.cli.options import HERE, CheckOptions

if TYPE_CHECKING:
    from pipelint.cli.estimating import EstimateOptions


def read(words: Sequence[str]) -> CheckOptions | EstimateOptions | None:
    """What a command line (without the program's name) says; None where it needs a real parser.

    That is any other command, and whatever is written in a rarer way or is to end in help or in a usage error.
    """
    holder = _holder(words[0]) if words else None
    if holder is None:
        return None
    known: dict[str, tuple[str, type, Option]] = {}
    for field, kind, how in declared(holder):
        if not isinstance(how, Argument):
            known.update(dict.fromkeys((how.name, how.short), (field, kind, how)))
    paths: list[str] = []
    values: dict[str, object] = {}
    rest = iter(words[1:])
    for word in rest:
        if word == "-" or not word.startswith("-"):
            paths.append(word)
            continue
        if word == "--":
            paths += rest
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
    return holder(tuple(paths) or HERE, **values)  # type: ignore[arg-type]


def _holder(command: str) -> type[CheckOptions | EstimateOptions] | None:
    """The options of a command that is read here."""
    if command != "estimate":
        return CheckOptions if command == "check" else None
    # Imported here: a check needs none of it.
    from pipelint.cli.estimating import EstimateOptions

    return EstimateOptions


def _value(kind: type, how: Option, text: str, before: object) -> object:
    """What an option's text means, after what it meant before. Raises ValueError for what a usage error is to be made of."""
    if kind == tuple[str, ...]:
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
