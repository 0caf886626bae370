"""Inputs that a line can stand for: what they make of it.

Source: plugins/in_tail and src/multiline/flb_ml_parser_cri.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.trace.parsers import Parser, named_parser
from pipelint.engines.fluentbit.trace.values import Keys, LostError, Record
from pipelint.trace.model import UNKNOWN, Fate, Given

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage

_BUFFER = 32768  # bytes, by default
FOLLOWED = ("tail", "forward")
_CRI = r"^(?<time>.+?) (?<stream>stdout|stderr) (?<_p>F|P) (?<log>.*)$"
_CRI_TIME = "%Y-%m-%dT%H:%M:%S.%L%z"
_WAITS = "waits for the rest of the line, which the container runtime has split"
# Keys of a tail that change what it makes of a line in a way that is not followed.
_ODD = ("docker_mode", "multiline", "generic.encoding", "unicode.encoding", "offset_key", "condition", "active", "tag_regex")


@dataclass(frozen=True, slots=True)
class Read:
    """What comes of the lines ``first`` to ``last``: a record, or why there is none."""

    first: int
    last: int
    record: Record | None
    timed: bool = False
    fate: Fate = Fate.PASSED
    reason: str = ""
    place: Place | None = None


class Source:
    """One input at work. Raises LostError for one that is not followed."""

    def __init__(self, stage: Stage, number: int, keys: Keys, parsers: dict[str, list[Block]], given: Given) -> None:
        block = stage.block
        if block.blocks:
            raise LostError("what its processors do is not known here", block.blocks[0].head_place)
        for name in _ODD:
            if block.param(name) is not None and keys.text(name).lower() not in ("off", "false", "no"):
                raise LostError(f"what {name} makes of a line is not known here", keys.place(name))
        self._plugin, self._place, self._keys = stage.plugin, block.head_place, keys
        self._path = given.path or _only_path(keys)
        self.tag = _tag(keys, f"{stage.plugin}.{number}", self._path) if stage.plugin == "tail" else given.tag or keys.text("tag")
        if not self.tag:
            raise LostError("the sender chooses the tag; name it with --tag", block.head_place)
        self._key = keys.text("key", "log")
        self._path_key = keys.text("path_key")
        self._longest = types.size(keys.text("buffer_max_size", str(_BUFFER)))
        self._skip_empty = keys.flag("skip_empty_lines", usual=False)
        multiline = [name.strip() for _, value in keys.all("multiline.parser") for name in value.split(",")]
        self._cri = "cri" in multiline
        self._docker_first = multiline[:1] == ["docker"]
        if multiline and (not self._cri or set(multiline) - {"docker", "cri"}):
            raise LostError("which lines this multiline parser joins is not known here", keys.place("multiline.parser"))
        name = keys.text("parser")
        self._parser = named_parser(name, parsers, keys.variables, keys.place("parser")) if name and not multiline else None
        self._cri_parser = _cri_parser(self._place) if self._cri else None
        self._held: dict[object, tuple[int, Record]] = {}

    def feed(self, number: int, line: bytes) -> Iterator[Read]:
        """What a line brings to an end. Raises LostError."""
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise LostError("the line is no UTF-8") from error
        if self._plugin == "forward":
            yield self._of_sender(number, text)
            return
        if text in ("", "\r") and self._skip_empty:
            where = self._keys.place("skip_empty_lines")
            yield Read(number, number, None, fate=Fate.DROPPED, reason="the line is empty", place=where)
            return
        if len(line) >= self._longest:
            raise LostError("the line is longer than the buffer", self._keys.place("buffer_max_size"))
        whole = text
        text = text.removesuffix("\r") if len(line) > 1 else text
        if self._cri_parser is not None:
            yield from self._container(number, text, self._cri_parser)
            return
        parsed = None if self._parser is None else self._parser.parse(text)
        if parsed is None:
            reason = "" if self._parser is None else "the parser does not take the line, which stays as it is"
            # What a parser has refused keeps its carriage return.
            record = self._with_path({self._key: text if self._parser is None else whole})
            yield Read(number, number, record, fate=Fate.FAILED if reason else Fate.PASSED, reason=reason)
        else:
            yield Read(number, number, self._with_path(parsed.record), parsed.timed)

    def end(self) -> Iterator[Read]:
        """What waits when the lines are over."""
        for first, _ in self._held.values():
            yield Read(first, first, None, fate=Fate.HELD, reason=_WAITS)

    def _container(self, number: int, text: str, parser: Parser) -> Iterator[Read]:
        """A line of a container: ``P`` is the beginning of one, ``F`` its end."""
        parsed = parser.parse(text)
        if parsed is None or (self._docker_first and text.startswith("{")):
            raise LostError("the line is none of the CRI format", self._keys.place("multiline.parser"))
        record, stream = parsed.record, parsed.record["stream"]
        first, before = self._held.pop(stream, (number, None))
        if before is not None:
            record = {**before, "log": str(before["log"]) + str(record["log"])}
        if parsed.record["_p"] == "P":
            self._held[stream] = first, record
            return
        yield Read(first, number, self._with_path(record), timed=True)

    def _of_sender(self, number: int, text: str) -> Read:
        parsed = _json_parser(self._place).parse(text)
        if parsed is None:
            raise LostError("a line that stands for an event is a JSON object")
        return Read(number, number, parsed.record)

    def _with_path(self, record: Record) -> Record:
        if not self._path_key:
            return record
        if self._path_key in record:
            raise LostError(f"the record has {self._path_key} twice then", self._keys.place("path_key"))
        return {self._path_key: self._path or UNKNOWN, **record}


def _only_path(keys: Keys) -> str:
    """The file that is read, "" where it may be several."""
    path = keys.text("path")
    return "" if "," in path or "*" in path else path


def _tag(keys: Keys, usual: str, path: str) -> str:
    """The tag of a tail; a ``*`` in it is the path, with dots."""
    tag = keys.text("tag", usual)
    if "*" not in tag:
        return tag
    if not path:
        raise LostError("its tag has the path of the file in it; name that with --path", keys.place("tag"))
    before, _, after = tag.partition("*")
    found = ""
    for char in before + path + after:
        char = "." if char in "/\\:" else char
        if char == "*" or (char == "." and (not found or found.endswith("."))):
            continue
        found += char
    return found.removesuffix(".")


def _cri_parser(place: Place) -> Parser:
    given = {"format": "regex", "regex": _CRI, "time_key": "time", "time_format": _CRI_TIME, "time_keep": "on"}
    return Parser(_keys({**given, "skip_empty_values": "off"}, place))


def _json_parser(place: Place) -> Parser:
    return Parser(_keys({"format": "json"}, place))


def _keys(given: dict[str, str], place: Place) -> Keys:
    nowhere = Place(place.document, Span(place.span.start, place.span.start))
    params = tuple(Param(name, value, nowhere, nowhere) for name, value in given.items())
    return Keys(Block("parser", "", params, place, place, nowhere), {})
