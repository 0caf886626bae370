"""``pipelint syntax``: the tree of a config as its engine's own parser reads it."""

from __future__ import annotations

import enum
import json
import sys
from typing import TYPE_CHECKING

from pipelint.cli.engine_name import FIRST_ENGINE, EngineName
from pipelint.cli.option import Annotated, Argument, Exit, Option
from pipelint.cli.overrides import FAILURE, UNREADABLE, read_stdin
from pipelint.engines.registry import parts

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.language.syntax_problem import SyntaxProblem


class SyntaxFormat(str, enum.Enum):
    """How a tree is printed: one JSON object a line."""

    JSON = "json"


def syntax(
    files: Annotated[tuple[str, ...], Argument("Config files, or - for standard input.")],
    engine: Annotated[EngineName, Option("--engine", "Engine whose syntax to read.")] = FIRST_ENGINE,
    output: Annotated[SyntaxFormat, Option("--format", "Output format.")] = SyntaxFormat.JSON,
) -> None:
    """Print the syntax tree of each file as JSON. One object (in ASCII) per line: name, arg, attrs, elements; @includes stay.

    Secrets are masked.
    """
    from pipelint.base.disk.text_file import read_file
    from pipelint.base.text.document import Document
    from pipelint.facts.secrets.trees import shown_tree

    code = 0
    for path in files:
        found = read_file(path, read_stdin([path]))
        if isinstance(found, str):
            line: dict[str, object] = {"ok": False, "error": found}
            code = UNREADABLE
        else:
            line = _read(engine, Document.whole(found))
            line = shown_tree(engine.value, line) if line["ok"] else line
            code = code or (0 if line["ok"] else FAILURE)
        sys.stdout.write(json.dumps({"file": path, "engine": engine.value, **line}) + "\n")
    raise Exit(code)


def _read(engine: EngineName, document: Document) -> dict[str, object]:
    errors, tree = parts(engine.value).tree(document)
    return _refused(document, errors) if errors else {"ok": True, **tree}


def _refused(document: Document, problems: tuple[SyntaxProblem, ...]) -> dict[str, object]:
    """What is wrong; lines and columns count from 1."""
    from pipelint.base.text.lines import lines_of
    from pipelint.facts.secrets.known import Read, Secrets

    shown = Secrets([Read("", (document,))]).prose
    errors: list[dict[str, object]] = []
    for error in problems:
        line, column = lines_of(document.text).position(error.place.span.start)
        errors.append({"message": shown(error.message), "expected": shown(error.expected), "line": line, "column": column})
    return {"ok": False, "error": errors[0]["message"], "error_line": errors[0]["line"], "errors": errors}
