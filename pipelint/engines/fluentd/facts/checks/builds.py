"""What the images that run a config are built from: gems and images without a version, plugins that nothing installs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pipelint.base.disk.around import names_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.discovery.images import BARE, brought_by
from pipelint.engines.fluentd.facts.checks.installed import InstallFact, RefusedClientFact, UninstalledFact, UnversionedFact
from pipelint.engines.fluentd.facts.checks.servers import servers_named
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.builds import Build, builds_of
from pipelint.sources.compose.facts import ServerFact
from pipelint.sources.compose.services import Service, services_near, services_of
from pipelint.sources.compose.stores import STORE
from pipelint.sources.images.dockerfile import installed_by
from pipelint.sources.kubernetes.workload import Mount

_SHOWN = 3
_GEMS = late(FluentdDiscovery.own_gems)
# An image with no version in its name, but one that a variable fills in.
_OPEN = late(r"[^:@$]+(?::(?:latest|edge|stable|master|main)(?:-[a-z]+)?)?")
_OWN = late(r"fluentd|td-agent")
# The plugin for Elasticsearch names no version of the client that it needs: RubyGems takes the newest.
_CLIENTS = ("elasticsearch", "elasticsearch_dynamic", "elasticsearch_data_stream")
_CLIENT_GEM = "fluent-plugin-elasticsearch"
_CLIENT_GEMS = late(r"fluentd|fluent-plugin-[\w-]+|elasticsearch(?:-api|-transport)?|elastic-transport")
# Images with a Ruby before version 3, for which the newest gems are not made. What has no tag is latest, which is of 2018.
_OLD_RUBY = late(r"[^:@]+(?::latest|:v?(?:0\.\d+|1\.(?:\d|1[0-4]))(?![\d]).*)?")
_NAMED = late(r"fluentd|td-agent")
# What stands in front of the program that is started, what may install gems then, what is mounted over those of the image or over
# how it starts, and what says where else gems are.
_BEFORE = ("sh", "bash", "ash", "dash", "-c", "-ec", "-lc", "exec", "tini", "--")
_INSTALLS = late(r"\bgem\b|fluent-gem|bundle|\.sh\b")
_HOLDS = late(r"gems?(?:/|$)|bundle|\.sh$|entrypoint")
_GEM_VARIABLE = late(r"GEM_(?:HOME|PATH)|BUNDLE_\w+|RUBYLIB")
_MAJOR = late(r":v?(\d{1,2})\.\d")
_NEWEST_MAJOR = 9
# Where Fluentd looks for plugins in files, and the options for more; what says that there may be some.
_FOLDERS = ("/fluentd/plugins", "/etc/fluent/plugin")
_SOME = "*"
_LOADS = late(r"(?:^|\s)(?:-[prI]|--plugin|--require)\b")
_WHOLE_NAME = late(r"[\w-]+")
_WORDS = late(r"[a-z\d]{2,}")
# What plugins of a kind are called in their files, and what the name of their Ruby file begins with.
_KINDS = {
    Kind.SOURCE: ("input", "in"),
    Kind.FILTER: ("filter", "filter"),
    Kind.OUTPUT: ("output", "out"),
    Kind.PARSE: ("parser", "parser"),
    Kind.FORMAT: ("formatter", "formatter"),
    Kind.BUFFER: ("buffer", "buf"),
}


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


def images_around(document: Document) -> Iterator[str]:
    """The images of Fluentd that services run with a config, and those that Dockerfiles around it begin with."""
    yield from (each.image for each in services_of(document) if not each.built and _OWN.search(each.image))
    yield from (each.image for each in builds_of(document, _GEMS, _OWN) if _OWN.search(each.image))


def refused_clients(config: Config) -> Iterator[RefusedClientFact]:
    """The outputs whose plugin brings its client in whatever version is the newest, for a server beside that has an older one."""
    senders = [stage for stage in config.graph.stages if stage.kind is Kind.OUTPUT and stage.plugin in _CLIENTS]
    if not senders or config.entry.kubernetes:
        return
    document = config.documents[0]
    gems = dict(_client_gems(document))
    if _CLIENT_GEM not in gems or "elasticsearch" in gems:
        return
    found = {each.name: each for each in services_near(document, STORE)}
    unlikely = bool(found) and _is_unlikely(document)
    for stage in senders:
        # These say which media types are asked for.
        said = {"content_type", "custom_headers"} & stage.block.params.keys()
        for name in sorted(servers_named(stage) & found.keys())[: 0 if said else 1]:
            image = found[name].image
            other, version = "opensearch" in image, _MAJOR.search(image)
            major = 0 if version is None else int(version[1])
            if other or (version is not None and major < _NEWEST_MAJOR):
                server = ServerFact(name, image, False, found[name].place)
                brought = InstallFact(_CLIENT_GEM, gems[_CLIENT_GEM])
                yield RefusedClientFact(stage.plugin, server, major, other, brought, unlikely, stage.place)


def _client_gems(document: Document) -> Iterator[tuple[str, Place]]:
    """The gems of the one image without plugins that runs a config: those of its Dockerfile, or of a service's command."""
    found = _installer(document)
    if isinstance(found, Service):
        for name, _, _ in installed_by(" ".join(found.words), _CLIENT_GEMS):
            yield name, found.place
    elif found is not None:
        yield from ((gem.name, gem.place) for gem in found.gems)


