"""What the configs of a repository, and the pods that run them, tell of their settings, for the file that ``init`` writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.base.lean.record import dataclass, replace
from pipelint.engines.parts import parts_of
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config
from pipelint.plugins.versions import Release, distributions, is_release
from pipelint.settings.around.chart import chart_file, images_beside, images_of, own_tag, read_chart
from pipelint.settings.around.charts import CHART, chart_releases
from pipelint.settings.around.container import IMAGE, Found, images_around, of_other
from pipelint.settings.around.installed import Installed, installed_around
from pipelint.settings.around.packages import packages_around
from pipelint.sources.entry import Entry

# The tags of the projects' own images begin with the engine's version, which those of other people's images need not.
_VERSION = re.compile(r":v?(\d+\.\d+)\b")
# All of the version, words of the flavour, and the image's own number.
_TAG = re.compile(r"v?(?P<version>\d{1,9}(?:\.\d{1,9})+)(?P<words>(?:-[a-zA-Z]\w*)*)(?:-(?P<number>\d{1,9}(?:\.\d{1,9})*))?$")
_SHOWN = 100
# Manifests of a chart that are looked into.
_MOST_FILES = 40
# The appVersion that `helm create` writes into every new chart.
_OF_NEW_CHARTS = "1.16.0"


@dataclass(frozen=True, slots=True)
class Guess:
    """The release that runs a config, and where that stands (``image fluent/fluentd:v1.16-1``)."""

    release: Release
    source: str


def guess_of(entry: Entry, around: Sequence[Found] | None = None, installed: Installed | None = None) -> Guess | None:
    """What stands around a config says of its release: manifests, compose file, Dockerfile, Gemfile, chart, scripts. None where
    none does, or they contradict each other. ``around`` and ``installed`` are of who has asked for them.
    """
    installed = installed_around(entry) if installed is None else installed
    images = list(_guesses(entry, images_around(entry) if around is None else around))
    # Of an image of the engine's project that a manifest names no Dockerfile says what is in it.
    gems = {} if images and entry.workloads else installed.gems
    found = images or list(_of_gems(entry, gems, installed.path)) or list(_of_values(entry)) or list(_of_templates(entry))
    found = found or [Guess(*each) for each in chart_releases(entry)] or list(_of_chart(entry))
    found = found or [Guess(Release(each.package), f"the package in {each.path}") for each in packages_around(entry)]
    agreed = found[0] if found and all(each.release == found[0].release for each in found) else None
    if not (gems or installed.own):
        return agreed
    known = agreed or Guess(Release(""), installed.path)
    return Guess(replace(known.release, gems=tuple(sorted(gems.items())), own=installed.own), known.source)


def _of_gems(entry: Entry, gems: Mapping[str, str], path: str) -> Iterator[Guess]:
    """The version of the engine's own gem, as far as its first two numbers are said."""
    version = gems.get(entry.engine, "").removesuffix(".x")
    if "." in version:
        yield Guess(Release(version), f"the gem in {path}")


def _of_values(entry: Entry) -> Iterator[Guess]:
    """The image that the values of a Helm chart name, which the config lies in or belongs to."""
    file, own = entry.documents[0].file if entry.documents else None, ENGINES.discovery(entry.engine).own_images
    if file is None:
        return
    chart = chart_file(file)
    for name, tagged in [*images_of(file), *([] if chart is None else images_beside(chart))]:
        if own.search(name) and (tag := _TAG.match(tagged)) is not None:
            image = f"{name}:{tagged}"[:_SHOWN]
            yield Guess(_release(entry.engine, name.rsplit("/", 1)[-1], tag), f"image {image} of its values")
    # Of the engine's own chart the values may name the tag alone.
    of_own = any(name.endswith(CHART) for name in distributions(entry.engine))
    if of_own and (tag := _TAG.match(own_tag(entry.documents[0]))) is not None:
        yield Guess(Release(tag["version"]), "image.tag of its values")


