"""How many recorded cases of the real engines `pipelint trace` follows to the end, by group: python -m benchmarks.trace_shares

Equal: every record is the recorded one. Unknown: a part is said to be unknown, all else is equal. Wrong: anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.engines.fluentd.trace import recorded
from tests.engines.logstash.trace import cases

WORDS = ("equal", "unknown", "wrong")


def fluentd() -> Iterator[tuple[str, str]]:
    """Each case's group and verdict."""
    for case in recorded.cases():
        config = recorded.config_of(case["config"])
        said = recorded.verdict(case, config, recorded.journeys(case, config, case.get("tz") or "UTC"))
        yield case["group"], said.split(maxsplit=1)[0].rstrip(":")


def logstash() -> Iterator[tuple[str, str]]:
    """The same of Logstash."""
    for case in cases.cases():
        yield case["group"], cases.verdict(case).word


def table(engine: str, verdicts: Iterator[tuple[str, str]]) -> str:
    """A line a group, and one for all."""
    found = Counter(verdicts)
    groups = sorted({group for group, _ in found})
    counts = {group: [found[group, word] for word in WORDS] for group in groups}
    counts["all"] = [sum(counts[group][number] for group in groups) for number in range(len(WORDS))]
    lines = [f"{engine:22}" + "".join(f"{word:>15}" for word in WORDS)]
    for group, some in counts.items():
        lines.append(f"{group:22}" + "".join(f"{count:7} {count / sum(some):6.0%} " for count in some))
    return "\n".join(lines)


if __name__ == "__main__":
    print(table("fluentd", fluentd()), table("logstash", logstash()), sep="\n\n")
