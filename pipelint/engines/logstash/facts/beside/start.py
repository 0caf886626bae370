"""What a compose file leaves out of what Logstash needs to start and to send: settings, variables, a server to send to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import names_in, source_at
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Place
from pipelint.engines.logstash.discovery.disk import PIPELINES_FILES, SETTINGS_FILE
from pipelint.engines.logstash.facts.beside.compose import HOME, service_with
from pipelint.engines.logstash.facts.beside.facts import HiddenFact, LackingFact
from pipelint.engines.logstash.facts.beside.sending import InstallFact, MisplacedFact
from pipelint.engines.logstash.facts.beside.servers import sent_back
from pipelint.engines.logstash.facts.items import environment_names, value_items
from pipelint.engines.logstash.facts.workload import LogstashNeeds
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.plugins.history import plugin_history, plugin_version
from pipelint.plugins.versions import Release, releases
from pipelint.sources.compose.builds import brings_nothing, build_texts
from pipelint.sources.compose.facts import LoopbackFact, UnsetVariableFact, unset_in
from pipelint.sources.compose.services import Service
from pipelint.sources.kubernetes.workload import Mount

_SETTINGS = f"{HOME}/config"
# Of the files in the image's folder of settings those without which Logstash runs otherwise.
_NEEDED = ("jvm.options", "log4j2.properties")
# With these Logstash asks for no pipelines.yml (config/source/multi_local.rb, match?), or for one elsewhere.
_OPTION = late(r"-[fe].*|--(?:path\.config|config\.string|path\.settings|modules).*")
_SETTING = late(
    rb"(?m)^\s*[\"']?(?:path\.config|config\.string|path[\"']?:|config[\"']?:|modules|xpack\.management|xpack[\"']?:)"
)
_VARIABLES = ("PATH_CONFIG", "CONFIG_STRING", "MODULES", "XPACK_MANAGEMENT_ENABLED")
# Images before pipelines.yml, and before the releases whose plugins are known.
_BEFORE = late(r":[0-5]\.")
# Images whose folders are all below one of their own.
_AT_HOME = late(r"docker\.elastic\.co/|:(?:[6-9]|[1-9]\d)\.")
# Where packages have settings and pipelines, and the image nothing.
_OF_PACKAGES = "/etc/logstash"
_FILES = (*PIPELINES_FILES, SETTINGS_FILE, *_NEEDED)
# Of folders with plugins of one's own.
_PLUGINS = "PATH_PLUGINS"
_PATH_PLUGINS = late(r"-p\b|--path\.plugins")
# Of the keystore's password: where it is set there is one.
_KEYSTORE = "LOGSTASH_KEYSTORE_PASS"
_INSTALL = late(r"plugin[\"', \t]+install[\"', \t]([^\n;&|]*)")
_GEM = late(r"logstash-(?:codec|filter|input|integration|output)-[\w-]+")
# A gem that lies in the container already.
_OF_FILE = late(r"file:|\.(?:gem|zip)\b|--local")
_OFFLINE = late(r"offline")
_LOOPBACK = late(r"(?:https?://)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?/?")
_HOSTS = {"elasticsearch": "hosts", "opensearch": "hosts"}


def hidden(config: Config) -> Iterator[HiddenFact]:
    """The folder that is mounted over the settings of the image, where it lacks files that the image has."""
    service = service_with(config)
    if service is None or service.built:
        return
    for mount in service.mounts:
        over = mount.path.rstrip("/") == _SETTINGS and mount.host_path
        if not over or not files.within(mount.host_path, config.documents[0].file.project):
            continue
        there = set(names_in(mount.host_path))
        if there:
            there |= {posixpath.basename(each.path) for each in service.mounts if each.path.startswith(f"{_SETTINGS}/")}
        stops = there.isdisjoint(PIPELINES_FILES) and _asks_for_pipelines(config, service, mount)
        names = [PIPELINES_FILES[0]] * stops + [name for name in _NEEDED if name not in there]
        if there and names:
            yield HiddenFact(names, stops, service)


def _asks_for_pipelines(config: Config, service: Service, mount: Mount) -> bool:
    """Whether Logstash looks for a pipelines.yml there: nothing else says what it runs."""
    said = {name.upper().replace(".", "_") for name in service.environment or ()}
    if service.environment is None or not said.isdisjoint(_VARIABLES) or _BEFORE.search(service.image):
        return False
    if service.words and (not service.words[0].endswith("logstash") or any(map(_OPTION.fullmatch, service.words))):
        return False
    read = source_at(files.join(mount.host_path, SETTINGS_FILE), config.documents[0].file.project)
    return read is not None and not _SETTING.search(read.data)


def misplaced(config: Config) -> Iterator[MisplacedFact]:
    """What the one service that runs the config mounts where the image reads neither settings nor pipelines."""
    service = service_with(config)
    if service is None or service.environment is None or not _AT_HOME.search(service.image):
        return
    own = not service.words or service.words[0].endswith("logstash") or service.words[0].startswith("-")
    said = {name.upper().replace(".", "_") for name in service.environment}
    if not own or "LS_SETTINGS_DIR" in said or (service.built and not brings_nothing(service)):
        return
    paths = [mount.path.rstrip("/") for mount in service.mounts]
    settings = [path for path in paths if path in (HOME, _SETTINGS) or path.startswith(f"{_SETTINGS}/")]
    for path in paths:
        folder, name = posixpath.split(path)
        if any(_OF_PACKAGES in word or "path.settings" in word for word in service.words):
            continue
        if name in _FILES and folder in (HOME, f"{HOME}/pipeline", _OF_PACKAGES):
            if not {HOME, _SETTINGS, f"{_SETTINGS}/{name}"} & set(settings):
                yield MisplacedFact(name, path, service)
        elif path.startswith(f"{_OF_PACKAGES}/conf.d") and not settings and said.isdisjoint(_VARIABLES):
            yield MisplacedFact("", path, service)


def unset_variables(config: Config) -> Iterator[UnsetVariableFact]:
    """The variables that the config asks for and the one service that runs it does not set, though it should, or seems to."""
    service = service_with(config)
    if service is None or service.built or service.environment is None or _KEYSTORE in service.environment:
        return
    if service.words and not service.words[0].endswith("logstash") and not service.words[0].startswith("-"):
        return
    if any(each.path.endswith(".keystore") for each in service.mounts) or _has_keystore(config, service):
        return
    needs = LogstashNeeds()
    yield from unset_in(service, needs.wanted(config), needs.own_variable)
    given = service.place.document.file.data
    for each in unset_in(service, _with_default(config), needs.own_variable):
        # Two dollars are one that compose leaves alone.
        if re.search(rb"(?<!\$)\$\{%s\b" % re.escape(each.name).encode(), given):
            yield replace(each, spare=True)


def _with_default(config: Config) -> Iterator[tuple[str, Place]]:
    """The variables that the config asks for with a default, in conditions, too."""
    for block in config.root.walk():
        if block.name in ("if", "else if"):
            yield from ((name, block.arg_place) for name in environment_names(block.arg) if f"${{{name}:" in block.arg)
        for param in block.params.values():
            yield from ((name, param.place) for name in environment_names(param.value) if f"${{{name}:" in param.value)


def _has_keystore(config: Config, service: Service) -> bool:
    """Whether a keystore lies in what is mounted over the settings, or may."""
    for mount in service.mounts:
        if mount.path.rstrip("/") in (_SETTINGS, HOME):
            path = files.join(mount.host_path, "logstash.keystore")
            known = mount.host_path and files.within(mount.host_path, config.documents[0].file.project)
            if not known or files.is_file(path):
                return True
    return False


def lacking(config: Config) -> Iterator[LackingFact]:
    """The plugins that no release of Logstash brings, and that nothing installs in the image which runs the config."""
    service = service_with(config)
    if service is None or service.built or service.environment is None or _PLUGINS in service.environment:
        return
    own = not service.words or service.words[0].endswith("logstash") or service.words[0].startswith("-")
    if _BEFORE.search(service.image):
        return  # what these brought is not known
    if not own or any(_PATH_PLUGINS.match(word) for word in service.words) or any(map(_brings_plugins, service.mounts)):
        return
    seen: set[tuple[str, str]] = set()
    newest = Release(releases("logstash")[-1])
    for stage in config.graph.stages:
        kind = {Kind.SOURCE: "input", Kind.FILTER: "filter", Kind.OUTPUT: "output"}.get(stage.kind, "")
        history = plugin_history("logstash", kind, stage.plugin) if kind and (kind, stage.plugin) not in seen else None
        seen.add((kind, stage.plugin))
        if history is not None and history.gems and plugin_version("logstash", kind, stage.plugin, newest) is None:
            yield LackingFact(stage.plugin, kind, history.gems[0], service, stage.place)


def _brings_plugins(mount: Mount) -> bool:
    """Whether what is mounted may have plugins, or the list of those that are installed."""
    return mount.path.rstrip("/") == HOME or mount.path.startswith((f"{HOME}/vendor", f"{HOME}/Gemfile", f"{HOME}/logstash-"))


def installed(config: Config) -> Iterator[str]:
    """The gems that a command installs: of a Dockerfile around it, of its pods or its service."""
    service = service_with(config)
    words = [each.container.words for each in config.workloads] + ([] if service is None else [service.words])
    for text in (*(" ".join(each) for each in words), *build_texts(config.documents[0].file)):
        for command in _INSTALL.findall(text):
            yield from _GEM.findall(command)


def installed_at_start(config: Config) -> Iterator[InstallFact]:
    """The first gem that the command of each pod, or of the service, fetches at each start."""
    service = service_with(config)
    found = [(each.container.words, each.container.place) for each in config.workloads]
    for words, place in found + ([] if service is None else [(service.words, service.place)]):
        commands = _INSTALL.findall(" ".join(words))
        gems = [gem for each in commands if not _OF_FILE.search(each) for gem in _GEM.findall(each)]
        if gems and not any(_OFFLINE.search(word) for word in words):
            yield InstallFact(gems[0], place)


def loopback(config: Config) -> Iterator[LoopbackFact]:
    """The outputs that send to the container which runs them, where it has a network of its own, or whom a broker sends there."""
    service = service_with(config)
    if service is None or service.built or service.published is None or service.shared:
        return
    yield from sent_back(config, service)
    for stage in config.graph.of_kind(Kind.OUTPUT):
        param = stage.block.param(_HOSTS.get(stage.plugin, ""))
        if param is None or param.embedded or param.data is None:
            continue
        hosts = value_items(param.data)
        if hosts and all(_LOOPBACK.fullmatch(each.text) for each in hosts):
            yield LoopbackFact(stage.plugin, hosts[0].text, service, hosts[0].place)
