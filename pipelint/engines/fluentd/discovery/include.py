"""What the path of a Fluentd ``@include`` means: a file path or glob, a URL, or nothing that Fluentd takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.sources.glob import Target

_INCLUDE = late(rb"^[ \t]*@?include[ \t]+(\"[^\"\r\n]*\"|\S+)", re.MULTILINE)
# A variable of the environment with what stands for it where it is not set.
_DEFAULT = late(r"""#\{\s*ENV\[['"]\w+['"]\]\s*\|\|\s*(?:'([\w./*-]*)'|"([\w./*-]*)")\s*\}""")
_VARIABLE = late(r"""#\{\s*ENV\[['"](\w+)['"]\]\s*(?:\|\|[^{}]*)?\}""")
_YAML_INCLUDE = late(rb"""!include[ \t]+("[^"\r\n]*"|'[^'\r\n]*'|[^\s,\]}]+)""")
_SCHEME = late(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
# RFC 3986, section 3.3: pchar and "/". Ruby's URI.parse, through which Fluentd reads the path, refuses any other.
_URI_PATH = late(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*")
HOMES = FluentdDiscovery.own_folders
"""What is included from there lies beside the main file in a repository."""

_REMOTE = frozenset({"http", "https", "ftp"})  # what Ruby's open-uri opens


def include_patterns(text: bytes) -> Iterator[str]:
    """The paths of what look like include lines in ``text``; the engine's parser knows better."""
    for found in _INCLUDE.finditer(text):
        yield found[1].decode("utf-8", "replace").strip("\"'")


def include_targets(text: bytes) -> set[Target]:
    """Where what look like includes in ``text`` lead, in either of Fluentd's formats."""
    if b"include" not in text:
        return set()
    targets = {include_target(pattern) for pattern in include_patterns(text)}
    targets |= {near for near in map(beside_main, targets) if near is not None}
    for found in _YAML_INCLUDE.finditer(text):
        targets.add(yaml_include_target(found[1].decode("utf-8", "replace").strip("\"'")))
    return targets


def beside_main(target: Target) -> Target | None:
    """Where a file of the folder that the main file has in an image lies, seen from that file; None for one of another folder."""
    home = next((home for home in HOMES if target.path.startswith(home)), "")
    return Target(target.path.removeprefix(home)) if home else None


def yaml_include_target(path: str) -> Target:
    """What Fluentd makes of ``!include path``: Ruby's ``Dir.glob`` of it as it stands."""
    if "\0" in path or not path:
        return Target(problem="invalid", detail="not a valid file name")
    if "\\" in path:
        return Target(problem="elsewhere", detail="a glob with a backslash is not followed")
    return Target(path, braces=True)


EMPTY = "disable.conf"
"""What the images of fluentd-kubernetes-daemonset have for a part that somebody leaves out: an empty file (their Dockerfiles)."""


def with_variables(pattern: str, variables: Mapping[str, str]) -> str:
    """The path of an include with those variables of the environment filled in that ``variables`` has."""
    return _VARIABLE.sub(lambda found: variables.get(found[1], found[0]), pattern)


def include_target(pattern: str) -> Target:
    """What Fluentd makes of ``@include pattern`` (v1 parser, ``eval_include``): blanks stand, ``%XX`` is decoded.

    Braces, brackets, backslashes and letters outside ASCII make it fail, a ``?`` or ``#`` make it no file path. A variable of the
    environment counts as what stands for it by default.
    """
    if "#{" in pattern:
        pattern = _DEFAULT.sub(lambda found: found[1] or found[2] or "", pattern)
    if "#{" in pattern:
        return Target(problem="elsewhere", detail="the path comes from embedded Ruby, which is not executed")
    uri = pattern.replace(" ", "+")
    scheme = _SCHEME.fullmatch(uri)
    if scheme is not None:
        name, rest = scheme[1].lower(), scheme[2]
        if name in _REMOTE:
            return Target(problem="remote", detail="a URL: not fetched")
        if name != "file" and len(name) > 1:
            return Target(problem="invalid", detail=f"Fluentd cannot open {name}: addresses")
        uri = re.sub(r"^//[^/]*", "", rest)
        if not uri.startswith("/"):
            return Target(problem="invalid", detail="Fluentd finds no path after the scheme")
    if not uri or uri.startswith("//") or _URI_PATH.fullmatch(uri) is None:
        return Target(problem="invalid", detail="Fluentd parses the path as a URI, and this is not a valid one")
    # Imported here: it takes longer to load than most configs to read, of which few include anything.
    from urllib.parse import unquote_plus

    path = unquote_plus(uri)
    if "\0" in path:
        return Target(problem="invalid", detail="a file name cannot contain a NUL character")
    return Target(path)
