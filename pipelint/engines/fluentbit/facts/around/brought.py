"""What the project around a config brings to it: what fills its includes in later, plugins of its own, images."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import PARSERS_FILE
from pipelint.engines.fluentbit.facts.compose import service_running
from pipelint.language.config import Config
from pipelint.plugins import plugin_of
from pipelint.sources.compose.services import Service
from pipelint.sources.compose.starts import folders_above, texts_around

_VARIABLE = late(r"\$\{\w+\}")
_SHORT = len("d/a")
# A library with a plugin as it is built, and a folder with the source of one.
_LIBRARY = late(rb"\b((?:in|filter|out)_\w+)\.so\b")
_SOURCE = late(r"((?:in|filter|out)_[a-z0-9]+(?:_[a-z0-9]+)*?)(?:_(?:patch|plugin|src))?")


@dataclass(frozen=True, eq=False)
class UnreleasedFact:
    """An ``image`` that runs the config, whose ``version`` was never released: ``before`` and ``after`` are its neighbours."""

    image: str
    version: str
    before: str
    after: str
    place: Place


def filled_includes(config: Config) -> list[str]:
    """The paths of its includes that lead to no file, and whose variable or folder a text around the config has."""
    missing = [include.path for include in config.includes if include.problem == "missing"]
    words = {path: word for path in missing if (word := _word(path))}
    texts = list(texts_around(config.documents[0])) if words else []
    return [path for path, word in words.items() if any(word in text for text in texts)]


def image_plugins(config: Config, service: Service | None) -> frozenset[str]:
    """The names of its plugins that an image which runs it brings: that of a pod, or of this service."""
    images = [each.container.image for each in config.workloads if each.certain]
    images += [service.image] if service is not None else []
    names = {image.rpartition("/")[2].partition("@")[0].partition(":")[0] for image in images}
    stages = config.graph.stages if names else ()
    found = ((stage.plugin, plugin_of(config.engine.name, stage.kind.value, stage.plugin).images) for stage in stages)
    return frozenset(plugin for plugin, brings in found if not names.isdisjoint(brings))


def unreleased_images(config: Config) -> Iterator[UnreleasedFact]:
    """The images of its pods and of the service which runs it that there are not."""
    service = service_running(config)
    runs = [(each.container.image, each.place) for each in config.workloads if each.certain]
    runs += [(service.image, service.place)] if service is not None else []
    if not runs:
        return
    # Imported here: most configs stand without what runs them.
    from pipelint.engines.fluentbit.discovery.released import unreleased

    for image, place in runs:
        if (found := unreleased(image)) is not None:
            yield UnreleasedFact(image, found.version, found.before, found.after, place)


def parsers_includes(config: Config) -> list[str]:
    """The paths of its includes that stand in files of parsers."""
    if not isinstance(config, FluentBitConfig):
        return []
    return [each.path for each in config.includes if config.role(each.place.document) == PARSERS_FILE]


def own_plugins(config: Config) -> frozenset[str]:
    """The plugins that the project builds or loads itself, such as `out_syslog`: by the name of a library or folder."""
    libraries = {found[1].decode().lower() for text in texts_around(config.documents[0]) for found in _LIBRARY.finditer(text)}
    folders = folders_above(config.documents[0])
    sources = (_SOURCE.fullmatch(name.lower()) for folder in folders for name in folders_in(folder))
    return frozenset(libraries.union(found[1] for found in sources if found is not None))


def _word(path: str) -> bytes:
    """What fills a path in has to name: its variable, or of a pattern the folder."""
    variable = _VARIABLE.search(path)
    if variable is not None:
        return variable[0].encode()
    folder = files.name(path.rpartition("/")[0])
    return folder.encode() if "*" in files.name(path) and "*" not in folder and len(folder) > _SHORT else b""
