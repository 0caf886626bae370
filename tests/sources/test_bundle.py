"""Includes: what their paths mean on disk and in a ConfigMap."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.sources import Included, collect
from pipelint.sources.bundle import DiskBundle, KeyBundle
from pipelint.sources.glob import SCAN_LIMIT, Budget, Target, TooManyFiles, glob_files
from pipelint.sources.hosts.config_map import ConfigMaps
from pipelint.sources.hosts.read import read_hosts
from tests.sources.common import ENGINES, config_map


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
    assert paths(bundle.resolve(Target("s/c.conf"), root), tree) == ["s/c.conf"]
    inner = bundle.resolve(Target("s/c.conf"), root).documents[0]
    assert paths(bundle.resolve(Target("u/*.conf"), inner), tree) == ["s/u/e.conf"]
    assert paths(bundle.resolve(Target("../a.conf"), inner), tree) == ["a.conf"]
    assert paths(bundle.resolve(Target(f"{tree}/s/c.conf"), root), tree) == ["s/c.conf"]


def test_on_disk_a_file_is_one_document_whatever_leads_to_it(tree: Path) -> None:
    bundle, root = on_disk(tree)
    first = bundle.resolve(Target("s/c.conf"), root).documents[0]
    assert bundle.resolve(Target("s/../s/*.conf"), root).documents == (first,)
    assert bundle.resolve(Target("../a.conf"), first).documents == (root,)
    (tree / "link.conf").symlink_to(tree / "a.conf")
    assert bundle.resolve(Target("link.conf"), root).documents == (root,)


def test_on_disk_only_a_plain_path_can_be_missing(tree: Path) -> None:
    bundle, root = on_disk(tree)
    assert bundle.resolve(Target("none.conf"), root) == Included(problem="missing")
    assert bundle.resolve(Target("none/*.conf"), root) == Included()
    assert bundle.resolve(Target(problem="remote"), root).problem == "remote"


def test_on_disk_a_file_that_a_program_makes_of_a_template_is_not_missing(tree: Path) -> None:
    bundle, root = on_disk(tree)
    for template in ("made.conf.j2", "other.tmpl"):
        (tree / template).write_text("{{ all }}")
    assert bundle.resolve(Target("made.conf"), root) == Included(problem="elsewhere", detail="made of made.conf.j2")
    assert bundle.resolve(Target("other.conf"), root) == Included(problem="elsewhere", detail="made of other.tmpl")
    assert bundle.resolve(Target("third.conf"), root) == Included(problem="missing")


def test_on_disk_what_cannot_be_read_is_told_and_the_rest_read(tree: Path) -> None:
    bundle, root = on_disk(tree)
    found = bundle.resolve(Target("*"), root)  # a folder is among them, at which Fluentd stops
    assert paths(found, tree) == ["a.conf"]
    assert found.problem == "unreadable"
    assert found.detail.endswith("s: is a directory")
    (tree / "bad.conf").write_bytes(b"\xff")
    assert "0xff" in bundle.resolve(Target("bad.conf"), root).detail


def test_on_disk_all_globs_together_have_a_bound(tree: Path) -> None:
    root = on_disk(tree)[1]
    bundle = DiskBundle(_budget=Budget(120))
    assert bundle.resolve(Target("*.conf"), root).problem is None
    assert bundle.resolve(Target("*.conf"), root).documents
    assert bundle.resolve(Target("*.conf"), root).problem == "unreadable"


@pytest.fixture
def keys() -> tuple[KeyBundle, Document]:
    """A ConfigMap with a main file, and that main file."""
    data = "".join(f"{key}: '<source>'\n" for key in ("fluent.conf", "b.conf", "a.conf", "file.source.x.conf", "note"))
    (folder,) = read_hosts(SourceFile("m.yaml", config_map(data).encode()), [ConfigMaps()], yaml=True).folders
    return KeyBundle(folder, {"fluent.conf"}), folder.document("fluent.conf")


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
    included = bundle.resolve(Target(pattern), root)
    assert [document.name for document in included.documents] == found
    assert included.problem is None
    assert bundle.resolve(Target(pattern), root).documents == included.documents


@pytest.mark.parametrize("pattern", ["other.conf", "/etc/x/*.cfg", "conf.d/", "\"#{ENV['X']}.conf\""])
def test_in_a_config_map_what_does_not_fit_is_elsewhere(keys: tuple[KeyBundle, Document], pattern: str) -> None:
    bundle, root = keys
    found = bundle.resolve(Target(pattern), root)
    assert (found.documents, found.problem) == ((), "elsewhere")
    assert found.detail


def test_in_a_config_map_all_globs_together_have_a_bound(keys: tuple[KeyBundle, Document]) -> None:
    bundle = KeyBundle(keys[0].folder, _budget=Budget(60))
    assert bundle.resolve(Target("*.conf"), keys[1]).documents
    assert bundle.resolve(Target("*.conf"), keys[1]).problem == "unreadable"


def test_the_document_of_an_entry_is_the_one_that_an_include_gives(tree: Path) -> None:
    found = collect([str(tree / "a.conf"), str(tree / "s")], ENGINES)
    a, c = found.entries[0], found.entries[1]
    assert a.bundle.resolve(Target("s/c.conf"), a.documents[0]).documents == c.documents
