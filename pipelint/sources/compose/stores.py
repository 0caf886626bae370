"""Search engines in containers around a config: whether they want a login, who reaches them, and what they keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import SourceFile
from pipelint.sources.compose.builds import brings_nothing
from pipelint.sources.compose.services import Service
from pipelint.sources.compose.variables import composed, variables_beside
from pipelint.sources.kinds import is_compose_name

STORE = late(r"(?:^|/)(elasticsearch|opensearch)(?:-oss)?(?=[:@]|$)")
"""The images of search engines by their makers, and copies of these by the same name."""
# In which security is off unless a variable of their own switches it on.
_OTHERS = late(r"(?:^|/)bitnami(?:legacy)?/")
SURE = ("set", "default")
"""Reasons that hold whatever else is not known."""
_VERSION = late(r":(?:\$\{\w+:?-)?v?(\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True)
class _Store:
    """How a search engine says whether it wants a login: the names of its settings, their values that switch security on
    and off, the first version in which it is on where nothing says so, its file of settings, and the setting of TLS."""

    names: tuple[str, ...]
    on: str
    off: str
    since: int
    file: str
    tls: str


# Elasticsearch 8.0 and the security plugin of OpenSearch: on unless somebody switches it off.
_TLS = "xpack.security.http.ssl.enabled"
_ELASTIC = _Store(("xpack.security.enabled",), "true", "false", 8, "/usr/share/elasticsearch/config/elasticsearch.yml", _TLS)
_OPEN_TLS = "plugins.security.ssl.http.enabled"
_OPEN = ("disable.security.plugin", "plugins.security.disabled")
# Where one of these is said nothing makes certificates by itself.
_BY_HAND = late(r"xpack\.security|cluster\.initial|discovery\.seed|node\.roles|disable\.install\.demo")
# In these Elasticsearch asks nobody unless it is told to: before, X-Pack was in some images and not in others.
_OPEN_BY_DEFAULT = (6, 7)
# Plugins that ask for a login in place of what is switched off.
GUARDS = late(r"anonymous|search.?guard|readonlyrest|opendistro")
# Images of which it is known that they have no volume of their own, as those of Docker Hub before Elasticsearch 6 have.
_WITHOUT_VOLUME = late(
    r"(?:docker\.elastic\.co/elasticsearch/|elastic/)elasticsearch(?:-oss)?(?=[:@]|$)|(?:\S*/)?opensearchproject/opensearch(?=[:@]|$)"
    r"|(?:docker\.io/)?(?:library/)?elasticsearch:(?:\$\{\w+:?-)?(?:[6-9]|\d\d)"
)
_DATA = ("path.data", "path.repo")
_ON = late(
    rb"""(?i)xpack[._]security[._]enabled["']?[ \t]*[:=][ \t]*["']?true"""
    rb"""|(?:disable_security_plugin|plugins[._]security[._]disabled)["']?[ \t]*[:=][ \t]*["']?false"""
)
_STORES = (_ELASTIC, _Store(_OPEN, "false", "true", 0, "/usr/share/opensearch/config/opensearch.yml", _OPEN_TLS))


def wants_login(image: str, settings: Mapping[str, str], words: Iterable[str] = (), text: str | None = "") -> str:
    """Why the container of an image refuses what comes without a login.

    "set" where its variables (``settings``), the ``words`` of its command or the ``text`` of its file of settings (None: not
    known) say so, "default" where its version does, "version" where it depends on that, which is not known, else "".
    """
    store = _store(image)
    if store is None:
        return ""
    said = [*_said(settings, words)]
    found = [value for key, value in said if key in store.names]
    if not found and text is None:
        return ""
    lines = list(_lines(text or ""))
    found = found or [value for key, value in lines if key in store.names or (key.endswith("security") and not value)]
    if any("anonymous" in key for key, _ in (*said, *lines)):
        return ""
    if found:
        return "set" if all(each.strip("\"'").lower() == store.on for each in found) else ""
    if _OTHERS.search(image):
        return ""
    version = _VERSION.search(image)
    if version is None:
        return "version" if store.since else "default"
    return "default" if int(version[1]) >= store.since else ""


def service_wants_login(service: Service, file: SourceFile) -> str:
    """The same of a service of a compose file; ``file`` is that of the config."""
    store = _store(service.image)
    if store is None:
        return ""
    return wants_login(service.image, service.settings, service.words, _text(service, store, file))


