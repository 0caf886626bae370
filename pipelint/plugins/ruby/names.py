"""Which modules, classes, constants and methods the files of a folder define, and what a name means where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, field
from pipelint.plugins.ruby.files import RubyFile

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_NESTING, MAX_BASES = 30, 50
"""Modules inside each other; classes that a class inherits from. What is more is not read."""
MAX_STEPS = 400_000
"""Nodes that are looked at, of all plugins of a folder: constants, mixins and loops may lead to the same over and over."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Where code stands: the modules around it (full names, outermost first), and the values of local names."""

    file: RubyFile
    nesting: tuple[str, ...] = ()
    local: dict[str, object] = field(default_factory=dict)

    def inner(self, local: dict[str, object]) -> Scope:
        """The same place with other local names."""
        return Scope(self.file, self.nesting, local)


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """A node, and where it stands."""

    node: Node
    scope: Scope


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """A module or class: its bodies (it may be opened again), what it inherits from, methods of instances and of itself."""

    name: str
    bodies: list[Code] = field(default_factory=list)
    bases: list[tuple[str, Scope]] = field(default_factory=list)
    mixins: list[tuple[str, Scope]] = field(default_factory=list)
    methods: dict[str, Code] = field(default_factory=dict)
    own_methods: dict[str, Code] = field(default_factory=dict)


class Names:
    """All that the files define. ``sites`` are the calls outside of methods of the words that name plugins, file by file."""

    def __init__(self, files: Iterable[RubyFile], naming: frozenset[str]) -> None:
        self.modules: dict[str, Module] = {}
        self.constants: dict[str, list[Code]] = {}
        self.sites: list[Code] = []
        self.left = MAX_STEPS
        self._naming = naming
        for file in files:
            self._read(file)

    def candidates(self, name: str, nesting: tuple[str, ...]) -> Iterator[str]:
        """The full names that a name may mean, in the order in which Ruby tries them."""
        if name.startswith("::"):
            yield name[2:]
            return
        if name.startswith("self::"):
            yield f"{nesting[-1] if nesting else ''}::{name[6:]}"
            return
        yield from (f"{around}::{name}" for around in reversed(nesting))
        yield name

    def module(self, name: str, nesting: tuple[str, ...] = ()) -> Module | None:
        """The module that a name means."""
        return next((self.modules[full] for full in self.candidates(name, nesting) if full in self.modules), None)

    def constant(self, name: str, nesting: tuple[str, ...]) -> Code | None:
        """What a constant is set to, None where that is nowhere or at several places."""
        around = self.modules.get(nesting[-1]) if nesting else None
        short = name.removeprefix("self::")
        for full in (*self.candidates(name, nesting), *(f"{base.name}::{short}" for base in self.ancestors(around))):
            if found := self.constants.get(full):
                return found[0] if len(found) < 5 and len({code.node.text for code in found}) == 1 else None
        return None

    def is_set(self, name: str, nesting: tuple[str, ...]) -> bool:
        """Whether a constant is set at all."""
        return any(full in self.constants for full in self.candidates(name, nesting))

    def ancestors(self, module: Module | None) -> Iterator[Module]:
        """The classes and mixins of the folder that a class has its constants from, nearest first."""
        todo = [] if module is None else [module]
        for each in todo:
            for name, scope in (*each.mixins, *each.bases):
                found = self.module(name, scope.nesting)
                if found is not None and found not in todo and len(todo) < MAX_BASES:
                    todo.append(found)
                    yield found

    def _read(self, file: RubyFile) -> None:
        """Goes through a file without calling itself: trees of strangers may be deep."""
        todo: list[tuple[Node, Scope, bool]] = [(file.root, Scope(file), False)]
        while todo:
            node, scope, own = todo.pop()
            match node.type:
                case "module" | "class":
                    scope = self._open(node, scope)
                    if len(scope.nesting) > MAX_NESTING:
                        continue
                    own = False
                case "singleton_class":
                    own = True
                case "method" | "singleton_method":
                    self._method(node, scope, own or node.type == "singleton_method")
                    continue
                case "assignment" | "operator_assignment":
                    self._constant(node, scope)
                case "call":
                    self._call(node, scope)
            todo += ((child, scope, own) for child in reversed(node.named_children))

    def _call(self, node: Node, scope: Scope) -> None:
        word, arguments = text_of(node.child_by_field_name("method")), node.child_by_field_name("arguments")
        if word in self._naming:
            self.sites.append(Code(node, scope))
        elif word in ("include", "prepend") and arguments is not None and scope.nesting:
            mixins = self.modules[scope.nesting[-1]].mixins
            mixins += ((text_of(each), scope) for each in arguments.named_children[: MAX_BASES - len(mixins)])

    def _open(self, node: Node, scope: Scope) -> Scope:
        name = text_of(node.child_by_field_name("name"))
        full = name[2:] if name.startswith("::") else "::".join((*scope.nesting[-1:], name))
        inside = Scope(scope.file, (*scope.nesting, full))
        module = self.modules.setdefault(full, Module(full))
        body = node.child_by_field_name("body")
        if body is not None:
            module.bodies.append(Code(body, inside))
        base = node.child_by_field_name("superclass")
        if base is not None and base.named_children and len(module.bases) < MAX_BASES:
            module.bases.append((text_of(base.named_children[0]), scope))
        return inside

    def _method(self, node: Node, scope: Scope, own: bool) -> None:
        if scope.nesting:
            module = self.modules[scope.nesting[-1]]
            methods = module.own_methods if own else module.methods
            methods[text_of(node.child_by_field_name("name"))] = Code(node, scope)

    def _constant(self, node: Node, scope: Scope) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.type == "constant":
            full = "::".join((*scope.nesting[-1:], text_of(left)))
            self.constants.setdefault(full, []).append(Code(right, scope))


def text_of(node: Node | None) -> str:
    """The source of a node, "" for none."""
    return "" if node is None or node.text is None else node.text.decode("utf-8", "replace")
