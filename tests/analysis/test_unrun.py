"""Embedded Ruby that is not run: found where Fluentd takes it as text, and nowhere else."""

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.facts.checks.unrun import unrun_code
from pipelint.engines.fluentd.syntax.parse import parse


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("k #{ENV['X']}", True),
        ("k a-#{hostname}.log", True),
        ("k '#{Socket.gethostname}'", True),
        ("k \"#{ENV['X']}\"", False),  # is run
        ("k /a#{2}/", False),
        ("k ${tag}#{ENV['X']}", False),
        ("k ${ENV['X']}", True),
        ("k ${ENV.fetch('X') || 'y'}", True),
        ("k ${ENV}", False),
        ("k a-${ENV['X']}", False),
        ("k ruby -e 'puts \"#{ENV[1]}\"'", False),
        ("command echo #{ENV['X']}", False),
    ],
)
def test_code_in_a_value(line: str, found: bool) -> None:
    for plugin, expected in (("tail", found), ("record_transformer", False)):
        text = f"<source>\n@type {plugin}\n<server>\n{line}\n</server>\n<parse>\n@type none\n</parse>\n</source>\n"
        parsed = parse(Document.whole(SourceFile("fluent.conf", text.encode())))
        assert not parsed.errors
        assert bool(unrun_code(plugin, parsed.root.blocks[0])) is expected
