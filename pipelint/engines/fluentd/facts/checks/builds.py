"""What the images that run a config are built from: gems and images without a version, plugins that nothing installs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pipelint.base.disk.around import names_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.facts.checks.installed import UninstalledFact, UnversionedFact
from pipelint.graph.stage import Stage
from pipelint.language.config import Config
from pipelint.sources.compose.builds import builds_of, installed_by
from pipelint.sources.compose.services import services_of
from pipelint.sources.kubernetes.workload import Mount

_SHOWN = 3
_GEMS = late(FluentdDiscovery.own_gems)
# An image with no version in its name, but one that a variable fills in.
_OPEN = late(r"[^:@$]+(?::(?:latest|edge|stable|master|main)(?:-[a-z]+)?)?")
_OWN = late(rf"(?:{FluentdDiscovery.own_images})(?=[:@]|$)|fluentd|td-agent")
# The images that have no plugins but those of Fluentd's own gem.
_BARE = late(r"(?:docker\.io/|registry\.hub\.docker\.com/)?fluent/fluentd(?::.*)?")


def unversioned(config: Config) -> Iterator[UnversionedFact]:
    """The gems and images without a version, of Dockerfiles and of the containers that run the config."""
    for build in builds_of(config.documents[0], _GEMS, _OWN):
        if loose := [gem for gem in build.gems if not gem.version]:
            yield _unversioned("gem", (gem.name for gem in loose), loose[0].place)
        if _OPEN.fullmatch(build.image) and _OWN.search(build.image):
            yield _unversioned("image", [build.image], build.place)
    for service in () if config.workloads else services_of(config.documents[0]):
        if not service.built and _OPEN.fullmatch(service.image) and _OWN.search(service.image):
            yield _unversioned("image", [service.image], service.place)
    for workload in config.workloads:
        names = [name for name, version, _ in installed_by(" ".join(workload.container.words), _GEMS) if not version]
        if names and workload.certain:
            yield _unversioned("gem", names, workload.place)
        image = workload.container.image
        if workload.certain and _OPEN.fullmatch(image) and _OWN.search(image):
            yield _unversioned("image", [image], workload.place)


def _unversioned(what: str, names: Iterable[str], place: Place) -> UnversionedFact:
    """Of many names the first."""
    known = [*dict.fromkeys(names)]
    return UnversionedFact(what, known if len(known) <= _SHOWN else [*known[:_SHOWN], f"{len(known) - _SHOWN} more"], place)


def uninstalled(config: Config) -> Iterator[UninstalledFact]:
    """The plugins that no gem brings which the one image has that runs the config: one that begins with an image without plugins.

    Nothing where it has a gem of which it is not known what plugins it brings, or one that is named after the gem that is not
    there: it may bring that one with it, as fluent-plugin-aws-elasticsearch-service does.
    """
    images = list(_images(config))
    if len(images) != 1 or not _BARE.fullmatch(images[0][0]):
        return
    image, there = images[0]
    wanted = [(stage, _gems(stage)) for stage in config.graph.stages]
    if there <= {gem for _, gems in wanted for gem in gems} or there <= _known_gems():
        seen = set[str]()
        for stage, gems in wanted:
            # A tag of somebody's own may say what is in the image.
            named = stage.plugin in image.partition(":")[2]
            if gems and not any(_brings(gem, there) for gem in gems) and gems[0] not in seen and not named:
                seen.add(gems[0])
                yield UninstalledFact(stage.plugin, gems[0], image, stage.place)


def _images(config: Config) -> Iterator[tuple[str, set[str]]]:
    """The images that run the config, each with the gems that are installed into it; ``""`` where there may be more."""
    document = config.documents[0]
    for workload in config.workloads:
        bare = workload.certain and not any("gem" in word or ".sh" in word for word in workload.container.words)
        bare = bare and workload.container.mount("/fluentd/plugins") is None
        yield workload.container.image if bare else "", set()
    if config.workloads or config.entry.kubernetes:
        return
    services = services_of(document)
    for service in services:
        text = service.place.document.text
        if not service.built:
            bare = b"gem " not in text and not any("plugin" in mount.path and _may_bring(mount) for mount in service.mounts)
            yield service.image if bare else "", set()
    if all(service.built for service in services):
        for build in builds_of(document, _GEMS, _OWN):
            yield build.image if build.clear else "", {gem.name for gem in build.gems} - {"fluentd"}


def _may_bring(mount: Mount) -> bool:
    """Whether what is mounted may have a plugin in it: not a folder beside that is empty or not there."""
    return not mount.host_path or any(not name.startswith(".") for name in names_in(mount.host_path))


@lru_cache(maxsize=1)
def _known_gems() -> frozenset[str]:
    """The gems whose plugins are known."""
    from pipelint.plugins.history import plugin_history
    from pipelint.plugins.index import all_plugins

    found = (plugin_history(engine, kind, name) for engine, kind, name in all_plugins() if engine == "fluentd")
    return frozenset(gem for history in found if history is not None for gem in history.gems)


def _brings(gem: str, there: Iterable[str]) -> bool:
    """Whether a gem is among those that are ``there``, or may come with one of them."""
    name = gem.removeprefix("fluent-plugin-")
    return any(name in other for other in there)


def _gems(stage: Stage) -> tuple[str, ...]:
    """The gems that bring a stage's plugin; none where that is not known, or where it is one of Fluentd's own."""
    # Imported here: few configs lie beside an image without plugins.
    from pipelint.plugins.history import plugin_history
    from pipelint.plugins.versions import is_core

    history = plugin_history("fluentd", stage.kind.value, stage.plugin) if stage.plugin else None
    return () if history is None or is_core("fluentd", history.gems) else history.gems
