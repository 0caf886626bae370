"""Includes: what Fluentd makes of their paths, on disk and in a ConfigMap."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.sources import Included, collect
from pipelint.sources.bundle import DiskBundle, KeyBundle
from pipelint.sources.include import SCAN_LIMIT, Budget, TooManyFiles, glob_files, include_patterns, include_target
from pipelint.sources.manifest import read_manifest
from tests.sources.common import config_map, sniff


# Tried with Ruby 3.1.2: `URI.parse(path.tr(" ", "+"))` and `URI.decode_www_form_component` as in the v1 parser.
@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.conf", "a.conf"),
        ("conf.d/*.conf", "conf.d/*.conf"),
        ("a b.conf", "a b.conf"),
        ("a+b.conf", "a b.conf"),
        ("a%2ab.conf", "a*b.conf"),
        ("file:///etc/x.conf", "/etc/x.conf"),
        ("C:/x/y.conf", "/x/y.conf"),
        ("d/a:b.conf", "d/a:b.conf"),
        ("$HOME/x.conf", "$HOME/x.conf"),
        ("a;b", "a;b"),
        ("'a'", "'a'"),
        ("/a//b.conf", "/a//b.conf"),
    ],
)
def test_paths_that_fluentd_reads(pattern: str, path: str) -> None:
    assert include_target(pattern).path == path
    assert include_target(pattern).problem is None


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("http://h/x", "remote"),
        ("HTTPS://h/x", "remote"),
        ("s3://b/x", "invalid"),
        ("conf.d/{a,b}.conf", "invalid"),
        ("a[1].conf", "invalid"),
        ("a?.conf", "invalid"),
        ("a#b.conf", "invalid"),
        ("ä.conf", "invalid"),
        ("C:\\x\\y.conf", "invalid"),
        ("conf.d/%Y.conf", "invalid"),
        ("<x>.conf", "invalid"),
        ("//etc/x.conf", "invalid"),
        ("1:b{", "invalid"),
        ("a:b.conf", "invalid"),
        ("", "invalid"),
        ("#{ENV['X']}.conf", "elsewhere"),
    ],
)
def test_paths_that_it_does_not(pattern: str, problem: str) -> None:
    assert include_target(pattern).problem == problem


def test_include_lines_are_found_by_their_look() -> None:
    text = b'@include a.conf\n  include b.conf\n#@include c\n@included d\n\n@include "#{x}.conf"\nx @include e\n'
    assert list(include_patterns(text)) == ["a.conf", "b.conf", "#{x}.conf"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files of the glob trials."""
    for name in ("a.conf", ".b.conf", "s/c.conf", ".h/d.conf", "s/u/e.conf"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<source>\n# {name}\n</source>\n")
    return tmp_path


# What Ruby 3.1.2 gives for `Dir.glob(...).sort` on the same files.
@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.conf", ["a.conf"]),
        ("**/*.conf", ["a.conf", "s/c.conf", "s/u/e.conf"]),
        ("**", ["a.conf", "s"]),
        ("**.conf", ["a.conf"]),
        ("*", ["a.conf", "s"]),
        ("A.conf", []),
        ("**/**/*.conf", ["a.conf", "s/c.conf", "s/u/e.conf"]),
        ("x**/*.conf", []),
        ("/a.conf", ["a.conf"]),
    ],
)
def test_globs_are_rubys(tree: Path, pattern: str, found: list[str]) -> None:
    assert glob_files(f"{tree}/{pattern}", Budget()) == [f"{tree}/{name}" for name in found]


def test_a_glob_over_too_many_files_is_stopped(tree: Path) -> None:
    with pytest.raises(TooManyFiles):
        glob_files(f"{tree}/**/*.conf", Budget(100))
    assert SCAN_LIMIT > 10_000


def on_disk(tree: Path, name: str = "a.conf") -> tuple[DiskBundle, Document]:
    bundle = DiskBundle()
    path = tree / name
    return bundle, bundle.add(SourceFile(str(path), path.read_bytes(), (str(tree),)))


def paths(found: Included, tree: Path) -> list[str]:
    return [str(Path(document.name).relative_to(tree)) for document in found.documents]


