"""Reads a call: its arguments and options as values, its block as code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.plugins.ruby.declared import Call
from pipelint.plugins.ruby.literal import Unread, children, value_of
from pipelint.plugins.ruby.names import Code, Names, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def read_call(names: Names, word: str, given: list[Node], code: Code, block: Node | None = None, condition: str = "") -> Call:
    """The call of ``word`` with the arguments ``given``, which stands at ``code``."""
    args: list[object] = []
    options: dict[str, object] = {}
    whole = True
    for node in given:
        if node.type == "pair":
            key = node.child_by_field_name("key")
            name = value_of(names, Code(key, code.scope)) if key is not None else None
            value = node.child_by_field_name("value")
            if isinstance(name, str):
                options[name] = value_of(names, Code(value, code.scope)) if value is not None else Unread(name)
        elif node.type == "splat_argument" and node.named_children:
            found = value_of(names, Code(node.named_children[0], code.scope))
            args += found if isinstance(found, list) else [found]
        elif node.type == "hash":
            # Pair by pair: one that is code leaves the others what they are.
            inner = read_call(names, word, children(node), code)
            options.update(inner.options or {})
            whole = whole and inner.options is not None
        elif node.type != "block_argument":
            held = node.named_children[0] if node.type == "hash_splat_argument" and node.named_children else node
            found = value_of(names, Code(held, code.scope))
            if isinstance(found, Mapping):
                options.update({str(key): value for key, value in found.items()})
            elif node.type == "hash_splat_argument":
                whole = False
            else:
                args.append(found)
    body = Code(body_of(block), code.scope) if block is not None else None
    return Call(word, tuple(args), options if whole else None, body, code, condition)


def body_of(block: Node) -> Node:
    """What stands in a block."""
    return block.child_by_field_name("body") or block


def parameter_names(node: Node) -> list[str]:
    """The names of the parameters of a method or block; those in parentheses are taken apart."""
    found = node.child_by_field_name("parameters")
    names: list[str] = []
    for each in children(found) if found is not None else []:
        inner = children(each) if each.type == "destructured_parameter" else [each]
        names += (text_of(part.child_by_field_name("name") or part) for part in inner)
    return names
