"""How commands are declared, and how they end. Both parsers, typer's and the quick one, go by these."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pipelint.base.lean.record_init import FIELDS, MISSING, Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Annotated as Annotated
else:

    class Annotated:
        """``typing.Annotated`` as far as commands are declared with it: that module takes as long to load as a dozen of ours."""

        __slots__ = ("__metadata__", "__origin__")

        def __class_getitem__(cls, said):
            made = cls()
            made.__origin__, *made.__metadata__ = said
            return made


class Exit(Exception):
    """Ends a command with an exit code: 0 clean, 1 findings, 2 usage or input that could not be read."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


class UsageError(Exception):
    """What is wrong with a command line, in words; ``about`` names the option or argument ("": none)."""

    def __init__(self, says: str, about: str = "") -> None:
        super().__init__(says)
        self.about = about


class Argument:
    """A word of a command line that is no option; of a tuple all that are left. ``metavar``: its name in the help."""

    __slots__ = ("help", "metavar")

    def __init__(self, help_: str, *, metavar: str | None = None) -> None:
        self.help, self.metavar = help_, metavar


class Option:
    """An option: its name (``--jobs``), what its help says, its letter (``-j``), the least and most that a number may be.

    No dataclass: a run makes some thirty of them before it does anything else.
    """

    __slots__ = ("help", "least", "metavar", "most", "name", "short", "show_default")

    def __init__(
        self,
        name: str,
        help_: str,
        short: str = "",
        *,
        metavar: str | None = None,
        least: float | None = None,
        most: float | None = None,
        show_default: bool = True,
    ) -> None:
        self.name, self.help, self.short, self.metavar = name, help_, short, metavar
        self.least, self.most, self.show_default = least, most, show_default


def written(hint: object) -> tuple[type, Option | Argument]:
    """What an option or argument holds and how it is written, of its ``Annotated``."""
    return hint.__origin__, hint.__metadata__[0]  # type: ignore[attr-defined]


def declared(holder: type) -> Iterator[tuple[str, type, Option | Argument]]:
    """By name of a field of a class of options, and of those it derives from, what it holds and how it is written."""
    for base in reversed(holder.__mro__[:-1]):
        for name, hint in base.__annotations__.items():
            yield name, *written(hint)


def parameters(command: Callable[..., object]) -> tuple[type | None, list[tuple[str, type, Option | Argument]]]:
    """The class of options that a command takes (None: it takes each by itself), and the options and arguments."""
    hints = {name: hint for name, hint in command.__annotations__.items() if name != "return"}
    found = {name: eval(hint, command.__globals__) if isinstance(hint, str) else hint for name, hint in hints.items()}
    first = next(iter(found.values()), None)
    if isinstance(first, type):
        return first, list(declared(first))
    return None, [(name, *written(hint)) for name, hint in found.items()]


def defaults_of(declared: Callable[..., object]) -> dict[str, object]:
    """What the parameters of a command or the fields of its options are where nothing says it, of those that need nothing."""
    if isinstance(declared, type):
        fields: dict[str, Spec] = getattr(declared, FIELDS)
        return {name: spec.default for name, spec in fields.items() if spec.default is not MISSING}
    defaults, code = declared.__defaults__ or (), declared.__code__
    last = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    return dict(zip(last, defaults, strict=True)) | (declared.__kwdefaults__ or {})
