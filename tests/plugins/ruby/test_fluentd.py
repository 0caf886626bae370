"""What is read of Fluentd's plugins: parameters, sections, mixins, base classes.

What each option means is what lib/fluent/config/configure_proxy.rb of Fluentd 1.19 does with it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plugins.ruby.sources import fluentd, only


def parameters(folder: Path, body: str, before: str = "") -> dict[str, object]:
    said, _ = only(folder, fluentd(body, before))
    return dict(said["parameters"])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("config_param :a", {"type": "string", "required": True}),
        ("config_param :a, :integer, default: 5", {"type": "integer", "default": 5}),
        ("config_param(:a, :bool, :default => false)", {"type": "bool", "default": False}),
        ("self.config_param 'a', :string, default: nil", {"type": "string"}),
        ("config_param :a, :string, default: '', secret: true", {"type": "string", "default": "", "secret": True}),
        ("config_param :a, :enum, list: [:x, :y], default: :x", {"type": "enum", "default": "x", "allowed": ["x", "y"]}),
        ("config_param :a, :enum, list: %i[x y], default: :x", {"type": "enum", "default": "x", "allowed": ["x", "y"]}),
        ("config_param :a, :size, default: 8 * 1024 * 1024", {"type": "size", "default": 8388608}),
        ("config_param :a, :integer, default: 0644", {"type": "integer", "default": 420}),
        ("config_param :a, :integer, default: -1_000", {"type": "integer", "default": -1000}),
        ("config_param :a, :float, default: 0.5", {"type": "float", "default": 0.5}),
        ("config_param :a, :array, default: %w(x y).freeze", {"type": "array", "default": ["x", "y"]}),
        ("config_param :a, :hash, default: {'k' => 1, b: [true]}", {"type": "hash", "default": {"k": 1, "b": [True]}}),
        ('config_param :a, :string, default: "x\\n\\u00e9\\t"', {"type": "string", "default": "x\né\t"}),
        ("config_param :a, :string, default: 'it\\'s \\n'", {"type": "string", "default": "it's \\n"}),
        ("config_param :a, :string, default: 'x', alias: :b", {"type": "string", "default": "x", "alias": "b"}),
        ("config_param :a, :string, default: nil, deprecated: 'old'", {"type": "string", "deprecated": True}),
        ("config_param :a, :string, obsoleted: 'gone'", {"type": "string", "removed": True}),
        ("config_param(:a, default: 1) { |value| value.to_i }", {"type": "custom", "default": 1}),
        ("P = 24224\nconfig_param :a, :integer, default: P", {"type": "integer", "default": 24224}),
        ('P = "x"\nconfig_param :a, :string, default: "#{P}/y"', {"type": "string", "default": "x/y"}),
        ("H = {default: 3, secret: true}\nconfig_param :a, :integer, **H", {"type": "integer", "default": 3, "secret": True}),
        ("config_param :a, :regexp, default: /^a\\d/i", {"type": "regexp", "default": "/^a\\d/i"}),
        ("config_param :a, :string, default: 'true'", {"type": "string", "default": "true"}),
        ("config_param :a, :string, default: '1'", {"type": "string", "default": "1"}),
        ("config_param :a, :string, default: 'no'", {"type": "string", "default": "no"}),
        ("config_param :a, :integer, default: 1\nconfig_set_default :a, 2", {"type": "integer", "default": 2}),
        ("config_param :a, :integer, default: 1\nconfig_param :a, :string", {"type": "string", "required": True}),
    ],
)
def test_a_parameter_is_read_as_fluentd_reads_it(line: str, expected: dict[str, object], tmp_path: Path) -> None:
    # As JSON: to Python 1 is 1.0 and true.
    assert json.dumps(parameters(tmp_path, line), sort_keys=True) == json.dumps({"a": expected}, sort_keys=True)


def test_sections_are_read_with_what_is_in_them(tmp_path: Path) -> None:
    body = """
