"""Grok patterns of Logstash's grok filters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.base.value import Value, ValueKind
from pipelint.engines.logstash.grok import GROK, GROK_ALL
from pipelint.engines.logstash.types import is_false
from pipelint.facts.grok.library import with_brought, with_files
from pipelint.facts.grok.troubles import GrokUse
from pipelint.facts.values import ParamFact
from pipelint.regex.grok import Expansion, Trouble, expand
from pipelint.regex.library import Edition, Library, shipped, shipped_by_any
from pipelint.regex.spans import Frame
from pipelint.regex.tree import Node, Refused

_ECS = {"disabled": Edition.LEGACY, "v1": Edition.ECS, "v8": Edition.ECS}
_TIME = late(
    r"%\{(?:(?:TIMESTAMP_ISO8601|HTTPDATE|SYSLOGTIMESTAMP|DATESTAMP|DATESTAMP_RFC2?822|HTTPDERROR_DATE)(?::[^{}]+)?"
    r"|SYSLOGLINE|SYSLOGBASE2?|COMBINEDAPACHELOG|COMMONAPACHELOG)\}"
    r"|(?:%\{\w{1,99}:|\(\?<)(?:\w{0,99}_)?(?:timestamp|datetime)[}>]"
    # A group that begins as a date does.
    r"|\(\?<\w{1,99}>\\d\{4\}[-/.]\\d"
)
_OF_NUMBERS = late(r"%\{(?:NUMBER|INT|POSINT|NONNEGINT|BASE10NUM):([\w@.\[\]-]{1,200})\}")
_STAMP = late(r"HTTPDATE|\w*(?:TIMESTAMP|DATESTAMP|DATETIME|DATE_TIME)\w*")
_TIME_COLUMN = late(r"(?:\w+[ _-])?(?:timestamp|datetime|date[ _-]time)", re.IGNORECASE)


# Folders whose files grok always reads (lib/logstash/filters/grok.rb, patterns_path).
_HOMES = ("/usr/share/logstash/patterns", "/opt/logstash/patterns")
_GEM = late(r"/[\w./-]{1,120}/gems/logstash-patterns-core-[\d.]{1,20}/patterns")


def filter_groks(plugin: str, block: Block, settings: Mapping[str, ParamFact]) -> list[GrokUse]:
    """The grok patterns of a filter; none of other plugins. ``settings`` are those of its pipeline."""
    match = block.param("match")
    if plugin != "grok" or match is None or match.data is None:
        return []
    return _uses(_patterns(match.data), block, settings)


def defined_groks(block: Block, settings: Mapping[str, ParamFact]) -> list[GrokUse]:
    """The patterns that a grok filter defines itself."""
    own = block.param("pattern_definitions")
    return [] if own is None or own.data is None else _uses((entry.value for entry in own.data.entries), block, settings)


def _uses(values: Iterable[Value], block: Block, settings: Mapping[str, ParamFact]) -> list[GrokUse]:
    ecs = settings["pipeline.ecs_compatibility"].value if "pipeline.ecs_compatibility" in settings else ""
    library = logstash_library(block, ecs)
    dialect = GROK_ALL if is_false(block, "named_captures_only") else GROK
    return [GrokUse(value.text, value.place, dialect, library) for value in values]


def legacy_fields(plugin: str, block: Block) -> list[str]:
    """The fields that the patterns of a grok filter set without ECS and not with it; none where it has patterns of its own."""
    return edition_fields(plugin, block)[0]


def edition_fields(plugin: str, block: Block) -> tuple[list[str], set[str]]:
    """The fields that only the legacy patterns of a grok filter set, and all that those for ECS set.

    None where it has patterns of its own.
    """
    if block.param("patterns_dir") or block.param("pattern_definitions"):
        return [], set()
    found: dict[str, None] = {}
    kept: set[str] = set()
    for grok in filter_groks(plugin, block, {}):
        legacy, ecs = (expand(grok.text, shipped(edition, GROK), grok.dialect) for edition in (Edition.LEGACY, Edition.ECS))
        found |= dict.fromkeys(field.name for field in legacy.fields)
        kept |= {field.name for field in ecs.fields}
    return [name for name in found if name not in kept], kept


def common_fields(block: Block) -> list[str]:
    """The fields that the patterns of a grok filter set in either edition; none where it has patterns of its own."""
    if block.param("patterns_dir") or block.param("pattern_definitions"):
        return []
    found: dict[str, None] = {}
    for grok in filter_groks(block.name, block, {}):
        legacy, ecs = (expand(grok.text, shipped(edition, GROK), grok.dialect) for edition in (Edition.LEGACY, Edition.ECS))
        found |= dict.fromkeys({field.name for field in legacy.fields} & {field.name for field in ecs.fields})
    return list(found)


def library_types(text: str, block: Block, ecs: str) -> list[tuple[str, str]]:
    """The fields that a grok pattern sets, those of the library's patterns in it, too, with their types as written: in mode
    ``ecs``, else in either edition. None where the filter reads files of patterns, in which a name may be another pattern.
    """
    if block.param("patterns_dir"):
        return []
    editions = [_ECS[ecs]] if ecs in _ECS else [Edition.LEGACY, Edition.ECS]
    read = [expand(text, _with_own(shipped(edition, GROK), block), GROK) for edition in editions]
    return [(field.name, field.type) for each in read for field in each.fields]


def captures_time(block: Block) -> bool:
    """Whether a filter reads a date with a time: by what a grok pattern matches or its field's name, or by a column of csv."""
    if block.name == "csv":
        columns = block.param("columns")
        names = () if columns is None or columns.data is None else columns.data.items
        return any(_TIME_COLUMN.fullmatch(name.text) for name in names)
    match = block.param("match") if block.name == "grok" else None
    if match is None or match.data is None:
        return False
    return any(_TIME.search(value.text) for value in _patterns(match.data)) or any(
        _STAMP.fullmatch(frame.name) for frame in _own_frames(block)
    )


