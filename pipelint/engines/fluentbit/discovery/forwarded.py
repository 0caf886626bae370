"""What a config in the classic format sends to a Fluentd: the tags of its inputs that its one output ``forward`` keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.sources.discovery import Forwarded

# What makes other tags, or brings more of a config.
_CHANGES_TAGS = late(rb"(?mi)^[ \t]*(?:@|name[ \t]+(?:rewrite_tag|lua|wasm)\b)")
_MAIN = late(rb"(?mi)^[ \t]*(?:\[(?:INPUT|FILTER|OUTPUT)\]|@)")
_PLAIN = late(r"[\w.-]+")
_PORT = "24224"


def forwarded(documents: Iterable[Document]) -> Iterator[Forwarded]:
    """That of a config of which one file has all but parsers; nothing where tags may change on the way, or are not plain."""
    main = [each for each in documents if _MAIN.search(each.text) is not None]
    if len(main) != 1 or _CHANGES_TAGS.search(main[0].text) is not None:
        return
    (document,) = main
    sections = [*_sections(document)]
    ways = [keys for name, keys in sections if name == "output" and _said(keys, "name").lower() == "forward"]
    if len(ways) != 1 or "tag" in ways[0] or "match_regex" in ways[0]:
        return
    host, port, match = (_said(ways[0], key) for key in ("host", "port", "match"))
    for name, keys in sections:
        tag = _said(keys, "tag")
        plain = _PLAIN.fullmatch(tag) is not None and _said(keys, "name").lower() != "forward"
        if name == "input" and plain and fnmatchcase(tag, match):
            yield Forwarded(tag, keys["tag"][1], host, port or _PORT)


def _said(keys: dict[str, tuple[str, Place]], name: str) -> str:
    return keys[name][0] if name in keys else ""


def _sections(document: Document) -> Iterator[tuple[str, dict[str, tuple[str, Place]]]]:
    """The names of the sections and what their keys say, with its place; names in lower case."""
    name, keys, at = "", dict[str, tuple[str, Place]](), 0
    for line in document.text.splitlines(keepends=True):
        words = line.strip().decode("utf-8", "replace").split(None, 1)
        if words and words[0].startswith("["):
            if name:
                yield name, keys
            name, keys = words[0].strip("[]").lower(), {}
        elif len(words) == 2 and not words[0].startswith("#"):
            start = at + len(line) - len(line.lstrip())
            keys.setdefault(words[0].lower(), (words[1].strip(), Place(document, Span(start, start + len(line.strip())))))
        at += len(line)
    if name:
        yield name, keys
