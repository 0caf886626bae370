"""Writes the files of joined code while a wheel is built: what runs on samples load, by the samples that load it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from symtable import symtable

from pipelint.base.lean import record
from pipelint.base.lean.record_init import FIELDS, shape_of, source

FEWEST = 3  # modules that are worth a file of their own

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


def write_parts(built: Path, samples: Sequence[Sequence[str]]) -> None:
    """Writes ``table.py`` and the parts into the package in the folder ``built``; ``samples`` are command lines."""
    users: dict[str, set[int]] = {}
    for number, words in enumerate(samples):
        for name in _loaded(built, words):
            users.setdefault(name, set()).add(number)
    parts: dict[frozenset[int], dict[str, Path]] = {}
    for name, numbers in users.items():
        path = _path(built, name)
        if path.suffix == ".py" and _can_be_joined(path):
            parts.setdefault(frozenset(numbers), {})[name] = path
    folder, table = built / "pipelint/joined", dict[str, tuple[str, bool]]()
    for number, modules in enumerate(part for part in parts.values() if len(part) >= FEWEST):
        lines = ["from __future__ import annotations", *(function_of(name, path) for name, path in modules.items())]
        (folder / f"part{number}.py").write_text("\n\n".join(lines) + "\n", "utf-8")
        table |= {name: (f"pipelint.joined.part{number}", path.name == "__init__.py") for name, path in modules.items()}
    (folder / "table.py").write_text(f"PARTS = {table}\n", "utf-8")
    (built / "pipelint/base/lean/shapes.py").write_text(_constructors(users), "utf-8")


def _constructors(names: Iterable[str]) -> str:
    """The constructors of all records in modules, compiled where the wheel is installed."""
    found = (each for name in names for each in vars(import_module(name)).values() if isinstance(each, type))
    shapes = {shape_of(each, vars(each)[FIELDS]) for each in found if FIELDS in vars(each)}
    return "SHAPES = {}\n" + "".join(f"{source(*shape)}SHAPES[{shape}] = __init__\n" for shape in sorted(shapes))


def _loaded(built: Path, words: Sequence[str]) -> list[str]:
    """The modules that a command loads."""
    command = [sys.executable, "-B", "-c", _RUN, str(built.resolve()), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
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
    module: ast.Module = _Body().visit(ast.parse(path.read_text("utf-8")))
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

    Records are made at once.
    """

    def __init__(self) -> None:
        self._inside = self._records = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        overload = any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)
        return None if overload else self._within(node)

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
