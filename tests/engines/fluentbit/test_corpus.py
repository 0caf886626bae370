"""Real configs are read as by Fluent Bit, and none is taken for another engine's. Skipped where the corpus is not there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pipelint.checker.loading import load
from pipelint.engines.registry import sniff
from pipelint.sources import Unknown
from tests.engines.fluentbit.cases import loaded, starts

_NAMED = re.compile(rb"fluent-?bit|td-agent-bit", re.IGNORECASE)
_HEAD = re.compile(rb"^\[(?:INPUT|FILTER|OUTPUT)\]", re.MULTILINE | re.IGNORECASE)
# Units of systemd, which are in the corpus by their head.
UNITS = {
    "openshift__openshift-ansible__images_installer_root_exports_service.template.conf",
    "philhagen__sof-elk__ansible_roles_elasticsearch_files_systemd_override.conf",
}


def test_verdicts_are_those_of_fluent_bit(shared: Path) -> None:
    oracle = shared / "conformance" / "fluentbit-corpus-parse.json"
    if not oracle.exists():
        pytest.skip("the verdicts are not there")
    said = json.loads(oracle.read_text())["files"]
    folder = shared / "corpus" / "fluentbit"
    ours = {name: starts(loaded(folder / name, folder)) for name in said}
    assert ours == {name: one["parse_ok"] for name, one in said.items()}
    assert len(said) >= 77


@pytest.mark.parametrize("folder", ["fluentbit", "fluentd", "logstash"])
def test_no_config_is_taken_for_another_engines(shared: Path, folder: str) -> None:
    files = [path for path in sorted((shared / "corpus" / folder).glob("*")) if path.is_file() and path.name not in UNITS]
    if not files:
        pytest.skip(f"{folder} is not there")
    assert {path.name for path in files if sniff(path.read_bytes(), path.name) != folder} == set()
    assert all(sniff((shared / "corpus" / "fluentbit" / name).read_bytes(), name) is None for name in UNITS)


def test_what_manifests_hold_is_whose_its_file_says(shared: Path) -> None:
    found = {
        path.name
        for path in (shared / "corpus" / "k8s-extracted").glob("*")
        if sniff(path.read_bytes(), path.name) == "fluentbit"
    }
    # Charts and ConfigMaps of Fluent Bit, of which the repositories or files are named so; other charts hold a part of one.
    others = {name for name in found if "fluent-bit" not in name and "aws-for-fluent-bit" not in name}
    assert {name.split("__")[0] for name in others} <= {
        "SumoLogic",
        "coralogix",
        "javigs82",
        "kube-logging",
        "latonaio",
        "newrelic",
    }


@pytest.mark.parametrize(("folder", "least"), [("k8s", 15), ("templated", 5), ("yaml-other", 2)])
def test_what_other_files_hold_is_whose_the_file_says(shared: Path, folder: str, least: int) -> None:
    files = sorted((shared / "corpus" / folder).glob("*"))
    if not files:
        pytest.skip(f"{folder} is not there")
    found = [config for path in files for config in load([str(path)], unknown=Unknown.SKIPPED).configs]
    ours = [config for config in found if config.engine.name == "fluentbit"]
    assert len(ours) >= least
    # Each claim was looked at: all of these files say of themselves that they are for Fluent Bit.
    said = {config.name for config in ours if not _NAMED.search(config.documents[0].file.data)}
    assert said == set()
    # Fluentd's and Logstash's configs have no head of a section, and those of Fluent Bit no section of theirs.
    others = [config for config in found if config.engine.name != "fluentbit"]
    assert not [config.name for config in others for document in config.documents if _HEAD.search(document.text)]
    assert not [config.name for config in ours for document in config.documents if b"</" in document.text]
