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
    # A regex does not look at signals: the process is ended.
    limit = round(2 * UNITS * speed()) + 1
    assert [own.where for own in attacks() if not _ends(own, limit)] == []


def _ends(own: Own, limit: int) -> bool:
    """Whether a check of all texts with this attack ends within so many seconds of CPU."""
    from pipelint.cli import main

    attack = own.verdict.attack
    assert attack is not None
    text = attack.prefix + attack.pump * (LENGTH // len(attack.pump)) + attack.suffix
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
    status = os.waitpid(child, 0)[1]
    return not os.WIFSIGNALED(status)
