"""Files that Fluentd writes and a source of the same config reads again, and files that two sources read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice, takewhile
from typing import Generic, TypeVar

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

_T = TypeVar("_T")
# How the names of Ruby's Dir.glob are read, as far as tail's paths have them.
_GLOB = late(r"\*\*/|\*+|\?")
_SET = frozenset("[{\\")
"""Sets of characters and the like, which are rare in paths: a glob with one is not judged."""
_WILD = frozenset("*?[{\\")
_OPEN_PATH = late(r"[*?\[{\\%$#]")
# A variable without which nothing is excluded.
_UNSET = late(r"""#\{\s*ENV\[['"](\w+)['"]\]\s*\|\|\s*use_(?:default|nil)\s*\}""")
_LONGEST = 1_000
_MOST = 10
_OPEN = frozenset("%*{}$")
"""What makes an absolute path one that is not known: dates and placeholders."""


@dataclass(frozen=True, eq=False)
class ReadBackFact:
    """A file of this config that a source reads: ``what`` is output, buffer or positions, ``path`` as written at ``place``.

    ``loop``: the source's events may go there.
    """

    what: str
    path: str
    loop: bool
    place: Place
    block: Block

    @classmethod
    def of(cls, writer: Stage, what: str, name: str, loop: bool) -> ReadBackFact:
        """The file that a parameter of its writer names."""
        param = writer.block.params[name]
        return cls(what, param.value, loop, param.place, writer.block)


@dataclass(frozen=True, eq=False)
class TailedTwiceFact:
    """Files that two tail sources read: ``path`` is the one of the earlier source that takes them, at ``place``."""

    path: str
    place: Place
    block: Block

    @classmethod
    def of(cls, earlier: Stage) -> TailedTwiceFact:
        """The files of an earlier source."""
        path = earlier.block.params["path"]
        return cls(path.value, path.place, earlier.block)


class Tailed:
    """What a tail source reads: its ``paths`` but what is ``excluded``, and ``names`` of files as they may be."""

    def __init__(self, stage: Stage, paths: Sequence[str], excluded: Sequence[str]) -> None:
        self.stage, self.paths, self.excluded = stage, paths, excluded
        self.names = [_GLOB.sub(lambda found: "x/" if found[0] == "**/" else "x", one) for one in paths if _SET.isdisjoint(one)]
        # Most files lie in other folders than a glob begins with.
        self.begins = tuple(["".join(takewhile(lambda each: each not in _WILD, one)) for one in paths])

    def takes(self, name: str) -> bool:
        """Whether it reads the file of this name."""
        if not name.startswith(self.begins):
            return False
        return any(_takes(one, name) for one in self.paths) and not any(_takes(one, name) for one in self.excluded)


Written = tuple[Stage, str, Param, str]
"""What a stage writes: output, buffer or positions, the parameter that says where, and the name of one such file."""


def written_files(graph: StageGraph) -> list[Written]:
    """What the stages of a config write."""
    return [(stage, *found) for stage in graph.stages for found in _written(stage)]


class ByName(Generic[_T]):
    """Things by names of files: most sources read files of one folder, so few names come into question."""

    def __init__(self, named: Iterable[tuple[str, _T]]) -> None:
        self._named = list(named)
        self._sorted = sorted((name, number) for number, (name, _) in enumerate(self._named))

    def under(self, begins: Iterable[str]) -> Iterator[tuple[str, _T]]:
        """Those whose names begin so, in their order."""
        found: set[int] = set()
        for begin in begins:
            for name, number in islice(self._sorted, bisect_left(self._sorted, (begin, 0)), None):
                if not name.startswith(begin):
                    break
                found.add(number)
        return (self._named[number] for number in sorted(found))


def idle_excludes(stage: Stage) -> list[str]:
    """What a tail source excludes that none of its paths can take: they lie in other folders, or one is no absolute path."""
    path, excluding = stage.block.param("path"), stage.block.param("exclude_path")
    if path is None or excluding is None or path.embedded or excluding.embedded or stage.plugin != "tail" or stage.block.open:
        return []
    paths = [one.strip() for one in path.value.split(stage.block.value("path_delimiter", ",") or ",")]
    try:
        excluded = types.array(excluding.value)
    except ValueError:
        return []
    begins = [(_fixed(one), one.startswith("/")) for one in paths]
    return [
        one
        for one in excluded
        if one and begins and not any(_may_meet(_fixed(one), one.startswith("/"), *each) for each in begins)
    ]


def _may_meet(one: str, absolute: bool, other: str, there: bool) -> bool:
    return absolute == there and (one.startswith(other) or other.startswith(one))


def _fixed(path: str) -> str:
    """The folders that are before the first character that may be any other."""
    found = _OPEN_PATH.search(path)
    before = path[: found.start()] if found else path
    return before[: before.rfind("/") + 1]