config_section :rule, param_name: :rules, required: true, multi: true do
  config_param :pattern, :regexp
  config_section :limit do
    config_param :bytes, :size, default: 1024
  end
end
config_section(:old) { config_argument :name }
"""
    said, _ = only(tmp_path, fluentd(body))
    limit = {"parameters": {"bytes": {"type": "size", "default": 1024}}}
    rule = {"required": True, "parameters": {"pattern": {"type": "regexp", "required": True}}, "sections": {"limit": limit}}
    assert said["sections"] == {"rule": rule, "old": {}}


def test_a_section_with_a_second_name_has_the_same_in_both(tmp_path: Path) -> None:
    said, _ = only(tmp_path, fluentd("config_section :rule, alias: :rules do\n  config_param :a\nend"))
    assert said["sections"]["rule"] == said["sections"]["rules"] == {"parameters": {"a": {"type": "string", "required": True}}}


def test_what_the_engine_declares_is_named_as_a_group_or_a_section(tmp_path: Path) -> None:
    said, _ = only(tmp_path, fluentd("helpers :compat_parameters, :inject, :parser, :timer"))
    assert said["with"] == ["compat", "inject"]
    assert said["sections"] == {"parse": {}}
    assert "patterns" not in said


def test_a_default_of_a_parameter_that_the_engine_declares_has_the_type_from_there(tmp_path: Path) -> None:
    body = """
config_section :buffer do
  config_set_default :@type, "file"
  config_set_default :flush_interval, 5
  config_set_default :chunk_limit_size, 1024
  config_set_default :chunk_keys, ["tag"]
end
"""
    source = fluentd(body).replace("Filter", "Output").replace("register_filter", "register_output")
    said, text = only(tmp_path, source)
    assert said["sections"]["buffer"]["parameters"] == {
        "@type": {"type": "string", "default": "file", "alias": "type"},
        "flush_interval": {"type": "time", "default": 5},
        "chunk_limit_size": {"type": "size", "default": 1024},
    }
    assert "# It sets the default of chunk_keys: [tag]" in text


MODULE = "module Ours::Settings\n{}\nend\n"


@pytest.mark.parametrize(
    "module",
    [
        "  include Fluent::Configurable\n  config_param :port, :integer, default: 1",
        "  def self.included(base)\n    base.config_param :port, :integer, default: 1\n  end",
        "  def self.included(base)\n    base.send(:config_param, :port, :integer, default: 1)\n  end",
        "  def self.included(klass)\n    klass.instance_eval { config_param :port, :integer, default: 1 }\n  end",
        "  def self.included(klass)\n    klass.class_eval do\n      config_param :port, :integer, default: 1\n    end\n  end",
        "  class << self\n    def included(base)\n      base.config_param(:port, :integer, default: 1)\n    end\n  end",
        "  extend ActiveSupport::Concern\n  included do\n    config_param :port, :integer, default: 1\n  end",
        "  module More\n    def more\n      config_param :port, :integer, default: 1\n    end\n  end\n"
        "  def self.included(base)\n    base.extend(More)\n    base.more\n  end",
    ],
)
def test_a_mixin_of_the_folder_declares_for_the_class_that_includes_it(module: str, tmp_path: Path) -> None:
    sources = {"lib/a.rb": fluentd("include Ours::Settings"), "lib/z.rb": MODULE.format(module)}
    said, _ = only(tmp_path, sources)
    assert said["parameters"] == {"port": {"type": "integer", "default": 1}}


def test_a_superclass_of_the_folder_declares_first(tmp_path: Path) -> None:
    base = """
module Fluent::Plugin
  class Base < Filter
    LIMIT = 7
    config_param :a, :integer, default: 1
    config_param :b, :integer, default: LIMIT
  end
