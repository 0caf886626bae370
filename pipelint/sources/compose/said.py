"""What a compose file says of a service under one key."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.sources.compose.merged import Merged, merged
from pipelint.sources.compose.mounts import UNKNOWN, VARIABLE, items_of
from pipelint.sources.compose.variables import composed
from pipelint.sources.images.dockerfile import FROM
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_PORT_DIGITS = 6
_ANY = ("0.0.0.0", "::", "[::]")
_WIDE = late(r"(?:(?:(?:0\.0\.0\.0|\[?::\]?)?:)?[\d-]*:)?\d+(?:/\w+)?")
_LOOPBACK = ("127.", "localhost", "[::1]", "::1")


@dataclass(frozen=True, slots=True)
class Port:
    """A port of a service that it publishes: the protocol that is said of it, and whether its machine alone reaches it.

    ``wide``: Docker binds it to all interfaces of the machine, as it does where no address is said.
    """

    number: int
    protocol: str
    local: bool
    wide: bool


def words_of(node: Node | None) -> Iterator[str]:
    """The words of a command, which is a text or a list."""
    for each in [node] if isinstance(node, Scalar) else items_of(node):
        if isinstance(each, Scalar):
            yield from each.value.split()


def health_of(node: Merged) -> tuple[str, ...]:
    """The words of the test of its health."""
    said = node.values.get("healthcheck")
    test = said.values.get("test") if isinstance(said, Mapping) else None
    if isinstance(test, Scalar):
        return "CMD-SHELL", *words_of(test)
    return tuple(each.value for each in items_of(test) if isinstance(each, Scalar))


def awaited_of(node: Merged) -> frozenset[str]:
    """The services that it waits for to be healthy."""
    said = node.values.get("depends_on")
    pairs = said.values.items() if isinstance(said, Mapping) else ()
    waits = (name for name, each in pairs if isinstance(each, Mapping) and each.text("condition") == "service_healthy")
    return frozenset(waits)


def memory_of(node: Merged) -> str:
    """The limit of its memory; "" where both keys for it are there."""
    deploy = node.values.get("deploy")
    resources = deploy.values.get("resources") if isinstance(deploy, Mapping) else None
    limits = resources.values.get("limits") if isinstance(resources, Mapping) else None
    found = [text for text in (node.text("mem_limit"), limits.text("memory") if isinstance(limits, Mapping) else "") if text]
    return found[0] if len(found) == 1 else ""


def ports_of(node: Merged, variables: dict[str, str]) -> Iterator[Port | None]:
    """The ports of a service that it publishes, None for one that is not said."""
    if "network_mode" in node.values or ("ports" in node.values and not isinstance(node.values["ports"], Sequence)):
        yield None
    for each in items_of(node.values.get("ports")):
        text = each.value if isinstance(each, Scalar) else each.text("target") if isinstance(each, Mapping) else ""
        said, _, protocol = VARIABLE.sub("$", text).partition("/")
        port = said.split(":")[-1]
        protocol = protocol or (each.text("protocol") if isinstance(each, Mapping) else "")
        local = (each.text("host_ip") if isinstance(each, Mapping) else said).startswith(_LOOPBACK)
        wide = _is_wide(each, variables)
        yield Port(int(port), protocol.lower(), local, wide) if port.isdecimal() and len(port) < _PORT_DIGITS else None


def _is_wide(node: Node, variables: dict[str, str]) -> bool:
    """Whether a port is published at no address of its own: a variable that is not known may say one."""
    if isinstance(node, Mapping):
        return composed(node.text("host_ip"), variables) in ("", *_ANY)
    return isinstance(node, Scalar) and _WIDE.fullmatch(composed(node.value, variables)) is not None


def user_of(node: Merged) -> str | None:
    """As whom it runs: "" where it does not say so, None where that is not known, or it gives that user groups."""
    said = node.text("user")
    return None if "$" in said or "group_add" in node.values else said


def environment_of(node: Merged, folder: str, file: SourceFile) -> tuple[dict[str, str], bool]:
    """The variables that it sets, or passes on, with their values, "" for what is not said here; whether these are all."""
    found, whole = dict[str, str](), True
    listed = node.values.get("env_file")
    for each in [listed] if isinstance(listed, Scalar) else items_of(listed):
        path = each.value if isinstance(each, Scalar) else each.text("path") if isinstance(each, Mapping) else ""
        read = source_at(posixpath.normpath(files.join(folder, path)), file.project) if path and "$" not in path else None
        whole &= read is not None
        found.update(map(_set, read.data.decode().splitlines()) if read is not None else ())
    said = node.values.get("environment")
    if isinstance(said, Mapping):
        all_said = merged(said)
        return found | {name: all_said.text(name) for name in all_said.values}, whole and all_said.whole
    return found | dict(_set(each.value) for each in items_of(said) if isinstance(each, Scalar)), whole


def _set(text: str) -> tuple[str, str]:
    """The variable of a line that sets it, and its value."""
    name, _, value = text.partition("=")
    return name.strip().removeprefix("export ").strip(), value.strip()


def extended_of(service: Node) -> str:
    """The service that another one extends; "" of one that extends none."""
    node = service.values.get("extends") if isinstance(service, Mapping) else None
    return node.value if isinstance(node, Scalar) else node.text("service") if isinstance(node, Mapping) else ""


def recipe_of(node: Node | None, variables: dict[str, str]) -> tuple[str, str]:
    """The folder that a service is built from (``UNKNOWN``: none that is said), and its Dockerfile as seen from there."""
    said = node.value if isinstance(node, Scalar) else node.text("context") if isinstance(node, Mapping) else ""
    recipe = composed(node.text("dockerfile"), variables) if isinstance(node, Mapping) else ""
    # Without a context it is the folder of the compose file.
    found = composed(said, variables) or ("." if recipe and "context" not in node.values else "")  # type: ignore[union-attr]
    return found if found and "$" not in found and ":" not in found else UNKNOWN, recipe or "Dockerfile"


def base_of(folder: str, context: str, recipe: str, file: SourceFile) -> str:
    """The image that a Dockerfile begins with, where that is one alone."""
    path = posixpath.normpath(files.join(folder, context, recipe))
    read = source_at(path, file.project) if context != UNKNOWN and "$" not in recipe else None
    found = FROM.findall(read.data.decode("utf-8", "replace")) if read is not None else []
    return found[0] if len(found) == 1 else ""