def _installer(document: Document) -> Service | Build | None:
    services = [service for service in services_of(document) if BARE.fullmatch(service.image)]
    builds = [each for each in builds_of(document, _CLIENT_GEMS, _OWN) if each.clear and BARE.fullmatch(each.image)]
    if len(services) == 1 and not services[0].built:
        return services[0]
    return builds[0] if len(builds) == 1 else None


def _is_unlikely(document: Document) -> bool:
    """Whether the newest gems cannot be installed, as Ruby is too old, or compose files run finished images of another day."""
    found = _installer(document)
    if found is None or _OLD_RUBY.fullmatch(found.image) is not None:
        return True
    services = [] if isinstance(found, Service) else services_near(document, _NAMED)
    return bool(services) and not any(each.built for each in services)


def uninstalled(config: Config) -> Iterator[UninstalledFact]:
    """The plugins that no gem brings which the one image has that runs the config: it begins with one of known plugins.

    Nothing where it has a gem of which it is not known what plugins it brings, or one that is named after the gem that is not
    there: it may bring that one with it, as fluent-plugin-aws-elasticsearch-service does.
    """
    images = list(_images(config))
    brought = brought_by(images[0][0]) if len(images) == 1 else None
    if brought is None:
        return
    image, there, own = images[0]
    stages = (stage for stage in config.graph.stages if stage.kind in _KINDS and stage.plugin)
    wanted = [
        (stage, _gems(stage)) for stage in stages if f"{_KINDS[stage.kind][1]}_{stage.plugin}.rb" not in own | brought.files
    ]
    # A gem of which nothing is known is there for the plugin that it is called after.
    rest = there - {f"fluent-plugin-{stage.plugin}" for stage, gems in wanted if not gems}
    if rest <= {gem for _, gems in wanted for gem in gems} or rest <= _known_gems():
        seen = set[str]()
        for stage, gems in wanted:
            # A tag of somebody's own may say what is in the image.
            named = stage.plugin in image.partition(":")[2]
            if gems and not any(_brings(gem, there | brought.gems) for gem in gems) and gems[0] not in seen and not named:
                seen.add(gems[0])
                yield UninstalledFact(stage.plugin, gems[0], image, stage.place)
        # What nobody knows is in no image that is run as it is.
        mere = not there and not own and _is_mere(config)
        foreign = {stage.plugin: stage for stage, gems in wanted if not gems and _is_foreign(stage, brought.gems, mere)}
        for stage in foreign.values() if _SOME not in own else ():
            yield UninstalledFact(stage.plugin, "", image, stage.place)


