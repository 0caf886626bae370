"""Real configs are read as by Fluent Bit, and none is taken for another engine's. Skipped where the corpus is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.cost.estimate import estimate
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade
from pipelint.cost.model import load_model
from pipelint.engines.registry import parts, sniff
from tests.engines.fluentbit.cases import loaded, starts

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


def test_costs_of_the_corpus_are_known_but_for_what_nobody_measured(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shared / "corpus" / "fluentbit"
    if not folder.is_dir():
        pytest.skip("the corpus is not there")
    configs = load([str(folder)]).configs
    costs, model = parts("fluentbit").costs, load_model("fluentbit")
    found = [estimate(config.graph, TrafficProfile(), costs, model) for config in configs if not config.errors]
    stages = [cost for each in found if each is not None for cost in each.stages]
    count = {grade: sum(cost.grade is grade for cost in stages) for grade in Grade}
    with capsys.disabled():
        shown = ", ".join(f"{count[grade]} {grade.name.lower()}" for grade in Grade)
        print(f"\n{sum(each is not None for each in found)} configs of Fluent Bit have an input; stages: {shown}")
    assert len(stages) >= 80 and count[Grade.UNKNOWN] < len(stages) / 3
    # What is measured is only unknown where a config names a parser that is in no file here.
    unknown = {cost.stage.plugin for cost in stages if cost.grade is Grade.UNKNOWN}
    assert not unknown & {"tail", "tcp", "syslog", "es", "file", "http", "null", "stdout", "forward", "grep", "modify", "lua"}
