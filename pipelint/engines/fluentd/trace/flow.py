"""The way of events through filters, outputs and labels."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.text.document import Place
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.emit import ERROR_LABEL, label_of
from pipelint.engines.fluentd.trace.event import Live, Outcome, Trail, snapshot
from pipelint.engines.fluentd.trace.outputs import RewriteTag, copies_of
from pipelint.engines.fluentd.trace.rules import Rules, Way
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, RubyError
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins.behaviour import Sends
from pipelint.trace.model import Event, Fate

# So often an event may be emitted anew, one out of the other. Fluentd itself ends after a few thousand, with an error.
_MOST_HOPS = 40
# So often all that comes of one line may be.
_MOST_EMITTED = 500


class Flow:
    """One run of events through a config's rules. ``joined`` are journeys that a stage gave on after it had held them."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._hops = self._emitted = 0
        self._rewrites: dict[int, RewriteTag] = {}
        self.joined: list[Trail] = []
        for stage in rules.stages:
            if stage.kind is Kind.OUTPUT and known(stage).events.sends is Sends.REWRITTEN:
                self._prepare(stage)

    def _prepare(self, stage: Stage) -> None:
        if stage.plugin != "rewrite_tag_filter":
            return
        try:
            self._rewrites[stage.index] = RewriteTag(stage)
        except RefusedError:
            raise
        except LostError:
            # It is said when an event comes there.
            pass

    def emit(self, label: str | None, live: Live, sender: Stage) -> None:
        """Gives an event to the rules of a label."""
        if label is None:
            return live.step(sender, Fate.UNKNOWN, (), "the environment decides which label it goes to")
        if label not in self._rules.labels:
            return live.step(sender, Fate.UNKNOWN, (), f"there is no label {label}")
        if not self._hops:
            self._emitted = 0
        self._emitted += 1
        if self._hops >= _MOST_HOPS or self._emitted > _MOST_EMITTED:
            return live.step(sender, Fate.UNKNOWN, (), "the event goes round and round", sender.place)
        self._hops += 1
        try:
            self._pass(label, self._rules.way(label, live.tag), 0, live, sender, None)
        finally:
            self._hops -= 1
        return None

    def _pass(self, label: str, way: Way, start: int, live: Live, sender: Stage, event: Event | None) -> None:
        """From the filter number ``start`` on; ``event`` is how the event looks now, where that was made."""
        last = sender
        for number in range(start, len(way.filters)):
            stage, made = way.filters[number]
            last = stage
            try:
                result = made.apply(live)
            except RubyError as error:
                event = None
                self._failed(label, stage, live, str(error), error.place)
                if way.goes_on is None:
                    why = "whether an event that failed goes on depends on a filter that is not known here"
                    return live.step(stage, Fate.UNKNOWN, (), why, stage.place)
                if not way.goes_on:
                    return None
                live.step(stage, Fate.PASSED, (live.event(),), "the filters after it get the event all the same")
                continue
            except LostError as lost:
                return live.step(stage, Fate.UNKNOWN, (), lost.reason, lost.place)
            if isinstance(result, Outcome):
                return self._outcome(label, way, number, live, stage, result)
            if event is None or result is not live:
                event = result.event()
            live = result
            live.step(stage, Fate.PASSED, (event,))
        if way.why is not None:
            return live.step(last, Fate.UNKNOWN, (), f"which rule takes it is not known: {way.why.reason}", way.why.place)
        if way.output is None:
            return live.step(last, Fate.NOWHERE, (event or live.event(),), f"no match takes the tag {live.tag}")
        return self._output(label, way.output, live, event)

    def _outcome(self, label: str, way: Way, number: int, live: Live, stage: Stage, result: Outcome) -> None:
        for failed, reason in result.failed:
            self._failed(label, stage, failed, reason, result.place)
        if result.fate is Fate.HELD:
            live.trail.whole().held += 1
        elif result.fate is not Fate.PASSED and not result.failed:
            live.step(stage, result.fate, (), result.reason, result.place)
        for one in result.live:
            event = one.event()
            one.step(stage, Fate.PASSED, (event,), "" if result.failed else result.reason if result.fate is Fate.PASSED else "")
            self._pass(label, way, number + 1, one, stage, event)
            self.joined.append(one.trail.whole())
        if result.fate is Fate.HELD:
            live.step(stage, Fate.HELD, (), result.reason, result.place)

    def _failed(self, label: str, stage: Stage, live: Live, reason: str, place: Place | None) -> None:
        """An event that a plugin reports as failed: it goes to @ERROR, or only into Fluentd's log."""
        live.step(stage, Fate.FAILED, (live.event(),), reason, place)
        if self._rules.has_error_label and label != ERROR_LABEL:
            self.emit(ERROR_LABEL, Live(live.tag, live.time, live.record, live.trail), stage)

    def _output(self, label: str, stage: Stage, live: Live, event: Event | None) -> None:
        sends = known(stage).events.sends
        action = _ACTIONS.get(sends)
        if stage.block.open or action is None:
            return live.step(stage, Fate.UNKNOWN, (), f"what the output {stage.plugin} does is not known here", stage.place)
        try:
            action(self, label, stage, live, event or live.event())
        except LostError as lost:
            live.step(stage, Fate.UNKNOWN, (), lost.reason, lost.place)
        except RubyError as error:
            why = f"it raises an error, which ends the whole batch: {error}"
            live.step(stage, Fate.UNKNOWN, (), why, error.place)
        return None

    def _away(self, label: str, stage: Stage, live: Live, event: Event) -> None:
        live.step(stage, Fate.SENT, (event,))

    def _relabel(self, label: str, stage: Stage, live: Live, event: Event) -> None:
        live.step(stage, Fate.PASSED, (event,))
        self.emit(label_of(stage, stage.label), live, stage)

    def _copy(self, label: str, stage: Stage, live: Live, event: Event) -> None:
        if stage.plugin != "copy":
            raise LostError(f"what the output {stage.plugin} does is not known here", stage.place)
        record = copies_of(stage, live)
        live.step(stage, Fate.PASSED, (event,))
        for store in self._rules.stores.get(stage.index, ()):
            if "ignore_if_prev_success" in store.block.arg:
                raise LostError("whether this store gets the event depends on the one before", store.place)
            self._output(label, store, Live(live.tag, live.time, record(), live.trail), None)

    def _rewrite(self, label: str, stage: Stage, live: Live, event: Event) -> None:
        rewrite = self._rewrites.get(stage.index)
        if rewrite is None:
            rewrite = RewriteTag(stage) if stage.plugin == "rewrite_tag_filter" else None
        if rewrite is None:
            raise LostError(f"what the output {stage.plugin} does is not known here", stage.place)
        found = rewrite.rewritten(live)
        if isinstance(found, str):
            return live.step(stage, Fate.DROPPED, (), found)
        live.step(stage, Fate.PASSED, (Event(snapshot(live.record), found.tag, event.time),), "", found.place)
        return self.emit(found.label, Live(found.tag, live.time, live.record, live.trail), stage)


_ACTIONS: dict[Sends, Callable[[Flow, str, Stage, Live, Event], None]] = {
    Sends.AWAY: Flow._away,
    Sends.RELABELLED: Flow._relabel,
    Sends.EACH_STORE: Flow._copy,
    Sends.REWRITTEN: Flow._rewrite,
}
