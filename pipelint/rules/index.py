"""The index of compiled rules: made of the pages when the package is built, or in a checkout when a page is newer."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pipelint.base.document import SourceFile
from pipelint.base.finding import Problem
from pipelint.base.record import dataclass
from pipelint.base.span import Span
from pipelint.data import data_dir
from pipelint.rules.evaluate.code import Json
from pipelint.rules.rule import Rule, rule_from_json, rule_to_json

if TYPE_CHECKING:
    from pipelint.rules.errors import RulePageError
    from pipelint.rules.schema import Schema

VERSION = 3
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
        """The index as lines of JSON, which ``load_index`` reads: the heads of all rules, then the body of each."""
        return _dump(self.rules, "")


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
        _, rules = _undump(built.read_text(encoding="utf-8"))
        return Index(rules, folder)
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


def _stamps(folder: Path) -> str:
    """Name, size and time of everything that the compiled index depends on, a line each. Raises OSError."""
    found = [
        *_files(str(folder), ".md"),
        # The rule engine, the classes that facts are made of, and the native module, which checks patterns.
        *_files(str(_PACKAGE / "rules"), ".py"),
        *(stamp for room in ("analysis", "graph", "sources/kubernetes") for stamp in _files(str(_PACKAGE / room), ".py")),
        *(stamp for stamp in _entries(str(_PACKAGE), ".so")),
        *_entries(str(data_dir("grammars")), ".lark"),
    ]
    return "\n".join(sorted(found))


def _files(folder: str, ending: str) -> Iterator[str]:
    """The stamps of the files below a folder. With ``scandir``, since every start in a checkout waits for this."""
    yield from _entries(folder, ending)
    with os.scandir(folder) as entries:
        folders = [entry.path for entry in entries if entry.is_dir() and entry.name != "__pycache__"]
    for path in folders:
        yield from _files(path, ending)


def _entries(folder: str, ending: str) -> Iterator[str]:
    """The stamps of the files in a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(ending):
                stat = entry.stat()
                yield f"{entry.path} {stat.st_size} {stat.st_mtime_ns}"


def _read(path: Path, stamps: str) -> tuple[Rule, ...] | None:
    """The rules of a checkout's index, None where it is missing, damaged or older than its pages."""
    try:
        kept, rules = _undump(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return rules if kept == stamps else None


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


def _dump(rules: Iterable[Rule], stamps: str) -> str:
    made = [rule_to_json(rule) for rule in rules]
    head = json.dumps({"version": VERSION, "stamps": stamps}, ensure_ascii=False, separators=(",", ":"))
    return "\n".join([head, f"[{','.join(head for head, _ in made)}]", *(body for _, body in made)])


def _undump(text: str) -> tuple[str, tuple[Rule, ...]]:
    """The stamps and the rules of an index. Raises ValueError, KeyError or TypeError for one that ``_dump`` did not write."""
    first, _, rest = text.partition("\n")
    about = json.loads(first)
    if about["version"] != VERSION:
        raise ValueError(f"the index of rules has version {about['version']}, not {VERSION}")
    heads, *bodies = rest.split("\n")
    read = cast("list[dict[str, Json]]", json.loads(heads))
    return str(about["stamps"]), tuple(rule_from_json(head, body) for head, body in zip(read, bodies, strict=True))
