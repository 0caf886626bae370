"""The one way through the house: from paths to findings and estimates. Command line, CI and editor all call this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pipelint.analysis.build import build_facts
from pipelint.analysis.facts import TrafficFact
from pipelint.analysis.schema import targets
from pipelint.base.document import Document, SourceFile
from pipelint.base.finding import Edit, Finding, Gain, Note, Problem
from pipelint.base.sourcemap import SourceMap
from pipelint.cost.traffic import TrafficProfile
from pipelint.engines.registry import engine, sniff
from pipelint.rules.index import load_index
from pipelint.rules.run import Selection, Target, run
from pipelint.sources import collect

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate
    from pipelint.engines.config import Config
    from pipelint.rules.index import Index
    from pipelint.rules.rule import Rule

# Predicting a gain reads and routes the edited config. Over this many stages in all, the findings that rank last get none.
GAIN_STAGES = 2_000
# A change of the rate that is shown as none.
_NOTHING = 0.005


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked for: which rules, which traffic, how fast the machine is (1.0: the measured one).

    ``cpu_limit`` is what the process may use at most, in CPUs (a Kubernetes container's limit); None where nothing limits it.

    ``estimates`` asks for the estimate of every config, also of one in which no finding has a gain to predict.
    """

    selection: Selection = field(default_factory=Selection)
    traffic: TrafficProfile = field(default_factory=TrafficProfile)
    scale: float = 1.0
    cpu_limit: float | None = None
    estimates: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """One config with its findings, worst first, and its estimate.

    The estimate is None where no event enters the config, where it cannot be read, and where nobody asked for it.
    """

    config: Config
    findings: tuple[Finding, ...]
    estimate: Estimate | None


@dataclass(frozen=True, slots=True)
class Report:
    """All configs of a run, what could not be read, and what was passed over."""

    checked: tuple[Checked, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]

    @property
    def findings(self) -> list[Finding]:
        """The findings of all configs."""
        return [finding for checked in self.checked for finding in checked.findings]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The configs of a run as their engines read them, what could not be read, and what was passed over."""

    configs: tuple[Config, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


def load(paths: Sequence[str], *, stdin: bytes | None = None, stdin_filename: str = "<stdin>") -> Loaded:
    """All configs in ``paths`` (files, folders, globs, ``-``). Raises nothing about the input."""
    found = collect(paths, sniff, stdin=stdin, stdin_filename=stdin_filename)
    configs: list[Config] = []
    problems = list(found.problems)
    for entry in found.entries:
        config = engine(entry.engine).load(entry)
        configs.append(config)
        if config.graph.skipped:
            problems.append(Problem(config.name, "too many plugins and tags to follow: only the syntax was checked"))
    return Loaded(tuple(configs), tuple(problems), found.notes)


def check(
    paths: Sequence[str], settings: Settings, *, stdin: bytes | None = None, stdin_filename: str = "<stdin>"
) -> Report:
    """Everything that pipelint finds in ``paths``. Raises UnknownSelector, and nothing about the input."""
    index = load_index()
    settings.selection.choose(index.rules)
    loaded = load(paths, stdin=stdin, stdin_filename=stdin_filename)
    checked = tuple(check_config(config, settings, index) for config in loaded.configs)
    return Report(checked, loaded.problems, loaded.notes)


def estimate_only(
    paths: Sequence[str], settings: Settings, *, stdin: bytes | None = None, stdin_filename: str = "<stdin>"
) -> Report:
    """The estimates of all configs in ``paths``; of findings only what keeps a config from being read."""
    loaded = load(paths, stdin=stdin, stdin_filename=stdin_filename)
    checked = [
        checked if checked.findings else replace(checked, estimate=estimate_config(checked.config, settings))
        for checked in syntax_only(loaded).checked
    ]
    return Report(tuple(checked), loaded.problems, loaded.notes)


def syntax_only(loaded: Loaded) -> Report:
    """What keeps loaded configs from being read, and nothing else."""
    broken = any(config.errors for config in loaded.configs)
    rules = [rule for rule in load_index().rules if rule.on == "syntax"] if broken else []
    checked = tuple(Checked(config, _findings(config, Settings(), rules), None) for config in loaded.configs)
    return Report(checked, loaded.problems, loaded.notes)


def check_config(config: Config, settings: Settings, index: Index) -> Checked:
    """The findings of one config, worst first, and its estimate."""
    findings = sorted(_findings(config, settings, index.rules), key=_rank)
    wanted = settings.estimates or any(map(_may_gain, findings))
    today = estimate_config(config, settings) if wanted and not config.errors else None
    if today is not None:
        left = GAIN_STAGES
        for position, finding in enumerate(findings):
            if _may_gain(finding) and left >= len(config.graph.stages):
                left -= len(config.graph.stages)
                findings[position] = _with_gain(finding, config, today, settings)
    return Checked(config, tuple(sorted(findings, key=_rank)), today)


def _findings(config: Config, settings: Settings, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    facts = build_facts(config)
    traffic = TrafficFact(settings.traffic.runtime, round(settings.traffic.line_bytes))
    asked = [Target(kind, variables, config.engine.writer) for kind, variables in targets(facts, traffic)]
    # What keeps a config from being read is said whatever was selected: a broken config is not a clean one.
    syntax = [rule for rule in rules if rule.on == "syntax" and Selection((), settings.selection.ignore).wants(rule)]
    others = [rule for rule in rules if rule.on != "syntax" and settings.selection.wants(rule)]
    return tuple(run([*syntax, *others], asked))


def estimate_config(config: Config, settings: Settings) -> Estimate | None:
    """The predicted cost of a config; None where no event enters it."""
    from pipelint.cost.estimate import estimate
    from pipelint.cost.model import load_model

    return estimate(config.graph, settings.traffic, load_model(config.engine.name), settings.scale)


def edited(documents: Sequence[Document], edits: Sequence[Edit]) -> dict[Document, Document]:
    """Documents with edits made in memory, by the documents that they stand for. Edits of one document do not overlap."""
    out: dict[Document, Document] = {}
    for document in documents:
        mine = sorted((e for e in edits if e.document is document), key=lambda e: e.span.start, reverse=True)
        if not mine:
            continue
        text = document.text
        for edit in mine:
            text = text[: edit.span.start] + edit.text.encode() + text[edit.span.end :]
        file = SourceFile(document.file.path, text)
        out[document] = Document(document.name, file, SourceMap.identity(text), document.part)
    return out


def _may_gain(finding: Finding) -> bool:
    """Whether its fix is an edit that is meant to make the config faster."""
    return finding.category == "performance" and finding.fix is not None and bool(finding.fix.edits)


def _with_gain(finding: Finding, config: Config, today: Estimate, settings: Settings) -> Finding:
    """The finding with what its fix is predicted to bring: the edited config is read and costed like any other."""
    assert finding.fix is not None
    after = config.engine.load(config.entry, edited(config.documents, finding.fix.edits))
    changed = None if after.errors else estimate_config(after, settings)
    if changed is None:
        return finding
    gain = Gain(today.events_per_cpu_second.mid, changed.events_per_cpu_second.mid)
    if today.bound and abs(gain.ratio - 1) < _NOTHING:
        # What the fix changes is likely to be in the part that was not measured: of that nothing is known.
        return finding
    return replace(finding, gain=gain)


def _rank(finding: Finding) -> tuple[int, float, str, int]:
    """Worst first: by severity, then by gain, then by place."""
    gain = finding.gain.ratio if finding.gain else 0.0
    return -finding.severity, -gain, finding.place.document.name, finding.place.span.start
