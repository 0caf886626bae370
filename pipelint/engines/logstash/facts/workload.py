"""What a Logstash config needs of the Kubernetes container that runs it: variables, queue, heap, reading the config again."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.quantity import read_quantity
from pipelint.base.text.document import Place
from pipelint.engines.logstash.discovery.discover import LogstashDiscovery
from pipelint.engines.logstash.facts.items import environment_names, value_items
from pipelint.facts.workload.needs import HeapFact, KeptFact, WorkloadNeeds
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import OUTLIVING, Container, starts_a_shell

_HEAP = late(r"-Xmx(\d{1,9})([kKmMgG])?(?=\s|$)")
# Where the images keep what logstash.yml and the environment (QUEUE_TYPE for queue.type) ask for.
_DATA = "/usr/share/logstash/data"
_QUEUE = "queue.type"
# What the images have in jvm.options, since there are any.
_IMAGE_HEAP = 1024**3
_TAG = late(r":v?(?:[5-9]|1\d)\.")
_JAVA = late(r"\w*(?:JAVA|JVM|JDK|HEAP)\w*")
_RELOADING = {"-r", "--config.reload.automatic"}


class LogstashNeeds(WorkloadNeeds):
    """What Logstash's configs need."""

    images = LogstashDiscovery.own_images
    bare = images
    folders = late(r"/(?:usr|opt|etc|lib\w*|proc|sys|dev|run|var/run|tmp)(?:/|$)")
    # Those of the Dockerfiles and of bin/logstash.lib.sh.
    variables = late(r"LOGSTASH_(?:HOME|MAJOR|PATH|VERSION)|ELASTIC_CONTAINER|SINCEDB_DIR|(?:LS_|JAVA|JDK)\w*")

    def wanted(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The variables that the config asks for without a default."""
        for block in config.root.walk():
            for param in block.params.values():
                for name in environment_names(param.value):
                    if f"${{{name}}}" in param.value:  # without a default
                        yield name, param.place

    def kept(self, config: Config, container: Container) -> Iterator[KeptFact]:
        """Its persisted queue and the positions in files of volumes, where nothing says another folder than that of the image."""
        pipelines = config.graph.pipelines.values()
        if any(pipeline.param(name) is not None for pipeline in pipelines for name in ("path.data", "path.queue")):
            return
        variable = container.variable("QUEUE_TYPE")
        said = [(param.value, param.place) for each in pipelines if (param := each.param(_QUEUE)) is not None][:1]
        if variable is not None and variable.value:
            said.append((variable.value, variable.place))
        mount = container.mount(_DATA)
        for value, place in said[-1:]:
            if value == "persisted":
                home = "container" if mount is None else mount.kind
                yield KeptFact("buffer", "logstash", f"{_DATA}/queue", home, mount, of_host=False, place=place)
        yield from (position for stage in config.graph.of_kind(Kind.SOURCE) for position in _positions(stage, container))

    def followed(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The paths of its file inputs."""
        for stage in config.graph.of_kind(Kind.SOURCE):
            path = stage.block.param("path") if stage.plugin == "file" else None
            if path is not None and path.data is not None and not path.embedded:
                found = ((each.text, each.place) for each in value_items(path.data))
                yield from ((text, place) for text, place in found if text.startswith("/") and "$" not in text)

    def heap(self, container: Container) -> HeapFact | None:
        """The heap that ``LS_JAVA_OPTS`` gives the JVM, or that of the image."""
        found = container.variable("LS_JAVA_OPTS")
        flags = _HEAP.findall(found.value) if found is not None and found.value else []
        if found is None and self._has_defaults(container):
            return HeapFact(_IMAGE_HEAP, "-Xmx1g, as the image has it,", container.place)
        if found is None or not flags:
            return None
        number, unit = flags[-1]  # of a repeated flag the JVM takes the last
        size = read_quantity(f"{number}{unit.upper()}i" if unit else number)
        return None if size is None else HeapFact(int(size), f"-Xmx{number}{unit}", found.place)

    def _has_defaults(self, container: Container) -> bool:
        """Whether the jvm.options of one of Logstash's own images count."""
        image = self.images.search(container.image)
        own = image is not None and _TAG.match(container.image, image.end()) is not None
        shown = container.env_known and not starts_a_shell(container.words)
        other = any(_JAVA.fullmatch(each.name) for each in container.env)
        return own and shown and not other and container.mount("/usr/share/logstash/config/jvm.options") is None

    def reloads(self, container: Container) -> bool:
        """Whether Logstash is told to read its config again."""
        variable = container.variable("CONFIG_RELOAD_AUTOMATIC")
        asked = variable is not None and (variable.value or "").lower() == "true"
        return asked or bool(set(container.words) & _RELOADING)


def _positions(stage: Stage, container: Container) -> Iterator[KeptFact]:
    """Where a file input keeps how far it has read; nothing where it deletes what it has read."""
    said, paths = stage.block.param("sincedb_path"), stage.block.param("path")
    deleted = stage.block.value("mode") == "read" and stage.block.value("file_completed_action", "delete") != "log"
    if stage.plugin != "file" or paths is None or paths.data is None or deleted:
        return
    path = f"{_DATA}/plugins/inputs/file" if said is None else said.value
    # LS202 says it of what is kept nowhere.
    if path.startswith("/") and not path.startswith("/dev/") and "$" not in path:
        homes = container.kinds(each.text for each in value_items(paths.data) if each.text.startswith("/"))
        mount = container.mount(path)
        if mount is not None and mount.read_only:
            return  # a fault of its own, with which Logstash runs
        home = "container" if mount is None else mount.kind
        outlive = not homes.isdisjoint(OUTLIVING)
        place = stage.place if said is None else said.place
        yield KeptFact("position", stage.plugin, path, home, mount, outlive, place, "emptyDir" in homes)
