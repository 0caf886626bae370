"""Search engines in compose files around a config: what they keep, and the ports by which everybody reaches them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.sources.compose.facts import DoorFact, ServerFact, StoreFact
from pipelint.sources.compose.services import Service, services_beside, services_near
from pipelint.sources.compose.stores import GUARDS, STORE, is_open, unkept
from pipelint.sources.compose.variables import composed, variables_beside

PORT, DASHBOARD_PORT = 9200, 5601
DASHBOARD = late(r"(?:^|/)(?:kibana|opensearch-dashboards)(?:-oss)?(?=[:@]|$)")
"""The images that show what a search engine has, and ask for a login where it does."""
# How they say which one that is, and what Kibana takes without.
_HOSTS = late(r"(?i)(?:elasticsearch|opensearch)[._](?:hosts|url)")
_USUAL = "elasticsearch"
_WORD = late(r"[\w.-]+")


def stores(document: Document, wanted: Sequence[tuple[str, str, Place]]) -> Iterator[StoreFact]:
    """The search engines whose names are ``wanted``, each with what the config says and where, in the compose files beside it."""
    left = once(wanted)
    for service in services_near(document, STORE) if wanted else ():
        doors = [DoorFact(PORT, "", "", service.wide[PORT])] if PORT in service.wide else []
        doors += _dashboards(service, document)
        doors = doors if doors and is_open(service, document.file) is not None else []
        path = unkept(service, document.file)
        server = ServerFact(service.name, service.image, False, service.place)
        for name, written, place in taken(left, service.names.__contains__):
            yield StoreFact(name, written, server, doors, "service" if path else "", path, place)


def once(wanted: Sequence[tuple[str, str, Place]]) -> list[tuple[str, str, Place]]:
    """Each name, as it is written, at its first place."""
    first: dict[tuple[str, str], Place] = {}
    for name, written, place in wanted:
        first.setdefault((name, written), place)
    return [(*said, place) for said, place in first.items()]


def taken(left: list[tuple[str, str, Place]], is_meant: Callable[[str], bool]) -> list[tuple[str, str, Place]]:
    """Those that are meant, no longer among the others: a name leads to the first server that has it."""
    found = [each for each in left if is_meant(each[0])]
    left[:] = [each for each in left if each not in found]
    return found


def shows(image: str, settings: Mapping[str, str], text: str | None, names: Sequence[str]) -> bool:
    """Whether a server of an ``image``, its variables and the ``text`` of its file of settings (None: not known) shows the search
    engine with one of these ``names``, and has nothing of its own that may ask for a login."""
    if not DASHBOARD.search(image) or any(GUARDS.search(each) for each in (image, *settings, text or "")):
        return False
    said = [value for name, value in settings.items() if _HOSTS.fullmatch(name)]
    said = said or [line.partition(":")[2] for line in (text or "").splitlines() if _HOSTS.match(line.strip())]
    if not said:
        return text is not None and _USUAL in names and "kibana" in image
    return any(word[0] in names for each in said for word in _WORD.finditer(each))


def _dashboards(store: Service, document: Document) -> Iterator[DoorFact]:
    """The ports of dashboards of a search engine that are published on all interfaces."""
    here = store.place.document.file
    around = variables_beside(files.folder_by_name(here.path), here)
    for each in services_beside(store, document):
        if DASHBOARD_PORT in each.wide:
            settings = {key: composed(value, around) for key, value in each.settings.items()}
            if shows(each.image, settings, _text(each, document.file), store.names):
                yield DoorFact(DASHBOARD_PORT, each.name, "", each.wide[DASHBOARD_PORT])


def _text(service: Service, file: SourceFile) -> str | None:
    """Its file of settings, "" where it has that of its image, None where that is not known."""
    if service.built or service.environment is None:
        return None
    paths = [mount.host_path for mount in service.mounts if "/config" in mount.path]
    found = [source_at(each, file.project) if each else None for each in paths]
    return None if None in found else "\n".join(each.data.decode("utf-8", "replace") for each in found if each is not None)
