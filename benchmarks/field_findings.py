"""Runs check over folders of configs: findings per rule, or findings drawn over rules for a person to read.

    python benchmarks/field_findings.py FOLDER... [--select FD,KUB] [--draw 40 --seed N] [--list CODE]

Each file is checked alone, since the files of such a folder come from places that know nothing of each other. A draw takes a rule
first, each with the same chance, and then one of its findings, none twice: rules that fire often do not crowd out the others.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipelint.base.finding import Finding
from pipelint.base.text.locate import Location, locate
from pipelint.checker import Settings, check
from pipelint.rules.run import Selection


@dataclass(frozen=True, slots=True)
class Seen:
    """A finding and where it stands on disk."""

    finding: Finding
    where: Location

    def line(self) -> str:
        """File, line, severity, rule and message."""
        finding = self.finding
        return f"{self.where}: {finding.severity.word}[{finding.code}] {finding.message} = {finding.reason}"


def findings(files: Sequence[Path], selection: Selection) -> list[Seen]:
    """What check finds, file by file, in the order of their names. Whatever check raises goes through: it must not."""
    settings = Settings(selection=selection)
    out = []
    for file in files:
        found = check([str(file)], settings).findings
        seen = [Seen(finding, locate(finding.place)) for finding in found]
        out += sorted(seen, key=lambda one: (one.where.start.offset, one.finding.code, one.finding.message))
    return out


def by_rule(found: Sequence[Seen]) -> dict[str, list[Seen]]:
    """Findings by the code of their rule, codes in their order."""
    rules: dict[str, list[Seen]] = defaultdict(list)
    for one in found:
        rules[one.finding.code].append(one)
    return dict(sorted(rules.items()))


def draw(rules: Mapping[str, Sequence[Seen]], number: int, seed: int) -> list[Seen]:
    """``number`` findings (fewer where there are no more): a rule first, then one of its findings, none twice."""
    chance = random.Random(seed)
    left = {code: list(found) for code, found in rules.items()}
    drawn: list[Seen] = []
    while left and len(drawn) < number:
        code = chance.choice(sorted(left))
        drawn.append(left[code].pop(chance.randrange(len(left[code]))))
        if not left[code]:
            del left[code]
    return drawn


def table(rules: Mapping[str, Sequence[Seen]], files: int) -> str:
    """A line for each rule: code, findings, files with one, their share of all files, worst severity, name."""
    lines = [f"{'code':8}{'findings':>9}{'files':>7}{'share':>7}  severity  name"]
    for code, found in rules.items():
        places = len({one.where.path for one in found})
        worst = max(one.finding.severity for one in found).word
        lines.append(f"{code:8}{len(found):9}{places:7}{places / files:7.1%}  {worst:8}  {found[0].finding.name}")
    lines.append(f"{sum(map(len, rules.values()))} findings of {len(rules)} rules in {files} files")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Exit code 2 where no file was named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--select", default="", help="codes or prefixes of rules, with commas")
    parser.add_argument("--draw", type=int, metavar="COUNT", help="print findings drawn at random over rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", metavar="CODE", help="print all findings of one rule")
    wanted = parser.parse_args(arguments)
    files = sorted(path for folder in wanted.folders for path in folder.rglob("*") if path.is_file())
    if not files:
        parser.print_usage(sys.stderr)
        return 2
    select = tuple(filter(None, (wanted.list or wanted.select).split(",")))
    rules = by_rule(findings(files, Selection(select)))
    if wanted.list or wanted.draw:
        shown = draw(rules, wanted.draw, wanted.seed) if wanted.draw else [one for found in rules.values() for one in found]
        print(*(one.line() for one in shown), sep="\n")
    else:
        print(table(rules, len(files)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
