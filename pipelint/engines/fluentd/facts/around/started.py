"""How the image that has a config starts Fluentd."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.facts.around.facts import RunFact
from pipelint.language.config import Config
from pipelint.sources.compose import starts
from pipelint.sources.compose.services import services_of

_STARTS = late(r"(?m)^[ \t]*((?:/[\w./-]*/)?(?:fluentd|td-agent)\b(?:\\\r?\n|[^\n;&|])*)$")
_OTHER = late(r"(?:^|\s)(?:-d|--daemon|--setup|-s|--dry-run|--version)\b")


def held_by_a_shell(config: Config) -> Iterator[RunFact]:
    """The script that the service starts which runs it, or the image that has it: it starts Fluentd, and stays before it."""
    document = config.documents[0]
    if config.entry.kubernetes or config.workloads:
        return
    services = services_of(document)
    if any(each.words for each in services):
        found = starts.held_by_its_script(services[0], _STARTS) if len(services) == 1 else None
        places = [] if found is None else [found]
    else:
        places = [*starts.held_by_a_shell(document, _STARTS)]
    for place in places:
        line = place.document.text[place.span.start : place.span.end].decode()
        if _OTHER.search(line) is None:
            inside = place.document.file is services[0].place.document.file if services else False
            yield RunFact("its script" if inside else files.name(place.document.file.path), place)
