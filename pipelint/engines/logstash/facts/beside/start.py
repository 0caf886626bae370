"""What a compose file leaves out of what Logstash needs to start and to send: settings, variables, a server to send to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_in, full_path, names_in, source_at, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Place
from pipelint.engines.logstash.discovery.disk import PIPELINES_FILES, SETTINGS_FILE
from pipelint.engines.logstash.facts.beside.compose import HOME, service_with
from pipelint.engines.logstash.facts.beside.facts import HiddenFact
from pipelint.engines.logstash.facts.beside.ports import CALLERS
from pipelint.engines.logstash.facts.beside.sending import IdleVariablesFact, InstallFact, LackingFact, MisplacedFact
from pipelint.engines.logstash.facts.beside.servers import sent_back
from pipelint.engines.logstash.facts.items import environment_names, value_items
from pipelint.engines.logstash.facts.workload import LogstashNeeds
from pipelint.engines.logstash.settings.known import is_taken
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.plugins.history import plugin_history, plugin_version
from pipelint.plugins.versions import Release, releases
from pipelint.sources.compose.builds import brings_nothing, recipes
from pipelint.sources.compose.facts import LoopbackFact, UnsetVariableFact, own_variables, unset_in
from pipelint.sources.compose.services import Service
from pipelint.sources.images.around import build_texts
from pipelint.sources.images.dockerfile import start_of
from pipelint.sources.kinds import is_compose_name
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
# Variables whose names say that a config of Logstash's is to read them, but for those that something in the images does.
_MEANT = late(
    r"(?!LOGSTASH_KEYSTORE_PASS$|ELASTIC_APM_|ELASTIC_CONTAINER$)(?:xpack\.[\w.]+"
    r"|(?:XPACK|ELASTIC|ELASTICSEARCH|ES|OPENSEARCH|LOGSTASH|KAFKA|REDIS|RABBITMQ|MYSQL|POSTGRES|MONGO|MONGODB|DB|JDBC)_\w+)"
)
# With options of Java for other programs; those of Logstash are in LS_JAVA_OPTS.
_OPTIONS = late(r"(?:(?:ES|ELASTICSEARCH|KAFKA)_)?JAVA_OPTS|(?:ES|LS|LOGSTASH)_HEAP_SIZE")
# What sets some in an image, or makes a keystore.
_SETS = late(r"(?mi)^[ \t]*ENV[ \t]|keystore")
# What may read variables before Logstash starts.
_SCRIPTS = late(r"(?mi)\.sh\b|^[ \t]*ENTRYPOINT|envsubst")
_CONFIGS = b"\nconfigs:"
_READ = (_SETTINGS, f"{HOME}/pipeline", _OF_PACKAGES)
_MOST_READ = 40
_LOOPBACK = late(
    r"(?:https?://|(?P<other>[\w+]+:(?:[a-z]+:)?(?:thin:@)?(?://)?(?:[^@/]*@)?))?"
    r"(?P<at>(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?(other)(?:[/:;?].*)?|/?)"
)
# Settings that name servers to which a plugin connects; host may be where one waits itself.
_SERVERS, _HOST = ("hosts", "bootstrap_servers", "jdbc_connection_string", "uri"), "host"


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
    if service is None or service.environment is None or _KEYSTORE in service.environment or not _runs_logstash(service):
        return
    if any(_SETS.search(read.data.decode("utf-8", "replace")) for read in recipes(service)):
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


def idle_variables(config: Config) -> Iterator[IdleVariablesFact]:
    """The variables that are set for its one service as for a config, and that neither a config there nor the image reads."""
    service = service_with(config)
    if service is None or not _runs_logstash(service) or _BEFORE.search(service.image):
        return
    texts = list(_texts_in(config, service))
    if None in texts:
        return
    whole = b"\n".join(each for each in texts if each is not None)
    said = " ".join((*service.words, *service.health))
    found: dict[str, list[tuple[str, Place]]] = {}
    for name, place in own_variables(service):
        options = _OPTIONS.fullmatch(name) is not None
        meant = options or (_MEANT.fullmatch(name) is not None and not is_taken(name))
        if meant and name.encode() not in whole and name not in said:
            why = "options" if options else "setting" if name.lower().startswith("xpack") else "config"
            found.setdefault(why, []).append((name, place))
    for why, named in found.items():
        yield IdleVariablesFact([name for name, _ in named], why, service, named[0][1])


def _texts_in(config: Config, service: Service) -> Iterator[bytes | None]:
    """The texts that its container has, or that its image is made of; None for what is not known."""
    first = config.documents[0]
    project = first.file.project
    yield from (document.text for document in config.documents)
    yield service.place.document.file.bytes.partition(_CONFIGS)[2]
    folders = [] if first.part else [files.folder_by_name(full_path(first.file)), service.context]
    for mount in service.mounts:
        if mount.host_path and files.within(mount.host_path, project):
            read = source_at(mount.host_path, project)
            folders += [mount.host_path] if read is None else []
            yield b"" if read is None else read.data
        elif mount.path.startswith(_READ) and not first.part:
            yield None
    for folder in filter(None, dict.fromkeys(folders)):
        inner = [files.join(folder, name) for name in folders_in(folder) if not name.startswith(".")]
        for each in (folder, *inner[:_MOST_READ]):
            found = sources_in(each, project, ("",), _MOST_READ)
            yield from (read.data for read in found if not is_compose_name(files.name(read.path)))


def _runs_logstash(service: Service) -> bool:
    """Whether its container starts Logstash, and nothing before that could read a variable."""
    if service.words and not service.words[0].endswith("logstash") and not service.words[0].startswith("-"):
        return False
    texts = [read.data.decode("utf-8", "replace") for read in recipes(service)]
    commands = [start_of(text).get("CMD", [""])[:1] for text in texts]
    own = all(
        word in ("", "logstash") or word.endswith("/logstash") or word.startswith("-") for each in commands for word in each
    )
    return not service.built or (bool(texts) and own and not any(map(_SCRIPTS.search, texts)))


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
    """The plugins that connect to their own container, where it has a network of its own, or whom a broker sends there."""
    service = service_with(config)
    if service is None or service.published is None or service.shared:
        return
    if service.built and not _runs_logstash(service):
        return
    if not service.built:
        yield from sent_back(config, service)
    for stage in (*config.graph.of_kind(Kind.SOURCE), *config.graph.of_kind(Kind.OUTPUT)):
        for name in (*_SERVERS, _HOST) if stage.plugin in CALLERS else _SERVERS:
            param = stage.block.param(name)
            items = [] if param is None or param.data is None or param.embedded else value_items(param.data)
            found = [_LOOPBACK.fullmatch(text.strip()) for each in items for text in each.text.split(",")]
            if found and None not in found:
                first = found[0]
                address = "" if first is None else first["at"] if first["other"] else first[0]
                yield LoopbackFact(stage.plugin, address, service, items[0].place)
