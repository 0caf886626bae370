"""collect: which files are looked at, which are configs, and one clear message for each that cannot be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipelint.base.disk.text_file import MAX_BYTES
from pipelint.sources import collect
from pipelint.sources.glob import Target
from tests.sources.common import ENGINES, config_map
from tests.sources.found import CONF, found_in, messages, write


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
        ("nginx.conf", b"server {\n}\n", "contains no Fluentd, Logstash or Fluent Bit config"),
        ("pod.yaml", b"kind: Pod\n", "contains no Fluentd, Logstash or Fluent Bit config"),
        ("map.yaml", b"kind: ConfigMap\ndata: {a: b}\n", "contains no Fluentd, Logstash or Fluent Bit config"),
        ("x.bin", b"<source>\0", "is a binary file: a NUL byte at offset 8"),
        ("utf16.conf", "\ufeff<source>".encode("utf-16-le"), "is UTF-16: configs are read as UTF-8"),
        ("big.conf", b"<source>\n" + b"x" * MAX_BYTES, "is larger than 4 MiB, so it was not read"),
        ("jinja.conf", b"<source>\n{% if X %}\n  @type http\n</source>\n", "is a template: render it first"),
        ("erb.conf", b"<match **>\n  <% if x %>\n  @type <%= x %>\n  <% end %>\n</match>\n", "is a template: render it first"),
        ("go.conf", b"<source>\n{{- if .Values.x }}\n  @type http\n</source>\n", "is a template: render it first"),
        ("name.conf", b"<source>\n  @type http\n  {{ port\n</source>\n", "is a template: render it first"),
        ("lines.conf", b"<match **>\n  @type copy\n  $stores\n</match>\n", "is a template: render it first"),
        ("helm.yaml", b"{{- if x }}\nkind: ConfigMap\n", "is a Helm template: render it first (helm template)"),
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
        (path, message or "contains no Fluentd, Logstash or Fluent Bit config")
    ]
    assert not found.entries


@pytest.mark.parametrize("line", ["# {{ if x }}", "format '{{ host }}'", "tag_format $tag", 'message_format {"a": {"b": 1}}'])
def test_braces_and_dollars_that_a_config_may_have_make_no_template(tmp_path: Path, line: str) -> None:
    write(tmp_path, {"a.conf": f"<source>\n  @type sample\n  {line}\n</source>\n"})
    assert found_in(tmp_path, "a.conf")[1] == ["a.conf"]


def test_invalid_utf8_of_what_is_read_as_yaml_alone_is_told_where_a_host_may_be(tmp_path: Path) -> None:
    data = b"kind: ConfigMap\ndata:\n  a: caf\xe9.conf: |\n"
    write(tmp_path, {"map.yaml": data, "notes.po": data, "other.conf": CONF})
    found, _ = found_in(tmp_path, ".")
    assert [Path(problem.path).name for problem in found.problems] == ["map.yaml"]


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
    assert messages(found) == ["matches no file", "contains no Fluentd, Logstash or Fluent Bit config"]


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
    assert messages(collect(["-"], ENGINES)) == ["standard input is missing"]
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
