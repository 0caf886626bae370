"""What happens to lines in the small language: ``upper`` changes them, ``keep`` drops those without its word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.trace.model import NOTHING, UNKNOWN, Event, Fate, Given, Journey, Step


class KeyValueTracer:
    """Follows the one route of each source."""

    def sources(self, config: Config) -> tuple[Stage, ...]:
        return tuple(config.graph.of_kind(Kind.SOURCE))

    def trace(self, config: Config, source: Stage, lines: Iterable[bytes], given: Given = NOTHING) -> Iterator[Journey]:
        stages = config.graph.stages
        (route,) = [route for route in config.graph.routes if route.origin == source.index]
        way = [*(index for index, _ in route.filters), *([] if route.target is None else [route.target])]
        for number, line in enumerate(lines, 1):
            text = line.decode("utf-8", "replace")
            event = Event({"text": text, "read_at": UNKNOWN}, given.tag or route.tags)
            steps = [Step(source, Fate.PASSED, (event,))]
            for stage in map(stages.__getitem__, way):
                steps.append(_step(stage, steps[-1].events[0]))
                if not steps[-1].events:
                    break
            yield Journey(number, number, source, tuple(steps))


def _step(stage: Stage, event: Event) -> Step:
    assert isinstance(event.record, dict)
    text = event.record["text"]
    match stage.plugin:
        case "upper":
            return Step(stage, Fate.PASSED, (Event(event.record | {"text": text.upper()}, event.tag),))
        case "keep":
            word = stage.block.params["word"]
            if word.value not in text:
                return Step(stage, Fate.DROPPED, (), f'it has no "{word.value}"', word.place)
            return Step(stage, Fate.PASSED, (event,))
        case "odd":
            return Step(stage, Fate.UNKNOWN, (), "nobody knows what odd does")
    return Step(stage, Fate.SENT, (event,))
