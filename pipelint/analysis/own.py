"""What of the facts on a stage or regex its own section decides, and a key that is the same where that section is."""

from __future__ import annotations

from collections.abc import Hashable

from pipelint.analysis.build import Facts
from pipelint.analysis.config_facts import ConfigFact
from pipelint.analysis.facts import StageFact
from pipelint.analysis.regexes.facts import RegexFact
from pipelint.base.block import Block

# Attributes of a stage that other sections, other files or the way of its events decide. All others, and those of regexes, come
# from the section of the plugin that it is, or is a part of.
ELSEWHERE = frozenset(
    [
        *("reachable", "upstream", "downstream", "sources", "container_logs", "docker_time", "reads", "record", "rewrites"),
        *("shadowed_by", "unreached", "guards", "previous", "avoidable"),
    ]
)
# Parameters that name files, which are no part of the section.
_FILES = frozenset(["patterns_dir", "custom_pattern_path"])
# Attributes of a config that ``context`` holds.
OF_ALL = frozenset(["engine", "workers", "kubernetes", "complete", "skipped", "version"])


def context(config: ConfigFact) -> Hashable:
    """All that decides, beside the sections themselves, what the facts of stages say but for those of ``ELSEWHERE``."""
    settings = tuple((p.id, *((name, param.value) for name, param in p.settings.items())) for p in config.pipelines)
    return config.engine, config.workers, config.kubernetes, config.complete, config.skipped, config.version, settings


def branches_key(facts: Facts) -> Hashable:
    """Equal for two versions of a config in which the same is known of each condition: these, and what filters do between."""
    found: list[Hashable] = []
    for block in facts.config.block.walk():
        found += block.name, block.arg, len(block.blocks)
        # Of what is no section or branch, parameters count as far as they change fields.
        if block.condition is None and (block.params or not block.blocks):
            done = facts.changes.of(block)
            found += done.writes, tuple(done.removes), done.ends
    return tuple(found)


class Keys:
    """The keys of one version's stages and regexes."""

    def __init__(self) -> None:
        # By the identity of a plugin's section that is no part of another one: all its parts share its text.
        self._wholes: dict[int, Hashable] = {}

    def of(self, subject: object) -> Hashable:
        """Equal for two stages, or two regexes, whose own facts are; None for what has none, or where several texts decide."""
        if isinstance(subject, StageFact):
            return self._stage(subject)
        if isinstance(subject, RegexFact) and subject.stage is not None and (around := self._stage(subject.stage)) is not None:
            return around, subject.alike()
        return None

    def _stage(self, stage: StageFact) -> Hashable:
        whole = stage
        while whole.parent is not None:
            whole = whole.parent
        if id(whole.block) not in self._wholes:
            self._wholes[id(whole.block)] = _said(whole.block)
        said = self._wholes[id(whole.block)]
        if said is None:
            return None
        own, start = stage.block.place.span, whole.block.place.span.start
        return stage.kind, stage.plugin, stage.pattern, stage.label, stage.worker, own.start - start, own.end - start, said


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
