"""What is read of Logstash's plugins: settings, mixins, kinds. Options mean what LogStash::Config::Mixin makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugins.ruby.sources import logstash, only, texts


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("config :a", {"type": "any"}),
        ("config :a, :validate => :string", {"type": "string"}),
        ("config 'a', validate: :number, default: 10", {"type": "number", "default": 10}),
        ("config :a, :validate => :string, :required => true", {"type": "string", "required": True}),
        ("config :a, :validate => :string, :required => :true", {"type": "string", "required": True}),
        ("config :a, {:validate => :password}", {"type": "password"}),
        ("config :a, :validate => ['x', 'y'], :default => 'x'", {"type": "enum", "default": "x", "allowed": ["x", "y"]}),
        ("config :a, :validate => [true, false, 'auto', 1]", {"type": "enum", "allowed": ["true", "false", "auto", "1"]}),
        ("config :a, :validate => %w(x y) | %w(y z)", {"type": "enum", "allowed": ["x", "y", "z"]}),
        ("config :a, :validate => :path, :list => true", {"type": "path", "multiple": True}),
        ("config :a, :validate => :boolean, :default => false", {"type": "boolean", "default": False}),
        ("config :a, :validate => :hash, :default => {}", {"type": "hash", "default": {}}),
        ("config :a, :validate => :string, :deprecated => 'x'", {"type": "string", "deprecated": True}),
        ("config :a, :obsolete => 'x'", {"type": "any", "removed": True}),
        ("config :a, :validate => :string, :required => true, :obsolete => 'x'", {"type": "string", "removed": True}),
        ("D = {'x' => true}.freeze\nconfig :a, :validate => D.keys", {"type": "enum", "allowed": ["x"]}),
    ],
)
def test_a_setting_is_read_as_logstash_reads_it(line: str, expected: dict[str, object], tmp_path: Path) -> None:
    said, _ = only(tmp_path, logstash(line))
    assert said["parameters"] == {"a": expected}


def test_a_default_of_a_setting_of_every_plugin_keeps_its_type(tmp_path: Path) -> None:
    source = logstash("  default :codec, 'json'").replace("Filters", "Inputs")
    said, _ = only(tmp_path, source)
    assert said["parameters"] == {"codec": {"type": "codec", "default": "json"}}


def test_a_hash_of_settings_is_read_with_a_mixin_among_them(tmp_path: Path) -> None:
    mixins = """
module LogStash; module PluginMixins; module Ours
  module Tls
    def self.included(base)
      base.config :tls, :validate => :boolean, :default => true
    end
  end
  module Settings
    DEFAULT = 3
    ALL = {
      # a comment
      :retries => { :validate => :number, :default => DEFAULT },
      :hosts => { :validate => :uri, :default => [ ::Their::URI.new("//a") ], :list => true },
      :tls => LogStash::PluginMixins::Ours::Tls
    }.freeze
    def self.included(base)
      ALL.each do |name, options|
        if options.kind_of?(Module)
          base.include(options)
        else
          base.config(name, options)
        end
      end
    end
  end
end; end; end
"""
    said, text = only(tmp_path, {"a.rb": logstash("  include(LogStash::PluginMixins::Ours::Settings)"), "b.rb": mixins})
    assert said["parameters"] == {
        "retries": {"type": "number", "default": 3},
        "hosts": {"type": "uri", "multiple": True},
        "tls": {"type": "boolean", "default": True},
    }
    assert '# hosts: its default is code: ::Their::URI.new("//a")' in text
    assert "patterns" not in said


def test_a_mixin_that_has_settings_made_by_a_method_is_followed(tmp_path: Path) -> None:
    mixin = """
module LogStash::PluginMixins::Ours
  def self.included(base)
    base.extend(self)
    base.setup_ours("x")
  end
  def setup_ours(start)
    config :ours, :validate => :string, :default => start
  end
end
"""
    said, _ = only(tmp_path, logstash("  include LogStash::PluginMixins::Ours", mixin))
    assert said["parameters"] == {"ours": {"type": "string", "default": "x"}}


def test_mixins_that_many_plugins_use_are_known(tmp_path: Path) -> None:
    body = """
  include LogStash::PluginMixins::ECSCompatibilitySupport(:disabled, :v1, :v8 => :v1)
  include LogStash::PluginMixins::HttpClient[:with_obsolete => true]
  extend LogStash::PluginMixins::ValidatorSupport::FieldReferenceValidationAdapter
"""
    said, _ = only(tmp_path, logstash(body))
    assert said["with"] == ["http-client"]
    assert "patterns" not in said


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("include LogStash::PluginMixins::Theirs", "it has the mixin LogStash::PluginMixins::Theirs, which is not"),
        ("config /^x_.+/, :validate => :string", "lib/plugin.rb:3 takes settings whose names match /^x_.+/"),
        ("config name, :validate => :string", "lib/plugin.rb:3 declares something whose name is code"),
    ],
)
def test_what_may_declare_more_is_said_and_then_no_name_is_unknown(body: str, reason: str, tmp_path: Path) -> None:
    said, text = only(tmp_path, logstash(body))
    assert said["patterns"] == [".*"]
    assert f"# - {reason}" in " ".join(text.split()).replace(" # ", " ").replace("- ", "# - ")


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("class LogStash::Inputs::Ours < LogStash::Inputs::Base", "input-ours"),
        ("class LogStash::Codecs::Ours < LogStash::Codecs::Base", "codec-ours"),
        ("class Ours::Thing < LogStash::Outputs::Base", "output-ours"),
        ("module LogStash; module Filters; class Ours < Base", "filter-ours"),
    ],
)
def test_the_kind_of_a_plugin_is_that_of_its_class(head: str, name: str, tmp_path: Path) -> None:
    ends = "\nend" * (head.count("module") + 1)
    files, notes = texts(tmp_path, {"a.rb": f"{head}\n  config_name 'ours'\n  config :x{ends}\n"})
    assert ([*files], notes) == ([f"logstash/{name}.yaml"], [])


def test_a_plugin_whose_kind_is_not_known_is_noted(tmp_path: Path) -> None:
    files, notes = texts(tmp_path, {"a.rb": "class Ours\n  config_name 'ours'\nend\n"})
    assert (files, notes) == ({}, ["a.rb:2: the kind of the plugin ours is not known: it is left out"])


def test_threads_are_a_setting_of_threadable_inputs(tmp_path: Path) -> None:
    source = "class LogStash::Inputs::Ours < LogStash::Inputs::Threadable\n  config_name 'ours'\nend\n"
    said, _ = only(tmp_path, source)
    assert said["parameters"] == {"threads": {"type": "number", "default": 1}}