def test_on_disk_a_path_counts_from_the_file_that_includes(tree: Path) -> None:
    bundle, root = on_disk(tree)
    assert paths(bundle.resolve("s/c.conf", root), tree) == ["s/c.conf"]
    inner = bundle.resolve("s/c.conf", root).documents[0]
    assert paths(bundle.resolve("u/*.conf", inner), tree) == ["s/u/e.conf"]
    assert paths(bundle.resolve("../a.conf", inner), tree) == ["a.conf"]
    assert paths(bundle.resolve(f"{tree}/s/c.conf", root), tree) == ["s/c.conf"]


def test_on_disk_a_file_is_one_document_whatever_leads_to_it(tree: Path) -> None:
    bundle, root = on_disk(tree)
    first = bundle.resolve("s/c.conf", root).documents[0]
    assert bundle.resolve("s/../s/*.conf", root).documents == (first,)
    assert bundle.resolve("../a.conf", first).documents == (root,)
    (tree / "link.conf").symlink_to(tree / "a.conf")
    assert bundle.resolve("link.conf", root).documents == (root,)


def test_on_disk_only_a_plain_path_can_be_missing(tree: Path) -> None:
    bundle, root = on_disk(tree)
    assert bundle.resolve("none.conf", root) == Included(problem="missing")
    assert bundle.resolve("none/*.conf", root) == Included()
    assert bundle.resolve("https://example.com/x.conf", root).problem == "remote"


def test_on_disk_what_cannot_be_read_is_told_and_the_rest_read(tree: Path) -> None:
    bundle, root = on_disk(tree)
    found = bundle.resolve("*", root)  # a folder is among them, at which Fluentd stops
    assert paths(found, tree) == ["a.conf"]
    assert found.problem == "unreadable"
    assert found.detail.endswith("s: is a directory")
    (tree / "bad.conf").write_bytes(b"\xff")
    assert "0xff" in bundle.resolve("bad.conf", root).detail
    assert bundle.resolve("%00/*", root).problem == "invalid"


def test_on_disk_all_globs_together_have_a_bound(tree: Path) -> None:
    root = on_disk(tree)[1]
    bundle = DiskBundle(_budget=Budget(120))
    assert bundle.resolve("*.conf", root).problem is None
    assert bundle.resolve("*.conf", root).documents
    assert bundle.resolve("*.conf", root).problem == "unreadable"


@pytest.fixture
def keys() -> tuple[KeyBundle, Document]:
    """A ConfigMap with a main file, and that main file."""
    data = "".join(f"{key}: '<source>'\n" for key in ("fluent.conf", "b.conf", "a.conf", "file.source.x.conf", "note"))
    maps = read_manifest(SourceFile("m.yaml", config_map(data).encode())).config_maps
    return KeyBundle(maps[0]), maps[0].document("fluent.conf")


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("a.conf", ["a.conf"]),
        ("/fluentd/etc/b.conf", ["b.conf"]),
        ("conf.d/*.conf", ["a.conf", "b.conf", "file.source.x.conf"]),
        ("/fluentd/etc/file.source.*.conf", ["file.source.x.conf"]),
        ("config.d/note", ["note"]),
        ("fluent.conf", ["fluent.conf"]),
    ],
)
def test_in_a_config_map_the_base_name_counts(keys: tuple[KeyBundle, Document], pattern: str, found: list[str]) -> None:
    bundle, root = keys
    included = bundle.resolve(pattern, root)
    assert [document.name for document in included.documents] == found
    assert included.problem is None
    assert bundle.resolve(pattern, root).documents == included.documents


@pytest.mark.parametrize("pattern", ["other.conf", "/etc/x/*.cfg", "conf.d/", "\"#{ENV['X']}.conf\""])
def test_in_a_config_map_what_does_not_fit_is_elsewhere(keys: tuple[KeyBundle, Document], pattern: str) -> None:
    bundle, root = keys
    found = bundle.resolve(pattern, root)
    assert (found.documents, found.problem) == ((), "elsewhere")
    assert found.detail


def test_in_a_config_map_all_globs_together_have_a_bound(keys: tuple[KeyBundle, Document]) -> None:
    bundle = KeyBundle(keys[0].config_map, _budget=Budget(60))
    assert bundle.resolve("*.conf", keys[1]).documents
    assert bundle.resolve("*.conf", keys[1]).problem == "unreadable"


def test_the_document_of_an_entry_is_the_one_that_an_include_gives(tree: Path) -> None:
    found = collect([str(tree / "a.conf"), str(tree / "s")], sniff)
    a, c = found.entries[0], found.entries[1]
    assert a.bundle.resolve("s/c.conf", a.documents[0]).documents == c.documents
