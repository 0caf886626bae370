"""Of how many configs an estimate knows every stage: measured, modelled by a likeness, or of some only the kind.

    python benchmarks/completeness.py FOLDER... [--unknown 20]

Each file is estimated alone. Prints a table by engine, the share of the predicted cost that stages of each grade have (the median
and the lowest tenth of the configs), and the plugins of which only the kind is known, by the number of configs that have them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pipelint.checker import Settings
from pipelint.checker.run import estimate_only
from pipelint.cost.estimate import Estimate
from pipelint.cost.events.work import Grade

# From the best known to the least.
_GRADES = (Grade.MEASURED, Grade.MODELLED, Grade.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Seen:
    """The estimate of a config, None where it has none."""

    engine: str
    estimate: Estimate | None

    @property
    def worst(self) -> Grade | None:
        """The grade of its stage that is known least."""
        graded = {cost.grade for cost in self.estimate.stages} if self.estimate is not None else set()
        return next((grade for grade in reversed(_GRADES) if grade in graded), None)


def seen(folders: Sequence[str]) -> Iterator[Seen]:
    """All configs of the files below the folders that are read without an error."""
    for file in sorted(path for folder in folders for path in Path(folder).rglob("*") if path.is_file()):
        for checked in estimate_only([str(file)], Settings()).checked:
            if not checked.findings:
                yield Seen(checked.config.engine.name, checked.estimate)


def table(found: Sequence[Seen]) -> str:
    """A line an engine. Shares are of the configs that events enter: the others are parts of some, or ask for variables."""
    lines = ["engine      estimated  all measured  or modelled  some unknown  known share of the cost: median, tenth  no events"]
    for engine in sorted({one.engine for one in found}):
        own = [one.estimate for one in found if one.engine == engine and one.estimate is not None]
        worst = Counter(one.worst for one in found if one.engine == engine)
        shares = (worst[Grade.MEASURED], worst[Grade.MEASURED] + worst[Grade.MODELLED], worst[Grade.UNKNOWN])
        first, complete, some = (f"{count / max(len(own), 1):.1%}" for count in shares)
        known = sorted(1 - estimate.share(Grade.UNKNOWN) for estimate in own)
        cost = f"{median(known):.0%}, {known[len(known) // 10]:.0%}" if known else "-"
        lines.append(f"{engine:11} {len(own):9} {first:>13} {complete:>12} {some:>13} {cost:>40} {worst[None]:>10}")
    return "\n".join(lines)


def unknown(found: Sequence[Seen], most: int) -> str:
    """The plugins of which only the kind is known, and how many configs have them."""
    configs: dict[str, Counter[str]] = defaultdict(Counter)
    for one in found:
        if one.estimate is not None:
            stages = {cost.stage for cost in one.estimate.stages if cost.grade is Grade.UNKNOWN}
            configs[one.engine].update({f"{stage.kind.value} {stage.plugin or '(none)'}" for stage in stages})
    return "\n".join(
        f"{engine}: " + ", ".join(f"{name} {count}" for name, count in counts.most_common(most))
        for engine, counts in sorted(configs.items())
        if counts
    )


def main() -> int:
    """Exit code 2 where nothing was read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--unknown", type=int, default=20, help="how many unknown plugins of an engine are named")
    asked = parser.parse_args()
    found = list(seen(asked.folders))
    if not found:
        print("no config was read", file=sys.stderr)
        return 2
    print(table(found), unknown(found, asked.unknown), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
