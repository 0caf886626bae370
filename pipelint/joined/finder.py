"""Finds modules in the files of joined code, which a wheel has and a checkout has not.

Each file holds a function a module, named after it: its code is the module's. Where somebody looks for an error the modules'
own files are loaded (``PIPELINT_DEBUG``), so that a traceback names these and their lines.
"""

from __future__ import annotations

import builtins
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import SourceFileLoader

import pipelint
from pipelint.joined.table import PARTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType, ModuleType

_HERE = pipelint.__path__[0]
_SKIPPED = len("pipelint.")


class _Loader(SourceFileLoader):
    """Loads a module as from its own file, but for its code."""

    def exec_module(self, module: ModuleType) -> None:
        """Runs the module's code."""
        name, part = module.__name__, PARTS[module.__name__][0]
        module.__file__ = self.path
        made: FunctionType = getattr(sys.modules.get(part) or _load(part), name.replace(".", "__"))
        # As ``exec`` does: what Python itself imports for a caller (for the template of ``re.sub``) it looks for by the caller's.
        module.__dict__["__builtins__"] = builtins
        type(made)(made.__code__, module.__dict__)()


class _Finder:
    """What Python asks for each module before it looks at the disk."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module is."""
        found = PARTS.get(name)
        if found is None:
            return None
        place = f"{_HERE}{os.sep}{name[_SKIPPED:].replace('.', os.sep)}"
        file = f"{place}{os.sep}__init__.py" if found[1] else f"{place}.py"
        spec = ModuleSpec(name, _Loader(name, file), origin=file, is_package=found[1])
        if found[1]:
            spec.submodule_search_locations = [place]
        return spec


def _load(part: str) -> ModuleType:
    __import__(part)
    return sys.modules[part]


def install() -> None:
    """Loads from joined code from now on."""
    if not os.environ.get("PIPELINT_DEBUG") and _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
