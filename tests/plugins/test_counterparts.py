"""Plugins of one engine that do the work of another's: each exists, both pages name it, and the guide has them all."""

from __future__ import annotations

import os
from pathlib import Path

from pipelint.plugins.counterparts import counterparts, counterparts_table
from pipelint.plugins.index import all_plugins
from pipelint.plugins.page import plugin_pages

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "moving-from-fluentd.md"
HEAD = "| Plugin | Counterpart | What differs |"
UPDATE = "PIPELINT_UPDATE_SNAPSHOTS"


def test_each_counterpart_is_a_plugin_that_is_known() -> None:
    known = set(all_plugins())
    unknown = [one for one in counterparts() if (one.its_engine, one.its_kind, one.its_name) not in known]
    assert unknown == []


def test_the_guide_has_the_table_that_the_plugin_files_make() -> None:
    before, head, _ = GUIDE.read_text("utf-8").partition(HEAD)
    assert head
    made = before + counterparts_table("fluentd", "fluentbit")
    if os.environ.get(UPDATE):
        GUIDE.write_text(made, "utf-8")
    assert GUIDE.read_text("utf-8") == made


def test_widely_used_plugins_of_fluentd_have_a_counterpart() -> None:
    named = {f"{one.its_kind}-{one.its_name}" for one in counterparts() if one.its_engine == "fluentd"}
    assert named >= {
        *("input-tail", "input-forward", "input-http", "input-syslog", "input-systemd"),
        *("filter-grep", "filter-parser", "filter-concat", "filter-kubernetes_metadata", "filter-record_transformer"),
        *("output-elasticsearch", "output-forward", "output-kafka2", "output-loki", "output-s3", "output-rewrite_tag_filter"),
    }


def test_a_page_names_the_counterparts_of_either_side() -> None:
    pages = " ".join(plugin_pages("rewrite_tag_filter").split())
    assert "fluentbit filter `rewrite_tag`: `Rule $KEY REGEX NEW_TAG KEEP`" in pages
    assert "fluentd output `rewrite_tag_filter`" in plugin_pages("rewrite_tag")
