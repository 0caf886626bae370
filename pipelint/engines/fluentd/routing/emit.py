"""Which tags a Fluentd plugin emits, and to which label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing import tags
from pipelint.engines.fluentd.routing.atoms import Anything, Choice, automaton, literal
from pipelint.engines.fluentd.routing.stages import ROOT_LABEL, STORES
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError
from pipelint.graph.stage import Flow, Kind, Stage
from pipelint.plugins.behaviour import Narrows, Sends, Tags

ERROR_LABEL = "@ERROR"
LOG_LABEL = "@FLUENT_LOG"

# Fluentd's own log events.
LOG_TAGS = automaton((*literal("fluent."), Choice(tuple(map(literal, ("trace", "debug", "info", "warn", "error", "fatal"))))))

ANY_KEY = "*"


@dataclass(frozen=True, slots=True)
class Emission:
    """Events under ``tags`` that go to the rules of ``label``; a label of None is not known from the config.

    ``exact`` is false where ``tags`` may hold words that are never emitted. ``place`` is the rule that gives the tags, None
    for the stage itself. ``asked`` are keys of the record whose values decided on the way; ANY_KEY where all may have.
    """

    flow: Flow
    label: str | None
    tags: Automaton
    exact: bool = True
    place: Place | None = None
    asked: frozenset[str] = frozenset()

    def after(self, before: Emission) -> Emission:
        """This emission, of events that came by ``before``: what was asked of them there says what they may answer here."""
        free = not self.asked or (ANY_KEY not in before.asked and not self.asked & before.asked)
        return replace(self, exact=self.exact and before.exact and free, asked=self.asked | before.asked)

    def filtered(self, stage: Stage) -> Emission:
        """These events after a filter."""
        match known(stage).events.narrows:
            case Narrows.NOTHING:
                return self
            case Narrows.SET_KEYS:
                records = [block for block in stage.block.blocks if block.name == "record"]
                return replace(self, asked=self.asked | {name for block in records for name in block.params})
            case _:
                return replace(self, asked=frozenset((ANY_KEY,)))


def label_of(stage: Stage, default: str | None) -> str | None:
    """Where ``@label`` sends what a stage emits; None where the environment decides."""
    param = stage.block.param("@label")
    if param is None:
        return default
    if param.embedded:
        return None
    return named_label(param.value)


def from_source(stage: Stage) -> list[Emission]:
    """What a source emits."""
    kind = known(stage).events.tags
    if kind is Tags.NONE or (kind is Tags.ASKED and not stage.value("tag")):
        return []
    label = label_of(stage, ROOT_LABEL)
    # More after the tag may be few words: not each that it could be is certain to come.
    exact = kind is not Tags.BELOW
    try:
        return [Emission(Flow.ROUTE, label, _source_tags(stage), exact)]
    except TooLargeError:
        return [Emission(Flow.ROUTE, label, tags.ANY, exact=False)]


def _source_tags(stage: Stage) -> Automaton:
    """The tags that a source gives its events. Raises TooLargeError."""
    tag = stage.value("tag")
    if not tag or any("tag_key" in block.params for block in stage.block.walk()):
        return tags.ANY
    kind = known(stage).events.tags
    if kind is Tags.PATH and "*" in tag:
        prefix, _, rest = tag.partition("*")
        suffix = rest.partition("*")[0]
        path = tags.path_tag(stage.value("path"), stage.value("path_delimiter", ","))
        return automaton((*tags.template(prefix), *path, *tags.template(suffix)))
    match kind:
        case Tags.BELOW:
            return automaton((*tags.template(tag), *literal("."), Anything()))
        case Tags.PRIORITY:
            param = stage.block.params.get("emit_unmatched_lines")
            read = tags.PRIORITY if param is None or types.is_false(stage.block, param.name) else tags.PRIORITY_OR_UNMATCHED
            return automaton((*tags.template(tag), *literal("."), *read))
        case Tags.SENDER:
            return tags.ANY
        case Tags.GIVEN | Tags.ASKED | Tags.PATH:
            return tags.written(tag)
        case _:
            # A plugin that is not known may put something after the tag that it was given.
            return automaton((*tags.template(tag), Anything()))


def may_emit(stage: Stage) -> bool:
    """Whether a filter emits more than the events that it hands on."""
    events = known(stage).events
    return bool(events.errors) or events.timeout_label in stage.block.params


def from_filter(stage: Stage, incoming: Automaton) -> list[Emission]:
    """What a filter emits besides the events that it hands on: what timed out or failed."""
    events = known(stage).events
    if events.timeout_label in stage.block.params:
        param = stage.block.params[events.timeout_label]
        return [Emission(Flow.TIMEOUT, None if param.embedded else named_label(param.value), incoming)]
    if events.errors and not types.is_false(stage.block, events.errors):
        return [Emission(Flow.ERROR, ERROR_LABEL, incoming)]
    return []


def nowhere(_: str) -> bool:
    """No label has got all tags."""
    return False


def from_output(stage: Stage, incoming: Automaton, has_all: Callable[[str], bool] = nowhere) -> Iterable[Emission]:
    """What an output emits anew. Empty for those that send all events away.

    ``has_all``: whether what a label gets any more makes no difference, which spares the work to find it out.
    """
    sends = known(stage).events.sends
    if sends is Sends.RELABELLED:
        return [Emission(Flow.RELABEL, label_of(stage, ROOT_LABEL), incoming)]
    if sends is Sends.AWAY:
        return _retried(stage, incoming)
    if sends in STORES:
        return []
    if sends is Sends.REWRITTEN:
        return _rewrites(stage, incoming, has_all)
    if sends is Sends.UNKNOWN and (labels := _held_labels(stage)):
        return [Emission(Flow.EMIT, label, tags.ANY, exact=False) for label in labels]
    label = label_of(stage, stage.label)
    try:
        emitted = _emitted(stage, incoming)
    except TooLargeError:
        return [Emission(Flow.EMIT, label, tags.ANY, exact=False)]
    if emitted is incoming and sends is not Sends.PREFIXED:
        return []
    return [Emission(Flow.EMIT, label, emitted)]


def _held_labels(stage: Stage) -> list[str | None]:
    """The labels that its file says an output sends events to, as its parameters and sections name them, each once."""
    found: dict[str | None, None] = {}
    for held in known(stage).holds.get("label", ()):
        section, _, name = held.rpartition("/")
        for block in (inner for inner in stage.block.blocks if inner.name == section) if section else (stage.block,):
            if block.value(name):
                found[named_label(block.value(name))] = None
    return list(found)


def _retried(stage: Stage, incoming: Automaton) -> list[Emission]:
    """The events that an output emits again since their server refused them, where they get another tag or label."""
    retry_tag = known(stage).events.retry_tag
    if not retry_tag:
        return []
    label, tag = label_of(stage, stage.label), stage.value(retry_tag)
    if not tag:
        # Under the tag that they had they only meet in its label what they met before.
        return [] if label == stage.label else [Emission(Flow.RETRY, label, incoming)]
    try:
        return [Emission(Flow.RETRY, label, tags.written(tag))]
    except TooLargeError:
        return [Emission(Flow.RETRY, label, tags.ANY, exact=False)]


def _emitted(stage: Stage, incoming: Automaton) -> Automaton:
    """The tags under which an output emits events again; those that came in where it changes none. Raises TooLargeError."""
    if "tag" in stage.block.params and known(stage).events.sends is not Sends.PREFIXED:
        return tags.written(stage.block.value("tag"))
    return _prefixed(stage, incoming)


def is_known(stage: Stage) -> bool:
    """Whether all tags that a stage emits are known; a source or output by somebody else may emit any tag to any label."""
    match stage.kind:
        case Kind.SOURCE:
            return known(stage).events.tags is not Tags.UNKNOWN
        case Kind.OUTPUT:
            return known(stage).events.sends is not Sends.UNKNOWN
        case _:
            return True


def _rewrites(stage: Stage, incoming: Automaton, has_all: Callable[[str], bool]) -> Iterator[Emission]:
    """What each rule of rewrite_tag_filter that can come into play emits."""
    # Imported here, as below: most configs rewrite no tags.
    from pipelint.engines.fluentd.plugins import rewrite_tag_filter as rewrite

    label = label_of(stage, stage.label)
    if label is not None and has_all(label) and not any("label" in block.params for block in stage.block.blocks):
        return
    rules = rewrite.tag_rules(stage)
    asked: frozenset[str] = frozenset()
    for index, (rule, covering) in enumerate(zip(rules, rewrite.covered_by(rules), strict=True)):
        asked = asked if rule.key in asked else asked | {rule.key}
        to = label if rule.label is None else named_label(rule.label)
        if (to is not None and has_all(to)) or covering is not None:
            continue
        emitted = rewrite.rewritten(stage, rule, incoming)
        if not emitted.is_empty:
            yield Emission(Flow.EMIT, to, emitted, rewrite.is_exact(rules, index), rule.place, asked)


def named_label(label: str) -> str | None:
    """The label of a name; None where embedded Ruby says it."""
    return None if "#{" in label else ROOT_LABEL if label == "@ROOT" else label


def _prefixed(stage: Stage, incoming: Automaton) -> Automaton:
    """The incoming tags with a prefix taken off and another put before them, as the parameters say."""
    block = stage.block
    removed, added = block.value("remove_tag_prefix"), block.value("add_tag_prefix")
    if not removed and not added:
        return incoming
    out = incoming
    if removed:
        # Tags without the prefix stay as they are.
        prefixed = automaton((*literal(f"{removed}."), Anything()))
        out = out.after(f"{removed}.") | (out - prefixed)
    return out.before(f"{added}.") if added else out


def ends(stage: Stage) -> bool:
    """Whether an output sends events away, as far as it has no stores, instead of giving them to the router again."""
    match known(stage).events.sends:
        case Sends.AWAY:
            return True
        case Sends.RELABELLED | Sends.REWRITTEN | Sends.PREFIXED:
            return False
        case _:
            return "tag" not in stage.block.params


def reports_errors(stage: Stage) -> bool:
    """Whether events that a stage cannot handle go to ``@ERROR``."""
    return bool(known(stage).events.errors)
