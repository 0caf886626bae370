"""``pipelint plugin import``: what it prints and writes, the gem's own words, and what it does not read."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from pipelint.checker.plugin_files import plugin_files
from pipelint.data import data_folder
from pipelint.plugins.form.compile import compile_folder
from pipelint.plugins.form.engine import MAX_FILE, SHARED
from pipelint.plugins.ruby import files
from tests.command_line import PLAIN, bounded, pipelint, text_of
from tests.plugins.ruby.sources import fluentd, logstash, only, texts

GEMSPEC = """
Gem::Specification.new do |spec|
  spec.name     = "fluent-plugin-ours"
  spec.version  = {version}
  spec.summary  = %q{{a filter of ours}}
  spec.homepage = "https://example.org/ours"
end
"""
SOURCE = fluentd("config_param :field, :string, default: 'host'")


def run(*words: str, cwd: Path) -> tuple[int, str, str]:
    done = text_of(pipelint("plugin", "import", *words, cwd=cwd, env={**PLAIN, "COLUMNS": "80"}))
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def gem(tmp_path: Path) -> Path:
    (tmp_path / "gem" / "lib").mkdir(parents=True)
    (tmp_path / "gem" / "ours.gemspec").write_text(GEMSPEC.format(version='"1.2.3"'))
    (tmp_path / "gem" / "lib" / "filter_ours.rb").write_text(SOURCE)
    return tmp_path


def test_a_plugin_is_printed_as_a_file_of_the_form(gem: Path) -> None:
    assert run("gem", cwd=gem) == (
        0,
        """\
# fluentd/filter-ours.yaml
# Read from the Ruby source of fluent-plugin-ours 1.2.3 (lib/filter_ours.rb:3);
# nothing of it was run.
# Add what it does with events and records: `events`, `records`, `holds`.
name: ours
about: A filter of ours.
link: https://example.org/ours
gem: fluent-plugin-ours
parameters:
  field: {type: string, default: host}
