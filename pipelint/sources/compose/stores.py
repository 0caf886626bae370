"""Search engines in containers around a config: whether they take events from who does not log in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.sources.compose.services import Service

STORE = late(r"(?:^|/)(?:elasticsearch|opensearch)(?=[:@]|$)")
"""The images of search engines by their makers, and copies of these by the same name."""
SURE = ("set", "default")
"""Reasons that hold whatever else is not known."""
_VERSION = late(r":(?:\$\{\w+:?-)?v?(\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True)
class _Store:
    """How a search engine says whether it wants a login: the names of its settings, their value that switches security on, the
    first version in which it is on where nothing says so, and its file of settings."""

    names: tuple[str, ...]
    on: str
    since: int
    file: str


# Elasticsearch 8.0 and the security plugin of OpenSearch: on unless somebody switches it off.
_ELASTIC = _Store(("xpack.security.enabled",), "true", 8, "/usr/share/elasticsearch/config/elasticsearch.yml")
_OPEN = ("disable.security.plugin", "plugins.security.disabled")
_STORES = (_ELASTIC, _Store(_OPEN, "false", 0, "/usr/share/opensearch/config/opensearch.yml"))


def wants_login(image: str, settings: Mapping[str, str], words: Iterable[str] = (), text: str | None = "") -> str:
    """Why the container of an image refuses what comes without a login.

    "set" where its variables (``settings``), the ``words`` of its command or the ``text`` of its file of settings (None: not
    known) say so, "default" where its version does, "version" where it depends on that, which is not known, else "".
    """
    store = _store(image)
    if store is None:
        return ""
    pairs = [*settings.items(), *((key.removeprefix("-E"), value) for key, _, value in (word.partition("=") for word in words))]
    said = [(_plain(key), value) for key, value in pairs]
    found = [value for key, value in said if key in store.names]
    if not found and text is None:
        return ""
    lines = list(_lines(text or ""))
    found = found or [value for key, value in lines if key in store.names or (key.endswith("security") and not value)]
    if any("anonymous" in key for key, _ in (*said, *lines)):
        return ""
    if found:
        return "set" if all(each.strip("\"'").lower() == store.on for each in found) else ""
    version = _VERSION.search(image)
    if version is None:
        return "version" if store.since else "default"
    return "default" if int(version[1]) >= store.since else ""


def service_wants_login(service: Service, file: SourceFile) -> str:
    """The same of a service of a compose file; ``file`` is that of the config."""
    store = _store(service.image)
    if store is None:
        return ""
    text: str | None = None if service.built or service.environment is None else ""
    for mount in service.mounts:
        if text is not None and (mount.path == store.file or mount.covers(store.file)):
            path = mount.host_path if mount.path == store.file else f"{mount.host_path}/{store.file.rpartition('/')[2]}"
            read = source_at(path, file.project) if mount.host_path else None
            text = None if read is None else text + read.data.decode("utf-8", "replace")
    return wants_login(service.image, service.settings, service.words, text)


def _store(image: str) -> _Store | None:
    found = STORE.search(image)
    # Each has its files in a folder of its own name.
    return None if found is None else next(each for each in _STORES if f"/{found[0].lstrip('/')}/" in each.file)


def _plain(name: str) -> str:
    """A setting as it stands in a file: variables may have it with underscores, and after ``ES_SETTING_``."""
    return name.lower().removeprefix("es_setting_").replace("_", ".")


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """The settings of a file, each as it stands in its line."""
    for line in text.splitlines():
        key, _, value = line.partition("#")[0].partition(":")
        yield _plain(key.strip()), value.strip()
