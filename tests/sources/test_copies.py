"""Plain files beside the ConfigMap that has their texts."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type tail
  path /var/log/a.log
  tag a
  <parse>
    @type none
  </parse>
</source>
<match a>
  @type null
</match>
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers: [{name: fluentd, image: 'fluent/fluentd:v1.16-1', volumeMounts: [{name: c, mountPath: /fluentd/etc}]}]
  volumes: [{name: c, configMap: {name: %s}}]
"""


def config_map(text: str) -> str:
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: one}}\ndata:\n  fluent.conf: |\n{lines}"


@pytest.mark.parametrize(
    ("change", "severity"),
    [
        ({}, Severity.INFO),
        ({"logs/fluent.conf": CONFIG.replace("a.log", "b.log")}, Severity.INFO),
        # Another config, or of another name, or elsewhere.
        ({"logs/fluent.conf": CONFIG.replace("<match", "<filter a>\n  @type stdout\n</filter>\n<match")}, Severity.WARNING),
        ({"logs/fluent.conf": "", "logs/fluentd.conf": CONFIG}, Severity.WARNING),
        ({"logs/fluent.conf": "", "fluent.conf": CONFIG}, Severity.WARNING),
        # The pod runs another one, or it is not known what it runs.
        ({"logs/pod.yaml": POD % "two"}, Severity.WARNING),
        # Something may take the file itself.
        ({"Dockerfile": "FROM fluent/fluentd:v1.16-1\nCOPY logs/fluent.conf /fluentd/etc/\n"}, Severity.WARNING),
        ({"Dockerfile": "FROM fluent/fluentd:v1.16-1\nCOPY logs /fluentd/etc/\n"}, Severity.WARNING),
        ({"Dockerfile": "FROM fluent/fluentd:v1.16-1\nCOPY . /srv\n"}, Severity.WARNING),
        ({"Makefile": "all:\n\tkubectl create configmap one --from-file=etc\n"}, Severity.WARNING),
        ({"Makefile": "all:\n\tkubectl apply -f .\n"}, Severity.INFO),
        ({"compose.yaml": "services:\n  a:\n    image: x\n    volumes: [./logs:/fluentd/etc]\n"}, Severity.WARNING),
    ],
)
def test_a_file_whose_text_pods_run_from_a_config_map(tmp_path: Path, change: dict[str, str], severity: Severity) -> None:
    (tmp_path / ".git").mkdir()
    files = {"logs/fluent.conf": CONFIG, "logs/map.yaml": config_map(CONFIG), "logs/pod.yaml": POD % "one"} | change
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD202"]
    assert {each.severity for each in found if each.place.document.file.path.endswith(".conf")} == {severity}
    assert {each.severity for each in found if each.place.document.file.path.endswith(".yaml")} == {Severity.WARNING}