def _of_templates(entry: Entry) -> Iterator[Guess]:
    """The image that the manifests of a chart beside the config say: they are no YAML until Helm has made them."""
    file, own = entry.documents[0].file if entry.documents else None, ENGINES.discovery(entry.engine).own_images
    if file is None or not entry.documents[0].part or chart_file(file) is None:
        return
    for each in sources_in(files.folder_by_name(file.path), file.project, (".yaml", ".yml"), _MOST_FILES):
        for image in IMAGE.findall(each.data.decode()):
            name, _, tagged = image.rpartition(":")
            if own.search(name) and (tag := _TAG.match(tagged)) is not None:
                source = f"image {image[:_SHOWN]} in {files.name(each.path)}"
                yield Guess(_release(entry.engine, name.rsplit("/", 1)[-1], tag), source)


def _guesses(entry: Entry, around: Sequence[Found]) -> Iterator[Guess]:
    engine, said = entry.engine, entry.version
    if said and (tag := _TAG.match(said)) is not None:
        yield Guess(Release(tag["version"]), "the version of its resource")
    own = ENGINES.discovery(engine).own_images
    images = [(workload.container.image, "") for workload in entry.workloads if workload.certain]
    if others := ENGINES.discovery(engine).other_images:
        known = (of_other(Found(image, ""), others) for image, _ in images)
        yield from (Guess(Release(found.package), _what(found)) for found in known if found.package)
    if not (said or entry.workloads):
        images = [(found.image, f" in {found.path}") for found in around]
        yield from (Guess(Release(found.package), f"{_what(found)} in {found.path}") for found in around if found.package)
    for image, where in images:
        name, _, tagged = image.split("@")[0].rpartition(":")
        if own.search(name) and (tag := _TAG.match(tagged)) is not None:
            yield Guess(_release(engine, name.rsplit("/", 1)[-1], tag), f"image {image[:_SHOWN]}{where}")


def _what(found: Found) -> str:
    return f"image {found.image[:_SHOWN]}" if found.image else "the package"


def _of_chart(entry: Entry) -> Iterator[Guess]:
    """What the Helm chart of an engine says, whose values may name another version of it than its ``appVersion``.

    Other charts have the version of something else there, and so has one around the engine's own chart.
    """
    engine = entry.engine
    path = chart_file(entry.documents[0].file) if entry.documents else None
    chart = None if path is None else read_chart(path)
    if chart is None or chart.name.replace("-", "") != engine:
        return
    if not chart.tag:
        if not chart.wraps and chart.version != _OF_NEW_CHARTS and (tag := _TAG.match(chart.version)) is not None:
            yield Guess(Release(tag["version"]), "appVersion of its chart")
        return
    own = ENGINES.discovery(engine).own_images
    if own.search(chart.image) and (tag := _TAG.match(chart.tag)) is not None:
        image = chart.image.rsplit("/", 1)[-1]
        yield Guess(_release(engine, image, tag), f"image {chart.image}:{chart.tag}"[:_SHOWN] + " of its chart")


def _release(engine: str, image: str, tag: re.Match[str]) -> Release:
    """The release of an image; the engine's own version where nothing is known of the image."""
    names = [f"{image}-{word}" for word in tag["words"].split("-") if word] + [image]
    distribution = next((name for name in names if name != engine and name in distributions(engine)), "")
    version = f"{tag['version']}-{tag['number']}" if tag["number"] else tag["version"]
    of_image = Release(version, distribution)
    return of_image if distribution and is_release(engine, of_image) else Release(tag["version"])


def engine_versions(configs: Iterable[Config]) -> dict[str, str]:
    """By engine the version (``1.16``) of the image that runs the configs, where those that say one all say the same."""
    said: dict[str, set[str]] = {}
    for config in configs:
        own = ENGINES.discovery(config.engine.name).own_images
        for workload in config.workloads:
            named = own.search(workload.container.image) if workload.certain else None
            found = None if named is None else _VERSION.match(workload.container.image, named.end())
            if found is not None:
                said.setdefault(config.engine.name, set()).add(found[1])
    return {engine: versions.pop() for engine, versions in said.items() if len(versions) == 1}


def container_runtime(configs: Iterable[Config]) -> str | None:
    """``cri`` or ``docker`` where the parsers of container logs all say the same, else None."""
    said = {runtime for config in configs for runtime in parts_of(config).facts.needs().runtimes(config)}
    return said.pop() if len(said) == 1 else None