""",
        "",
    )


def test_several_plugins_are_printed_as_documents_and_written_as_files(gem: Path) -> None:
    (gem / "gem" / "lib" / "x.rb").write_text(logstash("  config :a, :validate => :string"))
    _, printed, _ = run("gem", cwd=gem)
    code, said, _ = run("gem", "--output", "lint-plugins", cwd=gem)
    names = ["fluentd/filter-ours.yaml", "logstash/filter-ours.yaml"]
    assert code == 0
    assert said.splitlines()[:2] == [f"lint-plugins/{name}: written" for name in names]
    assert printed == "---\n".join(f"# {name}\n{(gem / 'lint-plugins' / name).read_text()}" for name in names)


def test_what_is_written_compiles_beside_the_files_that_all_plugins_share(tmp_path: Path) -> None:
    helpers = ":compat_parameters, :inject, :extract, :server, :http_server, :storage, :service_discovery, :parser, :formatter"
    mixins = "\n".join(
        f"  include LogStash::PluginMixins::{name}" for name in ("ECSCompatibilitySupport(:v1)", "HttpClient", "AwsConfig::V2")
    )
    found, _ = texts(tmp_path / "gem", {"a.rb": fluentd(f"helpers {helpers}"), "b.rb": logstash(mixins)})
    for name, text in found.items():
        target = tmp_path / "plugins" / name
        target.parent.mkdir(parents=True)
        target.write_text(text)
        shared = Path(data_folder("plugins")) / target.parent.name / SHARED
        (target.parent / SHARED).write_bytes(shared.read_bytes())
    # A group that there is not would be an error.
    assert compile_folder(tmp_path / "plugins").count(b'"ours"') == 4


def test_a_file_that_exists_is_overwritten_only_with_force(gem: Path) -> None:
    there = gem / "out" / "fluentd" / "filter-ours.yaml"
    there.parent.mkdir(parents=True)
    there.write_text("mine\n")
    code, _, error = run("gem", "--output", "out", cwd=gem)
    assert (code, error) == (2, "out/fluentd/filter-ours.yaml: error: already exists (--force overwrites it)\n")
    assert there.read_text() == "mine\n"
    assert run("gem", "--output", "out", "--force", cwd=gem)[0] == 0
    assert there.read_text().startswith("# Read from")


def test_where_one_file_exists_none_is_written(gem: Path) -> None:
    (gem / "gem" / "lib" / "x.rb").write_text(logstash("  config :a"))
    (gem / "out" / "logstash").mkdir(parents=True)
    (gem / "out" / "logstash" / "filter-ours.yaml").write_text("mine\n")
    assert run("gem", "--output", "out", cwd=gem)[0] == 2
    assert not (gem / "out" / "fluentd").exists()


def test_a_folder_that_cannot_be_written_is_an_error(gem: Path) -> None:
    (gem / "out").write_text("a file\n")
    code, _, error = run("gem", "--output", "out", cwd=gem)
    assert (code, error) == (2, "out/fluentd/filter-ours.yaml: error: cannot be written: Not a directory\n")


@pytest.mark.parametrize(("folder", "message"), [("nothing", "no such folder"), ("empty", "no plugin in Ruby is found here")])
def test_a_folder_without_plugins_is_an_error(folder: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run(folder, cwd=tmp_path) == (2, "", f"{folder}: error: {message}\n")


def test_without_the_grammar_one_line_names_the_extra(gem: Path) -> None:
    with patch.dict(sys.modules, {"tree_sitter_ruby": None}):
        code, out, error = run("gem", cwd=gem)
    assert (code, out) == (2, "")
    assert error == 'pipelint plugin import needs tree-sitter-ruby: pip install "pipelint[import]"\n'


def test_help_has_an_example_and_fits_a_narrow_terminal(tmp_path: Path) -> None:
    code, out, _ = run("--help", cwd=tmp_path)
    assert code == 0
    assert "Example: pipelint plugin import" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("version", "more"),
    [
        ('"1.2.3"', {}),
        ("Ours::VERSION", {"gem/lib/version.rb": "module Ours\n  VERSION = '1.2.3'.freeze\nend\n"}),
        ('File.read("VERSION").strip', {"gem/VERSION": "1.2.3\n"}),
        ('::File.read(File.expand_path(File.join(__dir__, "VERSION"))).split("\\n").first', {"gem/VERSION": "1.2.3\nx\n"}),
    ],
)
def test_the_gems_version_is_read_where_it_is_no_code(version: str, more: dict[str, str], tmp_path: Path) -> None:
    sources = {"gem/a.gemspec": GEMSPEC.format(version=version), "gem/lib/x.rb": SOURCE, **more}
    _, text = only(tmp_path, sources)
    assert text.startswith("# Read from the Ruby source of fluent-plugin-ours 1.2.3 (")


@pytest.mark.parametrize("version", ["ENV['V']", "`git describe`", 'File.read("../../secret")', 'File.read("/etc/hostname")'])
def test_a_version_that_is_code_is_left_out(version: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("9.9.9\n")
    folder = tmp_path / "a" / "b"
    _, text = only(folder, {"a.gemspec": GEMSPEC.format(version=version), "lib/x.rb": SOURCE})
    assert text.startswith("# Read from the Ruby source of fluent-plugin-ours (lib/x.rb:3)")


@pytest.mark.parametrize(
    ("summary", "about"),
    [
        ("sends events", "Sends events."),
        ("Sends events.", "Sends events."),
        ("TODO", "TODO: say in one sentence what it does."),
        ("Sends events. And more.", "TODO: say in one sentence what it does."),
        ("x" * 300, "TODO: say in one sentence what it does."),
    ],
)
def test_the_gems_summary_is_the_sentence_where_it_is_one(summary: str, about: str, tmp_path: Path) -> None:
    gemspec = f'Gem::Specification.new do |s|\n  s.summary = "{summary}"\nend\n'
    said, text = only(tmp_path, {"a.gemspec": gemspec, "lib/x.rb": SOURCE})
    assert said["about"] == about
    assert ("# The gem says:" in text) == (about.startswith("TODO"))


def test_each_plugin_has_the_gem_of_its_own_folder(tmp_path: Path) -> None:
    other = GEMSPEC.format(version="'4.5.6'").replace("fluent-plugin-ours", "logstash-filter-ours")
    sources = {"a/a.gemspec": GEMSPEC.format(version="'1.2.3'"), "a/lib/x.rb": SOURCE}
    found, _ = texts(tmp_path, {**sources, "b/b.gemspec": other, "b/y.rb": logstash("")})
    gems = {name: line for name, text in found.items() for line in text.splitlines() if line.startswith("gem:")}
    assert [*gems.values()] == ["gem: fluent-plugin-ours", "gem: logstash-filter-ours"]


def test_nothing_outside_of_the_folder_is_read_and_tests_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.rb").write_text(SOURCE)
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "folder").symlink_to(tmp_path / "outside")
    (folder / "file.rb").symlink_to(tmp_path / "outside" / "x.rb")
    for name in ("test", "spec", "vendor", ".git"):
        (folder / name).mkdir()
        (folder / name / "x.rb").write_text(SOURCE)
    os.mkfifo(folder / "pipe.rb")
    found, notes = plugin_files(str(folder))
    assert found == {}
    assert notes == [
        f"{folder}/file.rb: a link that leads out of the folder: not read",
        f"{folder}/pipe.rb: cannot be read: is not a regular file",
    ]


def test_bounds_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_FILES", 2)
    monkeypatch.setattr(files, "MAX_BYTES", 1000)
    _, notes = texts(tmp_path, {"a.rb": "#" * 600, "b.rb": "#" * 600, "c.rb": "", "d.rb": ""})
    assert notes == [
        f"{tmp_path}: more than 2 Ruby files or 50000 others: the rest is not read",
        "b.rb: more than 0 MiB of Ruby: not read",
    ]


def test_a_larger_file_is_not_read(tmp_path: Path) -> None:
    _, notes = texts(tmp_path, {"a.rb": "#" * (files.MAX_FILE + 1)})
    assert len(notes) == 1 and notes[0].startswith("a.rb: cannot be read: is larger than")


def test_a_file_that_is_wrong_is_noted_and_the_rest_of_it_read(tmp_path: Path) -> None:
    said_files, notes = texts(tmp_path, {"a.rb": fluentd("config_param :a, :string") + "def (((\n"})
    assert notes == ["a.rb:7: this is not read as Ruby; the rest of the file is"]
    text = said_files["fluentd/filter-ours.yaml"]
    assert "# - some of a.rb is not read as Ruby" in text and "  a: {type: string, required: true}" in text


HOSTILE = {
    "constants": fluentd(
        "A0 = [1, 2]\n" + "".join(f"A{n + 1} = [A{n}, A{n}]\n" for n in range(60)) + "config_param :a, :array, default: A60"
    ),
    "loops": fluentd('(1..4000).each { |a| (1..4000).each { |b| (1..4000).each { |c| config_param :"p#{a}_#{b}_#{c}" } } }'),
    "methods": fluentd("".join(f"def self.m{n}; m{n + 1}; m{n + 1}; end\n" for n in range(50)) + "m0"),
    "hooks": "module M\n def self.included(b); b.include N; end\nend\nmodule N\n def self.included(b); b.include M; end\nend\n"
    + fluentd("include M"),
    "itself": fluentd("").replace("< Filter", "< OursFilter"),
    "brackets": fluentd("config_param :a, :array, default: " + "[" * 20_000 + "]" * 20_000),
    "conditions": fluentd("if a\n" * 5_000 + "config_param :a\n" + "end\n" * 5_000),
    "sections": fluentd("config_section :s do\n" * 5_000 + "config_param :a\n" + "end\n" * 5_000),
    "modules": "module A\n" * 10_000 + fluentd("") + "end\n" * 10_000,
    "power": fluentd("config_param :a, :integer, default: 9" + "**9" * 500),
}


LONG = ("loops", "methods")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in HOSTILE])
def test_hostile_source_is_read_within_bounds(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.rb").write_text(HOSTILE[name])
    done = bounded("plugin", "import", ".", cwd=tmp_path, megabytes=300, seconds=60)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr
    assert len(done.stdout) <= MAX_FILE


def test_nothing_is_run(tmp_path: Path) -> None:
    body = 'File.write("made", "x")\nsystem("touch made")\nconfig_param :a, :string, default: `touch made`\nBEGIN { exit! }'
    source = fluentd(body)
    texts(tmp_path, {"a.rb": source})
    assert [path.name for path in tmp_path.iterdir()] == ["a.rb"]
