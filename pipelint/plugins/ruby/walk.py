"""Goes through the body of a plugin's class as Ruby would: superclasses, mixins and their hooks, loops over literals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pipelint.plugins.ruby.call import body_of, parameter_names, read_call
from pipelint.plugins.ruby.declared import Call, Dialect, Plugin, Section
from pipelint.plugins.ruby.literal import ITSELF, Itself, Named, Unread, children, unread, value_of
from pipelint.plugins.ruby.names import Code, Module, Names, Scope, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_DEPTH = 60
"""Methods, mixins, blocks and conditions inside each other."""

_EACH = ("each", "each_pair", "each_with_index", "map")
_SEND = ("send", "public_send", "__send__")
_INSIDE = ("class_eval", "instance_eval", "class_exec", "instance_exec", "module_eval", "tap", "included", "class_methods")
_CONDITIONS = ("if", "unless", "if_modifier", "unless_modifier", "elsif", "conditional")
_PASSED_OVER = ("method", "singleton_method", "class", "module", "singleton_class", "comment", "heredoc_body", "lambda")


class Walk:
    """Reads one plugin. ``plugin`` has all that was found when ``read`` is done."""

    def __init__(self, names: Names, dialect: Dialect, plugin: Plugin) -> None:
        self.names = names
        self.dialect = dialect
        self.plugin = plugin
        self._section = plugin.body
        self._depth = 0
        self._methods: dict[str, Code] = {}
        self._modules: list[Module] = []
        self._running: list[int] = []

    def read(self, module: Module) -> Plugin:
        """All that the class declares."""
        chain = [module]
        while (base := self._base(chain[-1])) is not None and base not in chain:
            chain.append(base)
        for each in reversed(chain):
            self._methods.update(each.own_methods)
            self._bodies(each)
        self.dialect.finish(self.plugin, self._modules)
        return self.plugin

    def block(self, call: Call, section: Section) -> None:
        """Reads the block of a call, which declares what is in a section."""
        if call.block is None:
            return
        outer, self._section = self._section, section
        self._node(call.block.node, call.block.scope, call.condition)
        self._section = outer

    def open(self, why: str) -> None:
        """The plugin may take more than was read."""
        if why not in self.plugin.open:
            self.plugin.open.append(why)

    def _base(self, module: Module) -> Module | None:
        """The class of this folder that a class inherits from, None where there is none or it is known without its source."""
        for name, scope in module.bases:
            found = self._resolved(self.names.candidates(name, scope.nesting), known_first=True)
            if found is None:
                self.open(f"it inherits from {unread_name(name)}, which is not in this folder")
            return found if isinstance(found, Module) else None
        return None

    def _resolved(self, names: Iterable[str], *, known_first: bool) -> Module | bool | None:
        """The first of some full names that there is: a module of the folder; True for one that is known without its source.

        What a base class of the engine declares stands in ``shared.yaml``: its source is not asked where it is in the folder.
        """
        for name in names:
            if known_first and self.dialect.knows(name, self.plugin):
                return True
            if name in self.names.modules:
                return self.names.modules[name]
            if not known_first and self.dialect.knows(name, self.plugin):
                return True
        return None

    def _bodies(self, module: Module) -> None:
        self._modules.append(module)
        for body in module.bodies:
            if body.scope.file.broken:
                self.open(f"some of {body.scope.file.path} is not read as Ruby")
            self._node(body.node, body.scope, "")

    def _node(self, node: Node, scope: Scope, condition: str) -> None:
        self.names.left -= 1
        if self.names.left < 0 or self._depth > MAX_DEPTH:
            self.open("there is more of it than is read")
            return
        self._depth += 1
        if node.type in _CONDITIONS:
            self._condition(node, scope, condition)
        elif node.type == "call" or (node.type == "identifier" and text_of(node) not in scope.local):
            self._call(node, scope, condition)
        elif node.type == "assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier":
                scope.local[text_of(left)] = value_of(self.names, Code(right, scope))
        elif node.type not in _PASSED_OVER:
            if node.type in ("case", "while", "until", "for", "rescue", "binary", "while_modifier", "rescue_modifier"):
                condition = f"in {unread(node).text}"
            for child in children(node):
                self._node(child, scope, condition)
        self._depth -= 1

    def _condition(self, node: Node, scope: Scope, condition: str) -> None:
        asked, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        other = node.child_by_field_name("alternative")
        if node.type.endswith("_modifier"):
            then = node.child_by_field_name("body")
        if asked is None:
            return
        value = value_of(self.names, Code(asked, scope))
        word = "unless" if node.type.startswith("unless") else "if"
        if isinstance(value, Unread | Named | Itself):
            condition = condition or f"{word} {value.text if isinstance(value, Unread) else unread(asked).text}"
            taken = [then, other]
        else:
            # What Ruby takes for false: false and nil.
            holds = value is not None and value is not False
            taken = [then] if holds == (word == "if") else [other]
        for branch in taken:
            if branch is not None:
                self._node(branch, scope, condition)

    def _call(self, node: Node, scope: Scope, condition: str) -> None:
        receiver, block = node.child_by_field_name("receiver"), node.child_by_field_name("block")
        word = text_of(node if node.type == "identifier" else node.child_by_field_name("method"))
        arguments = node.child_by_field_name("arguments")
        given = children(arguments) if arguments is not None else []
        mine = receiver is None or receiver.type == "self"
        if not mine and receiver is not None and receiver.type == "identifier":
            mine = isinstance(scope.local.get(text_of(receiver)), Itself)
        if receiver is not None and block is not None and word in _EACH:
            self._loop(receiver, block, scope, condition)
        elif not mine:
            if block is not None and self._declares(block):
                self.open(f"{scope.file.place(node)} declares in a block of {unread(receiver).text if receiver else word}")
        else:
            if word in _SEND and given:
                word = str(value_of(self.names, Code(given[0], scope)))
                given = given[1:]
            self._own(word, given, Code(node, scope), block, condition)

    def _own(self, word: str, given: list[Node], code: Code, block: Node | None, condition: str) -> None:
        """A call of a method of the class itself."""
        scope = code.scope
        if word in self.dialect.words:
            self.dialect.declare(read_call(self.names, word, given, code, block, condition), self._section, self)
        elif word in ("include", "prepend", "extend"):
            for argument in given:
                self._mixin(value_of(self.names, Code(argument, scope)), word, code)
        elif word in _INSIDE and block is not None:
            local = {**scope.local, **dict.fromkeys(parameter_names(block), ITSELF)}
            self._node(body_of(block), scope.inner(local), condition)
        elif (method := self._methods.get(word)) is not None:
            self._run(method, [value_of(self.names, Code(argument, scope)) for argument in given], condition)
        elif block is not None and self._declares(block):
            self.open(f"{scope.file.place(code.node)} declares in a block of {word}")

    def _mixin(self, found: object, how: str, code: Code) -> None:
        if isinstance(found, Itself):
            # base.extend(self): its methods are called on the class from here on.
            own = self.names.modules.get(code.scope.nesting[-1]) if code.scope.nesting else None
            self._methods.update(own.methods if own is not None else {})
            return
        if not isinstance(found, Named):
            shown = found.text if isinstance(found, Unread) else str(found)
            self.open(f"it has the mixin {shown}, which is code ({code.scope.file.place(code.node)})")
            return
        module = self._resolved(found.names, known_first=False)
        if module is None:
            self.open(f"it has the mixin {unread_name(found.text)}, which is not in this folder")
        elif isinstance(module, Module) and module not in self._modules:
            self._bodies(module)
            if how == "extend":
                self._methods.update(module.methods)
            hook = module.own_methods.get("extended" if how == "extend" else "included")
            if hook is not None:
                self._run(hook, [ITSELF], "")

    def _run(self, method: Code, values: list[object], condition: str) -> None:
        """Goes through the body of a method that is called on the class."""
        body = method.node.child_by_field_name("body")
        if body is None or method.node.id in self._running:
            return
        self._running.append(method.node.id)
        local = dict(zip(parameter_names(method.node), values, strict=False))
        self._node(body, method.scope.inner(local), condition)
        self._running.pop()

    def _loop(self, receiver: Node, block: Node, scope: Scope, condition: str) -> None:
        if not self._declares(block):
            return
        items = value_of(self.names, Code(receiver, scope))
        if not isinstance(items, list | dict):
            shown = unread(receiver).text
            self.open(f"{scope.file.place(block)} declares in a loop over {shown}, which is code")
            return
        parameters = parameter_names(block)
        for item in items.items() if isinstance(items, dict) else items:
            parts = [*item] if isinstance(item, tuple | list) and len(parameters) > 1 else [item]
            local = {**scope.local, **dict(zip(parameters, parts, strict=False))}
            self._node(body_of(block), scope.inner(local), condition)

    def _declares(self, node: Node) -> bool:
        """Whether a word that declares, or a method that may use one, is called anywhere in it."""
        todo = [node]
        while todo:
            each = todo.pop()
            self.names.left -= 1
            if each.type in ("identifier", "simple_symbol"):
                word = text_of(each).lstrip(":")
                if word in self.dialect.words or word in ("include", "extend") or word in self._methods:
                    return True
            if self.names.left < 0:
                return True
            todo += each.named_children
        return False


def unread_name(name: str) -> str:
    """A name of a constant for a message: on one line, shortened."""
    plain = " ".join(name.split())
    return plain if len(plain) <= 80 else f"{plain[:77]}..."
