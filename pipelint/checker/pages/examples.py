"""Whether the examples of rule pages are what they say: the rule fires once in each Bad one, in no Good one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from pipelint.base.disk import files
from pipelint.base.finding import Finding, Problem
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span
from pipelint.checker.config.findings import check_config
from pipelint.checker.loading import load
from pipelint.checker.trial.trial import edited
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.data import data_dir
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config
from pipelint.rules.index import Loaded, load_folder, load_index
from pipelint.rules.pages.page import Example, read_page
from pipelint.rules.rule import Rule
from pipelint.rules.select import GROUPS, Selection
from pipelint.settings.model import Settings

# What the options of a block may say of the traffic, the budget, the engine's version and other findings.
OPTIONS = ("runtime", "events_per_second", "min_events", "version", "allow")
_NAMES = {"yaml": "config.yaml"}


@dataclass(frozen=True, slots=True)
class ExampleReport:
    """How many pages and examples were looked at, and what is wrong with them, each at its place."""

    pages: int
    examples: int
    problems: tuple[Problem, ...]


def check_examples(folder: Path) -> ExampleReport:
    """Checks the examples of all pages below a folder."""
    own = data_dir("rules")
    # The project's own pages are not there twice when they are the ones that are tested.
    known = [rule for rule in load_index().rules if folder.resolve() not in (own / rule.page).resolve().parents]
    loaded: Loaded = load_folder(folder, known)
    problems = list(loaded.problems)
    count = 0
    for rule in loaded.index.rules:
        path = files.join(loaded.index.folder, rule.page)
        file = SourceFile(path, files.read(path))
        for example in read_page(file).examples:
            count += 1
            problems += (_at(file, example, wrong) for wrong in _wrong(rule, example))
    return ExampleReport(len(loaded.index.rules), count, tuple(problems))


def _wrong(rule: Rule, example: Example) -> Iterator[str]:
    """What is wrong with an example, in words."""
    unknown = [name for name in example.options if name not in OPTIONS]
    if unknown:
        yield f"unknown option {unknown[0]} of the example; the options are {', '.join(OPTIONS)}"
        return
    try:
        settings = settings_of(example)
    except ValueError:
        yield "an option of the example is not a number"
        return
    name = _NAMES.get(example.language, f"{example.language}.conf")
    with tempfile.TemporaryDirectory() as folder:
        path = files.join(folder, name)
        Path(path).write_text(example.text, encoding="utf-8")
        configs = load([path]).configs
        if len(configs) != 1:
            yield f"the example is not one {example.language} config"
            return
        yield from _judged(rule, example, configs[0], settings)


def _judged(rule: Rule, example: Example, config: Config, settings: Settings) -> Iterator[str]:
    everything = load_index().rules
    syntax = [each for each in everything if each.on == "syntax"] if config.errors and rule.on != "syntax" else []
    if rule.on == "suppression":
        # Comments are about what the others find.
        found = [each for each in check_config(config, settings, everything).findings if each.code == rule.code]
    else:
        found = [*check_config(config, settings, [rule, *syntax]).findings]
    if any(finding.code != rule.code for finding in found):
        yield f"the example has a syntax error: {found[0].message}"
        return
    if example.section == "Good" and found:
        yield f"{rule.code} fires in a Good example: {found[0].message}"
    if example.section == "Bad" and len(found) != 1:
        yield f"{rule.code} fires {len(found)} times in a Bad example; it must fire once"
    if example.section == "Bad" and len(found) == 1 and not _removes(rule, found[0], config, settings):
        yield f"the fix does not remove {rule.code}"


def _removes(rule: Rule, finding: Finding, config: Config, settings: Settings) -> bool:
    """Whether a finding's fix, where it has one that is applied, removes it and leaves a sound config."""
    if finding.fix is None or not finding.fix.edits:
        return True
    documents = edited(config.documents, finding.fix.edits)
    after = config.engine.load(config.entry, documents)
    return not after.errors and not check_config(after, settings, [rule]).findings


def settings_of(example: Example) -> Settings:
    """The traffic, the budget and the version that an example is about, with the rules that are off. Raises ValueError."""
    options = example.options
    asked = float(options.get("events_per_second", 0))
    traffic = TrafficProfile(runtime=options.get("runtime", "docker"), events_per_second=asked)
    budget = float(options["min_events"]) if "min_events" in options else None
    # A manifest may hold configs of any engine.
    engines = ENGINES.names if example.language in _NAMES else (example.language,)
    versions = dict.fromkeys(engines, options["version"]) if "version" in options else {}
    return Settings(traffic=traffic, min_events=budget, versions=versions, selection=Selection(GROUPS))


def _at(file: SourceFile, example: Example, wrong: str) -> Problem:
    """A problem at the line before an example's text, where its fence is."""
    start = lines_of(file.data).start(example.line - 1)
    return Problem(file.path, wrong, file, Span(start, start + 3))
