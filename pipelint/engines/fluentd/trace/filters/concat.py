"""The filter concat (fluent-plugin-concat 2.5): events joined to one. What only its timer or the end flushes stays held here."""

from __future__ import annotations

from pipelint.engines.fluentd.facts.regexes import slashed_use
from pipelint.engines.fluentd.plugins import concat
from pipelint.engines.fluentd.trace.event import Live, Outcome, Trail, join
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.pattern import Pattern, compiled
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, RubyError, known, to_i, to_s
from pipelint.facts.regexes.use import Role
from pipelint.trace.model import Fate

# So many events one stream may hold.
_MOST_HELD = 100_000
_PARTS = {
    "docker-fluentd": ("partial_message", "partial_id", "partial_ordinal", "partial_last", "partial_message"),
    "docker-journald": tuple(f"CONTAINER_PARTIAL_{name}" for name in ("MESSAGE", "ID", "ORDINAL", "LAST", "ID")),
}
_PARTS["docker-journald-lowercase"] = tuple(name.lower() for name in _PARTS["docker-journald"])
_LOGS = frozenset(f"fluent.{level}" for level in ("trace", "debug", "info", "warn", "error", "fatal"))
_WAITS = "waits for the event that ends or follows it; flush_interval or the end of Fluentd would flush it as an error"


