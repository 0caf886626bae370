"""No secret of a config in what ``pipelint trace`` prints: records hold what the config sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.secrets.kinds import SECRETS, leaks
from tests.secrets.test_commands import ENGINES, Run, here, said, write

__all__ = ["here", "said"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_sources_that_could_read_a_sample(form: str, here: Path, said: Run) -> None:
    for engine in ENGINES:
        name = write(here, engine, "plain")
        (here / "lines.log").write_text("a\n")
        code, text = said("trace", name, "--sample", "lines.log", "--format", form)
        # One has a single source, the other several, which are listed.
        assert (code, leaks(text, SECRETS)) == (0 if engine == "fluentd" else 2, []), engine


TRACED = """\
<source>
  @type tail
  path /a.log
  pos_file /a.pos
  tag a
  <parse>
    @type none
  </parse>
</source>
<filter a>
  @type record_transformer
  <record>
    api_key {api key}
    note {AWS secret}
  </record>
</filter>
<match a>
  @type null
</match>
"""


@pytest.mark.parametrize("words", [(), ("--line", "1"), ("--line", "1", "--format", "json")])
def test_a_trace_of_a_line(words: tuple[str, ...], here: Path, said: Run) -> None:
    (here / "fluent.conf").write_text(TRACED.format(**SECRETS))
    (here / "lines.log").write_text(f"a {SECRETS['GitHub token']}\n")
    code, text = said("trace", "fluent.conf", "--sample", "lines.log", *words)
    assert (code, leaks(text, SECRETS)) == (0, [])
    assert "record_transformer" in text
