"""The gem that brings a plugin: what its ``*.gemspec`` says in literals, constants and files with a version."""

from __future__ import annotations

import re

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass
from pipelint.plugins.ruby.files import Folder, RubyFile
from pipelint.plugins.ruby.literal import value_of
from pipelint.plugins.ruby.names import Code, Names, Scope, text_of

_SAID = ("name", "version", "summary", "description", "homepage")
_VERSION = re.compile(r"[0-9]+(?:\.[0-9A-Za-z]+){1,5}")


@dataclass(frozen=True, slots=True)
class Gem:
    """What a gemspec says; "" where it does not, or says it in code."""

    name: str = ""
    version: str = ""
    summary: str = ""
    homepage: str = ""


def gem_of(folder: Folder, names: Names, path: str) -> Gem:
    """The gem of a file: that of the nearest gemspec in the folders above it."""
    parts = files.parts(path)
    for depth in range(len(parts) - 1, -1, -1):
        for spec in folder.gemspecs:
            if files.parts(spec.path)[:-1] == parts[:depth]:
                return _read(folder, names, spec)
    return Gem()


def _read(folder: Folder, names: Names, spec: RubyFile) -> Gem:
    said: dict[str, str] = {}
    todo = [spec.root]
    while todo:
        node = todo.pop()
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "assignment" and left is not None and right is not None and left.type == "call":
            key = text_of(left.child_by_field_name("method"))
            code = Code(right, Scope(spec))
            value = value_of(names, code)
            if key in _SAID and key not in said:
                # s.summary = s.description
                other = said.get(text_of(right.child_by_field_name("method")), "") if right.type == "call" else ""
                said[key] = value if isinstance(value, str) else other
                if key == "version" and not isinstance(value, str):
                    said[key] = _in_file(folder, names, code)
        todo += reversed(node.named_children)
    summary = said.get("summary") or said.get("description", "")
    return Gem(said.get("name", ""), said.get("version", ""), summary, said.get("homepage", ""))


def _in_file(folder: Folder, names: Names, code: Code) -> str:
    """The version in a file that is read: ``File.read("VERSION").strip`` and its like, perhaps by way of a constant."""
    if code.node.type == "constant":
        found = names.constant(text_of(code.node), code.scope.nesting)
        if found is None or found.node.type == "constant":
            return ""
        code = found
    if ".read" not in text_of(code.node):
        return ""
    here = files.parts(code.scope.file.path)[:-1]
    todo = [code.node]
    while todo:
        node = todo.pop()
        name = value_of(names, Code(node, code.scope)) if node.type == "string" else None
        if isinstance(name, str) and name.strip("./\n"):
            data = folder.read(files.join("", *here, name))
            first = (data or b"").decode("utf-8", "replace").strip().split("\n")[0].strip()
            if _VERSION.fullmatch(first):
                return first
        todo += node.named_children
    return ""
