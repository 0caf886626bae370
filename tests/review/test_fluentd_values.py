"""Values that somebody or something fills in later: neither secrets nor broken texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.review.paths import OUT, SOURCE, codes


@pytest.mark.parametrize(
    ("password", "reported"),
    [
        ("Xk29-vbQq7", True),
        ("example-Xk29", True),
        ("YOUR_PASSWORD", False),
        ("KEY", False),
        ("TOKENS", True),
        ("put-password-here", False),
        ("insert_your_key", False),
        ("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", False),
        ("dummy", False),
        ("<password>", False),
        ("changeme", False),
        ("my-token", False),
        ("my-token-7f3a", True),
        ("insertwriterpasswordhere", False),
        ("hunter2here", True),
    ],
)
def test_a_placeholder_is_no_secret(tmp_path: Path, password: str, reported: bool) -> None:
    out = OUT.format("**", f"  user fluentd\n  password {password}\n")
    assert ("FD401" in codes(tmp_path, SOURCE + out)) is reported


HELM = """apiVersion: v1
kind: ConfigMap
metadata:
  name: fluentd
data:
  fluent.conf: |
    <source>
      @type forward
      port {{ .Values.port }}
    </source>
    <match **>
      @type elasticsearch
      hosts {{ .Values.host }}:{{ .Values.port }}
      logstash_prefix {{- .Values.prefix | quote }}
    </match>
"""


def test_a_value_that_helm_fills_in_is_no_broken_hash(tmp_path: Path) -> None:
    assert "FD302" not in codes(tmp_path, HELM, "configmap.yaml")
    assert "FD302" in codes(tmp_path, HELM.replace("{{ .Values.host }}:{{ .Values.port }}", "{host: a}"), "configmap.yaml")
    # An end that is missing fills nothing in.
    assert "FD302" in codes(
        tmp_path, HELM.replace("{{ .Values.port }}\n    </source>", "{{ .Values.port\n    </source>"), "configmap.yaml"
    )


def test_a_value_of_several_names_that_people_fill_in_is_no_broken_hash_and_no_secret(tmp_path: Path) -> None:
    config = "<match a>\n  @type s3\n  aws_key_id {KEY_ID}\n  aws_sec_key {SECRET_KEY}\n  s3_bucket %s\n  path logs/\n</match>\n"
    assert not {"FD302", "FD401"} & set(codes(tmp_path, config % "{TEAM}-{SERVICE}.logs"))
    assert "FD302" in codes(tmp_path, config % "{TEAM}-{SERVICE} logs")


@pytest.mark.parametrize(
    ("value", "secret"), [("AWS_SECRET", False), ("MY_DB_PASSWORD", False), ("AWS-K3YX_Q", True), ("QNn7oWyq_MK", True)]
)
def test_the_name_of_a_value_is_no_secret(tmp_path: Path, value: str, secret: bool) -> None:
    out = OUT.format("**", f"  user a\n  password {value}\n")
    assert ("FD401" in codes(tmp_path, SOURCE + out)) is secret
