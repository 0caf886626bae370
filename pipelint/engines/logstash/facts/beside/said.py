"""Passwords of a config that the compose file or the .env beside it has as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.block import Param
from pipelint.base.disk import files
from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile
from pipelint.engines.logstash.facts.beside.compose import service_with
from pipelint.engines.logstash.facts.beside.sending import SaidSecretFact
from pipelint.facts.secrets.values import is_filled_in
from pipelint.language.config import Config
from pipelint.plugins.index import common_names
from pipelint.sources.compose.services import Service, services_beside
from pipelint.sources.compose.stores import STORE
from pipelint.sources.compose.variables import composed, variables_beside

VARIABLE = late(r"\$\{(\w+)(?::[^}]*)?\}")
"""A variable of Logstash's, perhaps with a default."""
_TAKEN = late(r"\$\{(\w+)\}")
# A variable of the compose file itself, with the value that it has without one.
_PASSED = late(r"\$(?:\{(\w+)(?::?-([^{}]*)|:?\?[^{}]*)?\}|(\w+))")
_ENV = ".env"
_LINE = late(r"(?m)^\s*(?:export\s+)?(\w+)\s*=[ \t]*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s#]*))")
_IGNORED = late(r"(?m)^/?(?:\*\*?/)*\*?\.env\*?\s*$")
_MOST = 8
_STORES = ("elasticsearch", "opensearch")
_PASSWORD = late(r"(?i)password")


def said_secrets(config: Config) -> Iterator[SaidSecretFact]:
    """Such passwords, each variable once."""
    service = service_with(config)
    if service is None:
        return
    certain = common_names("logstash", "secrets")
    seen: set[str] = set()
    for stage in config.graph.stages:
        for param in stage.block.params.values():
            taken = _TAKEN.fullmatch(param.value) if param.name in certain else None
            if taken is not None and taken[1] not in seen:
                seen.add(taken[1])
                found = _found(taken[1], service)
                if found is not None and found[1] and not is_filled_in(found[1]):
                    yield SaidSecretFact(param.name, taken[1], found[0], found[2], service, param.place)
            elif stage.plugin in _STORES and param.name in certain and _is_a_place(param.value):
                yield from _begun_with(param, service, config)


def _is_a_place(value: str) -> bool:
    """Whether a text looks like the place of a password, and Logstash puts in none."""
    return value != "" and "{" not in value and is_filled_in(value)


def _begun_with(param: Param, service: Service, config: Config) -> Iterator[SaidSecretFact]:
    """What looks like the place of a password, where the search engine beside a service starts with this very text."""
    file = service.place.document.file
    around = variables_beside(files.folder_by_name(file.path), file)
    # What sets up a server has its image, too, and publishes nothing.
    for store in sorted(services_beside(service, config.documents[0]), key=lambda each: not each.published):
        for name, value in store.settings.items() if STORE.search(store.image) else ():
            if _PASSWORD.search(name) and composed(value.strip("\"'"), around) == param.value:
                yield SaidSecretFact(param.name, "", _ENV if "$" in value else files.name(file.path), False, store, param.place)
                return


def variables(config: Config) -> dict[str, str]:
    """The variables of the one service that runs a config, with what its compose file and the ``.env`` beside it say of them."""
    service = service_with(config)
    if service is None or not service.settings:
        return {}
    file = service.place.document.file
    around = variables_beside(files.folder_by_name(file.path), file)
    # A variable without a value is passed on.
    said = {name: composed(value.strip("\"'"), around) or around.get(name, "") for name, value in service.settings.items()}
    return {name: value for name, value in said.items() if value and "$" not in value}


def set_variables(config: Config) -> list[str]:
    """The names of the variables that the one service, or each pod, sets which runs a config."""
    pods = [{each.name for each in workload.container.env} for workload in config.workloads]
    if pods:
        return sorted(set.intersection(*pods))
    service = service_with(config)
    return [] if service is None else sorted(service.settings)


def _found(name: str, service: Service) -> tuple[str, str, bool] | None:
    """The file that has the value of a variable of a service, the value, and whether it is a default."""
    file = service.place.document.file
    if name not in service.settings:
        return None
    value = service.settings[name].strip("\"'")
    passed = _PASSED.fullmatch(value)
    if passed is None and value:
        # An env_file is a place for it, as long as it is not the compose file.
        written = "$" not in value and value.encode() in file.bytes
        return (files.name(file.path), value, False) if written else None
    outer = name if passed is None else passed[1] or passed[3]
    beside = _in_env(outer, file)
    if beside:
        return _ENV, beside, False
    return None if passed is None or not passed[2] else (files.name(file.path), passed[2], True)


def _in_env(name: str, file: SourceFile) -> str:
    """The value in the .env beside a compose file; "" where git is told to leave that out."""
    folder = files.folder_by_name(file.path)
    read = source_at(files.join(folder, _ENV), file.project)
    if read is None:
        return ""
    for each in islice(files.folders_within(files.join(folder, _ENV), file.project), _MOST):
        ignoring = source_at(files.join(each, ".gitignore"), file.project)
        if ignoring is not None and _IGNORED.search(ignoring.data.decode("utf-8", "replace")):
            return ""
    found = [line for line in _LINE.finditer(read.data.decode("utf-8", "replace")) if line[1] == name]
    return next((value for value in found[-1].groups()[1:] if value), "") if found else ""
