"""Whatever is given, the search for configs ends, and says what is wrong."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.disk.text_file import MAX_BYTES, read_file
from pipelint.base.text.document import SourceFile
from pipelint.sources import collect
from pipelint.sources.glob import Target
from pipelint.sources.hosts.configs import MAX_CONFIGS
from pipelint.sources.roots import roots_of
from tests.sources.common import ENGINES
from tests.sources.found import CONF, write


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, "*\0", "", "/dev/null/x", "[", "~"])
def test_odd_paths_are_missing_files(path: str) -> None:
    found = collect([path], ENGINES)
    assert len(found.problems) == 1
    assert not found.entries


pieces = st.sampled_from(
    b"<source>\n~@include *\n~kind: ConfigMap\n~data:\n~  a: |\n~    ~\n~\"~'~{~[~]~&a ~*a~!!~\\~\xff~\0~---\n~\t~: ~- "
    b"~\xef\xbb\xbf~? ~\r~\xc2\x85~%~{{~items:\n~  fluent.conf: ~<<~|2~>-~#~\xf0\x9f\x98\x80~apiVersion: v1\n"
    b"~\x07".split(b"~")
)


@given(st.lists(pieces | st.binary(max_size=4), max_size=25).map(b"".join), st.sampled_from(["a.conf", "a.yaml", "a.json"]))
def test_no_bytes_make_it_fail(data: bytes, name: str) -> None:
    found = collect(["-"], ENGINES, stdin=data, stdin_filename=name)
    assert found.entries or found.problems
    assert len(found.problems) <= 1
    for problem in found.problems:
        if problem.span is not None and problem.file is not None:
            assert problem.span.end <= len(problem.file.data)
            problem.file.data.decode()
    for entry in found.entries:
        for document in entry.documents:
            document.text.decode()
            entry.bundle.resolve(Target("*"), document)


graphs = st.dictionaries(st.sampled_from("abcdef"), st.sets(st.sampled_from("abcdefx"), max_size=3), max_size=6)


@given(graphs)
def test_every_file_is_a_root_or_reached_from_one(includes: dict[str, set[str]]) -> None:
    items = sorted(includes)
    roots = roots_of(items, includes)
    reached: set[str] = set()
    for _ in items:
        reached |= set(roots) | {target for item in reached for target in includes.get(item, ())}
    assert reached >= set(items)
    nobody_includes = [i for i in items if not any(i in includes[other] for other in items if other != i)]
    assert [item for item in roots if item in nobody_includes] == nobody_includes


def test_read_file_says_in_words_what_is_wrong(tmp_path: Path) -> None:
    write(tmp_path, {"a.conf": CONF})
    assert isinstance(read_file(str(tmp_path / "a.conf"), None), SourceFile)
    assert isinstance(read_file("x", CONF.encode()), SourceFile)
    assert read_file(str(tmp_path), None) == "is a directory"
    assert read_file("x", b"\0") == "is a binary file: a NUL byte at offset 0"


def test_a_plain_file_needs_no_yaml(tmp_path: Path) -> None:
    write(tmp_path, {"fluent.conf": CONF})
    script = (
        "import sys\nfrom pipelint.engines.registry import ENGINES\nfrom pipelint.sources import collect\n"
        "found = collect(sys.argv[1:], ENGINES)\n"
        "assert len(found.entries) == 1\n"
        "print([name for name in ('yaml', 'tree_sitter', 'hypothesis', 'rich', 'lark') if name in sys.modules])"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "fluent.conf")],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "data",
    [
        b"kind: ConfigMap\ndata:\n  a: |\n   <source>\n" + b"   x\n" * 800_000,
        b'kind: ConfigMap\ndata:\n  a: "<source>\\n' + b"\\n" * 2_000_000 + b'"',
        b"kind: ConfigMap\n" + b"[" * 4_000_000,
        b"kind: ConfigMap\n" + b"".join(b" " * depth + b"a:\n" for depth in range(2_500)),
        b"kind: ConfigMap\ndata:\n" + b"".join(b"  k%d: '<source>'\n" % i for i in range(150_000)),
        b"kind: ConfigMap\ndata:\n a: &a '"
        + b"<source>\n\n" * 9_000
        + b"'\n"
        + b"".join(b" k%d: *a\n" % i for i in range(90_000)),
        b"kind: ConfigMap\ndata:\n  a: |\n" + b"".join(b"   @include *%d*\n" % i for i in range(140_000)),
        b"kind: ConfigMap\n" + b'"' * 4_000_000,
    ],
    ids=["lines", "escapes", "flow depth", "block depth", "keys", "aliases", "includes", "quotes"],
)
@pytest.mark.slow
def test_hostile_manifests_cost_little(data: bytes) -> None:
    start = time.process_time()
    collect(["-"], ENGINES, stdin=data[:MAX_BYTES], stdin_filename="m.yaml")
    # Ten times what it takes: the point is that nothing is quadratic.
    assert time.process_time() - start < 15


def test_of_one_file_so_many_configs_are_read(tmp_path: Path) -> None:
    one = "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c{}}}\ndata:\n  fluent.conf: |\n    <match **>\n    </match>\n---\n"
    path = tmp_path / "many.yaml"
    for count in (MAX_CONFIGS, MAX_CONFIGS + 3):
        path.write_text("".join(one.format(number) for number in range(count)))
        found = collect([str(path)], ENGINES)
        assert len(found.entries) == MAX_CONFIGS
        said = [problem.message for problem in found.problems]
        assert said == ["more than 500 configs in one file: the rest is not read"] * (count > MAX_CONFIGS)