class ConcatFilter:
    """Joins the values of one key."""

    stream = True
    mutates = False
    holds = True

    def __init__(self, params: Params) -> None:
        self._key, self._place = params.text("key"), params.place("key")
        self._separator = params.text("separator")
        self._stream_key = params.optional("stream_identity_key")
        self._first_time = params.flag("use_first_timestamp")
        self._keep = params.flag("keep_partial_key")
        self._keep_parts = params.flag("keep_partial_metadata")
        self._lines = params.optional("n_lines")
        self._start, self._goes_on, self._end = (_regex(params, name) for name in (concat.START, concat.GOES_ON, concat.END))
        self._partial, self._partial_value = params.optional("partial_key"), params.optional("partial_value")
        metadata, self._cri = params.flag("use_partial_metadata"), params.flag("use_partial_cri_logtag")
        self._logtag, self._cri_stream = params.optional("partial_cri_logtag_key"), params.optional("partial_cri_stream_key")
        self._parts = _PARTS.get(params.text("partial_metadata_format")) if metadata else None
        by_regex = self._start is not None or self._end is not None
        modes = (self._lines is not None, self._partial is not None, metadata, self._cri, by_regex)
        if sum(modes) != 1 or (self._partial is not None and self._partial_value is None) or (metadata and self._parts is None):
            raise RefusedError("Fluentd refuses this choice of what concat joins by", params.block.head_place)
        if "buffer_limit_size" in params:
            raise LostError("a limit of its buffer is not followed here", params.place("buffer_limit_size"))
        if self._cri and self._logtag is None:
            raise LostError("partial_cri_logtag_key is not said", params.block.head_place)
        self._held: dict[str, list[Live]] = {}

    def apply(self, live: Live) -> Live | Outcome:
        """See Filter."""
        record = live.record
        if live.tag in _LOGS:
            return live
        if not isinstance(record, dict):
            raise LostError("the record is no object, which ends the whole batch")
        must = (self._key, self._partial, self._parts[4] if self._parts else None)
        if any(key is not None and key not in record for key in must):
            return live
        known(record[self._key])
        out, kept = self._take(self._stream(live), live, record)
        done = tuple(self._finished(live, record, one) for one in out)
        if not kept:
            return done[0] if len(done) == 1 else Outcome(Fate.PASSED, done)
        return Outcome(Fate.HELD, done, _WAITS, self._place)

    def _stream(self, live: Live) -> str:
        assert isinstance(live.record, dict)
        stream = to_s(live.record.get(self._stream_key)) if self._stream_key is not None else ""
        if self._parts is not None:
            return f"{live.tag}:{stream}{to_s(live.record.get(self._parts[1]))}"
        return f"{live.tag}:{stream if self._stream_key is not None else 'default'}"

    def _take(self, stream: str, live: Live, record: dict[str, object]) -> tuple[list[Live], bool]:
        """What comes out, and whether the event itself is held."""
        held = self._held.setdefault(stream, [])
        if len(held) >= _MOST_HELD:
            raise LostError("more events are joined than are followed here", self._place)
        if self._start is not None or self._end is not None:
            return self._by_regex(held, live, record)
        held.append(live)
        if self._lines is not None:
            ended = len(held) >= to_i(self._lines)
        elif self._partial is not None:
            ended = known(record[self._partial]) != self._partial_value
        elif self._parts is not None:
            ended = known(record.get(self._parts[3])) == "true"
        else:
            tag = known(record.get(self._logtag or ""))
            if not isinstance(tag, str):
                # It was put into the buffer before.
                raise LostError(f"{self._logtag} is no text, and the event stays in the buffer", self._place)
            ended = tag.split(":")[0] == "F"
        return ([self._flush(held)], False) if ended else ([], True)

    def _by_regex(self, held: list[Live], live: Live, record: dict[str, object]) -> tuple[list[Live], bool]:
        text = record[self._key]
        first, last = _is(self._start, text), _is(self._end, text)
        out: list[Live] = []
        if first:
            if held:
                out.append(self._flush(held))
            held.append(live)
            if last:
                out.append(self._flush(held))
            return out, not last
        if last:
            held.append(live)
            return [self._flush(held)], False
        if not held and self._start is not None:
            return [live], False
        if held and self._goes_on is not None and not _is(self._goes_on, text):
            return [self._flush(held), live], False
        held.append(live)
        return [], True

    def _flush(self, held: list[Live]) -> Live:
        """The held events as one."""
        lines = list(held)
        held.clear()
        if self._parts is not None:
            ordinal = self._parts[2]
            numbers = [to_i(to_s(line.record.get(ordinal))) for line in lines if isinstance(line.record, dict)]
            if len(set(numbers)) != len(numbers):
                raise LostError("parts with one number come in any order", self._place)
            lines = [line for _, line in sorted(zip(numbers, lines, strict=True), key=lambda one: one[0])]
        values = [known(line.record[self._key]) for line in lines if isinstance(line.record, dict)]
        if any(isinstance(value, (list, dict)) for value in values):
            raise LostError("lists are joined", self._place)
        first = lines[0]
        assert isinstance(first.record, dict)
        trails: list[Trail] = [line.trail for line in lines]
        return Live(first.tag, first.time, {**first.record, self._key: self._separator.join(map(to_s, values))}, join(trails))

    def _finished(self, live: Live, record: dict[str, object], one: Live) -> Live:
        """The last event, with what was joined over it, and without what says that it was a part."""
        if not isinstance(one.record, dict) or one is live:
            return one
        if self._partial is not None:
            one.record.pop(self._partial, None)
        if self._cri:
            one.record.pop(self._logtag or "", None)
        merged = {**record, **one.record}
        if self._partial is not None and not self._keep:
            merged.pop(self._partial, None)
        if self._parts is not None and not self._keep_parts:
            for name in self._parts[:4]:
                merged.pop(name, None)
        if self._cri:
            if not self._keep:
                merged.pop(self._logtag or "", None)
            merged.pop(self._cri_stream or "", None)
        return Live(one.tag, one.time if self._first_time else live.time, merged, one.trail)


def _regex(params: Params, name: str) -> Pattern | None:
    """A regex without its first and last character, whatever they are."""
    if name not in params:
        return None
    return compiled(slashed_use(params.block, name, Role.TEST), params.block, name)


def _is(pattern: Pattern | None, text: object) -> bool:
    if pattern is None:
        return False
    if text is None:
        return False
    if not isinstance(text, str):
        raise RubyError("no implicit conversion into String")
    return pattern.matches(text)
