"""What of the facts on a target its own section and what is beside it decide, and a key that is the same where these are."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pipelint.base.block import Block
from pipelint.engines.logstash.conditions.facts import BranchFact
from pipelint.engines.logstash.facts.field_writes import effects
from pipelint.facts.config import ConfigFact
from pipelint.facts.regexes.facts import RegexFact
from pipelint.facts.stage import StageFact

# Attributes of a stage that sections further off, other files or the way of its events decide. All others, and those of regexes,
# come from the section of the plugin that it is, or is a part of, and from what its key has beside it.
ELSEWHERE = frozenset(
    [
        *("upstream", "downstream", "sources", "container_logs", "docker_time", "reads", "record", "rewrites"),
        *("shadowed_by", "unreached", "avoidable"),
    ]
)
# The stage before a stage; keys have what the last so many of them say.
PREVIOUS = "previous"
STEPS_BACK = 2
# Parameters that name files, which are no part of the section.
_FILES = frozenset(["patterns_dir", "custom_pattern_path"])
# Attributes of a config that ``context`` holds, and those that ``branches_key`` decides.
OF_ALL = frozenset(["engine", "workers", "kubernetes", "complete", "skipped", "version"])
OF_BRANCHES = frozenset(["searches", "repeats"])


def context(config: ConfigFact) -> Hashable:
    """All that decides, beside the sections themselves, what the facts of stages say but for those of ``ELSEWHERE``."""
    settings = tuple((p.id, *((name, param.value) for name, param in p.settings.items())) for p in config.pipelines)
    return config.engine, config.workers, config.kubernetes, config.complete, config.skipped, config.version, settings


def branches_key(config: ConfigFact) -> Hashable:
    """Equal for two versions of a Logstash config that ask the same conditions, with filters between that do the same."""
    return tuple(
        (pipeline.arg, section.name, *[statement.noted(_way) for statement in section.blocks])
        for pipeline in config.block.blocks
        for section in pipeline.blocks
    )


def _way(statement: Block) -> Hashable:
    """What conditions in a plugin or branch ask, and what its plugins do between."""
    found: list[Hashable] = []
    for block in statement.walk():
        found += block.name, block.arg, len(block.blocks)
        # Of what is no branch, parameters count as far as they change fields.
        if not block.asks and (block.params or not block.blocks):
            done = effects(block)
            found += done.writes, done.removes, done.ends
    return tuple(found)


Token = Callable[[Hashable], Hashable]
"""Gives for equal keys one and the same thing, which is quicker to compare."""


class Keys:
    """The keys of one version's targets. ``token`` gives for equal keys one and the same thing, in all versions."""

    def __init__(self, config: ConfigFact, token: Token) -> None:
        self._config = config
        self._token = token
        # By the identity of a stage's fact.
        self._stages: dict[int, Hashable] = {}
        self._branches: Hashable = None

    def of(self, subject: object) -> tuple[Hashable, Block | None]:
        """Equal for two targets whose own facts are; None for what has none, or where several texts decide.

        With the section around the target, from whose start its places count.
        """
        if isinstance(subject, StageFact):
            return self.stage(subject), whole_of(subject).block
        if isinstance(subject, RegexFact):
            if subject.stage is None:
                return self._token((subject.name, subject.alike())), subject.block
            around = self.stage(subject.stage)
            return None if around is None else self._token((around, subject.alike())), whole_of(subject.stage).block
        if isinstance(subject, BranchFact):
            return _branch(subject), subject.block
        if isinstance(subject, ConfigFact) and subject.engine == "logstash":
            return self.branches, None
        return None, None

    @property
    def branches(self) -> Hashable:
        """``branches_key`` of the config."""
        if self._branches is None:
            self._branches = self._token(branches_key(self._config))
        return self._branches

    def stage(self, stage: StageFact) -> Hashable:
        """The key of a stage."""
        if id(stage) not in self._stages:
            key = self._beside(stage) if stage.parent is None else self._part(stage, whole_of(stage))
            self._stages[id(stage)] = None if key is None else self._token(key)
        return self._stages[id(stage)]

    def _part(self, stage: StageFact, whole: StageFact) -> Hashable:
        """What decides the facts of a part of a plugin: where in it it stands."""
        around = self.stage(whole)
        if around is None:
            return None
        own, start = stage.block.place.span, whole.block.place.span.start
        return stage.kind, stage.plugin, stage.pattern, stage.reachable, own.start - start, own.end - start, around

    def _beside(self, whole: StageFact) -> Hashable:
        """What decides the facts of a plugin: all that it says, and on the way to it."""
        said = whole.block.noted(_said)
        if said is None:
            return None
        key: tuple[Hashable, ...] = (whole.kind, whole.plugin, whole.pattern, whole.label, whole.worker, whole.reachable, said)
        if self._config.engine != "logstash":
            return key
        before: list[Hashable] = []
        here = whole.previous
        for _ in range(STEPS_BACK):
            if here is not None:
                before += here.reachable, here.block.noted(_said)
                here = here.previous
        if None in before:
            return None
        return *key, here is None, *before, *[(guard.text, guard.holds) for guard in whole.guards]


def _branch(branch: BranchFact) -> Hashable:
    """All that is known of a condition; None for one that others rule out, which are elsewhere."""
    if branch.contradicts is not None or branch.duplicate_of is not None or branch.removed:
        return None
    return branch.name, branch.text, branch.section, branch.pipeline, branch.never, branch.always, branch.alone


def whole_of(stage: StageFact) -> StageFact:
    """The stage itself, or the plugin that it is a part of."""
    while stage.parent is not None:
        stage = stage.parent
    return stage


def _said(whole: Block) -> Hashable:
    """All that a section says: its text, and its values, since in Fluentd's YAML format an alias stands for what is elsewhere.

    None where it is of several documents, or names files. Texts know their hash, which a structure would have to find out anew.
    """
    document = whole.place.document
    values: list[object] = []
    for block in whole.walk():
        if block.place.document is not document or not _FILES.isdisjoint(block.params):
            return None
        values.append((block.name, block.arg, [(param.name, param.value, param.embedded) for param in block.params.values()]))
    return whole.place.span.cut(document.text), repr(values)
