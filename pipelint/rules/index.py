"""The index of compiled rules: made of the pages when the package is built, or in a checkout when a page is newer."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pipelint.base.document import SourceFile
from pipelint.base.finding import Problem
from pipelint.base.span import Span
from pipelint.data import data_dir
from pipelint.rules.evaluate.code import Json
from pipelint.rules.rule import Rule, rule_from_json, rule_to_json

if TYPE_CHECKING:
    from pipelint.rules.errors import RulePageError
    from pipelint.rules.schema import Schema

VERSION = 1
MAX_PAGES = 1_000  # of a team's own folder

BUILT = "index.json"
CHECKOUT = ".index.json"
_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """Compiled rules by code, and the folder of their pages."""

    rules: tuple[Rule, ...]
    folder: Path

    def find(self, name: str) -> Rule | None:
        """The rule with this code or name."""
        return next((rule for rule in self.rules if name in (rule.code, rule.name)), None)

    def page(self, name: str) -> str | None:
        """The page of the rule with this code or name as Markdown for people, None where there is no such rule.

        Rules of several engines may share a name: then it is their pages, one after another. Raises OSError where a page
        cannot be read.
        """
        return "\n".join(self._page(rule) for rule in self.rules if name in (rule.code, rule.name)) or None

    def _page(self, rule: Rule) -> str:
        from pipelint.rules.page import read_page

        path = self.folder / rule.page
        page = read_page(SourceFile(str(path), path.read_bytes()))
        facts = [f"`{rule.name}`", rule.category, rule.severity.word]
        facts += [] if rule.safety is None else [f"fix: {rule.safety.value}"]
        facts += [f"since {rule.since}"] if rule.since else []
        body = page.body.split("\n", 1)[1]
        return f"# {rule.code} {page.title}\n\n{' · '.join(facts)}\n{body}"

    def to_json(self) -> str:
        """The index as JSON text, which ``load_index`` reads."""
        return _dump(self.rules, [])


@dataclass(frozen=True, slots=True)
class Loaded:
    """The rules of a team's own folder, and what is wrong with its pages."""

    index: Index
    problems: tuple[Problem, ...]


@lru_cache(maxsize=1)
def load_index() -> Index:
    """The project's rules. In a checkout they are compiled anew when a page, or code that they depend on, has changed.

    Raises RulePageError (only in a checkout), FileNotFoundError where the installation is incomplete.
    """
    folder = data_dir("rules")
    built = folder / BUILT
    if built.is_file():
        data = json.loads(built.read_bytes())
        return Index(_rules(data), folder)
    stamps = _stamps(folder)
    kept = _read(folder / CHECKOUT, stamps)
    if kept is not None:
        return Index(kept, folder)
    index = compile_pages(folder)
    _write(folder / CHECKOUT, _dump(index.rules, stamps))
    return index


def compile_pages(folder: Path, schema: Schema | None = None) -> Index:
    """The rules of all pages below ``folder``, checked against ``schema`` (the project's, unless another is given).

    Raises RulePageError with the errors of all pages.
    """
    rules, errors = _compile(folder, schema, known=())
    if errors:
        from pipelint.rules.errors import RulePageError

        first, *rest = errors
        raise RulePageError(first.file, first.span, first.message, tuple(rest))
    return Index(rules, folder)


def load_folder(folder: Path, known: Iterable[Rule] = (), schema: Schema | None = None) -> Loaded:
    """A team's own rules: the pages below ``folder`` that can be read. Codes and names of ``known`` rules are taken."""
    try:
        rules, errors = _compile(folder, schema, known)
    except OSError as error:
        return Loaded(Index((), folder), (Problem(str(error.filename or folder), f"rules: {error.strerror}"),))
    return Loaded(Index(rules, folder), tuple(problem for error in errors for problem in error.problems))


def _compile(folder: Path, schema: Schema | None, known: Iterable[Rule]) -> tuple[tuple[Rule, ...], list[RulePageError]]:
    """The rules by code, and the errors, those of one page after those of the page before."""
    from pipelint.rules.errors import RulePageError
    from pipelint.rules.pages.compile import compile_page

    schema = _project_schema() if schema is None else schema
    taken = {word: rule.page for rule in known for word in _words(rule)}
    rules: list[Rule] = []
    errors: list[RulePageError] = []
    for number, path in enumerate(_pages(folder)):
        file = SourceFile(str(path), path.read_bytes())
        relative = path.relative_to(folder).as_posix()
        try:
            if number == MAX_PAGES:
                raise RulePageError(file, Span(0, 0), f"a folder has {MAX_PAGES} rules at most; this one is left out")
            rule = compile_page(file, schema, relative)
            for word in _words(rule):
                if word in taken:
                    raise RulePageError(file, Span(0, 0), f"{word[-1]} is the rule of {taken[word]} already")
        except RulePageError as error:
            errors.extend(error.all)
            if number == MAX_PAGES:
                break
            continue
        taken |= dict.fromkeys(_words(rule), relative)
        rules.append(rule)
    return tuple(sorted(rules, key=lambda rule: rule.code)), errors


def _words(rule: Rule) -> tuple[tuple[str, ...], ...]:
    """What a rule alone is called: its code, and its name among the rules of its engine."""
    return (rule.code,), (rule.engine, rule.name)


def _project_schema() -> Schema:
    from pipelint.analysis.schema import roots
    from pipelint.rules.schema import Schema

    return Schema(roots())


def _pages(folder: Path) -> list[Path]:
    """All Markdown files below ``folder`` but those called README.md, in a fixed order. Raises OSError."""
    if not folder.is_dir():
        raise FileNotFoundError(2, "no such folder", str(folder))
    return sorted(path for path in folder.rglob("*.md") if path.name != "README.md")


def _stamps(folder: Path) -> list[Json]:
    """Name, size and time of everything that the compiled index depends on."""
    depends = [*_pages(folder), *_modules(), data_dir("grammars") / "predicate.lark"]
    return [[str(path), stat.st_size, stat.st_mtime_ns] for path in depends if (stat := path.stat())]


def _modules() -> Iterator[Path]:
    """The rule engine, the classes that facts are made of, and the native module, which checks patterns."""
    yield from sorted((_PACKAGE / "rules").rglob("*.py"))
    for room in ("analysis", "graph"):
        yield from sorted((_PACKAGE / room).glob("*.py"))
    yield from sorted(_PACKAGE.glob("_native*.so"))


def _read(path: Path, stamps: list[Json]) -> tuple[Rule, ...] | None:
    """The rules of a checkout's index, None where it is missing, damaged or older than its pages."""
    try:
        data = json.loads(path.read_bytes())
        return _rules(data) if data["stamps"] == stamps else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(path: Path, text: str) -> None:
    """Writes the index at once or not at all: another process may be reading it. A folder that is read-only stays so."""
    import tempfile

    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink()


def _dump(rules: Iterable[Rule], stamps: list[Json]) -> str:
    data = {"version": VERSION, "stamps": stamps, "rules": [rule_to_json(rule) for rule in rules]}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _rules(data: dict[str, Json]) -> tuple[Rule, ...]:
    if data["version"] != VERSION:
        raise ValueError(f"the index of rules has version {data['version']}, not {VERSION}")
    return tuple(rule_from_json(rule) for rule in cast("list[dict[str, Json]]", data["rules"]))
