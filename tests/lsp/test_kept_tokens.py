"""Semantic tokens after edits: those of a fresh look, though of sections that stay as they were nothing is read again."""

from __future__ import annotations

import pytest

from pipelint.engines.registry import ENGINES
from pipelint.lsp.answers.structure import coloring
from pipelint.lsp.snapshot import ProjectFiles, Snapshot, take_snapshot
from tests.lsp.configs import FLUENTD, LOGSTASH, manifest

GREP = "<filter app.**>\n  @type grep  # é\n  # and\n  <exclude>\n    key level\n    pattern /^#{x}$/\n  </exclude>\n</filter>\n"
MUTATE = "filter {\n  if [a] == 'é' {\n    # why\n    mutate { add_tag => ['x']\n      # more\n    }\n  }\n}\n"
TEXTS = {
    "fluent.conf": f"# first\n{FLUENTD}{GREP}",
    "pipeline.conf": f"# first\n{LOGSTASH}{MUTATE}",
    "map.yaml": manifest(f"# first\n{FLUENTD}{GREP}"),
}


def _taken(name: str, text: str, version: int) -> Snapshot:
    return take_snapshot(f"/nowhere/{name}", text.encode(), version, ProjectFiles(), "utf-16")


@pytest.mark.parametrize("name", TEXTS)
def test_tokens_after_edits_are_those_of_a_fresh_look(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXTS[name]
    counted: list[int] = []
    made = coloring.run_of
    monkeypatch.setattr(coloring, "run_of", lambda *args: (counted.append(1), made(*args))[1])
    ENGINES.forget()
    coloring.tokens(_taken(name, text, 0))
    for version, new in enumerate(("# first one", "# 1", "# a\n    # b" if name == "map.yaml" else "# a\n# b"), 1):
        before = len(counted)
        edited = text.replace("# first", new)
        found = coloring.tokens(_taken(name, edited, version)).data
        # In the first version after the first one sections are kept, in the next ones they are moved.
        assert (len(counted) > before) == (version == 1)
        ENGINES.forget()
        assert found == coloring.tokens(_taken(name, edited, 0)).data
        # What is known of the last version is that of the one before the fresh look.
        coloring.tokens(_taken(name, text, 0))
        coloring.tokens(_taken(name, text.replace("# first", "# first one"), 1))
