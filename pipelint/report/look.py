"""Look: how wide and in which characters text is shown."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.base.text.printable import printable

if TYPE_CHECKING:
    from pipelint.base.finding import Note, Problem
    from pipelint.facts.secrets.known import Secrets
    from pipelint.language.config import Config

WIDTH = 100
"""Columns that text fits in where no terminal shows it."""
ROWS = 24
"""Rows that one finding takes at most, unless somebody asks for all of it."""
FIRST_OF_OTHER_WIDTH = "\u0300"
"""Before it every character takes one column, as in "µs": the tables of Unicode take a millisecond to load."""


@dataclass(frozen=True, slots=True)
class Look:
    """How text is shown.

    ``encoding`` is that of the output: a character that it lacks is shown as ``?``. ``width``: columns that it fits in.
    ``configs`` may be quoted. ``rows``: what one finding takes at most.
    """

    encoding: str = "utf-8"
    width: int = WIDTH
    configs: tuple[Config, ...] = ()
    rows: int = ROWS

    @property
    def secrets(self) -> Secrets:
        """What of the configs, and of any other text, is not shown."""
        return secrets_of(self.configs)

    def has(self, text: str) -> bool:
        """Whether the output can show all of ``text``."""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def mark(self, good: str, fallback: str) -> str:
        """``good`` where the output can show it, else ``fallback`` (ASCII)."""
        return good if self.has(good) else fallback

    @property
    def micro(self) -> str:
        """The microsecond sign."""
        return self.mark("µs", "us")

    @property
    def cut(self) -> str:
        """What stands for text that is left out."""
        return self.mark("…", "...")

    def shown(self, text: str) -> str:
        """``text`` as it can be printed on one line of a terminal, character by character. A tab becomes four blanks."""
        safe = printable(text.replace("\t", "    "))
        return safe if self.has(safe) else "".join(char if self.has(char) else _INSTEAD.get(char, "?") for char in safe)


# What stands for a character that the output lacks: a secret is masked by bullets, a microsecond is one in any table.
_INSTEAD = {"•": "*", "µ": "u"}


@lru_cache(maxsize=2)
def secrets_of(configs: tuple[Config, ...]) -> Secrets:
    """What must not be shown of configs; without any, of any text what looks like a secret."""
    # Imported here: where nothing is found, nothing is quoted.
    from pipelint.facts.secrets.known import Read, Secrets

    return Secrets(map(Read.of, configs))


def cells(text: str) -> int:
    """Columns that ``text`` takes on a terminal: two for a wide character, none for a combining one."""
    if text.isascii() or max(text) < FIRST_OF_OTHER_WIDTH:
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def message_of(about: Problem | Note) -> str:
    """What a problem or note says, without what looks like a secret: it may quote any file, also one that was never parsed."""
    return secrets_of(()).prose(about.message)
