"""An engine forgets documents: an editor makes a new one with every keystroke."""

import gc
import operator

import pytest

from pipelint.base.block import Block
from pipelint.base.text.document import Document
from pipelint.checker import load

BROKEN = {"fluent.conf": "<source>\n  # {}\n", "logstash.conf": "input {{ # {}\n"}
TEXTS = {
    "fluent.conf": "<source>\n  @type forward\n  # {}\n</source>\n<match **>\n  @type stdout\n</match>\n",
    "fluent.yaml": "config:\n  - source:\n      $type: forward # {}\n  - match:\n      $tag: '**'\n      $type: stdout\n",
    "logstash.conf": "input {{ stdin {{ }} }} # {}\noutput {{ stdout {{ }} }}\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_was_read_long_ago_is_forgotten(name: str) -> None:
    # What other tests have left need not be gone through each time.
    gc.freeze()
    for number in range(250):
        (config,) = load(["-"], stdin=TEXTS[name].format(number).encode(), stdin_filename=f"typed/{name}").configs
        assert not config.errors
    gc.collect()
    kept = [found for found in gc.get_objects() if isinstance(found, Document) and found.file.path == f"typed/{name}"]
    assert 1 <= len(kept) < 150


@pytest.mark.parametrize("name", BROKEN)
def test_the_last_version_without_errors_stays_while_a_line_is_typed(name: str) -> None:
    def read(text: str) -> Block:
        (config,) = load(["-"], stdin=text.encode(), stdin_filename=f"typed/sound/{name}").configs
        return config.root

    def alone(root: Block) -> list[Block | None]:
        return [block.alone for block in root.walk() if block.name in ("source", "match", "input", "output")]

    sound = TEXTS[name].format("sound")
    read(sound)
    first = alone(read(sound + "\n"))
    assert all(first)
    for number in range(100):
        read(BROKEN[name].format(number))
    again = alone(read(sound + "\n\n"))
    assert len(again) == len(first) and all(map(operator.is_, first, again))
