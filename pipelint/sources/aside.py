"""Configs that nothing runs, as far as the names around them say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pipelint.base.disk import files
from pipelint.base.disk.around import names_in, source_at, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import SourceFile
from pipelint.sources.entry import Entry
from pipelint.sources.kinds import made_name

_WORD = r"(?:old|bak|bkp|deprecated|disabled|inactive?|unused|obsolete|orig|antigu?[oa]s?|viej[oa]s?|velh[oa]s?|anciens?)"
# A file of archived logs is in use, what is in a folder of that name is not, nor what tests read.
_ENDED = r"(?:^|/)(?:[._]?archived(?:[-_](?:images?|configs?))?|fixtures|testdata)/|\.backup\d*$"
_OLD = late(rf"(?:^|[/._ (-]){_WORD}(?=[/._ )-]|$)|{_ENDED}", re.IGNORECASE)
# A folder by such a name, or what is no config to any engine by its ending. A file conf.d/app-old.conf is read like the others.
_UNREAD = late(rf"(?:^|[/._ (-]){_WORD}(?=[/._ )-][^/]{{0,99}}/|/|$)|{_ENDED}", re.IGNORECASE)
# Folders of examples, files that are called so, and notes.
_EXAMPLES = late(
    r"(?:^|/)(?:examples?|samples?)/|(?:^|/)(?:example|sample)[-_.][^/]*$|[-_.](?:example|sample)(?:[-_]?\d+)?(?:\.\w+)?$|\.txt$",
    re.IGNORECASE,
)
# Folders of tests. One that is called test may be that of an environment, beside others.
_TESTS = late(r"(?:^|/)(?:tests|e2e)/", re.IGNORECASE)
_TEST = late(r"(?:^|/)test/")
_STAGES = frozenset(("dev", "develop", "development", "int", "live", "prod", "production", "qa", "stage", "staging", "uat"))
# A folder that may hold what is done with, or a pipeline that archives.
_ARCHIVE = late(r"(?:^|/)[._]?(?:archives?|archiv|archieve|arcihive|achive)/", re.IGNORECASE)
# What such names hold: most paths have none of it, and no regex is compiled for them.
_OLD_WORDS = (
    *("old", "bak", "bkp", "deprecated", "disabled", "inactiv", "unused", "obsolete", "archived", "orig", "backup"),
    *("fixtures", "testdata", "antig", "viej", "velh", "ancien"),
)
# Of a file that has another one of its name without this beside it; and of what `helm show values` wrote.
_COPY = late(
    r"(?:[-_. ](?:backup|bkp|bu|copy(?: ?\d)?|original|saved?|20\d\d([-_.]?)[01]\d\1[0-3]\d)| \(\d\)"
    r"|[-_.]defaults?(?:[-_.]v?[\d.]+)?(?=\.ya?ml$))(?=\.\w+$)|^(?:backup|copy|original|saved?)[-_. ](?:of[-_. ])?",
    re.IGNORECASE,
)
_COPY_WORDS = ("backup", "bkp", "bu.", "copy", "default", ".conf.", "original", "save", "-20", "_20", ".20", "(")
# Such as app.conf.kafka beside app.conf: one of its forms, of which another one is in use. Templates and manifests are none.
_FORM = late(r"\.conf(\.(?!erb|c?tmpl|template|ya?ml|json)\w+)$", re.IGNORECASE)
_VALUES = late(r"values[-_.]\w[^/]{0,200}\.ya?ml$|^values\.ya?ml$", re.IGNORECASE)
_CHARTS = "/charts/"
# Templates of a role of Ansible; what says which of them it renders, and that it may render others.
_TEMPLATES, _TEMPLATE = "/templates/", ".j2"
_SAYS = ("tasks", "handlers", "vars", "defaults")
_ALL = late(rb"fileglob|filetree|\}\}\.j2|(?:\bsrc[:=]|\bloop:|\bwith_\w{1,40}:)[ \t]*[\"']?\{\{(?![ \t]*item\b)")
_EXAMPLE_WORDS = ("example", "sample", ".txt", "archi", "arcihive", "achive", "test", "e2e")


def is_old(entry: Entry) -> bool:
    """Whether the names of all files that it begins with, or of folders around them, say that it is out of use, or another's.

    That is a copy beside the file itself, the default values of a chart beside one's own, a chart that another one was
    downloaded with, and a template that its role does not render.
    """
    return (_any_of(_OLD_WORDS, [entry]) and _all_in(entry, _OLD)) or _is_spare(entry)


def is_unread(entry: Entry) -> bool:
    """Whether an old one is so by a folder's name, or an ending, or beside the file itself, and nothing is known that runs it."""
    lists = [each.place.document.file for each in entry.pipelines if each.place is not None]
    declared = bool(entry.workloads) or any(not _named(each, _UNREAD) for each in lists)
    return not declared and is_old(entry) and (_all_in(entry, _UNREAD) or _is_spare(entry)) and not _mounted(entry)


