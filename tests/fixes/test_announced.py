"""A fix does all that it announces, whatever stands around what it changes: no half of it is lost."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.finding import Finding, Fix, Safety
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document
from pipelint.checker import Settings, load
from pipelint.checker.trial.choose import applicable
from pipelint.checker.trial.trial import Made, made
from pipelint.fixes import apply
from pipelint.language.config import Config
from pipelint.rules.select import Selection
from tests.each import each
from tests.fixes.announced import Announced, announced, announcements, missing
from tests.fixes.examples import Example, examples
from tests.fixes.hosts import Host, hosts
from tests.fixes.proof import EVERY_RULE, Proof
from tests.fixes.surroundings import Surrounding, longest, root, says, surroundings
from tests.properties import ALL, tries
from tests.rules.test_yaml_twins import twin

# Of 0.12, with much to be written otherwise in few lines.
DENSE = """\
<source>
  type tail
  format json
  path /var/log/app.log
  time_format %Y-%m-%dT%H:%M:%S.%NZ
  time_key time
  tag app
</source>
<match app>
  type elasticsearch
  num_threads 2
  buffer_queue_limit 64
  buffer_chunk_limit 8m
  flush_interval 5s
  host e
  retry_wait 1s
  disable_retry_limit
  password secret
</match>
<match b>
  @type elasticsearch
  host e
  <buffer>
    chunk_limit_size 2M
    retry_forever
    overflow_action drop_oldest_chunk
    queue_limit_length 32
  </buffer>
</match>
"""


def settings(example: Example) -> Settings:
    """Those of an example, for its own rule alone."""
    return replace(example.settings, selection=Selection((example.rule.code,)))


def fixable(path: Path, example: Example) -> list[Finding]:
    """The findings of the example's rule whose fix may be made."""
    return [finding for finding in Proof(settings(example)).found(path) if applicable(finding, Safety.UNSAFE)]


def assert_kept(path: Path, example: Example) -> None:
    """Fixes the file, and looks for what was announced."""
    promised = announced(str(path), settings(example), Safety.UNSAFE)
    assert promised
    assert Proof(settings(example)).fixed(path, Safety.UNSAFE)
    assert missing(str(path), promised) == []


@pytest.mark.slow
@pytest.mark.hypothesis
@each("example", lambda: examples() if ALL else examples()[::6])
def test_whichever_parameter_is_the_last_the_same_fixes_are_offered_and_made(example: Example, tmp_path: Path) -> None:
    path = tmp_path / example.name
    path.write_text(example.text)
    meant = len(fixable(path, example))
    turns = range(longest(example.text, example.name))
    for turn in turns if ALL else sorted({*turns[1:2], *turns[-1:]}):
        path.write_text(Surrounding(turn).around(example.text, example.name))
        found = [finding for finding in Proof(settings(example)).found(path) if finding.fix is not None]
        # Some rules are about the order.
        if found:
            assert len([finding for finding in found if applicable(finding, Safety.UNSAFE)]) == meant
        if meant and found:
            assert_kept(path, example)


@pytest.mark.slow
@each("example", examples)
def test_in_any_surrounding_and_host_a_fix_does_all_that_it_announces(example: Example) -> None:
    @tries(4)
    @given(surroundings(), hosts())
    def try_it(surrounding: Surrounding, host: Host) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / host.file_name(example.name)
            path.write_bytes(host.write(example.name, surrounding.around(example.text, example.name)))
            assume(fixable(path, example))
            assert_kept(path, example)

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / example.name
        plain.write_text(example.text)
        offered = fixable(plain, example)
    if offered:  # the page says where the rule offers none, or only shows one
        try_it()


@pytest.mark.slow
@each("example", examples)
def test_in_fluentds_yaml_format_a_fix_does_all_that_it_announces(example: Example, tmp_path: Path) -> None:
    path = tmp_path / "fluent.yaml"
    for turn in range(longest(example.text, example.name)):
        text = twin(Surrounding(turn).around(example.text, example.name)) if example.name == "fluent.conf" else None
        if text is None:
            return  # Logstash, includes and the like have no such format.
        path.write_text(text)
        if fixable(path, example):
            assert_kept(path, example)


@tries(40)
@given(surroundings(), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_of_fixes_that_touch_each_does_all_that_it_announces(surrounding: Surrounding, line_end: str, ended: bool) -> None:
    """Round after round: what one round writes another may change, so each is looked at by itself."""
    text = surrounding.around(DENSE, "fluent.conf").replace("\n", line_end)
    rounds: list[tuple[list[Announced], Config]] = []

    def look(config: Config, fixes: Sequence[Fix], now: Mapping[Document, Document]) -> Made | None:
        done = made(config, fixes, now)
        if done is not None:
            rounds.append((announcements(config, fixes), done.config))
        return done

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(apply, "made", look)
        path = Path(folder) / "fluent.conf"
        path.write_bytes((text if ended else text.rstrip()).encode())
        assert Proof(EVERY_RULE).fixed(path, Safety.UNSAFE) >= 8
        (after,) = load([str(path)]).configs
        written = path.read_bytes().decode()
    assert len(rounds) > 1
    assert [said for promised, config in rounds for one in promised if (said := one.missing_in(config))] == []
    assert says(written, "fluent.conf") == says(rounds[-1][1].documents[0].text.decode(), "fluent.conf")
    assert not after.errors and root(written, "fluent.conf").blocks
