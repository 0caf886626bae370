"""Looking a plugin up: what its file says, with what it shares with others."""

from __future__ import annotations

import pytest

from pipelint.plugins import plugin_names, plugin_spec


def test_common_parameters_are_merged_in() -> None:
    spec = plugin_spec("fluentd", "output", "file")
    assert spec is not None
    assert (spec.params["path"].type, spec.params["path"].required) == ("string", True)
    assert spec.params["slow_flush_log_threshold"].default == 20.0  # of every output
    assert "block" in spec.sections["buffer"].params["overflow_action"].values  # of every <buffer>
    assert "time_format" in spec.sections["inject"].params  # of the inject helper's time parameters
    assert "time_slice_format" in spec.accepts  # translated by the compatibility helper
    assert {"@type", "@id", "@label", "@log_level"} <= spec.accepts


def test_logstash_settings_of_every_plugin_of_a_kind_are_there() -> None:
    spec = plugin_spec("logstash", "filter", "grok")
    assert spec is not None
    assert {"match", "add_tag", "remove_field", "id", "enable_metric"} <= spec.params.keys()


def test_a_required_parameter_with_a_default_may_be_left_out() -> None:
    spec = plugin_spec("logstash", "filter", "fingerprint")
    assert spec is not None and spec.params["method"].default == "SHA1"
    assert not spec.params["method"].required


def test_removed_deprecated_and_aliased() -> None:
    forward = plugin_spec("fluentd", "output", "forward")
    copy = plugin_spec("fluentd", "output", "copy")
    syslog = plugin_spec("fluentd", "input", "syslog")
    assert forward is not None and copy is not None and syslog is not None
    assert forward.params["host"].removed
    assert copy.params["deep_copy"].deprecated and copy.params["deep_copy"].replaced_by == ("copy_mode",)
    assert syslog.params["severity_key"].alias == "priority_key"


def test_what_a_plugin_declares_as_secret_is_known_of_both_engines() -> None:
    s3, fingerprint = plugin_spec("fluentd", "output", "s3"), plugin_spec("logstash", "filter", "fingerprint")
    assert s3 is not None and fingerprint is not None
    assert s3.params["aws_key_id"].secret and not s3.params["s3_bucket"].secret  # secret: true
    assert s3.sections["assume_role_credentials"].params["external_id"].secret
    assert fingerprint.params["key"].secret and not fingerprint.params["method"].secret  # :validate => :password


@pytest.mark.parametrize("name", ["", "nonesuch", "../output/file", "a/b", ".", "x" * 300, "a\0b"])
def test_what_is_no_known_plugin_is_none(name: str) -> None:
    assert plugin_spec("fluentd", "input", name) is None


def test_every_file_is_read() -> None:
    for engine, kinds in {"fluentd": ("input", "filter", "output", "parser"), "logstash": ("input", "filter", "codec")}.items():
        for kind in kinds:
            names = plugin_names(engine, kind)
            assert len(names) > 10
            assert all(plugin_spec(engine, kind, name) for name in names)
