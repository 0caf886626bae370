"""collect: which files are looked at, which are configs, and one clear message for each that cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.disk.text_file import MAX_BYTES, read_file
from pipelint.base.text.document import SourceFile
from pipelint.sources import Collected, collect
from pipelint.sources.glob import Target
from pipelint.sources.hosts.configs import MAX_CONFIGS
from pipelint.sources.roots import roots_of
from tests.sources.common import ENGINES, config_map

CONF = "<source>\n  @type forward\n</source>\n"


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def found_in(folder: Path, *paths: str) -> tuple[Collected, list[str]]:
    """What ``paths`` below ``folder`` give, and the names of the entries, relative to it."""
    found = collect([str(folder / path) for path in paths], ENGINES)
    return found, [os.path.relpath(entry.name, folder) for entry in found.entries]


def messages(found: Collected) -> list[str]:
    return [problem.message for problem in found.problems]


def test_a_plain_file_is_a_document_as_it_stands(tmp_path: Path) -> None:
    write(tmp_path, {"fluent.conf": "\ufeff" + CONF})
    found, names = found_in(tmp_path, "fluent.conf")
    assert names == ["fluent.conf"]
    (document,) = found.entries[0].documents
    assert document.text == ("\ufeff" + CONF).encode()
    assert document.map.slices[0].verbatim
    assert not found.entries[0].kubernetes


def test_a_directory_is_walked_in_order_and_content_decides(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            **dict.fromkeys(["b.conf", "a/z.txt", ".git/x.conf", "node_modules/y.conf", "README.md"], CONF),
            "c.yaml": config_map("fluent.conf: '<source>'\n"),
            "a/nginx.conf": "server {\n}\n",
            "logo.png": b"\x89PNG\0",
            "big.conf": b"x" * (MAX_BYTES + 1),
            "values.yaml": "{{ broken",
            "latin.txt": b"caf\xe9",
            "empty.conf": "",
            "only.conf": "# nothing\n",
        },
    )
    found, names = found_in(tmp_path, ".")
    assert [name.split(":")[0] for name in names] == ["a/z.txt", "b.conf", "c.yaml"]
    assert not found.problems
    noted = {os.path.relpath(note.path, tmp_path) for note in found.notes}
    assert noted == (
        {".git", "node_modules", "README.md", "a/nginx.conf"}
        | {"logo.png", "big.conf", "values.yaml", "latin.txt", "empty.conf", "only.conf"}
    )


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none.conf", None, "no such file"),
        ("empty.conf", b"", "is empty or holds only comments"),
        ("blank.conf", b" \n\t\n", "is empty or holds only comments"),
        ("only.conf", b"\xef\xbb\xbf# a\n  # b\n", "is empty or holds only comments"),
        ("empty.yaml", b"# a\n", "is empty or holds only comments"),
        ("nginx.conf", b"server {\n}\n", "no Fluentd or Logstash config in it"),
        ("pod.yaml", b"kind: Pod\n", "no Fluentd or Logstash config in it"),
        ("map.yaml", b"kind: ConfigMap\ndata: {a: b}\n", "no Fluentd or Logstash config in it"),
        ("x.bin", b"<source>\0", "is a binary file: a NUL byte at offset 8"),
        ("utf16.conf", "\ufeff<source>".encode("utf-16-le"), "is UTF-16: configs are read as UTF-8"),
        ("big.conf", b"<source>\n" + b"x" * MAX_BYTES, "larger than 4 MiB, so not read"),
        ("jinja.conf", b"<source>\n{% if X %}\n  @type http\n{% endif %}\n</source>\n", "a template: render it first"),
        ("erb.conf", b"<match **>\n  <% if x %>\n  @type <%= x %>\n  <% end %>\n</match>\n", "a template: render it first"),
        ("helm.yaml", b"{{- if x }}\nkind: ConfigMap\n", "Helm template: render it first (helm template)"),
        ("dir.d/x", b"# nothing", None),
    ],
)
def test_what_is_named_and_cannot_be_taken_is_one_problem(
    tmp_path: Path, name: str, data: bytes | None, message: str | None
) -> None:
    if data is not None:
        write(tmp_path, {name: data})
    path = str(tmp_path / name) if message else str(tmp_path / "dir.d")
    found = collect([path], ENGINES)
    assert [(problem.path, problem.message) for problem in found.problems] == [
        (path, message or "no Fluentd or Logstash config in it")
    ]
    assert not found.entries


def test_invalid_utf8_is_told_at_its_first_bad_byte(tmp_path: Path) -> None:
    data = b"<source>\n  # caf\xe9 \xff\n</source>\n"
    write(tmp_path, {"a.conf": data, "other.conf": CONF})
    for path in ("a.conf", "."):  # also when it is only found, as it looks like a config
        found, _ = found_in(tmp_path, path)
        (problem,) = found.problems
        assert problem.span is not None
        assert problem.file is not None
        assert problem.span.cut(data) == b"\xe9"
        assert problem.message == "is not UTF-8: bad byte 0xe9"
        assert problem.file.data == b"<source>\n  # caf? ?\n</source>\n"


def test_a_yaml_error_in_a_found_manifest_is_a_problem_and_in_other_yaml_a_note(tmp_path: Path) -> None:
    write(tmp_path, {"m.yaml": "kind: ConfigMap\n bad: x\n", "other.yaml": "a: b\n bad: x\n", "a.conf": CONF})
    found, names = found_in(tmp_path, ".")
    assert [Path(problem.path).name for problem in found.problems] == ["m.yaml"]
    assert names == ["a.conf"]
    assert len(found_in(tmp_path, "other.yaml")[0].problems) == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, {"a.conf": CONF})
    (tmp_path / "a.conf").chmod(0)
    assert messages(found_in(tmp_path, ".")[0]) == ["cannot be read: Permission denied"]


def test_globs_match_files_and_one_without_a_match_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, {"a.conf": CONF, "s/b.conf": CONF, "s/c.txt": "x", "node_modules/d.conf": CONF})
    assert found_in(tmp_path, "**/*.conf")[1] == ["a.conf", "s/b.conf"]
    assert found_in(tmp_path, "*")[1] == ["a.conf", "s/b.conf"]
    found, names = found_in(tmp_path, "*.cfg", "s/*.txt")
    assert names == []
    assert messages(found) == ["matches no file", "no Fluentd or Logstash config in it"]


def test_a_file_given_in_several_ways_is_one_entry(tmp_path: Path) -> None:
    write(tmp_path, {"a.conf": CONF})
    (tmp_path / "b.conf").symlink_to(tmp_path / "a.conf")
    found, names = found_in(tmp_path, ".", "a.conf", "*.conf", "./a.conf")
    assert names == ["a.conf"]
    assert not found.problems


def test_a_file_that_another_given_one_includes_is_no_entry(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "fluent.conf": "@include conf.d/*.conf\n@include part.txt\n" + CONF, "conf.d/a.conf": CONF,
            "conf.d/b.conf": "@include ../fluent.conf\n" + CONF, "part.txt": "# nothing\n", "solo.conf": CONF,
        },
    )  # fmt: skip
    found, names = found_in(tmp_path, "fluent.conf", "part.txt", "conf.d/a.conf", "solo.conf")
    assert names == ["fluent.conf", "solo.conf"]
    assert not found.problems
    # All of a cycle: the first stands for it.
    assert found_in(tmp_path, "conf.d/b.conf", "fluent.conf")[1] == ["conf.d/b.conf"]


def test_a_directory_whose_files_are_included_by_another_has_configs(tmp_path: Path) -> None:
    write(tmp_path, {"fluent.conf": "@include conf.d/*.conf\n", "conf.d/a.conf": CONF})
    found, names = found_in(tmp_path, "fluent.conf", "conf.d")
    assert names == ["fluent.conf"]
    assert not found.problems


def test_standard_input_is_called_as_it_is_said_to_be(tmp_path: Path) -> None:
    write(tmp_path, {"conf/part.conf": CONF})
    name = str(tmp_path / "conf" / "fluent.conf")
    (entry,) = collect(["-"], ENGINES, stdin=CONF.encode(), stdin_filename=name).entries
    assert (entry.name, entry.documents[0].name) == (name, name)
    assert entry.bundle.resolve(Target("part.conf"), entry.documents[0]).documents[0].text == CONF.encode()
    assert messages(collect(["-"], ENGINES)) == ["no standard input"]
    (problem,) = collect(["-"], ENGINES, stdin=b"").problems
    assert (problem.path, problem.message) == ("<stdin>", "is empty or holds only comments")
    assert messages(collect(["-"], ENGINES, stdin=b"a: [", stdin_filename="x.yaml"))[0].startswith("YAML error: ")


def test_an_engines_own_yaml_syntax_is_a_whole_document(tmp_path: Path) -> None:
    write(tmp_path, {"fluent.yaml": "config:\n  - source:\n      $type: forward # no ConfigMap\n"})
    assert found_in(tmp_path, "fluent.yaml")[1] == ["fluent.yaml"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_a_fifo_in_a_directory_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path, {"a.conf": CONF})
    os.mkfifo(tmp_path / "pipe.conf")
    assert found_in(tmp_path, ".")[1] == ["a.conf"]


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


@given(
    st.lists(pieces | st.binary(max_size=4), max_size=25).map(b"".join), st.sampled_from(["a.conf", "a.yaml", "a.json"])
)
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
        assert said == ["more than 500 configs in one file: those from here on are not read"] * (count > MAX_CONFIGS)
