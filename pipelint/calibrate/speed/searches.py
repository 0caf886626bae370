"""Searches of regexes that were timed on the measured machine, timed again here by Ruby, whose regex engine they are of."""

from __future__ import annotations

import csv
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from pipelint.base.disk import files
from pipelint.calibrate.speed.child import ChildError, output_of
from pipelint.cost.interval import Interval
from pipelint.data import data_folder

_LINES, _TIMES = "regex-onigmo-lines.csv", "regex-onigmo.csv"
MEASURED_RUBY = "3.1"
"""The version of Ruby that the stored times are of."""
ROUNDS = 20
"""How often each search is timed. A shared machine has slow phases of seconds: rounds with pauses see more than one phase."""
_PAUSE_SECONDS = 1.0
# Of each search in a round, on the measured machine: so often it is made.
_ROUND_NS = 2.5e6
# What it prints takes a few KiB.
_MOST_BYTES = 64 * 1024
# A line of standard input is a search: how often, the regex and the text in base64. Each round goes through all searches; a line
# of output has the ns of CPU of each. Loads no library.
_SCRIPT = """\
searches = STDIN.each_line.map do |line|
  count, regex, text = line.split
  regex, text = [regex, text].map { |word| word.unpack1("m").force_encoding("UTF-8") }
  [count.to_i, Regexp.new(regex), text]
end
clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) }
STDOUT.sync = true
puts "#{RUBY_ENGINE} #{RUBY_VERSION}"
ROUNDS.times do |round|
  sleep PAUSE if round > 0
  puts searches.map { |count, regex, text|
    before = clock.call
    count.times { regex.match(text) }
    clock.call - before
  }.join(" ")
end
"""
_OPTIONS = ("--disable=gems,rubyopt", "-W0", "-e")


class ProbeError(Exception):
    """Searches that could not be timed; the message says why."""


@dataclass(frozen=True, slots=True)
class Search:
    """A regex on a line, and the ns of CPU that a search took on the measured machine."""

    regex: str
    line: str
    ns: float

    @property
    def count(self) -> int:
        """How often it is made in a round."""
        return max(1, round(_ROUND_NS / self.ns))


@dataclass(frozen=True, slots=True)
class Timed:
    """``version`` of Ruby; ``scale``: how fast the median search was, and what nine of ten lie between.

    Of each search the best round counts, as the stored times are of an undisturbed machine, too. ``slowed``: by which factor the
    median of all times is above the best one of its search.
    """

    version: str
    scale: Interval
    slowed: float


def stored_searches() -> list[Search]:
    """Those that travel with pipelint: a spread over patterns, outcomes and lengths. Raises FileNotFoundError."""
    ns = {_key(row): float(row["ns"]) for row in _rows(_TIMES)}
    return [Search(row["regex"], row["line"], ns[_key(row)]) for row in _rows(_LINES)]


def time_again(ruby: str, searches: Sequence[Search], seconds: float) -> Timed:
    """Times searches with this interpreter, which is ended after ``seconds``. Raises ProbeError."""
    words = (_word(search) for search in searches)
    try:
        said = output_of(
            [ruby, *_OPTIONS, f"ROUNDS, PAUSE = {ROUNDS}, {_PAUSE_SECONDS}\n{_SCRIPT}"],
            "".join(words).encode("ascii"),
            most=_MOST_BYTES,
            seconds=seconds,
        )
    except ChildError as error:
        raise ProbeError(f"{ruby} {error}") from error
    lines = said.decode("utf-8", "replace").splitlines()
    engine, _, version = (lines[0] if lines else "").partition(" ")
    rounds = [[int(word) for word in line.split() if word.isascii() and word.isdigit()] for line in lines[1:]]
    if engine.endswith("ruby") and engine != "ruby":
        raise ProbeError(f"{ruby} is {engine}, whose regex engine is another one than the measured")
    if engine != "ruby" or len(rounds) != ROUNDS or any(len(each) != len(searches) or 0 in each for each in rounds):
        raise ProbeError(f"{ruby} does not print what Ruby would: {_shortened(lines)}")
    best = [min(times) for times in zip(*rounds, strict=True)]
    ratios = [search.ns * search.count / took for search, took in zip(searches, best, strict=True)]
    cuts = quantiles(ratios, n=20, method="inclusive")
    slowed = median(took / least for each in rounds for took, least in zip(each, best, strict=True))
    return Timed(version, Interval(cuts[0], cuts[9], cuts[18]), slowed)


def _word(search: Search) -> str:
    regex, line = (b64encode(text.encode()).decode("ascii") for text in (search.regex, search.line))
    return f"{search.count} {regex} {line}\n"


def _shortened(lines: Sequence[str]) -> str:
    first = next((line.strip() for line in lines if line.strip()), "")
    return f'"{first[:80]}"' if first else "nothing"


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = files.read(files.join(data_folder("cost_models"), "measurements", name)).decode("utf-8")
    yield from csv.DictReader(text.splitlines())


def _key(row: dict[str, str]) -> tuple[str, str, str]:
    return row["id"], row["case"], row["line_bytes"]
