"""Writes the files of joined code while a wheel is built: what runs on samples load, by the samples that load it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from symtable import symtable
from typing import TypeAlias

from pipelint.base.lean import record
from pipelint.base.lean.record_init import FIELDS, shape_of, source

FILE = 10_000
"""Characters of code that load as long as it takes to find and open a file."""
_TOLD = "pipelint.cli"  # whose functions are asked what they take: options are made of that

Part: TypeAlias = "dict[str, str]"
"""By the names of modules the functions that are made of them."""

_RUN = """\
import sys
sys.path.insert(0, sys.argv.pop(1))
from pipelint import cli, joined
from pipelint.replay import known
before = {*sys.modules}
try:
    cli.main()
finally:
    print("loaded", *(name for name in sys.modules if name.startswith("pipelint.") and name not in before), file=sys.stderr)
"""


def write_parts(built: Path, samples: Sequence[Sequence[str]], folder: Path) -> None:
    """Writes ``table.py`` and the parts into the package in the folder ``built``; ``samples`` are command lines in ``folder``."""
    users: dict[str, set[int]] = {}
    for number, words in enumerate(samples):
        for name in _loaded(built, words, folder):
            users.setdefault(name, set()).add(number)
    parts: dict[frozenset[int], Part] = {}
    for name, numbers in users.items():
        path = _path(built, name)
        if path.suffix == ".py" and _can_be_joined(path):
            parts.setdefault(frozenset(numbers), {})[name] = function_of(name, path)
    joined, table = built / "pipelint/joined", dict[str, tuple[str, bool]]()
    for number, part in enumerate(merged(parts)):
        (joined / f"part{number}.py").write_text(
            "\n\n".join(["from __future__ import annotations", *part.values()]) + "\n", "utf-8"
        )
        table |= {name: (f"pipelint.joined.part{number}", _path(built, name).name == "__init__.py") for name in part}
    (joined / "table.py").write_text(f"PARTS = {table}\n", "utf-8")
    (built / "pipelint/base/lean/shapes.py").write_text(_constructors(users), "utf-8")


def merged(parts: Mapping[frozenset[int], Part]) -> list[Part]:
    """The parts by the samples that load them, two in one as long as that makes all samples together faster."""
    found = [*parts.items()]
    while True:
        pairs = ((_gain(one, other), one, other) for one, other in combinations(found, 2))
        gain, one, other = max(pairs, key=itemgetter(0), default=(0, None, None))
        if gain <= 0 or one is None or other is None:
            return [part for _, part in found]
        found = [each for each in found if each is not one and each is not other] + [(one[0] | other[0], {**one[1], **other[1]})]


def _gain(one: tuple[frozenset[int], Part], other: tuple[frozenset[int], Part]) -> int:
    """What all samples together save where two parts are one, in characters: files to open, but code that is not needed."""
    idle = sum(len(a[0] - b[0]) * sum(map(len, b[1].values())) for a, b in ((one, other), (other, one)))
    return len(one[0] & other[0]) * FILE - idle


def _constructors(names: Iterable[str]) -> str:
    """The constructors of all records in modules, compiled where the wheel is installed."""
    found = (each for name in names for each in vars(import_module(name)).values() if isinstance(each, type))
    shapes = {shape_of(each, vars(each)[FIELDS]) for each in found if FIELDS in vars(each)}
    return "SHAPES = {}\n" + "".join(f"{source(*shape)}SHAPES[{shape}] = __init__\n" for shape in sorted(shapes))


def _loaded(built: Path, words: Sequence[str], folder: Path) -> list[str]:
    """The modules that a command loads in a folder."""
    command = [sys.executable, "-B", "-c", _RUN, str(built.resolve()), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    last = done.stderr.splitlines()[-1:]
    if done.returncode not in (0, 1) or not last[0].startswith("loaded "):
        raise RuntimeError(f"pipelint {' '.join(words)} failed:\n{done.stderr}")
    return last[0].split()[1:]


def _path(built: Path, name: str) -> Path:
    path = built.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _can_be_joined(path: Path) -> bool:
    """Whether its annotations are texts, as are all of a part."""
    return (path.is_file() and "\nfrom __future__ import annotations\n" in path.read_text("utf-8")) or path.name == "__init__.py"


def function_of(name: str, path: Path) -> str:
    """A function whose code, run with a module's names as its global ones, is the module's."""
    module: ast.Module = _Body(is_told=name.startswith(_TOLD)).visit(ast.parse(path.read_text("utf-8")))
    body = ast.unparse(_untyped(module)) or "pass"
    symbols = symtable(body, str(path), "exec").get_symbols()
    names = sorted(symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported())
    function = ast.parse(f"def {name.replace('.', '__')}():\n pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*([ast.Global(names)] if names else []), *ast.parse(body).body]
    return ast.unparse(ast.fix_missing_locations(function))


def _untyped(module: ast.Module) -> ast.Module:
    """A module without what only annotations use of ``typing``: loading that takes a twentieth of a check."""
    variables = {name: node for node in module.body if (name := _variable(node))}
    used = _Used(module).names
    unused = [node for name, node in variables.items() if name not in used]
    module.body = [node for node in module.body if node not in unused]
    used = _Used(module).names
    for node in module.body:
        if isinstance(node, ast.ImportFrom) and node.module == "typing":
            node.names = [alias for alias in node.names if alias.name in used]
    module.body = [node for node in module.body if not isinstance(node, ast.ImportFrom) or node.names]
    return module


def _variable(node: ast.stmt) -> str | None:
    """The name of a type variable that a statement makes."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name("TypeVar"))):
            return name
    return None


