"""The sections that Fluentd itself reads, and those that are none though they are meant to be."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.facts.readings import MisspeltFact, misspelt

# By the section around them, "" for none (root_agent.rb, label.rb, agent.rb; supervisor.rb for <system>).
_READ = {
    "": ("source", "match", "filter", "label", "worker", "system"),
    "label": ("match", "filter"),
    "worker": ("source", "match", "filter", "label"),
}


def own_misspelt(root: Block) -> Iterator[MisspeltFact]:
    """The sections outside of plugins that Fluentd does not read, each like one that it does."""
    todo = [("", root)]
    while todo:
        name, block = todo.pop()
        yield from misspelt(block, f"<{name}>" if name else "Fluentd", _READ[name])
        todo += [(inner.name, inner) for inner in reversed(block.blocks) if inner.name in ("label", "worker")]
