"""`${NAME:-default}` in a property: a variable with what a shell would take for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name cpu\n[OUTPUT]\n    Name http\n    Match *\n    Host {}\n"
INLINE = (
    "configs:\n  main:\n    content: |\n      [INPUT]\n          Name cpu\n"
    "      [OUTPUT]\n          Name http\n          Host ${HOST:-a}\n"
)


@pytest.mark.parametrize(
    ("files", "count"),
    [
        ({"fluent-bit.conf": CONFIG.format("${HOST:-a}")}, 1),
        ({"fluent-bit.conf": CONFIG.format("${HOST:?no host}")}, 1),
        ({"fluent-bit.conf": CONFIG.format("${HOST}")}, 0),
        ({"fluent-bit.conf": CONFIG.format("${HOST}:-a")}, 0),
        ({"fluent-bit.conf": CONFIG.format("${HOST:-a}"), "entrypoint.sh": "envsubst <a >b\n"}, 0),
        ({"fluent-bit.conf": CONFIG.format("${HOST:-a}"), "entrypoint.sh": "exec fluent-bit\n"}, 1),
        # A compose file fills in its own variables.
        ({"compose.yaml": INLINE}, 0),
    ],
)
def test_a_default_of_a_shell_where_fluent_bit_alone_fills_it_in(tmp_path: Path, files: dict[str, str], count: int) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    found = [each for checked in check([str(tmp_path)], Settings()).checked for each in checked.findings]
    assert len([each for each in found if each.code == "FB931"]) == count
