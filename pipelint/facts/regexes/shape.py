"""What the tree of a regex says: its parts in order, runs of anything, whether something may be empty, what stands where."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.regex.tree import Node

_NO_MATCH_LEFT = frozenset({"assert", "look", "backref", "call", "conditional", "keep", "absent"})
_STARTS = frozenset({"LineStart", "TextStart"})


def sequence(root: Node) -> tuple[Node, ...]:
    """The parts of a regex in order; groups that capture nothing and are not repeated are opened."""
    out: list[Node] = []
    todo = [root]
    while todo:
        node = todo.pop()
        if node.kind == "concat" or (_is_plain(node) and node.children[0].kind != "alternate"):
            todo.extend(reversed(node.children))
        else:
            out.append(node)
    return tuple(out)


def _is_plain(node: Node) -> bool:
    return node.kind == "group" and bool(node.children)


def bare(node: Node) -> Node:
    """What is inside of groups and captures that hold nothing else."""
    while (node.kind in ("capture", "group") or (node.kind == "concat" and len(node.children) == 1)) and node.children:
        node = node.children[0]
    return node


def run_of_anything(node: Node, least: int = 0) -> bool:
    """Whether it is ``.*`` or ``.*?`` (with ``least`` 1 ``.+`` or ``.+?``)."""
    return (
        node.kind == "repeat"
        and node.children[0].kind == "any"
        and node.details.get("min") == least
        and node.details.get("max") is None
        and node.details.get("what") in ("Greedy", "Lazy")
    )


def is_lazy(node: Node) -> bool:
    """Whether a repetition takes as little as it can."""
    return node.details.get("what") == "Lazy"


def takes_newlines(node: Node) -> bool:
    """Whether the dot of a run of anything takes newlines too."""
    return node.children[0].details.get("newline") is True


def starts_line(node: Node) -> bool:
    """Whether it is ``^``."""
    return node.kind == "assert" and node.details.get("what") == "LineStart"


def is_start(node: Node) -> bool:
    """Whether it is an anchor at a start."""
    return node.kind == "assert" and node.details.get("what") in _STARTS


def ends(node: Node) -> str:
    """``line``, ``text``, ``last`` (before a last newline too) for an anchor at an end, "" for anything else."""
    if node.kind != "assert":
        return ""
    return {"LineEnd": "line", "TextEnd": "text", "TextEndNewline": "last"}.get(str(node.details.get("what")), "")


def may_be_empty(node: Node) -> bool | None:
    """Whether it matches the empty text wherever it stands; None where that depends on what is around."""
    match node.kind:
        case "empty":
            return True
        case "char" | "class" | "any" | "linebreak" | "grapheme":
            return False
        case "concat":
            return _all(map(may_be_empty, node.children))
        case "alternate":
            found = [may_be_empty(child) for child in node.children]
            return True if True in found else None if None in found else False
        case "capture" | "group" | "atomic":
            return may_be_empty(node.children[0]) if node.children else True
        case "repeat":
            return True if node.details.get("min") == 0 else may_be_empty(node.children[0])
        case _:
            return None


def _all(found: Iterator[bool | None]) -> bool | None:
    known = list(found)
    return False if False in known else None if None in known else True


def plain(root: Node) -> bool:
    """Whether nothing in it looks at the text around, at groups, or away from what it matches."""
    return not any(node.kind in _NO_MATCH_LEFT for node in root.walk())


def looks(node: Node) -> bool:
    """Whether a part looks around, asks where the search began, drops what is matched so far, or has no fixed meaning.

    Behind a look-ahead that begins a pattern Onigmo 6.2 misses some matches, so that what ought to be the same is not.
    """
    return any(
        part.kind in ("look", "keep", "absent", "call") or (part.kind == "assert" and part.details.get("what") == "SearchStart")
        for part in node.walk()
    )


def refers_to_groups(root: Node) -> bool:
    """Whether it uses its groups itself."""
    return any(node.kind in ("backref", "call", "conditional") for node in root.walk())


def literal(node: Node) -> tuple[str, bool] | None:
    """The text that it is, and whether case is ignored; None where it is anything else."""
    found = [node] if node.kind == "char" else list(node.children) if node.kind == "concat" else []
    if not found or any(part.kind != "char" for part in found):
        return None
    text = "".join(str(part.details["value"]) for part in found)
    return text, any(part.details.get("fold") is True for part in found)
