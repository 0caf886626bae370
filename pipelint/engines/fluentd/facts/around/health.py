"""Health checks that call a program which Fluentd's own images do not have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.facts.around.facts import UnfitCheckFact
from pipelint.engines.fluentd.facts.around.ports import own_service
from pipelint.language.config import Config
from pipelint.sources.compose.builds import builds_of
from pipelint.sources.compose.services import Service, services_of
from pipelint.sources.images.around import place_of

# Those without another system's programs: Windows has curl, images for other processors have other bases.
_STOCK = late(r"(?:docker\.io/)?(?:(?:library|fluent)/)?fluentd(?::(?!\S*(?:windows|arm))[\w.-]+)?")
_NEVER, _ON_DEBIAN = ("curl",), ("nc", "netcat", "telnet", "wget")
_CHECK = late(r"(?mi)^[ \t]*HEALTHCHECK[ \t]+(?:--\S+[ \t]+|\\\r?\n[ \t]*)*CMD[ \t]+((?:\\\r?\n|[^\n])*)")
# What may bring a program that is not named.
_BRINGS = late(r"(?mi)--from\b|^[ \t]*(?:RUN|ADD)\b[^\n]*(?:\.sh\b|https?:)|/(?:usr/(?:local/)?)?bin\b")
_QUIET = late(r"[ \t]*(?:&>|\d?>&?)[ \t]*(?:/dev/null|\d)")
_SHELLS = frozenset(("ash", "bash", "sh"))
_NO_GEM = late(r"(?!)")


def unfit_checks(config: Config) -> Iterator[UnfitCheckFact]:
    """Those of the service of a compose file that runs a config, else of the Dockerfile that takes it into an image."""
    document = config.documents[0]
    service = None if config.entry.kubernetes else own_service(config)
    if config.entry.kubernetes or (service is None and services_of(document)):
        return
    if service is not None and not service.built:
        if _STOCK.fullmatch(service.image) and not any(mount.path.startswith(("/bin", "/usr")) for mount in service.mounts):
            yield from _of(service, service.image, service.health, " ".join(service.words), service.place)
        return
    builds = builds_of(document, _NO_GEM, FluentdDiscovery.own_images)
    if len(builds) != 1 or not _STOCK.fullmatch(builds[0].image):
        return
    place = builds[0].place
    text = place.document.text.decode("utf-8", "replace")
    own = _CHECK.search(text)
    rest = re.sub(r"(?m)^[ \t]*#.*", "", _CHECK.sub("", text))
    if _BRINGS.search(re.sub(r"(?mi)^[ \t]*(?:ENTRYPOINT|CMD|ENV)\b.*|^.*\bCOPY\b.*\.sh\b.*|.*\bchmod\b.*", "", rest)):
        return
    if service is not None and service.health:
        yield from _of(service, builds[0].image, service.health, rest + " ".join(service.words), service.place)
    elif own is not None and (service is None or b"healthcheck" not in service.place.document.text):
        words = re.findall(r'"([^"]*)"', own[1]) if own[1].startswith("[") else []
        test = ("CMD", *words) if words else ("CMD-SHELL", re.sub(r"\\\r?\n", " ", own[1]))
        yield from _of(service, builds[0].image, test, rest, place_of(place.document, text, own.start(), len(own[0].rstrip())))


def _of(service: Service | None, image: str, test: tuple[str, ...], around: str, place: Place) -> Iterator[UnfitCheckFact]:
    """The one of a test, as far as nothing ``around`` it names the program."""
    missing = (*_NEVER, *(_ON_DEBIAN if "debian" in image else ()))
    program = _lacked(test, missing)
    if program and re.search(rf"\b{program}\b|\bbusybox\b", around) is None:
        yield UnfitCheckFact(program, image, service, [] if service is None else list(service.awaited_by), place)


def _lacked(test: tuple[str, ...], missing: tuple[str, ...]) -> str:
    """The program of ``missing`` without which a test cannot pass, "" where it may."""
    if len(test) > 1 and test[0] == "CMD":
        name = _name(test[1])
        shell = len(test) > 3 and name in _SHELLS and test[2] == "-c"
        return _lacked(("CMD-SHELL", *test[3:]), missing) if shell else name if name in missing else ""
    found = ""
    for each in " ".join(test[1:]).strip("\"'").split("||") if test and test[0] == "CMD-SHELL" else ():
        said = _QUIET.sub("", each).strip()
        first = said.split("&&")[0]
        name = _name(first.split()[0]) if first.split() else ""
        if re.search(r"[;|&`()<>\n]", first) or (name not in missing and not re.fullmatch(r"exit[ \t]+[1-9]\d*|false", said)):
            return ""
        found = found or (name if name in missing else "")
    return found


def _name(program: str) -> str:
    return program.rpartition("/")[2]
