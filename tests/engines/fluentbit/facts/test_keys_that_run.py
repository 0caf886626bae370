"""Which key of a ConfigMap the pods run."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

MAIN = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  fluent-bit.conf: |
    [SERVICE]
        Flush 1
    @INCLUDE in.conf
%s
  in.conf: |
    [INPUT]
        Name tail
        Path /var/log/a.log
    [OUTPUT]
        Name null
        Match *
  out.conf: |
    [OUTPUT]
        Name es
        Match *
        Host store
        Retry_Limit False
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: a}
spec:
  template:
    spec:
      containers:
        - name: fluent-bit
          image: fluent/fluent-bit:4.2
          volumeMounts: [{name: c, mountPath: /fluent-bit/etc/}]
      volumes: [{name: c, configMap: {name: a}}]
"""


@pytest.mark.parametrize(("more", "severity"), [("", Severity.INFO), ("    @INCLUDE out.conf", Severity.WARNING)])
def test_a_key_that_a_main_file_of_includes_leaves_out_is_not_run(tmp_path: Path, more: str, severity: Severity) -> None:
    (tmp_path / "a.yaml").write_text(MAIN % more)
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB213"] == [severity]
