"""``pipelint rules``: all rules in a list; a new page of a team; whether a team's pages are right."""

from __future__ import annotations

import enum
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pipelint.cli.engine_name import FIRST_ENGINE, EngineName
from pipelint.cli.examples import epilog
from pipelint.cli.option import Annotated, Argument, Exit, Option, UsageError
from pipelint.cli.options import ConfigFile, Format, FormatOption, Isolated
from pipelint.cli.outputs import put
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, project
from pipelint.cli.parser import for_typer
from pipelint.cli.print_line import print_line
from pipelint.rules.link import link_of

if TYPE_CHECKING:
    from pipelint.rules.index import Index


class SeverityName(str, enum.Enum):
    """The severities by their names."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


app = typer.Typer(
    help="List the rules; create and test your own.", add_completion=False, rich_markup_mode=None, no_args_is_help=True
)


@app.callback()
def rules() -> None:
    """List the rules, all or some of them; create and test your own."""


@app.command("list", epilog=epilog("rules list"))
@for_typer
def list_rules(
    selectors: Annotated[tuple[str, ...], Argument("Rules to list: codes, prefixes (FD1) or names (all).")] = (),
    engine: Annotated[EngineName | None, Option("--engine", "Only rules for this engine's configs.", show_default=False)] = None,
    category: Annotated[str | None, Option("--category", "Only this category.", metavar="CATEGORY", show_default=False)] = None,
    severity: Annotated[SeverityName | None, Option("--severity", "Only this severity.", show_default=False)] = None,
    fixable: Annotated[bool, Option("--fixable", "Only rules with a fix that can be applied.")] = False,
    output: FormatOption = Format.TEXT,
    config: ConfigFile = None,
    isolated: Isolated = False,
) -> None:
    """List rules: code, severity, category, name. The rules of your own folders (setting `rules`) are included."""
    from pipelint.base.finding import Safety
    from pipelint.rules.pages.compile import CATEGORIES
    from pipelint.rules.select import UnknownSelector, check_selectors, names_rule

    if category is not None and category not in CATEGORIES:
        raise UsageError(f"{category} is not one of {', '.join(CATEGORIES)}", "--category")
    known = sorted((rule for index in known_rules(config, isolated=isolated) for rule in index.rules), key=lambda rule: rule.code)
    try:
        check_selectors(selectors, known)
    except UnknownSelector as error:
        raise UsageError(str(error)) from error
    found = [
        rule
        for rule in known
        if (not selectors or any(names_rule(word, rule.code, rule.name) for word in selectors))
        and (engine is None or rule.engine in (engine.value, "any"))
        and category in (None, rule.category)
        and (severity is None or rule.severity.word == severity.value)
        and (not fixable or {Safety.SAFE, Safety.UNSAFE} & {*rule.safeties})
    ]
    if output is Format.JSON:
        rows = [
            {
                **{"code": r.code, "name": r.name, "engine": r.engine, "severity": r.severity.word, "category": r.category},
                **{"group": r.group or None, "fix": [safety.value for safety in r.safeties], "title": r.title},
            }
            for r in found
        ]
        from pipelint.report.findings.json import dump

        sys.stdout.write(dump({"rules": rows}))
        return
    from pipelint.report.printing.output import look_of, write
    from pipelint.report.printing.styled import Piece, Role, line

    look = look_of(sys.stdout)
    for rule in found:
        group = f" ({rule.group})" if rule.group else ""
        code = Piece(rule.code, Role.STRONG, link_of(rule.code))
        said = f"  {rule.severity.word:8} {rule.category:12} {rule.name:36} {rule.title}{group}"
        write([line(code, look.shown(said))], sys.stdout)


@app.command("new", epilog=epilog("rules new"))
@for_typer
def new(
    name: Annotated[str, Argument("Name of the rule, as in stdout-in-production.")],
    folder: Annotated[Path, Option("--folder", "Folder of your rule pages.", metavar="FOLDER")] = Path("lint-rules"),
    engine: Annotated[EngineName, Option("--engine", "Engine whose configs the rule judges.")] = FIRST_ENGINE,
    category: Annotated[str, Option("--category", "Category of the rule.", metavar="CATEGORY")] = "correctness",
) -> None:
    """Write a complete page for a new rule, to be edited."""
    from pipelint.checker.pages.skeleton import next_code, skeleton
    from pipelint.engines.registry import parts
    from pipelint.rules.index import load_folder, load_index
    from pipelint.rules.pages.compile import CATEGORIES

    if category not in CATEGORIES:
        raise UsageError(f"{category} is not one of {', '.join(CATEGORIES)}", "--category")
    if not all(word.isascii() and word.isalnum() and word == word.lower() for word in name.split("-")):
        raise UsageError("a name must be lower-case words joined with -", "NAME")
    own = load_folder(folder, load_index().rules).index.rules if folder.is_dir() else ()
    if any((rule.engine, rule.name) == (engine.value, name) for rule in own):
        raise UsageError(f"{folder} already has a rule of this name", "NAME")
    code = next_code(own, CATEGORIES.index(category) + 1)
    target = folder / f"{code}-{name}.md"
    folder.mkdir(parents=True, exist_ok=True)
    if target.exists() or (wrong := put(target, skeleton(code, name, category, parts(engine.value).example, engine.value))):
        print_line(f"{target}: error: {'it is there already' if target.exists() else wrong}")
        raise Exit(UNREADABLE)
    print_line(f"{target}: written. Edit it, then run `pipelint rules test {folder}`.")
    print_line(f'To run the rule in a check, set rules = ["{folder}"] in pipelint.toml.')


@app.command("test", epilog=epilog("rules test"))
@for_typer
def test(folder: Annotated[Path, Argument("Folder of rule pages.")]) -> None:
    """Test the rule pages of a folder. Each page must load, fire once in each Bad example and never in a Good one."""
    from pipelint.checker.pages.examples import check_examples
    from pipelint.report.findings.text import print_problems

    if not folder.is_dir():
        print_line(f"{folder}: error: no such folder")
        raise Exit(UNREADABLE)
    found = check_examples(folder)
    print_problems(found.problems, sys.stdout)
    print_line(f"{_count(found.pages, 'page')}, {_count(found.examples, 'example')}, {_count(len(found.problems), 'problem')}")
    if not found.pages and not found.problems:
        print_line(f"{folder}: error: contains no rule pages (*.md)")
        raise Exit(UNREADABLE)
    if found.problems:
        raise Exit(FAILURE)


def known_rules(config: str | None, *, isolated: bool) -> list[Index]:
    """The project's rules, and those of the folders that the settings of the current folder name.

    Exits with an error on settings or pages that cannot be read.
    """
    from pipelint.checker.named_files import read_team_rules
    from pipelint.report.findings.text import print_problems
    from pipelint.rules.index import load_index
    from pipelint.settings.read import SettingsError

    try:
        folders = project(Overrides(), config, isolated).settings("any").rules
    except SettingsError as error:
        print_problems(error.problems, sys.stderr)
        raise Exit(UNREADABLE) from error
    team = read_team_rules(folders)
    print_problems(team.problems, sys.stderr)
    if team.problems:
        raise Exit(UNREADABLE)
    return [load_index(), *team.indexes]


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