end
"""
    source = fluentd("config_set_default :a, 2\nconfig_param :c, :integer, default: LIMIT").replace("< Filter", "< Base")
    said, _ = only(tmp_path, {"a.rb": source, "b.rb": base})
    assert {name: each["default"] for name, each in said["parameters"].items()} == {"a": 2, "b": 7, "c": 7}


def test_constants_of_mixins_are_those_of_the_class(tmp_path: Path) -> None:
    body = """
module Limits
  MOST = 7
end
include self::Limits
config_param :a, :integer, default: MOST
config_param :b, :integer, default: self::MOST
config_param :c, :integer, default: Limits::MOST
"""
    said, _ = only(tmp_path, fluentd(body))
    assert [each["default"] for each in said["parameters"].values()] == [7, 7, 7]
    assert "patterns" not in said


def test_a_loop_over_literals_declares_each(tmp_path: Path) -> None:
    body = """
(1..3).each { |i| config_param :"key#{i}", :string, default: nil }
{user: "u", group: "g"}.each do |name, value|
  config_param name, :string, default: value
end
{one: [:integer], two: :string}.each do |name, type|
  unless type.is_a?(Array)
    config_param name, type, default: nil
  else
    config_param name, :array, default: nil
  end
end
%w[x y].each_with_index.map { |n| n }
"""
    found = parameters(tmp_path, body)
    assert found == {
        **{f"key{i}": {"type": "string"} for i in (1, 2, 3)},
        "user": {"type": "string", "default": "u"},
        "group": {"type": "string", "default": "g"},
        "one": {"type": "array"},
        "two": {"type": "string"},
    }


def test_names_that_configure_asks_for_are_accepted(tmp_path: Path) -> None:
    body = """
config_param :b, :string
def configure(conf)
  conf["old_name"] ||= conf["b"]
  log.warn "x" if conf.has_key?("older")
  conf.elements(name: "rule").each { |element| element["pattern"] }
  super
end
"""
    said, _ = only(tmp_path, fluentd(body))
    assert said["accepts"] == ["old_name", "older"]
    assert said["sections"] == {"rule": {}}


def test_mixins_and_bases_of_fluentd_itself_are_known(tmp_path: Path) -> None:
    source = """
class Fluent::OursOutput < Fluent::BufferedOutput
  Fluent::Plugin.register_output('ours', self)
  include Fluent::HandleTagNameMixin
  include Fluent::SetTagKeyMixin
  config_set_default :include_tag_key, true
  config_param :a, :string, :default => nil
end
"""
    said, _ = only(tmp_path, source)
    assert said["with"] == ["compat"]
    assert said["parameters"]["remove_tag_prefix"] == {"type": "string"}
    assert said["parameters"]["include_tag_key"] == {"type": "bool", "default": True}
    assert "patterns" not in said


def test_a_parameter_to_use_instead_is_named_where_the_text_names_one(tmp_path: Path) -> None:
    body = """
config_param :host, :string, default: nil
config_param :port, :string, default: nil
config_param :old, :string, default: nil, deprecated: "Use 'host' instead."
config_param :both, :string, default: nil, deprecated: "Use `host` and `port`."
config_param :other, :string, default: nil, obsoleted: "Use 'unknown' instead."
config_param :free, :string, default: nil, deprecated: "'host' is not affected."
"""
    found = parameters(tmp_path, body)
    assert found["old"] == {"type": "string", "deprecated": True, "renamed_to": ["host"]}
    assert found["both"] == {"type": "string", "deprecated": True}
    assert found["other"] == {"type": "string", "removed": True}
    assert found["free"] == {"type": "string", "deprecated": True}


def test_methods_that_call_each_other_end(tmp_path: Path) -> None:
    body = """
def self.one; config_param :a; two; end
def self.two; one; config_param :b; end
one
"""
    said, _ = only(tmp_path, fluentd(body))
    assert [*said["parameters"]] == ["a", "b"]
    assert "patterns" not in said
