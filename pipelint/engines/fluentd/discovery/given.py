"""Values that Ruby of a config takes from the environment, where what runs the config says what stands in that."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.facts.secrets.names import Says, says
from pipelint.sources.entry import Entry
from pipelint.sources.kubernetes.workload import starts_a_shell

# #{ENV['X']}, alone or with what stands for it where it is not set.
_VARIABLE = late(r"""#\{\s*ENV\[\s*(?P<quote>["'])(?P<name>\w+)(?P=quote)\s*\]\s*(?:\|\|[^{}]*)?\}""")

# lib/fluent/config/literal_parser.rb and configure_proxy.rb: the parameter is not read then.
_DEFAULT = late(r"""#\{\s*ENV\[\s*(?P<quote>["'])(?P<name>\w+)(?P=quote)\s*\]\s*\|\|\s*use_default\s*\}""")

# What stands so in a file of variables is not read as it is written.
_QUOTES = ("'", '"')


def variables_of(entry: Entry) -> dict[str, str]:
    """What the pods that run the config have in variables of the environment, where all of them have the same; else the one
    service of a compose file that does. Nothing where a pod may run another config, or a shell starts the engine.
    """
    if entry.workloads or entry.kubernetes:
        containers = [each.container for each in entry.workloads]
        if not all(each.certain for each in entry.workloads) or any(starts_a_shell(each.words) for each in containers):
            return {}
        said = [{one.name: one.value for one in each.env if one.value is not None} for each in containers]
        return {name: value for name, value in said[0].items() if all(other.get(name) == value for other in said)} if said else {}
    # Imported here: few configs that ask for a variable lie beside a compose file.
    from pipelint.sources.compose.services import service_of

    service = service_of(entry, FluentdDiscovery.own_images)
    if service is None or starts_a_shell(service.words):
        return {}
    # An empty text stands for what is not said there.
    found = service.settings.items()
    return {name: value for name, value in found if value and "$" not in value and "#" not in value and value[0] not in _QUOTES}


def names_of(entry: Entry) -> frozenset[str] | None:
    """All variables that the pods or the service may have which run the config; None where an image, a shell or a file that is
    not there may set others.
    """
    if entry.workloads or entry.kubernetes:
        containers = [each.container for each in entry.workloads]
        told = all(each.certain for each in entry.workloads) and all(each.env_known for each in containers)
        if not told or any(
            starts_a_shell(each.words) or not FluentdDiscovery.own_images.search(each.image) for each in containers
        ):
            return None
        return frozenset(one.name for each in containers for one in each.env) if containers else None
    from pipelint.sources.compose.services import service_of

    service = service_of(entry, FluentdDiscovery.own_images)
    if service is None or service.built or starts_a_shell(service.words) or not FluentdDiscovery.own_images.search(service.image):
        return None
    return service.environment


def with_given(block: Block, variables: Mapping[str, str], names: Container[str] | None) -> Block:
    """``block`` with its values that Ruby makes of ``variables`` alone, and without the parameters that keep their default since
    there is no such variable among ``names``; itself where it has none.

    Secrets stay as they are written: what is said of a parameter may quote its value.
    """
    items = tuple(
        _given(item, variables) if isinstance(item, Param) else with_given(item, variables, names)
        for item in block.items
        if names is None or not (isinstance(item, Param) and _is_left_out(item, names))
    )
    if len(items) == len(block.items) and all(new is old for new, old in zip(items, block.items, strict=True)):
        return block
    return replace(block, items=items)


def _is_left_out(param: Param, names: Container[str]) -> bool:
    """Whether a parameter is as if it were not there: ``#{ENV['X'] || use_default}`` without X."""
    found = _DEFAULT.fullmatch(param.value) if param.embedded else None
    return found is not None and found["name"] not in names


def _given(param: Param, variables: Mapping[str, str]) -> Param:
    if not param.embedded or says(param.name) is not Says.NOTHING:
        return param

    def put(found: re.Match[str]) -> str:
        name = found["name"]
        return variables[name] if name in variables and says(name) is Says.NOTHING else found[0]

    value = _VARIABLE.sub(put, param.value)
    return param if "#{" in value else Param(param.name, value, param.place, param.name_place)
