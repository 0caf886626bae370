"""What configs stand in: plain files and YAML scalars of every style, made of choices that hypothesis draws."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import yaml
from hypothesis import strategies as st
from yaml.events import Event, ScalarEvent

HEAD = """\
# Managed by a person; keep the comments.
apiVersion: v1
kind: ConfigMap  # a comment
metadata: {name: "logging", labels: {'app': fluentd}}
"""
ITEM = """\
apiVersion: v1
kind: List
items:
- kind: Secret
  apiVersion: v1
  metadata: {name: other}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: logging}
"""
TAIL = "zz: '1'   # behind\n"


@dataclass(frozen=True)
class Host:
    """How a config is written down; ``style`` is ``plain`` (a file of its own), ``json``, or that of a YAML scalar."""

    style: str
    in_list: bool
    step: int
    indicator: bool
    chomping: str
    anchor: str
    crlf: bool
    final: str
    copies: int

    @property
    def manifest(self) -> bool:
        return self.style != "plain"

    def file_name(self, name: str) -> str:
        if not self.manifest:
            return name
        return "configmap.json" if self.style == "json" else "configmap.yaml"

    def write(self, name: str, text: str) -> bytes:
        """The file with the config ``text`` (which ends with a line feed), under the key ``name`` in a manifest."""
        text = text.rstrip("\n") + self.final
        if self.style == "plain":
            written = text
        elif self.style == "json":
            data = {name: text} | {f"copy-{number}": text for number in range(1, self.copies)}
            indent = self.step if self.step > 1 else None
            written = json.dumps(
                {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "x"}, "data": data}, indent=indent
            )
        else:
            pad = "  " if self.in_list else ""
            keys = [name, *(f"copy-{number}.conf" for number in range(1, self.copies))]
            lines = [f"{pad}data:\n", f"{pad}  # in front\n"]
            lines += [self._scalar(pad + "  ", key, text) for key in keys]
            written = (ITEM if self.in_list else HEAD) + "".join(lines) + pad + "  " + TAIL + "# the end\n"
        return written.replace("\n", "\r\n").encode() if self.crlf else written.encode()

    def _scalar(self, pad: str, key: str, text: str) -> str:
        """``key: scalar`` with the indentation ``pad``."""
        anchor = f"&{self.anchor}{key.partition('.')[0]} " if self.anchor else ""
        if self.style == "|":
            number = str(self.step) if self.indicator else ""
            inner = pad + " " * self.step
            body = "".join(inner + line + "\n" if line else "\n" for line in text.rstrip("\n").split("\n"))
            gap = "\n" * (len(text) - len(text.rstrip("\n")) - 1)
            return f"{pad}{key}: {anchor}|{number}{self.chomping}  # the config\n{body}{gap}"
        style = None if self.style == "bare" else self.style
        node = yaml.ScalarNode("tag:yaml.org,2002:str", text, style=style)
        made = yaml.serialize(yaml.MappingNode("tag:yaml.org,2002:map", [(yaml.ScalarNode("tag:yaml.org,2002:str", key), node)]),
                              width=60 + 20 * self.step, allow_unicode=True)  # fmt: skip
        # What ends with empty lines is closed by dots, as if it were a whole document.
        first, _, rest = made.removesuffix("...\n").partition("\n")
        head, colon, value = first.partition(": ")
        lines = [f"{head}{colon}{anchor}{value}", *rest.split("\n")]
        # A continuation line of a quoted scalar may hold blanks alone, a block's own must not.
        return "".join(pad + line + "\n" if line else "\n" for line in lines[:-1])


STYLES = ("plain", "|", ">", '"', "'", "bare", "json")


def host_of(style: str) -> Host:
    """The usual host of a style."""
    return Host(style, in_list=False, step=2, indicator=False, chomping="", anchor="", crlf=False, final="\n", copies=1)


def hosts() -> st.SearchStrategy[Host]:
    """Hosts of all styles, with what matters to each."""
    return st.builds(
        Host,
        style=st.sampled_from([*STYLES, "|", "|"]),
        in_list=st.booleans(),
        step=st.integers(1, 6),
        indicator=st.booleans(),
        chomping=st.sampled_from(["", "-", "+"]),
        anchor=st.sampled_from(["", "", "a"]),
        crlf=st.sampled_from([False, False, True]),
        final=st.sampled_from(["\n", "\n", "", "\n\n"]),
        copies=st.sampled_from([1, 1, 2]),
    )


def assert_same_around(before: bytes, after: bytes) -> None:
    """Nothing but the values of scalars whose key is a config's is different: no comment, no style, no other value."""
    old, new = before.decode(), after.decode()
    ours, theirs = list(_scalars(old)), list(_scalars(new))
    assert len(ours) == len(theirs)
    assert Counter(map(type, yaml.parse(old))) == Counter(map(type, yaml.parse(new)))
    at, behind = 0, 0
    for mine, its in zip(ours, theirs, strict=True):
        if mine.value == its.value and mine.style == its.style:
            continue
        assert mine.start_mark and its.start_mark and mine.end_mark and its.end_mark
        assert old[at : mine.start_mark.index] == new[behind : its.start_mark.index]
        assert its.style == mine.style or _must_change(mine.style, its.value)
        at, behind = mine.end_mark.index, its.end_mark.index
    assert old[at:] == new[behind:]
    if "\r\n" in old:
        assert new.count("\n") - new.count("\r\n") == old.count("\n") - old.count("\r\n")


def _must_change(style: str | None, text: str) -> bool:
    """Whether a scalar of this style may not be able to hold a text; between single quotes no line begins or ends with blanks."""
    return style in (">", None) or (style == "'" and any(line != line.strip() for line in text.split("\n")))


def _scalars(text: str) -> Iterator[ScalarEvent]:
    event: Event
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, ScalarEvent):
            yield event
