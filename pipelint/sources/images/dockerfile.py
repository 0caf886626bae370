"""What the text of a Dockerfile says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass

FROM = late(r"(?mi)^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)?(\S+)")
"""The image that a stage begins with."""
GEM_COMMAND = late(r"""gem["', \t]+install["', \t]((?:\\\r?\n|[^\n;&|])*)""")
"""A command that installs gems, and its words."""
START = late(r"(?mi)^[ \t]*(CMD|ENTRYPOINT)[ \t]+((?:\\\r?\n|[^\n])*)")
"""How a container starts."""
WORD = late(r"""[^\s"',\[\]\\]+""")
"""A word of a command that is a text, or a list in brackets."""
_COPY = late(r"(?mi)^[ \t]*(?:COPY|ADD)[ \t]+((?:\\\r?\n|[^\n\\])*)")
_MOST_COPIES = 60
_JOINED = late(r"(?m)^[ \t]*#.*|\\\r?\n")
_VERSION_FLAGS = ("-v", "--version")
_VALUED_FLAGS = frozenset(("-n", "--bindir", "-i", "--install-dir", "-s", "--source", "-p", "--platform", "-P"))


@dataclass(frozen=True, slots=True)
class Copy:
    """What a COPY or ADD brings: ``sources`` as they are written, and ``to`` where in the image.

    ``staged``: the sources are in another stage or image.
    """

    sources: tuple[str, ...]
    to: str
    staged: bool


def copies(text: str) -> Iterator[Copy]:
    """The first copies of a Dockerfile."""
    for copy in islice(_COPY.finditer(text), _MOST_COPIES):
        said = WORD.findall(copy[1])
        words = [word for word in said if not word.startswith("--")]
        if len(words) > 1:
            yield Copy(tuple(words[:-1]), words[-1], any(word.startswith("--from") for word in said))


def joined(text: str) -> str:
    """The text without comments, each command in one line."""
    return _JOINED.sub(" ", text)


def start_of(text: str) -> dict[str, list[str]]:
    """The words of the last CMD and ENTRYPOINT of a Dockerfile."""
    return {found[1].upper(): WORD.findall(found[2]) for found in START.finditer(text)}


def installed_by(text: str, gems: re.Pattern[str]) -> Iterator[tuple[str, str, int]]:
    """The gems that the commands of a text install: name, version ("" for none), and where the name stands."""
    for command in GEM_COMMAND.finditer(text):
        line = text[text.rfind("\n", 0, command.start()) + 1 : command.start()]
        if line.lstrip().startswith("#"):
            continue
        words = [*islice(WORD.finditer(command[1]), 100)]
        wanted = next((_value(words, at) for at, word in enumerate(words) if word[0].split("=")[0] in _VERSION_FLAGS), "")
        for at, word in enumerate(words):
            name, _, version = word[0].partition(":")
            if gems.fullmatch(name) and (at == 0 or words[at - 1][0] not in (*_VERSION_FLAGS, *_VALUED_FLAGS)):
                yield name, version or wanted, command.start(1) + word.start()


def _value(words: list[re.Match[str]], at: int) -> str:
    """The version that a flag says."""
    _, there, value = words[at][0].partition("=")
    return value if there else " ".join(word[0] for word in words[at + 1 : at + 2])
