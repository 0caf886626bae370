"""An engine forgets documents: an editor makes a new one with every keystroke."""

import gc

import pytest

from pipelint.base.document import Document
from pipelint.checker import load

TEXTS = {
    "fluent.conf": "<source>\n  @type forward\n  # {}\n</source>\n<match **>\n  @type stdout\n</match>\n",
    "fluent.yaml": "config:\n  - source:\n      $type: forward # {}\n  - match:\n      $tag: '**'\n      $type: stdout\n",
    "logstash.conf": "input {{ stdin {{ }} }} # {}\noutput {{ stdout {{ }} }}\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_was_read_long_ago_is_forgotten(name: str) -> None:
    for number in range(250):
        (config,) = load(["-"], stdin=TEXTS[name].format(number).encode(), stdin_filename=f"typed/{name}").configs
        assert not config.errors
    gc.collect()
    kept = [found for found in gc.get_objects() if isinstance(found, Document) and found.file.path == f"typed/{name}"]
    assert 1 <= len(kept) < 150
