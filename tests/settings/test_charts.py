"""What the engine's own chart, of which a text names the version, says of the version of the engine."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, load
from pipelint.checker.config.versions import named_release
from pipelint.settings.around.guess import guess_of

LOGSTASH = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  logstash.conf: |
    input { stdin {} } output { stdout {} }
"""
NEW_CHART = 'apiVersion: v2\nname: logstash\nversion: 0.1.0\nappVersion: "1.16.0"\n'
AROUND = 'apiVersion: v2\nname: fluent-bit\nversion: 0.1.0\nappVersion: "0.1.0"\ndependencies:\n'
AROUND += "- name: fluent-bit\n  repository: https://fluent.github.io/helm-charts\n  version: 0.47.9\n"
VALUES = "fluent-bit:\n  config:\n    inputs: |\n      [INPUT]\n          Name cpu\n"
VALUES += "    outputs: |\n      [OUTPUT]\n          Name stdout\n"
PLAIN = VALUES.partition("\n")[2].replace("\n  ", "\n").removeprefix("  ")
INSTALL = "helm upgrade --install logs {}/fluent-bit \\\n  --version 0.56.0 \\\n  -f {}\n"
APPLICATION = """\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: fluent-bit
spec:
  source:
    chart: fluent-bit
    repoURL: {repository}
    # as in the other cluster
    targetRevision: {version}
    helm:
      values: |
        config:
          inputs: |
            [INPUT]
                Name cpu
          outputs: |
            [OUTPUT]
                Name stdout
"""
MADE = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: fluent-bit
  labels:
    helm.sh/chart: fluent-bit-0.48.5
data:
  fluent-bit.conf: |
    [INPUT]
        Name cpu
"""


def test_the_version_that_every_new_chart_has_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "Chart.yaml").write_text(NEW_CHART)
    (tmp_path / "templates" / "config.yaml").write_text(LOGSTASH)
    assert [guess_of(config.entry) for config in load([str(tmp_path)]).configs] == [None]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        # Around the chart of the engine there is one's own, whose versions count its own changes.
        ({"Chart.yaml": AROUND, "values.yaml": VALUES}, ("3.1.7", "chart fluent-bit 0.47.9")),
        ({"Chart.yaml": AROUND.replace("fluent.github.io", "charts.bitnami.com"), "values.yaml": VALUES}, None),
        ({"Chart.yaml": AROUND.replace("0.47.9", '"~0.47"'), "values.yaml": VALUES}, None),
        # A version of the chart that is not known.
        ({"Chart.yaml": AROUND.replace("0.47.9", "9.47.9"), "values.yaml": VALUES}, None),
        (
            {"a.yaml": APPLICATION.format(repository="https://fluent.github.io/helm-charts", version="0.20.1")},
            ("1.9.3", "chart fluent-bit 0.20.1"),
        ),
        ({"a.yaml": APPLICATION.format(repository="https://charts.bitnami.com/bitnami", version="0.20.1")}, None),
        ({"config.yaml": MADE}, ("3.2.4", "chart fluent-bit 0.48.5")),
        # A comment in values, or the command that installs the chart with them.
        ({"logs.yaml": "# Chart: fluent/fluent-bit v0.56.0\n" + PLAIN}, ("4.2.3", "chart fluent-bit 0.56.0")),
        ({"logs.yaml": "# fluent/fluent-bit, chart version 0.48.5\n" + PLAIN}, ("3.2.4", "chart fluent-bit 0.48.5")),
        ({"logs.yaml": "# Chart: bitnami/fluent-bit v0.56.0\n" + PLAIN}, None),
        ({"logs.yaml": "# Chart: fluent/fluent-bit v0.56.0, with fluent/fluent-bit 0.48.5 before\n" + PLAIN}, None),
        ({"logs.yaml": PLAIN, "install.sh": INSTALL.format("fluent", "logs.yaml")}, ("4.2.3", "chart fluent-bit 0.56.0")),
        ({"logs.yaml": PLAIN, "install.sh": INSTALL.format("fluent", "else.yaml")}, None),
        ({"logs.yaml": PLAIN, "install.sh": INSTALL.format("bitnami", "logs.yaml")}, None),
    ],
)
def test_the_version_is_that_in_the_engine_s_own_chart(
    files: dict[str, str], expected: tuple[str, str] | None, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (config,) = load([str(tmp_path)]).configs
    found = named_release(config.entry, Settings())
    assert (None if found is None else (found.release.version, found.source)) == expected
