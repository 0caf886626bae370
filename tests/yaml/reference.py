"""What libyaml makes of a YAML text, through PyYAML, in the shape that nodes have; and texts to try, made of real ones."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import NamedTuple

import yaml

from pipelint.yaml.tree import MAX_DEPTH, Mapping, Node, Scalar, read_yaml
from pipelint.yaml.tree import Sequence as YamlSequence

_ALLOWED = re.compile("[\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")  # YAML 1.1, 5.1
_HALVES = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|.)")


class Shape(NamedTuple):
    """A node: its kind by a letter, its place, tag, anchor and style; a scalar's value, where an alias leads to."""

    kind: str
    start: int
    end: int
    tag: str = ""
    anchored: bool = False
    style: str = ""
    value: str | int = ""


Read = tuple[list[Shape], tuple[int, str] | None]


def by_libyaml(data: bytes) -> Read:
    """The nodes of ``data`` in their order, and the error."""
    text = data.decode()
    cut = _ALLOWED.match(text)
    assert cut is not None
    nodes, error = _events(cut[0])
    end = len(cut[0].encode())
    if cut.end() < len(text) and (error is None or error[0] >= end):
        error = end, f"YAML error: control character U+{ord(text[cut.end()]):04X} is not allowed"
    return nodes, error


def _events(text: str) -> Read:
    bare = text.lstrip("\ufeff")
    skip = len(text.encode()) - len(bare.encode())
    if bare.lstrip().startswith("{"):  # JSON's two halves of a character, which libyaml refuses
        bare = _HALVES.sub(lambda found: "\\u0020\\u0020" if len(found[0]) == 12 else found[0], bare)
    offsets = [skip]
    for char in bare:
        offsets.append(offsets[-1] + len(char.encode()))
    nodes: list[Shape] = []
    opened: list[int] = []
    anchors: dict[str, int] = {}
    try:
        for event in yaml.parse(bare, yaml.CSafeLoader):
            assert event.start_mark is not None and event.end_mark is not None
            start, end = (offsets[min(mark.index, len(bare))] for mark in (event.start_mark, event.end_mark))
            if isinstance(event, yaml.NodeEvent) and event.anchor and not isinstance(event, yaml.AliasEvent):
                anchors[event.anchor] = start
            match event:
                case yaml.DocumentStartEvent():
                    anchors = {}
                case yaml.AliasEvent() if event.anchor not in anchors:
                    return nodes, (start, f"YAML error: found undefined alias '{event.anchor}'")
                case yaml.AliasEvent():
                    nodes.append(Shape("a", start, end, value=anchors[event.anchor]))
                case yaml.ScalarEvent():
                    nodes.append(Shape("s", start, end, event.tag or "", bool(event.anchor), event.style or "", event.value))
                case yaml.CollectionStartEvent():
                    if len(opened) == MAX_DEPTH:
                        return nodes, (start, f"YAML is nested deeper than {MAX_DEPTH} levels")
                    kind = "m" if isinstance(event, yaml.MappingStartEvent) else "q"
                    opened.append(len(nodes))
                    nodes.append(Shape(kind, start, 0, event.tag or "", bool(event.anchor), "{" if event.flow_style else ""))
                case yaml.CollectionEndEvent():
                    at = opened.pop()
                    if nodes[at].style:
                        nodes[at] = nodes[at]._replace(end=end)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        assert mark is not None
        said = ": ".join(part for part in (error.context, error.problem) if part)
        return nodes, (offsets[min(mark.index, len(bare))], f"YAML error: {said}")
    return nodes, None


def by_pipelint(data: bytes) -> Read:
    """The same of pipelint's reader. A key that is an alias has no place there: its start is -1."""
    stream = read_yaml(data)
    nodes: list[Shape] = []
    todo: list[Node | Shape | _Key] = [*reversed(stream.roots)]
    while todo:
        node = todo.pop()
        if isinstance(node, _Key):
            node = node.standing(nodes[-1])
        if isinstance(node, Shape):
            nodes.append(node)
            continue
        kind = "s" if isinstance(node, Scalar) else "m" if isinstance(node, Mapping) else "q"
        value = node.value if isinstance(node, Scalar) else ""
        nodes.append(Shape(kind, node.start, node.end, node.tag, node.anchored, node.style, value))
        if isinstance(node, YamlSequence):
            inside = [_standing(item, node.aliases.get(number)) for number, item in enumerate(node.items)]
            todo += reversed(inside)
        elif isinstance(node, Mapping):
            inside = [each for pair in node.pairs for each in (_Key(pair.key, node), _standing(pair.value, pair.alias))]
            todo += reversed(inside)
    return nodes, None if stream.error is None else (stream.error.offset, stream.error.message)


