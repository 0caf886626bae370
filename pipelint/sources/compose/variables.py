"""Variables in compose files and Dockerfiles: what an ``.env`` beside a compose file says of them, and their defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile

VARIABLES = ".env"
"""The name of the file of variables that compose reads."""
_SET = late(r"""^[ \t]*(?:(?:export|ARG|ENV)[ \t]+)?(\w+)=["']?([^\s"'#]+)""", re.MULTILINE)
_VARIABLE = late(r"\$(?:\{(\w+)(?::?-([^{}]*))?\}|(\w+))")
# Two dollars are one that compose leaves alone; a variable that must be set has a message instead of a default.
_COMPOSED = late(r"\$\$|\$(?:\{(\w+)(?::?([-?])([^{}]*))?\}|(\w+))")
# The folder in which compose is called, which is that of its file.
_HERE = late(r"\$(?:\{PWD\}|PWD\b)")
# A default may be a variable with a default.
_DEEPEST = 3


def variables_of(text: str) -> dict[str, str]:
    """The variables that a Dockerfile or a file of variables sets."""
    return dict(_SET.findall(text))


def filled(image: str, variables: Mapping[str, str]) -> str:
    """An image with its variables filled in, as far as they are known."""
    return _VARIABLE.sub(lambda found: variables.get(found[1] or found[3], found[2] or ""), image)


def composed(text: str, variables: Mapping[str, str]) -> str:
    """A text of a compose file with the variables filled in that are known, or have a default; the others stay as written."""

    def value(found: re.Match[str]) -> str:
        said = variables.get(found[1] or found[4] or "")
        return said or (found[3] if found[2] == "-" else found[0])

    for _ in range(_DEEPEST):
        before, text = text, _COMPOSED.sub(value, text) if "$" in text else text
        if before == text:
            break
    return text


def elsewhere(text: str) -> bool:
    """Whether a text of a compose file takes something from outside of it, and not just its folder."""
    return "$" in _HERE.sub("", text)


def variables_beside(folder: str, file: SourceFile) -> dict[str, str]:
    """Those that the ``.env`` of a folder with compose files sets, as long as it is of the project of ``file``."""
    read = source_at(files.join(folder, VARIABLES), file.project)
    return {} if read is None else variables_of(read.data.decode("utf-8", "replace"))