def own_numbers(block: Block) -> list[str]:
    """The fields that patterns in files or definitions of a grok filter's own fill by a pattern for numbers, without a type."""
    if block.name != "grok":
        return []
    shared = _shipped_library(block, "").definitions
    texts = dict.fromkeys(frame.text for frame in _own_frames(block) if frame.name and shared.get(frame.name) != frame.text)
    return list(dict.fromkeys(name for text in texts for name in _OF_NUMBERS.findall(text)))


def _own_frames(block: Block) -> Iterator[Frame]:
    """The patterns that a grok filter with patterns of its own is made of."""
    if block.param("patterns_dir") or block.param("pattern_definitions") or reads_home(block):
        for grok in filter_groks(block.name, block, {}):
            for piece in expand(grok.text, grok.library, grok.dialect).spans.pieces:
                yield from piece.frame.lineage()


def captures(block: Block) -> set[str]:
    """The fields that the patterns of a grok filter set in either edition."""
    legacy, ecs = edition_fields(block.name, block)
    return {*legacy, *ecs}


def sure_captures(block: Block) -> set[str]:
    """The fields that a grok filter sets to one text whenever it matches, in either edition; none where it has own patterns."""
    if block.param("patterns_dir") or block.param("pattern_definitions"):
        return set()
    texts = [grok.text for grok in filter_groks(block.name, block, {})]
    read = [expand(text, shipped(edition, GROK), GROK) for text in texts for edition in (Edition.LEGACY, Edition.ECS)]
    found = [{field.name for field in each.fields if not field.type and _taken(each, field.groups)} for each in read]
    return set.intersection(*found) if found else set()


def _taken(read: Expansion, groups: tuple[int, ...]) -> bool:
    """Whether it is one group, and takes part in each match."""
    return len(groups) == 1 and not isinstance(read.parsed, Refused) and _takes(read.parsed.root, groups[0])


