"""What a Fluent Bit config needs of the Kubernetes container that runs it: files that outlive the pod, logs, variables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pipelint.base.block import Param
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.disk.text_file import YAML_SUFFIXES
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.discovery.discover import STOCK_IMAGE, FluentBitDiscovery
from pipelint.engines.fluentbit.facts import kept
from pipelint.engines.fluentbit.facts.around.unset import stopping
from pipelint.engines.fluentbit.facts.kubernetes import reads_container_logs
from pipelint.facts.workload.needs import BufferFact, KeptFact, TailedFact, WorkloadNeeds
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Container

_PROBE = late(rb"(?m)^[ \t]*(?:customR|r)eadinessProbe:")
_HEALTH = late(rb"(?m)^[ \t]*path:[ \t]*[\"']?/api/v1/health\b")
_OF_CONFIGS = late(
    r"FLUENT_(?:ELASTICSEARCH|OPENSEARCH)_[A-Z_]+"
    r"|(?:[A-Z]+_){1,3}(?:HOST|PORT|URL|ENDPOINT|BROKERS|TOPIC|INDEX|USER|USERNAME|PASSWORD|PASSWD)"
)
_BY_LUA = b"getenv"
_VARIABLE = late(r"\$\{([A-Za-z_]\w*)\}")


class FluentBitNeeds(WorkloadNeeds):
    """What Fluent Bit's configs need."""

    images = FluentBitDiscovery.own_images
    bare = STOCK_IMAGE
    folders = late(r"/(?:fluent-bit|opt|etc|proc|sys|dev|run|var/run|tmp)(?:/|$)")
    variables = late(r"FLB_\w*|AWS_\w*|ECS_\w*|SSL_CERT_FILE|KUBERNETES_\w*")

    def meant(self, config: Config, name: str) -> bool:
        """The host and port in the manifests that many have copied, and those of other receivers, which no program but the
        config beside them asks for.
        """
        asked = _OF_CONFIGS.fullmatch(name) is not None and self.variables.fullmatch(name) is None
        return asked and not config.root.open and not any(_BY_LUA in each.file.data for each in config.documents)

    def wanted(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The variables without a default that the config does not set itself."""
        own = {param.value.partition("=")[0] for param in config.root.items if isinstance(param, Param) and param.name == "@SET"}
        for block in config.root.walk():
            for item in block.items:
                if isinstance(item, Param) and "${" in item.value:
                    found = [match[1] for match in _VARIABLE.finditer(item.value)]
                    yield from ((name, item.place) for name in found if name not in own)

    def stopping(self, config: Config, names: Collection[str]) -> Mapping[str, Place]:
        """Where too little is left of a property."""
        return {name: param.place for name, param in stopping(config, names).items()}

    def runtimes(self, config: Config) -> Iterator[str]:
        """What the parsers of container logs read, where that is one format."""
        for stage in config.graph.of_kind(Kind.SOURCE):
            if reads_container_logs(stage.plugin, stage.block):
                names = {*types.parts(stage.block.value("multiline.parser")), stage.block.value("parser")} & {"cri", "docker"}
                yield from names if len(names) == 1 else ()

    def kept(self, config: Config, container: Container) -> Iterator[KeptFact]:
        """The positions, the files of chunks and those of s3."""
        return kept.kept(config, container)

    def tailed(self, config: Config, container: Container) -> Iterator[TailedFact]:
        """The tail inputs that follow container logs."""
        return kept.tailed(config, container)

    def followed(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The files of tail inputs."""
        for stage in config.graph.of_kind(Kind.SOURCE):
            param = stage.block.param("path") if stage.plugin == "tail" else None
            if param is not None and not param.embedded:
                yield from ((path, param.place) for path in types.parts(param.value) if path.startswith("/"))

    def buffers(self, config: Config, container: Container) -> Iterator[BufferFact]:
        """The limits of memory and files that the config says."""
        return kept.buffers(config, container)


def has_chart_probe(config: Config) -> bool:
    """Whether the parts of a config stand in values of a chart whose readiness probe asks for `/api/v1/health`.

    Those of Fluent Bit's project and of Bitnami do, unless their values say another path. A chart of one's own, whose
    manifests lie beside its values, may have no probe.
    """
    document = config.documents[0]
    parts = bool(document.part) and any(each.name == "service" for each in config.documents)
    data = document.file.data
    if not parts or not (_PROBE.search(data) is None or _HEALTH.search(data) is not None):
        return False
    folder = files.join(files.folder_by_name(full_path(document.file)), "templates")
    pods = [each.data for each in sources_in(folder, document.file.project, YAML_SUFFIXES) if b"containers:" in each.data]
    return not pods or any(b"eadinessProbe" in each for each in pods)
