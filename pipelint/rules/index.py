"""The index of compiled rules: made of the pages when the package is built, or in a checkout when a page is newer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from pipelint.base.disk import files
from pipelint.base.disk.pieces import Held, Pieces
from pipelint.base.finding import Problem
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.data import data_folder
from pipelint.rules.index_file import Made, by_engine, dump, undump
from pipelint.rules.rule import Rule
from pipelint.sources.boundary import Projects, outside

if TYPE_CHECKING:
    from pathlib import Path

    from pipelint.predicate.schema import Schema
    from pipelint.rules.errors import RulePageError

MAX_PAGES = 2_000  # of a folder; pipelint has a thousand of its own
MAX_PAGE = 1024 * 1024
"""Bytes that are read of a page; what a page may have is less (``page.MAX_BYTES``), and said at its place."""

BUILT = "index.json"
CHECKOUT = ".index.json"
_PACKAGE = files.folders(__file__)[1]
# Where the classes of facts are.
_FACTS = ("facts", "graph", "cost/regex", "engines", "sources/kubernetes")


@dataclass(frozen=True, eq=False)
class Index:
    """Compiled rules, and the folder of their pages. ``made`` gives those of each engine, the same each time.

    ``letters`` are those with which the codes of each begin, where that is known before they are made.
    """

    made: Made = field(repr=False)
    folder: str
    letters: Mapping[str, Sequence[str]] = field(default_factory=dict, repr=False)
    _of: dict[tuple[str, ...], tuple[Rule, ...]] = field(default_factory=dict, repr=False)
    _by_code: dict[str, Rule] = field(default_factory=dict, repr=False)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules, by code."""
        return self.of(*self.made)

    def of(self, *engines: str) -> tuple[Rule, ...]:
        """The rules of these engines, by code; the others are not made."""
        if engines not in self._of:
            found = [rule for engine in engines if engine in self.made for rule in self.made[engine]()]
            self._of[engines] = tuple(sorted(found, key=lambda rule: rule.code))
            self._by_code.update((rule.code, rule) for rule in found)
        return self._of[engines]

    def meant(self, selectors: Sequence[str]) -> tuple[Rule, ...]:
        """The rules of the engines whose codes begin as each of these words does; all where a word is a rule's name."""
        of = [[each for each, begin in self.letters.items() if selector.startswith(tuple(begin))] for selector in selectors]
        return self.of(*{each for one in of for each in one}) if all(of) else self.rules

    def find(self, name: str) -> Rule | None:
        """The rule with this code or name."""
        return self._by_code.get(name) or self._named.get(name)

    @cached_property
    def _named(self) -> dict[str, Rule]:
        # Of several with one name the first.
        return {word: rule for rule in reversed(self.rules) for word in (rule.name, rule.code)}

    def page(self, name: str) -> str | None:
        """The page of the rule with this code or name as Markdown for people, None where there is no such rule.

        Rules of several engines may share a name: then it is their pages, one after another. Raises OSError where a page
        cannot be read.
        """
        return "\n".join(self._page(rule) for rule in self.rules if name in (rule.code, rule.name)) or None

    def _page(self, rule: Rule) -> str:
        from pipelint.rules.pages.page import read_page

        path = files.join(self.folder, rule.page)
        page = read_page(SourceFile(path, files.read(path)))
        facts = [f"`{rule.name}`", rule.category, rule.severity.word]
        facts += [f"{rule.group}: off unless selected"] if rule.group else []
        facts += [f"fix: {' or '.join(safety.value for safety in rule.safeties)}"] if rule.safeties else []
        facts += [f"since {rule.since}"] if rule.since else []
        body = page.body.split("\n", 1)[1]
        return f"# {rule.code} {page.title}\n\n{' · '.join(facts)}\n{body}"

    def to_json(self) -> bytes:
        """The index as lines of JSON, which ``load_index`` reads."""
        return dump(self.made)


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
    folder = data_folder("rules")
    built = files.join(folder, BUILT)
    if files.is_file(built):
        found = undump(Pieces(built))
        return Index(found.made, folder, found.letters)
    stamps, checkout = _stamps(folder), files.join(folder, CHECKOUT)
    kept = _read(checkout, stamps)
    if kept is not None:
        return Index(kept, folder)
    # Imported here, as below: pages are compiled once, and pathlib takes its time to load.
    from pathlib import Path

    index = compile_pages(Path(folder))
    _write(checkout, dump(index.made, stamps))
    return index


def compile_pages(folder: Path, schemas: Mapping[str, Schema] | None = None) -> Index:
    """The rules of all pages below ``folder``, checked against ``schemas`` (the project's, unless another is given).

    Raises RulePageError with the errors of all pages.
    """
    rules, errors = _compile(folder, schemas, known=())
    if errors:
        from pipelint.rules.errors import RulePageError

        first, *rest = errors
        raise RulePageError(first.file, first.span, first.message, tuple(rest))
    return Index(by_engine(rules), str(folder))


