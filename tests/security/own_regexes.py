"""The regexes in pipelint's own code, as its own analyser judges them."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pipelint
from pipelint.regex.verdict import Verdict, judge

# Where the flags stand in a call.
_FLAGS = {"late": 1, "compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2, "finditer": 2, "split": 3, "sub": 4}
# What Python writes otherwise than Ruby, whose regexes the analyser reads.
_RUBY = ((re.compile(r"\(\?P<"), "(?<"), (re.compile(r"\(\?P=(\w+)\)"), r"\\k<\1>"), (re.compile(r"\\Z"), r"\\z"))


@dataclass(frozen=True)
class Own:
    """A regex in the code: where, and what is known of it."""

    where: str
    regex: str
    verdict: Verdict


@cache
def own_regexes() -> list[Own]:
    """All whose text is known without running the function around them, and that the analyser reads."""
    root = Path(pipelint.__file__).parent
    return [own for path in sorted(root.rglob("*.py")) for own in _of_file(path, root)]


def _of_file(path: Path, root: Path) -> Iterator[Own]:
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call) and node.args]
    named = [(node, name) for node in calls if (name := _name(node.func)) in _FLAGS]
    module = importlib.import_module(".".join(path.relative_to(root.parent).with_suffix("").parts)) if named else None
    for node, name in named:
        at = _FLAGS[name]
        flags = (
            node.args[at] if len(node.args) > at else next((word.value for word in node.keywords if word.arg == "flags"), None)
        )
        try:
            regex, bits = (_value(each, module) for each in (node.args[0], flags))
        except (NameError, SyntaxError):
            continue
        verdict = judge(_ruby(regex, int(bits or 0)))
        if verdict is not None:
            yield Own(f"{path.relative_to(root)}:{node.lineno}", regex, verdict)


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Name):
        return called.id
    is_re = isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "re"
    return called.attr if is_re else ""


def _value(node: ast.expr | None, module: object) -> object:
    return None if node is None else eval(compile(ast.Expression(node), "regex", "eval"), vars(module))


def _ruby(regex: str | bytes, flags: int) -> str:
    text = regex.decode("latin-1") if isinstance(regex, bytes) else regex
    for ours, theirs in _RUBY:
        text = ours.sub(theirs, text)
    on = "".join(letter for letter, bit in (("i", re.IGNORECASE), ("m", re.DOTALL), ("x", re.VERBOSE)) if flags & bit)
    return f"(?{on}:{text})" if on else text