class _Used(ast.NodeVisitor):
    """The names that code uses, past its annotations."""

    def __init__(self, module: ast.Module) -> None:
        self.names: set[str] = set()
        self.visit(module)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.names.add(node.id)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.decorator_list, node.args, *node.body):
            self.visit(part)

    def visit_arg(self, node: ast.arg) -> None:
        """An argument has nothing but an annotation."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)


class _Body(ast.NodeTransformer):
    """Takes from a module what a function cannot have, and what no run needs: what is there for type checkers alone.

    Records are made at once. Where a module is not ``is_told``, functions keep what they give and their texts only where
    something decorates them, as it does properties of facts: to load the others takes a fifth of the code's time.
    """

    def __init__(self, *, is_told: bool) -> None:
        self._inside = self._records = False
        self._is_told = is_told

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        if any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list):
            return None
        if not self._is_told:
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
            if not node.decorator_list:
                node.returns = None
                node.body = node.body[ast.get_docstring(node, clean=False) is not None :] or [ast.Pass()]
        return self._within(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._within(node)
        # Nothing asks at run time whether an object has what a protocol says, and to make such a class takes three times as long.
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        node.bases = [base for base in bases if not (isinstance(base, ast.Name) and base.id in ("Protocol", "Generic"))]
        if self._records and len(node.decorator_list) == 1 and len(node.bases) < 2 and not node.keywords:
            decorator = node.decorator_list[0]
            by, keywords = (decorator.func, decorator.keywords) if isinstance(decorator, ast.Call) else (decorator, [])
            if isinstance(by, ast.Name) and by.id == "dataclass" and all(isinstance(base, ast.Name) for base in node.bases):
                names = ast.Call(ast.Name("locals", ast.Load()), [], [])
                node.body.append(ast.Expr(ast.Call(ast.Name("record_body", ast.Load()), [names, *node.bases], keywords)))
                node.decorator_list = []
        return node

    def _within(self, node: ast.AST) -> ast.AST:
        outside, self._inside = self._inside, True
        self.generic_visit(node)
        self._inside = outside
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        if node.module == record.__name__ and any(alias.name == "dataclass" for alias in node.names):
            self._records = True
            node.names.append(ast.alias("record_body"))
        return None if node.module == "__future__" else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return node.args[1] if isinstance(node.func, ast.Name) and node.func.id == "cast" else node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        self.generic_visit(node)
        kept = {"TYPE_CHECKING": node.orelse, "not TYPE_CHECKING": node.body}.get(ast.unparse(node.test))
        return node if kept is None else [*(kept or [ast.Pass()])]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        # Names of a module are global ones of its function, which have no annotations.
        if self._inside:
            return node
        return ast.Pass() if node.value is None else ast.Assign([node.target], node.value, lineno=node.lineno)