def read_back(config: Config) -> dict[int, list[tuple[int, str, str, bool]]]:
    """By the index of a tail source what it reads of the files that the same config writes.

    That is the index of the stage that writes one, what it is, the parameter that names it, and whether the events may go there.
    """
    graph, of = config.graph, config.noted(_Sources.of_config).of
    written = ByName((one[-1], one) for one in (written_files(graph) if of else ()))
    found: dict[int, list[tuple[int, str, str, bool]]] = {}
    for index, tailed in of.items():
        for name, (stage, what, param, _) in written.under(tailed.begins):
            if tailed.takes(name):
                fed = stage.parent if stage.kind is Kind.BUFFER else stage.index
                loop = any(one.index == fed for one in graph.after(tailed.stage))
                found.setdefault(index, []).append((stage.index, what, param.name, loop))
    return found


def tailed_twice(config: Config) -> dict[int, list[int]]:
    """By the index of a tail source the indexes of the earlier ones that read a file of it, too: the first ten."""
    sources = config.noted(_Sources.of_config)
    return {index: earlier for index in sources.of if (earlier := list(islice(sources.twice(index), _MOST)))}


class _Sources:
    """What the tail sources of a config read, as far as it is known: ``of`` their indexes."""

    @classmethod
    def of_config(cls, config: Config) -> _Sources:
        """Those of a config."""
        return cls(config.graph, {variable.name for workload in config.workloads for variable in workload.container.env})

    def __init__(self, graph: StageGraph, env: Set[str]) -> None:
        self.of = {stage.index: found for stage in graph.stages if (found := _tailed(stage, env)) is not None}
        self._names = ByName((name, index) for index, one in self.of.items() for name in one.names)
        self._begins: dict[str, list[int]] = {}
        for index, one in self.of.items():
            for begin in one.begins:
                self._begins.setdefault(begin, []).append(index)

    def twice(self, source: int) -> Iterator[int]:
        """The earlier ones that read a file which this one reads, too."""
        mine = self.of[source]
        others = {index for _, index in self._names.under(mine.begins)}
        for name in mine.names:
            for size in range(min(len(name), _LONGEST) + 1):
                others.update(self._begins.get(name[:size], ()))
        for index in sorted(others):
            other = self.of[index]
            # A source takes most of its own names: the other is asked first.
            ways = ((mine, other), (other, mine))
            if index < source and any(b.takes(name) and a.takes(name) for a, b in ways for name in a.names):
                yield index


def _tailed(source: Stage, env: Set[str]) -> Tailed | None:
    path, block = source.block.param("path"), source.block
    if source.plugin != "tail" or path is None or path.embedded or block.open or "%" in path.value:
        return None
    paths = [one for each in path.value.split(block.value("path_delimiter", ",") or ",") if (one := each.strip())]
    excluding = block.value("exclude_path")
    if "#{" in excluding and (unset := _UNSET.fullmatch(excluding)) and unset[1] not in env:
        excluding = ""
    try:
        excluded = types.array(excluding)
    except ValueError:
        return None
    if any("#{" in one or "%" in one or not _SET.isdisjoint(one) for one in excluded):
        return None
    return Tailed(source, paths, excluded)


def _written(stage: Stage) -> Iterator[tuple[str, Param, str]]:
    """What one stage writes."""
    block = stage.block
    if stage.plugin == "tail" and (positions := _known(block, "pos_file")):
        yield "positions", positions, positions.value
    elif stage.kind is Kind.OUTPUT and stage.plugin == "file" and (path := _known(block, "path")):
        suffix = block.value("path_suffix", ".log") if not types.is_false(block, "add_path_suffix") else ""
        packed = ".gz" if block.value("compress") in ("gz", "gzip") else ""
        number = "" if types.is_true(block, "append") else "_0"
        yield "output", path, f"{path.value}.20260101{number}{suffix}{packed}"
    elif stage.kind is Kind.BUFFER and stage.plugin == "file" and block.name == "buffer" and (path := _known(block, "path")):
        yield "buffer", path, f"{path.value.rstrip('/')}/buffer.b0.log"


def _known(block: Block, name: str) -> Param | None:
    param = block.param(name)
    known = param is not None and not param.embedded and param.value.startswith("/") and _OPEN.isdisjoint(param.value)
    return param if known else None


def _takes(glob: str, name: str) -> bool:
    """Whether a glob of files takes a name. All that may have been read of the name is followed at once: linear in both."""
    if len(glob) > _LONGEST or len(name) > _LONGEST or not _SET.isdisjoint(glob):
        return False
    at, here = 0, {0}
    for found in _GLOB.finditer(glob):
        here = _after_text(here, glob[at : found.start()], name)
        at, sign = found.end(), found[0]
        if sign == "**/":
            first = min(here, default=len(name))
            here |= {place + 1 for place in range(first, len(name)) if name[place] == "/"}
        elif sign[0] == "*":
            here = _to_slash(here, name)
        else:
            here = {place + 1 for place in here if place < len(name) and name[place] != "/"}
    return len(name) in _after_text(here, glob[at:], name)


def _after_text(here: set[int], text: str, name: str) -> set[int]:
    return {place + len(text) for place in here if name.startswith(text, place)} if text else here


def _to_slash(here: set[int], name: str) -> set[int]:
    out: set[int] = set()
    for place in sorted(here):
        while place not in out:
            out.add(place)
            if place == len(name) or name[place] == "/":
                break
            place += 1
    return out
