"""Files that Fluentd writes and a source of the same config reads again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.graph.stage import Kind, Stage, StageGraph

# How the names of Ruby's Dir.glob are read, as far as tail's paths have them.
_GLOB = late(r"\*\*/|\*+|\?")
_SET = late(r"[\[{\\]")
"""Sets of characters and the like, which are rare in paths: a glob with one is not judged."""
_BEGIN = late(r"[*?\[{\\]")
_LONGEST = 1_000
_OPEN = late(r"[%*{}$]|^[^/]")
"""What makes a written path one that is not known: dates, placeholders, and what is relative."""


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


Written = tuple[Stage, str, Param, str]
"""What a stage writes: output, buffer or positions, the parameter that says where, and the name of one such file."""


def written_files(graph: StageGraph) -> list[Written]:
    """What the stages of a config write."""
    return [(stage, *found) for stage in graph.stages for found in _written(stage)]


def read_back(graph: StageGraph, written: Sequence[Written], source: Stage) -> Iterator[ReadBackFact]:
    """What a tail source reads of the files that the same config writes."""
    path, block = source.block.param("path"), source.block
    if source.plugin != "tail" or path is None or path.embedded or block.open or "%" in path.value:
        return
    paths = [one.strip() for one in path.value.split(block.value("path_delimiter", ",") or ",")]
    try:
        excluded = types.array(block.value("exclude_path"))
    except ValueError:
        return
    if any("#{" in one or "%" in one or _SET.search(one) for one in excluded):
        return
    # Most files lie in other folders than a glob begins with.
    begins = tuple([one[: found.start()] if (found := _BEGIN.search(one)) else one for one in paths])
    for stage, what, param, name in written:
        if not name.startswith(begins):
            continue
        if any(_takes(one, name) for one in paths) and not any(_takes(one, name) for one in excluded):
            fed = stage.parent if stage.kind is Kind.BUFFER else stage.index
            loop = any(one.index == fed for one in graph.after(source))
            yield ReadBackFact(what, param.value, loop, param.place, stage.block)


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
    return None if param is None or param.embedded or not param.value or _OPEN.search(param.value) else param


def _takes(glob: str, name: str) -> bool:
    """Whether a glob of files takes a name. All that may have been read of the name is followed at once: linear in both."""
    if len(glob) > _LONGEST or len(name) > _LONGEST or _SET.search(glob):
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