def _images(config: Config) -> Iterator[tuple[str, set[str], frozenset[str]]]:
    """The images that run the config, each with the gems that are installed into it; ``""`` where there may be more.

    The last are the files of plugins that lie beside its Dockerfile, with ``*`` where it may have others.
    """
    none = frozenset[str]()
    document = config.documents[0]
    for workload in config.workloads:
        container = workload.container
        bare = workload.certain and _is_plain(container.words, container.mounts, (each.name for each in container.env))
        bare = bare and not any("plugin" in mount.path or mount.covers("/fluentd/plugins") for mount in container.mounts)
        yield container.image if bare else "", set(), none
    if config.workloads or config.entry.kubernetes:
        return
    services = services_of(document)
    for service in services:
        text = service.place.document.text
        if not service.built:
            bare = b"gem " not in text and not any("plugin" in mount.path and _may_bring(mount) for mount in service.mounts)
            bare = bare and _is_plain(service.words, service.mounts, service.settings)
            yield service.image if bare else "", set(), none
    if all(service.built for service in services):
        for build in builds_of(document, _GEMS, _OWN):
            yield (
                build.image if build.clear else "",
                {gem.name for gem in build.gems} - {"fluentd"},
                build.own | ({_SOME} if build.files else none),
            )


def _is_plain(words: Sequence[str], mounts: Iterable[Mount], variables: Iterable[str]) -> bool:
    """Whether a container starts Fluentd itself, or what its image starts, with the gems of its image alone."""
    said = [part for word in words for part in word.strip("\"'").split()]
    program = next((each for each in said if each not in _BEFORE and each.rpartition("/")[2] not in _BEFORE), "-")
    started = program.startswith("-") or program.rpartition("/")[2] == "fluentd"
    more = any(_INSTALLS.search(part) is not None for part in said) or any(_HOLDS.search(mount.path) for mount in mounts)
    return started and not more and not any(map(_GEM_VARIABLE.fullmatch, variables))


def _may_bring(mount: Mount) -> bool:
    """Whether what is mounted may have a plugin in it: not a folder beside that is empty or not there."""
    return not mount.host_path or any(not name.startswith(".") for name in names_in(mount.host_path))


def _is_mere(config: Config) -> bool:
    """Whether containers run it that can load no plugin from a file: no mount has a folder for them, no command names one."""
    pods = [(each.container.words, each.container.mounts) for each in config.workloads]
    runs = pods or [(each.words, each.mounts) for each in services_of(config.documents[0]) if not each.built]
    mounted = any(mount.covers(folder) for _, mounts in runs for mount in mounts for folder in _FOLDERS)
    return bool(runs) and not mounted and not any(_LOADS.search(word) for words, _ in runs for word in words)


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


def _is_foreign(stage: Stage, brought: Iterable[str], mere: bool) -> bool:
    """Whether a stage's plugin is in a file that some image has, of its own.

    Where ``mere``, also whether nothing at all is known of it, and none of the gems that are ``brought`` shares a word with it.
    """
    from pipelint.plugins.history import plugin_history

    if (history := plugin_history("fluentd", _KINDS[stage.kind][0], stage.plugin)) is not None:
        return not history.gems
    words = {word for gem in brought for word in _WORDS.findall(gem)}
    return mere and _WHOLE_NAME.fullmatch(stage.plugin) is not None and not any(word in stage.plugin for word in words)


def _gems(stage: Stage) -> tuple[str, ...]:
    """The gems that bring a stage's plugin; none where that is not known, or where it is one of Fluentd's own."""
    # Imported here: few configs lie beside an image without plugins.
    from pipelint.plugins.history import plugin_history
    from pipelint.plugins.versions import is_core

    history = plugin_history("fluentd", _KINDS[stage.kind][0], stage.plugin)
    return () if history is None or is_core("fluentd", history.gems) else history.gems
