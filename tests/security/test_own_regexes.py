"""No text makes one of pipelint's own regexes backtrack without end: its analyser judges them, its attacks stand in configs."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import pytest

from tests.fuzz.judge import UNITS, speed
from tests.security.own_regexes import Own, own_regexes

pytestmark = pytest.mark.slow

LENGTH = 60_000
# On doubling: 2 where the time grows with the length, 4 where it grows with its square.
GROWTH = 3
# What is before and after an attack, by the name of the file.
AROUND = {
    "raw.conf": ("", "\n"),
    "path.conf": ("<source>\n  @type tail\n  path ", "\n</source>\n<match **>\n  @type stdout\n</match>\n"),
    "lines.conf": ("<source>\n  @type tail\n", "\n</source>\n"),
    "ruby.conf": ("<filter **>\n  @type record_transformer\n  enable_ruby\n  <record>\n    a ${", "}\n  </record>\n</filter>\n"),
    "rewrite.conf": (
        "<match **>\n  @type rewrite_tag_filter\n  <rule>\n    key a\n    pattern /",
        "/\n    tag b\n  </rule>\n</match>\n",
    ),
    "codec.conf": ('input { stdin { codec => "', '" } }\n'),
    "field.conf": ('filter { mutate { add_field => { "a" => "', '" } } }\n'),
    "grok.conf": ('filter { grok { match => { "message" => "', '" } } }\n'),
    "bit.conf": ("[INPUT]\n    Name tail\n    Path ", "\n[OUTPUT]\n    Name stdout\n"),
    "keys.conf": ("[INPUT]\n    Name tail\n", "\n"),
    "map.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
        "data:\n  fluent.conf: |\n    <source>\n      @type tail\n      path ",
        "\n    </source>\n",
    ),
    "fluent-bit.yaml": ("pipeline:\n  inputs:\n    - name: tail\n      path: ", "\n"),
    "Dockerfile": ("FROM a\nRUN cat <<EOF > /fluent.conf\n", "\nEOF\n"),
}


def test_no_regex_of_ours_is_worse_than_quadratic() -> None:
    found = own_regexes()
    assert len(found) > 400
    assert [own for own in found if own.verdict.kind == "exponential" or own.verdict.degree > 2] == []


def attacks() -> list[Own]:
    """Those that a long text makes slow; what an editor asks of one line is bounded elsewhere."""
    vulnerable = [own for own in own_regexes() if own.verdict.attack is not None]
    return [own for own in vulnerable if not any(part in own.where for part in ("lsp/", "/complete/"))]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform has no fork")
def test_no_long_text_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [own.where for own in attacks() if _is_long(own)] == []


def _is_long(own: Own) -> bool:
    """Whether a check of all texts with this attack takes long, and not only as its length has it on a slow core."""
    limit = round(2 * UNITS * speed()) + 1
    if _took(own, LENGTH, limit) < limit:
        return False
    took = _took(own, LENGTH, 3 * limit)
    return took >= 3 * limit or took > GROWTH * _took(own, LENGTH // 2, 3 * limit)


def _took(own: Own, length: int, limit: int) -> float:
    """The seconds of CPU of a check of all texts with this attack. A regex does not look at signals: the process is ended."""
    from pipelint.cli import main

    attack = own.verdict.attack
    assert attack is not None
    text = attack.prefix + attack.pump * (length // len(attack.pump)) + attack.suffix
    # A folder each: files of Logstash in one are one pipeline.
    for number, (name, (before, after)) in enumerate(AROUND.items()):
        Path(str(number)).mkdir(exist_ok=True)
        Path(str(number), name).write_text(before + text + after, "utf-8", "surrogateescape", newline="")
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        sys.argv = ["pipelint", "check", ".", "--no-cache"]
        try:
            main()
        finally:
            os._exit(0)
    used = os.wait4(child, 0)[2]
    return used.ru_utime + used.ru_stime
