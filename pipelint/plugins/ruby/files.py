"""The Ruby files of a folder, parsed: within bounds, and none that a link leads to outside of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MAX_FILES = 2_000
MAX_SEEN = 50_000
"""Files and folders that are looked at."""
MAX_FILE = 512 * 1024
MAX_BYTES = 16 * 1024 * 1024
"""Bytes of a file, and of all."""

# What gems carry beside their own code: tests register plugins of their own, others' gems are others'.
_PASSED_OVER = ("test", "tests", "spec", "features", "vendor", "node_modules", "benchmark", "benchmarks")


@dataclass(frozen=True, slots=True, eq=False)
class RubyFile:
    """A file: its path below the folder, its tree, and whether some of it is no Ruby that the grammar knows."""

    path: str
    root: Node
    broken: bool

    def place(self, node: Node) -> str:
        """``path:line`` of a node."""
        return f"{self.path}:{node.start_point[0] + 1}"


class Folder:
    """What was read of a folder: ``ruby`` and ``gemspecs``, and in ``notes`` what was not, and why."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.notes: list[str] = []
        self.ruby: list[RubyFile] = []
        self.gemspecs: list[RubyFile] = []
        self._real = files.real(path)
        self._bytes = 0
        parser = _parser()
        for name in self._found():
            if (file := self._parsed(parser, name)) is not None:
                (self.gemspecs if name.endswith(".gemspec") else self.ruby).append(file)

    def read(self, name: str) -> bytes | None:
        """A file below the folder, None where there is none that may be read."""
        full = files.join(self.path, name)
        try:
            return files.read(full, MAX_FILE) if files.within(full, [self._real]) else None
        except (OSError, ValueError):
            return None

    def _found(self) -> list[str]:
        """The paths of all Ruby files below the folder, sorted."""
        found: list[str] = []
        for seen, name in enumerate(self._walked()):
            if seen >= MAX_SEEN or len(found) >= MAX_FILES:
                self.notes.append(f"{self.path}: more than {MAX_FILES} Ruby files or {MAX_SEEN} others: the rest is not read")
                break
            if name.endswith((".rb", ".gemspec")):
                found.append(name)
        return sorted(found)

    def _walked(self) -> Iterator[str]:
        start = len(files.join(self.path, ""))
        for here, folders, others in files.walk(self.path, self._failed):
            folders[:] = sorted(name for name in folders if name not in _PASSED_OVER and not name.startswith("."))
            yield from (files.join(here, name)[start:] for name in sorted(others))
            # Folders count, too: there may be many without a file.
            yield from folders

    def _failed(self, error: OSError) -> None:
        self.notes.append(f"{error.filename or self.path}: cannot be read: {error.strerror}")

    def _parsed(self, parser: Parser, name: str) -> RubyFile | None:
        full = files.join(self.path, name)
        if not files.within(full, [self._real]):
            self.notes.append(f"{full}: a link that leads out of the folder: not read")
            return None
        try:
            data = files.read(full, MAX_FILE)
        except (OSError, ValueError) as error:
            self.notes.append(f"{full}: cannot be read: {getattr(error, 'strerror', None) or error}")
            return None
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            self.notes.append(f"{full}: more than {MAX_BYTES // 1024**2} MiB of Ruby: not read")
            return None
        root = parser.parse(data).root_node
        if root.has_error:
            line = _first_error(root) + 1
            self.notes.append(f"{full}:{line}: this is not read as Ruby; the rest of the file is")
        return RubyFile(name, root, root.has_error)


def _parser() -> Parser:
    """A parser of Ruby. Raises ModuleNotFoundError where the grammar is not installed."""
    import tree_sitter
    import tree_sitter_ruby

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_ruby.language()))


def _first_error(root: Node) -> int:
    """The line (from 0) of the first node that is wrong: the tree is followed to it, not walked."""
    node = root
    while True:
        wrong = next((child for child in node.children if child.has_error or child.is_missing or child.is_error), None)
        if node.is_error or node.is_missing or wrong is None:
            return int(node.start_point[0])
        node = wrong
