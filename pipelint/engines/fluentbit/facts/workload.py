"""What a Fluent Bit config needs of the Kubernetes container that runs it: the variables that it has no value for."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit.discovery.discover import FluentBitDiscovery
from pipelint.facts.workloads import WorkloadNeeds
from pipelint.language.config import Config

_VARIABLE = late(r"\$\{([A-Za-z_]\w*)\}")


class FluentBitNeeds(WorkloadNeeds):
    """What Fluent Bit's configs need."""

    images = late(rf"(?:{FluentBitDiscovery.own_images})(?=[:@]|$)")
    variables = late(r"FLB_\w*|AWS_\w*|ECS_\w*|SSL_CERT_FILE|KUBERNETES_\w*")

    def wanted(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The variables without a default that the config does not set itself."""
        own = {param.value.partition("=")[0] for param in config.root.items if isinstance(param, Param) and param.name == "@SET"}
        for block in config.root.walk():
            for item in block.items:
                if isinstance(item, Param) and "${" in item.value:
                    found = [match[1] for match in _VARIABLE.finditer(item.value)]
                    yield from ((name, item.place) for name in found if name not in own)
