"""What cannot be read of Fluentd's plugins without running them is said, and never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugins.ruby.sources import fluentd, only, texts


@pytest.mark.parametrize(
    ("body", "comment"),
    [
        ("NAMES.each { |n| config_param n, :string }", "- lib/plugin.rb:4 declares in a loop over NAMES, which is code"),
        ("config_param name_of(1), :string", "- lib/plugin.rb:4 declares something whose name is code"),
        ("include Theirs::Settings", "- it has the mixin Theirs::Settings, which is not in this folder"),
        ("include mixin_for(:x)", "- it has the mixin mixin_for(:x), which is code (lib/plugin.rb:4)"),
        ("helpers :their_helper", "- lib/plugin.rb:4 has the helper their_helper, which is not known"),
        ("options { config_param :a }", "- lib/plugin.rb:4 declares in a block of options"),
        ("def configure(conf)\n  conf.each { |k, v| }\nend", "- lib/plugin.rb:5 reads parameters of any name"),
        ("include Fluent::Theirs", "- it has the mixin Fluent::Theirs, which is not in this folder"),
    ],
)
def test_what_may_declare_more_is_said_and_then_no_name_is_unknown(body: str, comment: str, tmp_path: Path) -> None:
    said, text = only(tmp_path, fluentd(body))
    assert said["patterns"] == [".*"]
    assert " ".join(text.split()).count(comment.replace("- ", "# - ")) == 1


@pytest.mark.parametrize(
    ("line", "expected", "comment"),
    [
        ("config_param :a, :string, default: ENV['A'] || 'b'", {"type": "string"}, "a: its default is code: ENV['A'] || 'b'"),
        ("config_param :a, :string, default: Theirs::PORT", {"type": "string"}, "a: its default is code: Theirs::PORT"),
        ("config_param :a, :enum, list: L, default: :x", {"type": "enum", "default": "x"}, "a: what it may be is code: L"),
        ("config_param :a, :string, {**more}", {"type": "string"}, "a: some of its options are code"),
        ("config_param :a, :string, **more", {"type": "string"}, "a: some of its options are code"),
        ("config_param(:a, :string) if WINDOWS", {"type": "string"}, "a: it is there only if WINDOWS"),
        ("unless WINDOWS\n  config_param :a\nend", {"type": "string"}, "a: it is there only unless WINDOWS"),
        ("P = 1\nP = 2\nconfig_param :a, :integer, default: P", {"type": "integer"}, "a: its default is code: P"),
    ],
)
def test_what_is_code_is_left_out_and_said(line: str, expected: dict[str, object], comment: str, tmp_path: Path) -> None:
    said, text = only(tmp_path, fluentd(line))
    assert said["parameters"] == {"a": expected}
    assert f"# {comment}" in text
    assert "patterns" not in said


@pytest.mark.parametrize(
    ("source", "note"),
    [
        ("Fluent::Plugin.register_input(name, self)", "a.rb:1: this input plugin is registered by code: it is left out"),
        (
            "Fluent::Plugin.register_input('x', Theirs)",
            "a.rb:1: the class of the input plugin x is not in this folder: it is left out",
        ),
        (
            "class A < Fluent::Plugin::Input\n  Fluent::Plugin.register_input('../x', self)\nend",
            "a.rb:2: the name of this plugin is not a name of letters, digits, _ and -: it is left out",
        ),
        ("config_param :x", ""),
        ("Registry.register_input('x', self)", ""),
    ],
)
def test_a_plugin_that_is_not_written_is_noted(source: str, note: str, tmp_path: Path) -> None:
    files, notes = texts(tmp_path, {"a.rb": source})
    assert files == {}
    assert notes == ([note] if note else [])


def test_of_two_plugins_with_one_name_the_first_is_written(tmp_path: Path) -> None:
    source = "class {0} < Fluent::Plugin::Input\n  Fluent::Plugin.register_input('x', self)\n  config_param :{1}\nend\n"
    files, notes = texts(tmp_path, {"a.rb": source.format("A", "one") + source.format("B", "two")})
    assert "one" in files["fluentd/input-x.yaml"]
    assert notes == ["a.rb:6: another input plugin x is at a.rb:2: this one is left out"]
