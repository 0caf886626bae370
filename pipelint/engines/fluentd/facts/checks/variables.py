"""Variables that a config asks for, and the service of a compose file that runs it does not set."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.disk.around import sources_in
from pipelint.base.lean.late import late
from pipelint.language.config import Config
from pipelint.sources.compose.facts import UnsetVariableFact, unset_in
from pipelint.sources.compose.services import Service, service_of
from pipelint.sources.kinds import is_build_name
from pipelint.sources.kubernetes.workload import starts_a_shell

_SCRIPT = late(r".+\.sh|.*entrypoint.*")
_FILLS = late(r"envsubst|entrypoint|ENTRYPOINT|\.sh\b|\bsed\b|gomplate|\berb\b")


def unset_variables(config: Config) -> Iterator[UnsetVariableFact]:
    """Those of the one service that runs the config, with an image of Fluentd's own or one that is built from it."""
    root = config.root
    if not (any(param.embedded for param in root.params.values()) or any(block.noted(_embeds) for block in root.blocks)):
        return
    # Imported here: most configs ask for no variable.
    from pipelint.engines.fluentd.facts.workload import FluentdNeeds

    needs = FluentdNeeds()
    wanted = list(needs.wanted(config))
    service = service_of(config.entry, needs.images) if wanted else None
    if service is None or service.environment is None or starts_a_shell(service.words):
        return
    built = _said(config, service)
    yield from unset_in(service, wanted, lambda name: needs.own_variable(name) or name in built)


def _embeds(section: Block) -> bool:
    return any(param.embedded for block in section.walk() for param in block.params.values())


def runs_as_it_stands(config: Config) -> bool:
    """Whether one service runs the text as it is: no command, and no script or program that a Dockerfile names, fills it in."""
    # Imported here: most configs ask for no variable.
    from pipelint.engines.fluentd.facts.workload import FluentdNeeds

    service = service_of(config.entry, FluentdNeeds.images)
    return service is not None and not service.words and not may_be_filled(config, service)


def may_be_filled(config: Config, service: Service) -> bool:
    """Whether a script or program that the folder of its image names may make or fill in a config when the container starts."""
    return _FILLS.search(_said(config, service)) is not None


def _said(config: Config, service: Service) -> str:
    """The Dockerfiles and scripts of the folder that its image is built from."""
    if not service.context:
        return ""
    read = sources_in(service.context, config.documents[0].file.project, _is_run)
    return "\n".join(each.data.decode("utf-8", "replace") for each in read)


def _is_run(name: str) -> bool:
    return is_build_name(name) or _SCRIPT.fullmatch(name) is not None
