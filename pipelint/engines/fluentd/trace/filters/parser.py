"""The filter parser (Fluentd 1.16.5, ``filter_parser.rb``)."""

from __future__ import annotations

from pipelint.engines.fluentd.trace.event import Live, Outcome, snapshot
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.parser import Miss, Parser
from pipelint.engines.fluentd.trace.values import LostError, RubyError, accessor_keys, delete, kind, reader, to_s
from pipelint.trace.model import Fate


class ParserFilter:
    """Parses one field."""

    stream = False

    def __init__(self, params: Params, parser: Parser) -> None:
        self._parser, self._key = parser, params.text("key_name")
        self._place = params.place("key_name")
        self._read, self._keys = reader(self._key, self._place), accessor_keys(self._key, self._place)
        self._keep_data, self._keep_time = params.flag("reserve_data"), params.flag("reserve_time")
        self._remove, self._report = params.flag("remove_key_name_field"), params.flag("emit_invalid_record_to_error")
        self._prefix, self._field = params.optional("inject_key_prefix"), params.optional("hash_value_field")
        self.mutates = self._remove

    def apply(self, live: Live) -> Live | Outcome:
        """See Filter."""
        value = self._read(live.record)
        if value is None:
            return self._failed(live, f"{self._key} does not exist")
        try:
            parsed = self._parser.parse(value)
            if isinstance(parsed, Miss) or parsed.record is None or parsed.record is False:
                reason, place = (parsed.reason, parsed.place) if isinstance(parsed, Miss) else ("the record is nil", None)
                outcome = self._failed(live, f"pattern not matched with the value of {self._key}: {reason}")
                outcome.place = place or outcome.place
                return outcome
            time = live.time if self._keep_time or parsed.time is None else parsed.time
            if self._remove and isinstance(live.record, dict):
                delete(live.record, self._keys)
            return Live(live.tag, time, self._merged(live.record, parsed.record), live.trail, parsed.reading)
        except RubyError as error:
            if self._report:
                raise
            return Outcome(Fate.DROPPED, (), str(error), self._place)

    def _failed(self, live: Live, reason: str) -> Outcome:
        failed = ((Live(live.tag, live.time, snapshot(live.record), live.trail), reason),) if self._report else ()
        if not self._keep_data:
            return Outcome(Fate.DROPPED, (), reason, self._place, failed)
        try:
            record = self._merged(live.record, {})
        except RubyError as error:
            raise LostError("the record is no object", self._place) from error
        return Outcome(Fate.PASSED, (Live(live.tag, live.time, record, live.trail),), reason, self._place, failed)

    def _merged(self, record: object, values: object) -> object:
        if self._prefix is not None:
            if not isinstance(values, dict):
                raise RubyError(f"undefined method `map' for {kind(values)}", self._place)
            values = {self._prefix + to_s(key): value for key, value in values.items()}
        if self._field is not None:
            values = {self._field: values}
        if not self._keep_data:
            return values
        if not isinstance(values, dict) or not isinstance(record, dict):
            raise RubyError(f"no implicit conversion of {kind(values).rpartition(':')[2]} into Hash", self._place)
        return {**record, **values}
