"""Pipelines as pipelines.yml, logstash.yml and ECK declare them: their settings, and where their configs stand."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import TypeGuard

from pipelint.base.block import Param
from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.base.finding import Problem
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.logstash.discovery.disk import SETTINGS_FILE
from pipelint.engines.logstash.discovery.settings import flatten, param, place_of, with_defaults
from pipelint.sources.kinds import made_name
from pipelint.yaml.text import TextBudget, scalar_document
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, YamlError, read_yaml

DEFAULT_ID = "main"
"""The id of a pipeline that nothing names (``pipeline.id`` in Logstash's environment.rb)."""

MAX_PIPELINES = 1_000
TOO_LARGE = "the pipelines up to this one are too large in total"
# A line of a template that only controls it, and what is filled in elsewhere.
_STATEMENT = late(rb"(?m)^[ \t]*\{[{%][^\n]*[%}]\}[ \t]*$")
_FILLED = late(rb"\{\{[^\n]*?\}\}")
_LOOKED_AT = 20  # items of a list, for whether it is one of pipelines
_OWN = ("pipeline.id", "path.config", "config.string")


@dataclass(frozen=True, slots=True, eq=False)
class Declared:
    """One declared pipeline. Of ``text`` (``config.string``) and ``path`` (``path.config``) one is there."""

    id: str
    settings: tuple[Param, ...]
    place: Place
    text: Document | None
    path: Param | None


@dataclass(frozen=True, slots=True)
class Declarations:
    """The pipelines of one list, in order, and what is wrong in it."""

    pipelines: tuple[Declared, ...]
    problems: tuple[Problem, ...]


def problem_at(place: Place, message: str) -> Problem:
    """``message`` as a problem that stands at ``place``."""
    return Problem(place.document.file.path, message, place.document.file, place.file_span)


def yaml_problem(document: Document, error: YamlError) -> Problem:
    """The error at which reading the YAML text ``document`` stopped."""
    start = min(error.offset, len(document.text))
    return problem_at(Place(document, Span(start, min(start + 1, len(document.text)))), error.message)


def pipeline_list(node: Node) -> Sequence | None:
    """``node`` as a list of pipelines: a list in which a map has one of the settings that only pipelines have."""
    if not isinstance(node, Sequence):
        return None
    maps = (flatten(item) for item in node.items[:_LOOKED_AT] if isinstance(item, Mapping))
    return node if any(name in found for found in maps for name in _OWN) else None


def own_pipeline(node: Node) -> Sequence | None:
    """logstash.yml as a list of the one pipeline that it says where to find, None where it only has settings."""
    if not isinstance(node, Mapping):
        return None
    found = flatten(node)
    return Sequence([node]) if "path.config" in found or "config.string" in found else None


def bare_pipeline(node: Node) -> Sequence | None:
    """A pipelines.yml with the settings of a pipeline and no list around them, as a list that starts where its item does."""
    bare = isinstance(node, Mapping) and any(name in node.keys for name in ("path.config", "config.string"))
    return Sequence([node], node.start) if bare else None


def not_listed(listed: Sequence, document: Document) -> Problem | None:
    """What is wrong with a list that ``bare_pipeline`` made; None of any other."""
    match listed.items:
        case [Mapping() as item] if item.start == listed.start and item.keys:
            place = place_of(next(iter(item.keys.values())), document)
            return problem_at(place, "the settings of a pipeline must be in a list, after a dash: Logstash refuses the file")
    return None


def settings_of(document: Document) -> tuple[tuple[Param, ...], tuple[Problem, ...]]:
    """The settings that the YAML text ``document`` (a logstash.yml) has for each pipeline, and the error in it."""
    stream = read_yaml(document.text)
    problems = () if stream.error is None else (yaml_problem(document, stream.error),)
    found = {name: item for root in stream.roots[:1] if _has_settings(root) for name, item in flatten(root).items()}
    params = (param(item, document) for item in found.values())
    return with_defaults((), (each for each in params if each is not None)), problems


def template_settings(file: SourceFile) -> tuple[Param, ...]:
    """The settings in the template of a logstash.yml beside ``file``, where that is one, too: what is filled in is a variable."""
    name = files.name(file.path)
    if made_name(name) == name or not file.project or file.path.startswith("<"):
        return ()
    from pipelint.base.disk.around import full_path

    for each in sources_in(files.folder_by_name(full_path(file)), file.project, _is_settings_template):
        filled = _FILLED.sub(lambda found: b"${" + b"_" * (len(found[0]) - 3) + b"}", _STATEMENT.sub(b"", each.data))
        path = file.path.removesuffix(name) + files.name(each.path)
        return settings_of(Document.whole(replace(each, path=path, bytes=filled)))[0]
    return ()


def _is_settings_template(name: str) -> bool:
    return name != made_name(name) and made_name(name).lstrip("_") == SETTINGS_FILE


def _has_settings(root: Node) -> TypeGuard[Mapping]:
    """Whether a logstash.yml has settings at all: some projects call a compose file or manifest so."""
    return isinstance(root, Mapping) and not isinstance(root.values.get("services"), Mapping) and "apiVersion" not in root.values


def declared(node: Sequence, document: Document, defaults: Items[Param], budget: TextBudget, where: str = "") -> Declarations:
    """The pipelines that the list ``node`` of the YAML text ``document`` declares.

    ``defaults`` are the settings of logstash.yml, ``budget`` says what its texts may cost, ``where`` in what part of the
    file it stands.
    """
    found: dict[str, Declared] = {}
    problems: list[Problem] = []
    for item in node.items[:MAX_PIPELINES]:
        read = _pipeline(item, document, defaults, where, budget)
        if isinstance(read, Problem):
            problems.append(read)
            if budget.spent:
                break
        elif read.id in found:
            problems.append(problem_at(read.place, f'duplicate pipeline "{read.id}": Logstash starts no pipeline'))
        else:
            found[read.id] = read
    if len(node.items) > MAX_PIPELINES:
        said = f"more than {MAX_PIPELINES:,} pipelines: the rest is not read"
        problems.append(problem_at(place_of(node.items[MAX_PIPELINES], document), said))
    return Declarations(tuple(found.values()), tuple(problems))


def _pipeline(node: Node, document: Document, defaults: Items[Param], where: str, budget: TextBudget) -> Declared | Problem:
    if not isinstance(node, Mapping) or not node.keys:
        return problem_at(place_of(node, document), "a pipeline must be a map of settings")
    found = flatten(node)
    if not all(budget.take(Span(item.value.start, item.value.end)) for item in found.values() if isinstance(item.value, Scalar)):
        return problem_at(place_of(next(iter(node.keys.values())), document), TOO_LARGE)
    own = {name: each for name, item in found.items() if (each := param(item, document)) is not None}
    name = own["pipeline.id"].value.strip() if "pipeline.id" in own else ""
    pipeline_id = name or DEFAULT_ID
    place = own["pipeline.id"].place if name else place_of(next(iter(node.keys.values())), document)
    for key in _OWN:
        if key in found and not isinstance(found[key].value, Scalar):
            return problem_at(place_of(found[key].key, document), f"{key} must be a string")
    settings = with_defaults((each for key, each in own.items() if key != "config.string"), defaults)
    text = found["config.string"].value if "config.string" in found else None
    if isinstance(text, Scalar) and text.value.strip():
        part = ", ".join(each for each in (where, f"pipeline {pipeline_id}") if each)
        return Declared(pipeline_id, settings, place, scalar_document(f"{pipeline_id}.conf", document, text, part), None)
    path = own.get("path.config")
    if path is None or not path.value.strip():
        return problem_at(place, f'pipeline "{pipeline_id}" has neither path.config nor config.string')
    return Declared(pipeline_id, settings, place, None, path)