def _standing(node: Node, alias: tuple[int, int] | None) -> Node | Shape:
    return node if alias is None else Shape("a", *alias, value=node.start)


class _Key(NamedTuple):
    """A key of a mapping."""

    node: Node
    of: Mapping

    def standing(self, last: Shape) -> Node | Shape:
        """What stands there after the node ``last``: an alias leads back, perhaps to the mapping itself."""
        again = (self.node.start, self.node.end) == (last.start, last.end) and last.kind == "s" and last.value != ""
        alias = self.node == self.of or self.node.start < last.start or again
        return Shape("a", -1, -1, value=self.node.start) if alias else self.node


def _same(ours: Shape, theirs: Shape) -> bool:
    return ours == theirs or (ours.start < 0 and (ours.kind, ours.value) == (theirs.kind, theirs.value))


_PARTS = (
    *("a: b", "- ", "-", "? ", ": ", ":", ",", "[", "]", "{", "}", "#", " # ", "&a ", "*a", "!t ", "!!str ", "!<x> ", "!e!f "),
    *("%YAML 1.1\n", "%TAG !e! x:\n", "---", "---\n", "...", "...\n", "\n", "\n ", "\n  ", "\n    ", "\t", "'", '"', "\\n", "\\"),
    *("''", "\\x41", "\\u00e9", "\\ud83d\\ude00", "|", ">", "|-\n", "|2-\n", " |\n   text\n", "\x85", "\u2028", "\r\n", "\r"),
    *("\ufeff", "é", "😀", "<<: ", "\x07", "@", "`", " ", "  ", "a", "key: value", "- - ", "2", "+", "0", "x y"),
    *("k: |\n", "\n\nk: "),
)


def soup(dice: random.Random) -> bytes:
    """Parts of YAML in any order."""
    return "".join(dice.choices(_PARTS, k=dice.randint(1, 25))).encode()


def mutated(dice: random.Random, data: bytes) -> bytes:
    """Some lines of ``data`` with one to four changes."""
    lines = data.decode().split("\n")
    first = dice.randrange(len(lines))
    text = "\n".join(lines[first : first + dice.randint(2, 40)])
    for _ in range(dice.randint(1, 4)):
        at, other = dice.randint(0, len(text)), dice.randint(0, len(text))
        match dice.randrange(5):
            case 0 | 1:
                text = text[:at] + dice.choice(_PARTS) + text[at:]
            case 2:
                text = text[:at] + text[at + dice.randint(1, 6) :]
            case 3:
                text = text[:at] + text[other : other + dice.randint(1, 40)] + text[at:]
            case 4:
                text = text.replace("\n", "\r\n") if at % 4 == 0 else text[:at]
    return text.encode()


def tried(count: int, seed: int, texts: Sequence[bytes]) -> list[bytes]:
    """So many texts that libyaml and pipelint read otherwise."""
    dice = random.Random(seed)
    made = (soup(dice) if dice.random() < 0.4 else mutated(dice, dice.choice(texts)) for _ in range(count))
    return [data for data in made if not agree(data)]


def agree(data: bytes) -> bool:
    """Whether both make the same of a text; values with halves of characters are left out."""
    (ours, error), (theirs, reason) = by_pipelint(data), by_libyaml(data)
    if b"\\ud" in data.lower():
        ours, theirs = ([node._replace(value="") for node in nodes] for nodes in (ours, theirs))
    if error is None:
        return reason is None and len(ours) == len(theirs) and all(map(_same, ours, theirs))
    # A key whose value was not reached is in no mapping.
    left = iter(theirs)
    return error == reason and all(any(_same(node, each) for each in left) for node in ours)
