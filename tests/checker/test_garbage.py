"""A look at a config leaves nothing behind that only Python's collector can free: an editor asks for one at every keystroke."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from pipelint.checker import Settings
from pipelint.checker.config.findings import judge
from pipelint.checker.loading import load
from pipelint.rules.index import load_index

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = ("fluentd/tuning-article-before.conf", "fluentd/tuning-article-after.yaml", "kubernetes/fluentd-configmap.yaml")


@pytest.mark.parametrize("name", [*FILES, "logstash/tuning-article-before"])
def test_a_look_leaves_no_circles_of_objects(name: str) -> None:
    # What other tests have left need not be gone through each time.
    gc.freeze()
    rules = load_index().rules

    def look() -> None:
        for config in load([str(EXAMPLES / name)]).configs:
            judge(config, Settings(), rules)

    # A class whose objects are made for the 60th time gets another __init__: not while it is counted.
    for _ in range(8):
        look()
    gc.collect()
    gc.disable()
    try:
        look()
        # One version's facts alone are some hundred objects.
        assert gc.collect() < 20
    finally:
        gc.enable()
