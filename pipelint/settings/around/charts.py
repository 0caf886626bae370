"""The version of an engine's own chart that the values around a config are for, and with it the version of the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at, sources_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile
from pipelint.plugins.versions import Release, distributions, engine_version, is_release
from pipelint.settings.around.chart import chart_file
from pipelint.sources.entry import Entry

CHART = "-chart"
"""How the distribution of an engine is called that is its own chart."""
# Lines before and after the name of a chart in which its version stands.
_NEAR = 4
# Texts of a folder that are looked into.
_MOST = 20
_KEY = late(r"[ \t]*(?:-[ \t]+)?(?P<key>\w)")
_NAME = late(r"[ \t]*(?:-[ \t]+)?(?P<key>chart|name)\s*[:=]\s*[\"']?(?:[\w.-]+/)?(?P<name>[\w-]+)[\"']?,?\s*(?:#.*)?")
_VERSION = late(r"[ \t]*(?:-[ \t]+)?(?:version|targetRevision)\s*[:=]\s*[\"']?v?(\d+\.\d+\.\d+)[\"']?,?\s*(?:#.*)?")
# What another project's chart of that name has around it.
_OTHERS = late(r"(?i)bitnami")
# What comments in values say of the chart that takes them, and commands that give it them: fluent/fluent-bit v0.56.0.
_SAID = late(r"/([a-z][a-z-]*)[ \t,:@(]+(?:(?:chart[ \t]+)?version[ \t:=]+)?v?(\d+\.\d+\.\d+)(?![\w.-])")
_ASKED = late(r"--version[ \t=]+[\"']?v?(\d+\.\d+\.\d+)(?![\w.-])")
_TEXTS = (".sh", ".md", "makefile")
_LABEL = late(r"^\s*helm\.sh/chart:\s*[\"']?([a-z][a-z-]*)-(\d+\.\d+\.\d+)[\"']?\s*$", re.MULTILINE)


def chart_releases(entry: Entry) -> Iterator[tuple[Release, str]]:
    """What the chart is said to be that has the values of a config, or made its manifest: in an Application of Argo CD, a
    HelmRelease, the dependencies of a Chart.yaml, a label. With the release of the engine in it, and what to call it.
    """
    charts = {name.removesuffix(CHART): name for name in distributions(entry.engine) if name.endswith(CHART)}
    file = entry.documents[0].file if charts and entry.documents else None
    if file is None:
        return
    around = chart_file(file)
    of_chart = None if around is None else source_at(around, file.project)
    for text in (each.data.decode() for each in (file, of_chart) if each is not None):
        if not any(name in text for name in charts) or _OTHERS.search(text) is not None:
            continue
        for name, version in _named(text, charts):
            core = engine_version(entry.engine, Release(version, charts[name]))
            if core and is_release(entry.engine, Release(version, charts[name])):
                yield Release(core), f"chart {name} {version}"
    # The part of a ConfigMap is called otherwise than the keys of values.
    for name, version in _noted(file, charts) if re.fullmatch(r"[\w.-]+", entry.documents[0].part) else ():
        if core := engine_version(entry.engine, Release(version, charts[name])):
            yield Release(core), f"chart {name} {version}"


def _noted(file: SourceFile, charts: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The charts and versions that comments in values say, and commands in the notes and scripts beside them and above."""
    text = file.data.decode()
    if _OTHERS.search(text) is not None:
        return
    comments = [line for line in text.split("\n") if line.lstrip().startswith("#")]
    yield from (said for line in comments for said in _SAID.findall(line) if said[0] in charts)
    folder, name = files.folder_by_name(file.path), files.name(file.path)
    for each in (
        each for up in files.folders(files.join(folder, name))[:2] for each in sources_in(up, file.project, _TEXTS, _MOST)
    ):
        text = each.data.decode()
        lines = text.replace("\\\n", " ").split("\n") if "--version" in text and name in text else ()
        for line in (each for each in lines if name in each and _OTHERS.search(each) is None):
            asked = _ASKED.search(line)
            installs = [last for word in line.split() if "/" in word and (last := word.rpartition("/")[2]) in charts]
            if asked is not None and installs:
                yield installs[0], asked[1]


def _named(text: str, charts: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The names and versions of charts in a text."""
    yield from ((name, version) for name, version in _LABEL.findall(text) if name in charts)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        said = _NAME.fullmatch(line)
        # A name on the left is that of the chart itself, not of one that it needs.
        if said is None or said["name"] not in charts or (said["key"] == "name" and not said.start("key")):
            continue
        column = said.start("key")
        found = [*_versions(reversed(lines[max(0, number - _NEAR) : number]), column)]
        found += _versions(lines[number + 1 : number + 1 + _NEAR], column)
        if len(found) == 1:
            yield said["name"], found[0]


def _versions(lines: Iterable[str], column: int) -> Iterator[str]:
    """The versions in lines whose keys stand in this column, up to one that begins something else."""
    for line in lines:
        if line.lstrip().startswith("#"):
            continue
        key = _KEY.match(line)
        if key is None or key.start("key") < column:
            return
        said = _VERSION.fullmatch(line)
        if said is not None and key.start("key") == column:
            yield said[1]
