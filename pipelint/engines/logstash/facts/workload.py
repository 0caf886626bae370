"""What a Logstash config needs of the Kubernetes container that runs it: variables, queue, heap, reading the config again."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.quantity import read_quantity
from pipelint.base.text.document import Place
from pipelint.engines.logstash.discovery.discover import LogstashDiscovery
from pipelint.engines.logstash.facts.items import environment_names
from pipelint.facts.workloads import HeapFact, KeptFact, WorkloadNeeds
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Container

_HEAP = late(r"-Xmx(\d{1,9})([kKmMgG])?(?=\s|$)")
# Where the images keep what logstash.yml and the environment (QUEUE_TYPE for queue.type) ask for.
_DATA = "/usr/share/logstash/data"
_QUEUE = "queue.type"
_RELOADING = {"-r", "--config.reload.automatic"}


class LogstashNeeds(WorkloadNeeds):
    """What Logstash's configs need."""

    images = late(rf"(?:{LogstashDiscovery.own_images})(?=[:@]|$)")
    variables = late(r"(?:LOGSTASH|ELASTIC|XPACK|LS_|JAVA|JDK)\w*")

    def wanted(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The variables that the config asks for without a default."""
        for block in config.root.walk():
            for param in block.params.values():
                for name in environment_names(param.value):
                    if f"${{{name}}}" in param.value:  # without a default
                        yield name, param.place

    def kept(self, config: Config, container: Container) -> Iterator[KeptFact]:
        """Its persisted queue, where nothing says another folder than that of the image."""
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

    def heap(self, container: Container) -> HeapFact | None:
        """The heap that ``LS_JAVA_OPTS`` gives the JVM."""
        found = container.variable("LS_JAVA_OPTS")
        flags = _HEAP.findall(found.value) if found is not None and found.value else []
        if found is None or not flags:
            return None
        number, unit = flags[-1]  # of a repeated flag the JVM takes the last
        size = read_quantity(f"{number}{unit.upper()}i" if unit else number)
        return None if size is None else HeapFact(int(size), f"-Xmx{number}{unit}", found.place)

    def reloads(self, container: Container) -> bool:
        """Whether Logstash is told to read its config again."""
        variable = container.variable("CONFIG_RELOAD_AUTOMATIC")
        asked = variable is not None and (variable.value or "").lower() == "true"
        return asked or bool(set(container.words) & _RELOADING)
