"""Which Logstash files of one folder (or keys of one ConfigMap) are parts of one pipeline, and which stand alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipelint.base.lean.late import late

# Strings (a quote is escaped, a backslash never), comments and regular expressions may hold braces that close nothing.
_TOKEN = late(
    rb"#[^\n]*|\"[^\"\\]*(?:\\\"?[^\"\\]*)*(?:\"|\Z)|'[^'\\]*(?:\\'?[^'\\]*)*(?:'|\Z)|[=!]~\s*/(?:[^/\\\n]|\\.)*/"
    rb"|(?P<brace>[{}])|(?<![\w.\[@-])(?P<section>input|filter|output)\b(?=\s*(?:#[^\n]*\n\s*)*\{)"
)
_NUMBERED = late(r"\d")


def sections(text: bytes) -> frozenset[str]:
    """Which of ``input``, ``filter`` and ``output`` stand at the top of ``text``.

    At the begin of a line they count at any depth: where a brace is missing, the next section is meant all the same.
    """
    found: set[str] = set()
    depth = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "brace":
                depth = depth + 1 if token[0] == b"{" else max(0, depth - 1)
            case "section":
                start = token.start()
                if depth == 0 or start == 0 or text[start - 1 : start] == b"\n":
                    found.add(token["section"].decode())
    return frozenset(found)


def first_whole(groups: Sequence[Sequence[str]], parts: Mapping[str, bytes]) -> int:
    """The number of the first of the groups that ``join`` makes which has an input and an output of its own, else 0."""
    both = (bool(names) and {"input", "output"} <= sections(parts[names[0]]) for names in groups)
    return next((number for number, found in enumerate(both) if found), 0)


def join(parts: Mapping[str, bytes]) -> list[list[str]]:
    """The names of ``parts`` (file names or keys, with their texts) divided into pipelines, each in lexical order.

    Nothing in a folder says whether Logstash is started with all of it (``path.config: conf.d/*.conf``, which is one
    pipeline) or with a file at a time, so the texts have to tell. A part with an input and an output is *complete*:

    - fewer than two complete parts: one pipeline. A part that has only a filter belongs to it.
    - nothing but outputs, or nothing but inputs, in names without an order: templates of which each machine takes one.
      Each part stands alone.
    - two or more: a folder of examples, or of a pipeline each. Joined, every event would go through all of them, which
      hardly anybody means. Each part stands alone.
    - but names that all begin with a digit are an order, and an order is meant for joining: where most of such parts
      are not complete, they are one pipeline.

    Names with different endings are divided by these first, where those of each ending have inputs and outputs: a path such as
    ``*.conf`` takes one of them.
    """
    names = sorted(parts)
    if len(names) == 1:
        # Most often. Its text need not be looked through.
        return [names]
    found = {name: sections(parts[name]) for name in names}
    endings: dict[str, list[str]] = {}
    for name in names:
        endings.setdefault(name.rpartition(".")[2] if "." in name else "", []).append(name)
    if all(frozenset().union(*map(found.__getitem__, group)) >= {"input", "output"} for group in endings.values()):
        return [each for group in endings.values() for each in _joined(group, found)]
    return _joined(names, found)


def _joined(names: list[str], sections_of: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Names with one ending, in lexical order, divided into pipelines."""
    kinds = [sections_of[name] for name in names]
    complete = sum(kind >= {"input", "output"} for kind in kinds)
    numbered = all(_NUMBERED.match(name) for name in names)
    if not numbered and frozenset().union(*kinds) in ({"input"}, {"output"}):
        return [[name] for name in names]
    if complete < 2 or (numbered and complete * 2 < len(names)):
        return [names] if names else []
    return [[name] for name in names]