def beside_others(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries; those that others among them show to be out of use say so."""
    if any(each.workloads for each in entries) and not all(each.kubernetes for each in entries):
        # Imported here: few projects have both.
        from pipelint.sources.kubernetes.copies import beside_copies

        entries = beside_copies(entries)
    return beside_examples(entries)


def beside_examples(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries; those that are examples or tests by their names are ``aside`` where another one of their engine is none.

    So are those in a folder ``archive`` that nothing runs.
    """
    if not _any_of(_EXAMPLE_WORDS, entries):
        return tuple(entries)
    shown = {id(entry) for entry in entries if _all_in(entry, _EXAMPLES) or _is_tried(entry) or _is_archived(entry)}
    real = {entry.engine for entry in entries if id(entry) not in shown}
    return tuple(replace(each, aside=True) if id(each) in shown and each.engine in real else each for each in entries)


def _is_tried(entry: Entry) -> bool:
    """Whether it lies in a folder of tests."""
    if _all_in(entry, _TESTS):
        return True
    found = [each.file.path for each in entry.documents] if _all_in(entry, _TEST) else []
    above = [path[: match.start()] or "." for path in found for match in _TEST.finditer(path)]
    return bool(above) and not any(_STAGES.intersection(names_in(each)) for each in above)


def _is_archived(entry: Entry) -> bool:
    if entry.workloads or entry.pipelines or not _all_in(entry, _ARCHIVE):
        return False
    from pipelint.sources.compose.services import services_of

    # A compose file that lies there is archived, too.
    running = (service.place.document.file for each in entry.documents for service in services_of(each))
    return entry.kubernetes or all(_named(file, _ARCHIVE) for file in running)


def _any_of(words: Sequence[str], entries: Sequence[Entry]) -> bool:
    paths = [each.file.path.lower() for entry in entries for each in entry.documents]
    return any(word in path for path in paths for word in words)


def _mounted(entry: Entry) -> bool:
    # Imported here: few configs have such a name.
    from pipelint.sources.compose.services import services_of

    return not entry.kubernetes and any(services_of(each) for each in entry.documents)


def _all_in(entry: Entry, names: re.Pattern[str]) -> bool:
    found = [each.file for each in entry.documents]
    return bool(found) and all(_named(each, names) for each in found)


def _is_spare(entry: Entry) -> bool:
    """Whether all files that it begins with are copies, or of other charts. An engine reads all of a folder such as conf.d."""
    if not _any_of((*_COPY_WORDS, _CHARTS, _TEMPLATE), [entry]):
        return False
    found = [each.file for each in entry.documents]
    return bool(found) and all(
        _is_copy(each.path) or _is_of_another(each.path, each.project) or _is_left_out(each.path, each.project) for each in found
    )


def _named(file: SourceFile, names: re.Pattern[str]) -> bool:
    return bool(names.search(file.path) and names.search(_inner(file.path, file.project)))


def _is_copy(path: str) -> bool:
    name = files.name(path)
    form = _FORM.search(name) if made_name(name) == name else None
    found = _COPY.search(name) or form
    if found is None:
        return False
    folder = files.folder_by_name(path)
    if folder.endswith(".d"):
        return False
    if found is form:
        return files.is_file(path.removesuffix(form[1]))
    if "default" in found[0].lower():
        return any(_VALUES.search(each) and each != name for each in names_in(folder)) and "values" in name.lower()
    return files.is_file(files.join(folder, name[: found.start()] + name[found.end() :]))


def _is_left_out(path: str, project: tuple[str, ...]) -> bool:
    """Whether it is a template of a role of Ansible that names others of its folder, and not this one."""
    role, found, name = path.rpartition(_TEMPLATES)
    if not found or not name.endswith(_TEMPLATE) or "/" in name:
        return False
    said = b"\n".join(read.data for each in _SAYS for read in sources_in(files.join(role, each), project, (".yml", ".yaml")))
    if name.encode() in said or _ALL.search(said) is not None:
        return False
    others = names_in(files.folder_by_name(path))
    return any(each.endswith(_TEMPLATE) and each.encode() in said for each in others)


def _is_of_another(path: str, project: tuple[str, ...]) -> bool:
    """Whether it lies in a chart that the chart around it has from a repository of charts."""
    parts = path.split(_CHARTS)
    return any(_depends(_CHARTS.join(parts[:at]), parts[at].partition("/")[0], project) for at in range(1, len(parts)))


def _depends(chart: str, name: str, project: tuple[str, ...]) -> bool:
    # Imported here: few configs lie in a chart.
    from pipelint.yaml import tree

    for file in ("Chart.yaml", "requirements.yaml"):
        read = source_at(files.join(chart, file), project)
        root = None if read is None else next(iter(tree.read_yaml(read.data).roots), None)
        listed = root.values.get("dependencies") if isinstance(root, tree.Mapping) else None
        for each in listed.items if isinstance(listed, tree.Sequence) else []:
            named = isinstance(each, tree.Mapping) and name in (each.text("name"), each.text("alias"))
            if isinstance(each, tree.Mapping) and named and each.text("repository").startswith(("http", "oci:")):
                return True
    return False


@lru_cache(maxsize=512)
def _inner(path: str, project: tuple[str, ...]) -> str:
    """A file's path in its project; its name where it is in none."""
    home = next((each for each in project if files.within(path, [each])), "")
    return files.real(path)[len(home) :] or files.name(path) if home else files.name(path)
