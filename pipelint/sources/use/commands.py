"""What commands run as the config of an engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.sources.discovery import Discovery
from pipelint.sources.use.texts import Text

_QUOTES = late(r"[\"',\[\] ]+")
_VARIABLE = late(r"\$\{?(\w+)\}?$")
_UNKNOWN = "$*?{`("


def run_names(texts: Iterable[Text], own: Discovery) -> Iterator[str]:
    """What commands and the engine's variable name as the file that is run."""
    variable = rf"\b{own.main_variable}[=:\s]+(\S+)|" if own.main_variable else ""
    said = re.compile(variable + own.option)
    for each in texts:
        for found in said.finditer(_plain(each)):
            yield files.name(found[found.lastindex or 0])


def started(texts: Iterable[Text], own: Discovery) -> set[str]:
    """What all commands of the engine name as the file that is run, also in a variable that the same text sets; none if one may
    name any."""
    option, names = re.compile(own.option), set[str]()
    for each in texts:
        lines = (line for line in _plain(each).splitlines() if any(map(line.__contains__, own.image_words)))
        for found in (found for line in lines for found in option.finditer(line)):
            name = _value(each, files.name(found[1]))
            if any(map(name.__contains__, _UNKNOWN)):
                return set()
            names.add(name)
    return names


def _plain(text: Text) -> str:
    return _QUOTES.sub(" ", text.said.decode("utf-8", "replace"))


def _value(text: Text, word: str) -> str:
    """The name at the end of the one value of a variable; another word as it is."""
    found = _VARIABLE.match(word)
    values = re.findall(rf"(?m)\b{found[1]}= ?(\S*\.\w+)?", _plain(text)) if found is not None else []
    return files.name(values[0]) if len(values) == 1 and values[0] else word
