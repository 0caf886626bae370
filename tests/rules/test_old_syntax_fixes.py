"""The fixes of Fluentd 0.12's syntax, of a config in a ConfigMap: its whole text as it should be."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from pipelint.base.finding import Safety
from pipelint.checker import Settings, check
from pipelint.checker.trial.trial import edited
from pipelint.rules.select import Selection

MANIFEST = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: fluentd
data:
  fluent.conf: |
"""
BEFORE = """\
<source>
  type tail
  path /var/log/app.log
  pos_file /var/log/app.pos
  format json # as the app writes
  tag app
</source>
<match app>
  @type forward
  flush_interval "#{ENV['FLUSH']}"
  <server>
    host aggregator
  </server>
  num_threads 2
</match>
"""
AFTER = """\
<source>
  @type tail
  path /var/log/app.log
  pos_file /var/log/app.pos
  tag app
  <parse>
    @type json
  </parse>
</source>
<match app>
  @type forward
  <server>
    host aggregator
  </server>
  <buffer tag>
    flush_thread_count 2
    flush_interval "#{ENV['FLUSH']}"
  </buffer>
</match>
"""


def test_old_names_and_flat_parameters_are_rewritten_inside_a_config_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = BEFORE
    for code in ("FD503", "FD504", "FD505"):
        Path("fluentd.yaml").write_text(MANIFEST + indent(text, "    "), encoding="utf-8")
        (checked,) = check(["fluentd.yaml"], Settings(Selection((code,)))).checked
        (fix,) = [finding.fix for finding in checked.findings if finding.code == code]
        assert fix is not None and fix.safety is Safety.SAFE
        (document,) = edited(checked.config.documents, fix.edits).values()
        text = document.text.decode()
    assert text == AFTER


def test_numbered_rules_keep_their_order(tmp_path: Path) -> None:
    rules = "  rewriterule2 level .+ rest\n  rewriterule1 level !^debug$ alert\n"
    text = f"<match app>\n  @type rewrite_tag_filter\n{rules}</match>\n"
    for number in (1, 2):
        (tmp_path / "fluent.conf").write_text(text)
        (checked,) = check([str(tmp_path / "fluent.conf")], Settings()).checked
        (finding,) = [each for each in checked.findings if each.code == "FD512"]
        assert finding.message.startswith(f"rewriterule{number} is gone") and finding.fix is not None
        (document,) = edited(checked.config.documents, finding.fix.edits).values()
        text = document.text.decode()
    assert text == (
        "<match app>\n  @type rewrite_tag_filter\n"
        "  <rule>\n    key level\n    pattern ^debug$\n    tag alert\n    invert true\n  </rule>\n"
        "  <rule>\n    key level\n    pattern .+\n    tag rest\n  </rule>\n</match>\n"
    )


@pytest.mark.parametrize("rule", ['level "^debug$" alert', "level /debug/ alert", "level alert", "level #{ENV['P']} alert"])
def test_a_numbered_rule_that_is_read_otherwise_today_has_no_fix(rule: str, tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(f"<match app>\n  @type rewrite_tag_filter\n  rewriterule1 {rule}\n</match>\n")
    (finding,) = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD512"]
    assert finding.fix is None