def _takes(node: Node, group: int) -> bool:
    if node.kind == "capture" and node.details["index"] == group:
        return True
    inside = node.kind in ("concat", "capture", "group", "atomic") or (node.kind == "repeat" and node.details["min"] > 0)
    return inside and any(_takes(child, group) for child in node.children)


def _patterns(match: Value) -> Iterator[Value]:
    """The patterns of a ``match``: a hash of fields, or an array of fields and patterns in turn."""
    given = [entry.value for entry in match.entries] or list(match.items[1::2])
    for value in given:
        yield from (item for item in (value.items or (value,)) if item.kind in (ValueKind.STRING, ValueKind.BAREWORD))


def logstash_library(block: Block, ecs: str) -> Library:
    """The library of a grok filter. ``ecs`` is its pipeline's ``pipeline.ecs_compatibility``, "" where it says nothing.

    Without either setting the version of Logstash decides on the edition: then the names of both count as known.
    """
    library = _shipped_library(block, ecs)
    if reads_home(block):
        library = with_brought(library, block.place.document, _homes(block.place.document), GROK)
    for folder in _texts(block.param("patterns_dir")):
        library = with_files(library, block.place.document, folder, block.value("patterns_files_glob", "*"), GROK)
    return _with_own(library, block)


def reads_home(block: Block) -> bool:
    """Whether a grok filter names a pattern that only a file in a folder of Logstash's own may define, where it has no other."""
    document = block.place.document
    if document.part or not document.file.project or block.param("patterns_dir") or not block.noted(unknown_without_files):
        return False
    from pipelint.facts.grok.whereabouts import brought

    return any(brought(document, folder) for folder in _homes(document))


def _homes(document: Document) -> list[str]:
    """Where grok looks for patterns without ``patterns_dir``: in Logstash's own folder, and in that of the gem, if named."""
    from pipelint.sources.compose.services import services_of
    from pipelint.sources.images.around import build_texts

    said = [*build_texts(document.file), *(mount.path for service in services_of(document) for mount in service.mounts)]
    return [*_HOMES, *dict.fromkeys(found for text in said for found in _GEM.findall(text))]


def _shipped_library(block: Block, ecs: str) -> Library:
    edition = _ECS.get(block.value("ecs_compatibility", ecs))
    return shipped_by_any(GROK) if edition is None else shipped(edition, GROK)


def _with_own(library: Library, block: Block) -> Library:
    own = block.param("pattern_definitions")
    return library.with_definitions(dict(_pairs(own.data))) if own and own.data else library


def unknown_without_files(block: Block) -> str:
    """The first name in the patterns of a grok filter that only a file of its ``patterns_dir`` can define; "" for none."""
    match = block.param("match")
    library = _with_own(_shipped_library(block, ""), block)
    for value in () if match is None or match.data is None else _patterns(match.data):
        for problem in expand(value.text, library, GROK).problems:
            if problem.trouble is Trouble.UNKNOWN:
                return problem.name
    return ""


def pattern_paths(block: Block) -> Iterator[tuple[str, str]]:
    """The settings of a section that name files of patterns, with what they name."""
    yield from (("patterns_dir", path) for path in _texts(block.param("patterns_dir")))


def _texts(param: Param | None) -> list[str]:
    if param is None or param.data is None:
        return []
    values = param.data.items if param.data.kind is ValueKind.ARRAY else (param.data,)
    return [value.text for value in values]


def _pairs(value: Value) -> Iterator[tuple[str, str]]:
    """A hash's entries, or an array's items as names and definitions in turn."""
    if value.kind is ValueKind.ARRAY:
        yield from ((a.text, b.text.removesuffix("\n")) for a, b in zip(value.items[::2], value.items[1::2], strict=False))
    for entry in value.entries:
        yield entry.key.text, entry.value.text.removesuffix("\n")
