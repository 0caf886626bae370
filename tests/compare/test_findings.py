"""New and fixed findings: those of lines that only moved are neither."""

from __future__ import annotations

import pytest

from pipelint.base.finding import Finding, Severity
from pipelint.compare.findings import new_and_fixed
from pipelint.compare.stages import pair_stages
from pipelint.graph.stage import Stage
from pipelint.language.config import Config
from tests.compare.support import fluentd

SOURCE = "<source>\n  @type tail\n  path /a.log\n  tag a\n  <parse>\n    @type json\n    time_format {}\n  </parse>\n</source>\n"
OUTPUT = "<match **>\n  @type stdout\n</match>\n"


def at(config: Config, part: str, code: str = "FD101", message: str = "slow") -> Finding:
    """A finding at the first place of ``part``."""
    for stage in config.graph.stages:
        for param in stage.block.params.values():
            if param.place.text == part:
                return Finding(code, "a-rule", Severity.WARNING, "performance", message, param.place)
    raise AssertionError(part)


def codes(before: Config, after: Config, was: list[Finding], now: list[Finding], silent: list[Finding]) -> tuple[int, int]:
    new, fixed = new_and_fixed(was, now, silent, pair_stages(before.graph, after.graph))
    return len(new), len(fixed)


@pytest.mark.parametrize(
    ("after", "part"),
    [
        ("# one line more\n" + SOURCE.format("%NZ") + OUTPUT, "%NZ"),
        (SOURCE.format("   %NZ") + OUTPUT, "%NZ"),
        # The text differs, but it is the same parser of the same source.
        (SOURCE.format("%LZ") + OUTPUT, "%LZ"),
    ],
)
def test_a_finding_that_stays_is_known_again(after: str, part: str) -> None:
    before, now = fluentd(SOURCE.format("%NZ") + OUTPUT), fluentd(after)
    assert codes(before, now, [at(before, "%NZ")], [at(now, part)], []) == (0, 0)
    assert codes(before, now, [at(before, "%NZ")], [at(now, part, "FD102")], []) == (1, 1)
    assert codes(before, now, [at(before, "%NZ")], [], []) == (0, 1)
    assert codes(before, now, [], [at(now, part)], []) == (1, 0)


def test_a_second_one_of_the_same_kind_is_new() -> None:
    before = fluentd(SOURCE.format("%NZ") + OUTPUT)
    after = fluentd(SOURCE.format("%NZ") + SOURCE.format("%NZ").replace("/a.log", "/b.log") + OUTPUT)
    second: Stage = after.graph.stages[3]
    again = Finding("FD101", "a-rule", Severity.WARNING, "performance", "slow", second.block.params["time_format"].place)
    new, fixed = new_and_fixed([at(before, "%NZ")], [at(after, "%NZ"), again], [], pair_stages(before.graph, after.graph))
    assert (len(new), len(fixed)) == (1, 0)


def test_a_finding_that_is_hidden_now_is_not_fixed() -> None:
    before = fluentd(SOURCE.format("%NZ") + OUTPUT)
    after = fluentd(SOURCE.format("%NZ") + "# more\n" + OUTPUT)
    assert codes(before, after, [at(before, "%NZ")], [], [at(after, "%NZ")]) == (0, 0)


def test_a_finding_whose_parameter_moves_into_a_section_stays() -> None:
    section = "  <parse>\n    @type json\n    time_format {}\n  </parse>\n"
    flat = SOURCE.replace(section, "  format json\n  time_format %NZ\n") + OUTPUT
    before, after = fluentd(flat), fluentd(SOURCE.format("%NZ") + OUTPUT)
    head = Finding("FD101", "a-rule", Severity.WARNING, "performance", "slow", before.graph.stages[0].block.head_place)
    assert codes(before, after, [head], [at(after, "%NZ")], []) == (0, 0)


def test_of_two_stores_each_has_its_own() -> None:
    copy = "<source>\n  @type forward\n</source>\n<match **>\n  @type copy\n{}</match>\n"
    store = "  <store>\n    @type file\n    path {}\n    mode {}\n  </store>\n"
    before = fluentd(copy.format(store.format("/a", "bad1") + store.format("/b", "good")))
    after = fluentd(copy.format(store.format("/a", "good") + store.format("/b", "bad2")))
    assert codes(before, after, [at(before, "bad1")], [at(after, "bad2")], []) == (1, 1)