def load_folder(folder: Path, known: Iterable[Rule] = (), schemas: Mapping[str, Schema] | None = None) -> Loaded:
    """A team's own rules: the pages below ``folder`` that can be read. Codes and names of ``known`` rules are taken."""
    try:
        rules, errors = _compile(folder, schemas, known)
    except OSError as error:
        return Loaded(Index({}, str(folder)), (Problem(str(error.filename or folder), f"rules: {error.strerror}"),))
    return Loaded(Index(by_engine(rules), str(folder)), tuple(problem for error in errors for problem in error.problems))


def _compile(
    folder: Path, schemas: Mapping[str, Schema] | None, known: Iterable[Rule]
) -> tuple[tuple[Rule, ...], list[RulePageError]]:
    """The rules by code, and the errors, those of one page after those of the page before."""
    from pipelint.rules.errors import RulePageError
    from pipelint.rules.pages.compile import compile_page

    schemas = project_schemas() if schemas is None else schemas
    taken = {word: rule.page for rule in known for word in _words(rule)}
    project = Projects().of(str(folder), str(folder))
    rules: list[Rule] = []
    errors: list[RulePageError] = []
    for number, path in enumerate(pages_of(folder)):
        file = SourceFile(str(path), b"")
        relative = path.relative_to(folder).as_posix()
        try:
            if not files.within(str(path), project):
                raise RulePageError(file, Span(0, 0), outside("the link"))
            file = _page(file.path)
            if number == MAX_PAGES:
                raise RulePageError(file, Span(0, 0), f"a folder may contain at most {MAX_PAGES} rules; this one is skipped")
            rule = compile_page(file, schemas, relative)
            for word in _words(rule):
                if word in taken:
                    raise RulePageError(file, Span(0, 0), f"{word[-1]} is already the rule of {taken[word]}")
        except RulePageError as error:
            errors.extend(error.all)
            if number == MAX_PAGES:
                break
            continue
        taken |= dict.fromkeys(_words(rule), relative)
        rules.append(rule)
    return tuple(sorted(rules, key=lambda rule: rule.code)), errors


def _page(path: str) -> SourceFile:
    """The text of a page. Raises RulePageError."""
    from pipelint.rules.errors import RulePageError

    try:
        return SourceFile(path, files.read(path, MAX_PAGE))
    except OSError as error:
        raise RulePageError(SourceFile(path, b""), Span(0, 0), f"the page cannot be read: {error.strerror}") from error


def _words(rule: Rule) -> tuple[tuple[str, ...], ...]:
    """What a rule alone is called: its code, and its name among the rules of its engine."""
    return (rule.code,), (rule.engine, rule.name)


def project_schemas() -> dict[str, Schema]:
    """By engine the facts that its rules see; rules of any engine see the neutral ones."""
    from pipelint.engines import registry
    from pipelint.facts.schema import roots
    from pipelint.predicate.schema import Schema
    from pipelint.rules.pages.compile import ANY

    found: dict[str, Schema] = {}
    for name in registry.ENGINES.names:
        facts = registry.parts(name).facts
        found[name] = Schema(roots(facts.roots()), facts.classes())
    return {**found, ANY: Schema(roots({}))}


def pages_of(folder: Path) -> list[Path]:
    """All Markdown files below ``folder`` but those called README.md, in a fixed order. Raises OSError."""
    from pathlib import Path

    if not files.is_folder(str(folder)):
        raise FileNotFoundError(2, "no such folder", str(folder))

    def failed(error: OSError) -> NoReturn:
        raise error

    found = (Path(here, name) for here, _, names in files.walk(str(folder), failed) for name in names)
    return sorted(path for path in found if path.suffix == ".md" and path.name != "README.md")


def _stamps(folder: str) -> str:
    """Name, size and time of everything that the compiled index depends on, a line each. Raises OSError."""
    # Imported here: what is built has none.
    from pipelint.base.disk.stamps import stamps_below, stamps_in

    found = [
        *stamps_below(folder, ".md"),
        # The rule engine, the classes that facts are made of, and the native module, which checks patterns.
        *(stamp for room in ("rules", "predicate") for stamp in stamps_below(files.join(_PACKAGE, room), ".py")),
        *(stamp for room in _FACTS for stamp in stamps_below(files.join(_PACKAGE, room), ".py")),
        *stamps_in(_PACKAGE, ".so")[0],
        *stamps_in(data_folder("grammars"), ".lark")[0],
    ]
    return "\n".join(found)


def _read(path: str, stamps: str) -> Made | None:
    """The rules of a checkout's index, None where it is missing, damaged or older than its pages."""
    try:
        kept = undump(Held(files.read_own(path)))
        for made in kept.made.values():
            made()
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return kept.made if kept.stamps == stamps else None


def _write(path: str, data: bytes) -> None:
    """Writes the index at once or not at all: another process may be reading it. A folder that is read-only stays so."""
    import contextlib

    from pipelint.base.disk.write import write_file

    with contextlib.suppress(OSError):
        write_file(path, data)
