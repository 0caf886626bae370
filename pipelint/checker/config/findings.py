"""The findings of one config: rules on facts, less what comments and the baseline hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.limits import left_out
from pipelint.checker.config.costs import Today
from pipelint.checker.config.out_of_use import milder
from pipelint.checker.config.versions import release_of
from pipelint.checker.result import Checked
from pipelint.engines.parts import parts_of
from pipelint.facts.config import TrafficFact
from pipelint.facts.schema import regexes, targets
from pipelint.facts.stage import StageFact
from pipelint.rules.asking import identity
from pipelint.rules.run import Selection, Target, run, run_again
from pipelint.rules.select import names_rule
from pipelint.settings.model import Settings
from pipelint.suppress.comments import comments

if TYPE_CHECKING:
    from pipelint.base.writer import Writer
    from pipelint.checker.config.unedited import Judged, Unedited, Version
    from pipelint.cost.regex.saving import Prices
    from pipelint.facts.engine import Facts
    from pipelint.facts.secrets.known import Secrets
    from pipelint.language.config import Config
    from pipelint.predicate.evaluate.frame import Hide
    from pipelint.rules.rule import Rule
    from pipelint.suppress.baseline import Baseline

# Rules on what became of suppression comments: they are asked when all others have been.
_LAST = "suppression"


@dataclass(frozen=True, slots=True)
class Sorted:
    """Findings that count, and those that comments hide."""

    findings: tuple[Finding, ...]
    hidden: tuple[Finding, ...] = ()


def check_config(config: Config, settings: Settings, rules: Sequence[Rule], baseline: Baseline | None = None) -> Checked:
    """The findings of one config, worst first, and its estimate. Each fix has been tried.

    Raises CostModelError, OSError of a model that settings name.
    """
    costs = Today(config, settings)
    found = _checked(config, settings, baseline, judge(config, settings, rules, costs))
    if not (found.findings or found.hidden or found.known or settings.estimates or settings.min_events is not None):
        return found
    # Imported here: a clean config has no fixes to try.
    from pipelint.checker.config.gains import may_gain, with_gains
    from pipelint.checker.trial.trial import tried

    gaining = settings.gains and any(map(may_gain, found.findings))
    wanted = gaining or settings.estimates or settings.min_events is not None
    today = costs.estimate if wanted else None
    gains = with_gains(found.findings, config, costs, settings) if gaining and today is not None else None
    findings = sorted(found.findings if gains is None else gains.findings, key=_rank)
    # Of those that do not count, too: reports for machines have them with their fixes.
    out, hidden, old = (tuple(tried(each, config)) for each in (findings, found.hidden, found.known))
    return Checked(config, out, today, settings, hidden, old, joint=() if gains is None else gains.joint)


def check_while_editing(
    config: Config, settings: Settings, rules: Sequence[Rule], unedited: Unedited, baseline: Baseline | None = None
) -> Checked:
    """The same findings at every keystroke: without estimate and gains, in any order, without fixes (``with_fixes``).

    ``unedited`` is what is kept from version to version.
    """
    return _checked(config, settings, baseline, judge(config, settings, rules, again=True, fixes=False, unedited=unedited))


def with_fixes(findings: Sequence[Finding], config: Config, settings: Settings, rules: Sequence[Rule]) -> list[Finding]:
    """Findings of ``check_while_editing`` with their fixes, each of which has been tried."""
    # Imported here: fixes are made when somebody asks for them.
    from pipelint.checker.trial.trial import tried

    fixes = {identity(each): each.fix for each in judge(config, settings, rules, again=True).findings}
    return tried([replace(each, fix=fixes.get(identity(each))) for each in findings], config)


def _checked(config: Config, settings: Settings, baseline: Baseline | None, found: Sorted) -> Checked:
    """A config with those findings that count, and apart from them those that the baseline knows."""
    new, known = (found.findings, []) if baseline is None else baseline.split(found.findings)
    return Checked(config, tuple(new), None, settings, found.hidden, tuple(known))


def judge(
    config: Config,
    settings: Settings,
    rules: Sequence[Rule],
    costs: Today | None = None,
    *,
    again: bool = False,
    fixes: bool = True,
    unedited: Unedited | None = None,
) -> Sorted:
    """What the selected rules of ``rules`` find in a config, and what its comments hide of it. ``costs``: the config's own.

    ``again``: other versions of the config will be asked for, as an editor does. What a section alone decides is noted at it,
    what is found elsewhere in ``unedited``. Findings come with ``fixes`` or without.
    """
    targeted, rate = config.engine.name in settings.versions, (costs or Today(config, settings)).rate
    release = release_of(config.entry, settings)
    version = None if unedited is None else unedited.version(config, (settings, tuple(rules), release))
    try:
        facts = parts_of(config).facts.build(config, rate, release, targeted=targeted)
        try:
            found = _found(facts, config, settings, rules, again, config.engine.writer if fixes else None, version)
        finally:
            facts.take_apart()
    finally:
        if version is not None:
            version.end()
    if not config.entry.loose:
        return found
    # Imported here: most configs are no templates.
    from pipelint.checker.config.readings import agreed

    return agreed(config, found, lambda other: judge(other, settings, rules, fixes=False))


# The configs of a run ask for the same, and there are hundreds of rules.
@lru_cache(maxsize=8)
def _chosen(selection: Selection, rules: tuple[Rule, ...]) -> tuple[tuple[Rule, ...], bool]:
    """The rules that are asked first, and whether any of them judges what can be read."""
    # What keeps a config from being read is said whatever was selected: a broken config is not a clean one.
    syntax = [rule for rule in rules if rule.on == "syntax" and Selection((), selection.ignore).wants(rule)]
    others = [rule for rule in selection.of(rules) if rule.on not in ("syntax", _LAST)]
    return (*syntax, *others), bool(others)


def _found(
    facts: Facts,
    config: Config,
    settings: Settings,
    rules: Sequence[Rule],
    again: bool,
    writer: Writer | None,
    version: Version | None,
) -> Sorted:
    traffic = TrafficFact(
        settings.traffic.runtime,
        round(settings.traffic.line_bytes),
        settings.traffic.events_per_second,
        settings.min_events,
    )
    shared: dict[str, object] = {"config": facts.config, "traffic": traffic}
    hide = _hiding(config)
    prices = partial(_prices, settings)
    chosen, judges_more = _chosen(settings.selection, tuple(rules))
    sound, led = _sound(facts, config) if judges_more else ([], frozenset[int]())

    def judged() -> Iterator[Judged]:
        yield from ((kind, variables, False) for kind, variables in targets(facts, traffic, prices))
        yield from ((stage.kind.value, {"stage": stage, **shared}, True) for stage in sound)
        yield from (("regex", {"regex": regex, **shared}, True) for regex in (regexes(facts, prices, sound) if sound else ()))

    if again:
        # Imported here: a check asks once.
        from pipelint.checker.config.silence import Silence

        silent = Silence(facts.config, traffic, broken=config.broken)

        def asked(judged: Iterable[Judged], hide: Hide) -> list[Target]:
            return [
                Target(kind, variables, writer, hide, *silent.at(variables), alone=alone, led=id(variables.get("stage")) in led)
                for kind, variables, alone in judged
            ]

        found = None if version is None else version.findings(facts, traffic, prices, chosen, asked, hide)
        found = _settled(milder(run_again(chosen, asked(judged(), hide)) if found is None else found, config), settings)
    else:
        told = [
            Target(kind, variables, writer, hide, alone=alone, led=id(variables.get("stage")) in led)
            for kind, variables, alone in judged()
        ]
        found = _settled(milder(run(chosen, told), config), settings)
    if any(document.sealed or document.back is not None for document in config.documents):
        # Imported here: most configs are files, or texts that can be quoted and written as they are.
        from pipelint.checker.config.hosted import sealed, writable

        found = writable(sealed(found, rules) if config.entry.sealed else found)
    said = comments(config.documents, config.root, dict.fromkeys(workload.place.document for workload in config.workloads))
    if not said:
        return Sorted(tuple(found))
    # Imported here: most configs have no such comments.
    import datetime

    from pipelint.base.disk.asked import today
    from pipelint.rules.index import load_index
    from pipelint.suppress.apply import apply

    # A comment may name a rule of another engine.
    every = [*rules, *load_index().rules]
    applied = apply(found, said, every, chosen, settings.today or datetime.date.fromisoformat(today()))
    last = [rule for rule in rules if rule.on == _LAST and settings.selection.wants(rule)]
    about = run(last, [Target(_LAST, {_LAST: fact, **shared}, writer, hide=hide) for fact in applied.facts])
    return Sorted((*applied.findings, *_settled(about, settings)), applied.hidden)


def _sound(facts: Facts, config: Config) -> tuple[list[StageFact], frozenset[int]]:
    """The stages of a config with syntax errors that can be judged by themselves; how many are left out is said.

    With the ``id`` of those of them that can be judged with what comes before them. Of a config with more stages than are
    followed all are judged by themselves.
    """
    if config.errors and not config.broken:
        left_out("the syntax is broken: the rest is judged as it is once that is mended")
    if not config.broken:
        return (facts.config.stages if facts.config.skipped else []), frozenset()
    # Imported here: most configs have no errors.
    from pipelint.facts.sound import Broken

    stages = facts.config.stages
    found = Broken(config).sound(facts.config)
    led = [] if facts.config.skipped else facts.engine.led(config, found)
    if stages:
        judged, whole = (sum(stage.parent is None for stage in each) for each in (found, stages))
        how = "each by itself or with what comes before it" if led else "each by itself"
        left_out(f"the syntax is broken: of {whole} plugin{'s' * (whole > 1)} {judged} could be checked, and only {how}")
    return found, frozenset(map(id, led))


def _hiding(config: Config) -> Hide:
    """Gives texts as messages may show them: without the secrets of the config."""
    known: list[Secrets] = []

    def hide(text: str) -> str:
        if not known:
            # Imported here: a clean config is quoted nowhere.
            from pipelint.facts.secrets.known import Read, Secrets

            known.append(Secrets([Read.of(config)]))
        return known[0].prose(text)

    return hide


def _prices(settings: Settings) -> Prices:
    """The times of searches in lines as long as the traffic's."""
    from pipelint.cost.regex.prices import ModelPrices

    return ModelPrices(round(settings.traffic.line_bytes))


def _settled(findings: Sequence[Finding], settings: Settings) -> list[Finding]:
    """The findings with the severities of the settings, less those that are not asked in their files."""
    if not settings.severities and not settings.per_file_ignores:
        return list(findings)
    out = []
    for finding in findings:
        ignored = settings.ignored_in(finding.place.document.file.path)
        if any(names_rule(selector, finding.code, finding.name) for selector in ignored):
            continue
        named = [s for s in settings.severities if names_rule(s, finding.code, finding.name)]
        # The longest says it most exactly: a name, a code, the beginning of one.
        best = max(named, key=len, default=None)
        out.append(finding if best is None else replace(finding, severity=settings.severities[best]))
    return out


def _rank(finding: Finding) -> tuple[int, float, str, int]:
    """Worst first: by severity, then by the gain that can be relied on, then by place."""
    gain = finding.gain.at_least if finding.gain else 1.0
    return -finding.severity, -gain, finding.place.document.name, finding.place.span.start