def speaks_tls(service: Service, file: SourceFile) -> bool | None:
    """Whether a search engine takes https alone, or http alone; None where that is not known. ``file`` is that of the config."""
    store = _store(service.image)
    text = None if store is None else _text(service, store, file)
    if store is None or text is None or _OTHERS.search(service.image):
        return None
    pairs = [*_lines(text), *_said(service.settings, service.words)]
    said = {key: value.strip("\"'").lower() for key, value in pairs}
    if any("$" in said.get(name, "") for name in (*store.names, store.tls)):
        return None
    if store.tls in said or any(said.get(name) == store.off for name in store.names):
        return said.get(store.tls) == "true" and not any(said.get(name) == store.off for name in store.names)
    why = "" if text else service_wants_login(service, file)
    if why == "default" and not any(_BY_HAND.match(key) for key in said):
        return True
    return (
        False if why == "set" and store is _ELASTIC and not any(key.startswith("xpack.security.http") for key in said) else None
    )


def unkept(service: Service, file: SourceFile) -> str:
    """The folder of its data, where nothing is mounted there; "" where that is not known, or something is. ``file`` is
    that of the config."""
    store, here = _store(service.image), service.place.document.file
    if store is None or _WITHOUT_VOLUME.match(service.image) is None or b"tmpfs" in here.bytes:
        return ""
    text = _text(replace(service, built=service.built and not brings_nothing(service)), store, file)
    said = [*_lines(text or ""), *_said(service.settings, service.words)]
    folder = data_folder(service.image)
    held = any("data" in mount.path or mount.covers(files.folder_by_name(folder)) for mount in service.mounts)
    return "" if text is None or held or any(key in _DATA for key, _ in said) else folder


def data_folder(image: str) -> str:
    """Where the search engine of an image keeps its data, "" where it is none."""
    store = _store(image)
    return "" if store is None else store.file.rpartition("/config/")[0] + "/data"


def is_open(service: Service, file: SourceFile) -> bool | None:
    """Whether it is said that a server wants no login (False: it does not by default); None where it may want one. ``file`` is
    that of the config."""
    store = _store(service.image)
    if store is None:
        return None
    here = service.place.document.file
    around = variables_beside(files.folder_by_name(here.path), here)
    settings = {key: composed(value, around) for key, value in service.settings.items()}
    words = [composed(word, around) for word in service.words]
    text = _text(service, store, file)
    return None if _is_on_beside(here) else lets_in(composed(service.image, around), settings, words, text)


def lets_in(image: str, settings: Mapping[str, str], words: Iterable[str], text: str | None) -> bool | None:
    """The same of a container, as ``wants_login`` asks."""
    store = _store(image)
    if store is None:
        return None
    said, lines = list(_said(settings, words)), list(_lines(text or ""))
    if any(GUARDS.search(key) for key, _ in (*said, *lines)):
        return None
    found = [value for key, value in said if key in store.names]
    found = found or [value for key, value in lines if key in store.names or (key.endswith("security") and not value)]
    if found:
        return True if all(each.strip("\"'").lower() == store.off for each in found) else None
    version = _VERSION.search(image)
    old = version is not None and store is _ELASTIC and int(version[1]) in _OPEN_BY_DEFAULT
    return False if old and text is not None else None


def _is_on_beside(file: SourceFile) -> bool:
    """Whether another compose file of the folder switches security on: which of them are used together is not known."""
    beside = sources_in(files.folder_by_name(file.path), file.project, is_compose_name)
    return any(_ON.search(each.data) is not None for each in beside)


def _text(service: Service, store: _Store, file: SourceFile) -> str | None:
    """Its file of settings, None where something says what is not known."""
    text: str | None = None if service.built or service.environment is None else ""
    for mount in service.mounts:
        if text is not None and (mount.path == store.file or mount.covers(store.file)):
            path = mount.host_path if mount.path == store.file else f"{mount.host_path}/{store.file.rpartition('/')[2]}"
            read = source_at(path, file.project) if mount.host_path else None
            text = None if read is None else text + read.data.decode("utf-8", "replace")
    return text


def _said(settings: Mapping[str, str], words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Its settings, by variables and by the words of its command."""
    pairs = ((key.removeprefix("-E"), value) for key, _, value in (word.partition("=") for word in words))
    return ((_plain(key), value) for key, value in (*settings.items(), *pairs))


def _store(image: str) -> _Store | None:
    found = STORE.search(image)
    # Each has its files in a folder of its own name.
    return None if found is None else next(each for each in _STORES if f"/{found[1]}/" in each.file)


def _plain(name: str) -> str:
    """A setting as it stands in a file: variables may have it with underscores, and after ``ES_SETTING_``."""
    return name.lower().removeprefix("es_setting_").replace("_", ".")


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """The settings of a file, each as it stands in its line."""
    for line in text.splitlines():
        key, _, value = line.partition("#")[0].partition(":")
        yield _plain(key.strip()), value.strip()
