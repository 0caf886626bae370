"""Whether an image of Fluent Bit's project runs a config as it is, so that it has no other plugins."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name cpu\n[OUTPUT]\n    Name snowpipe\n    Match *\n"
MOUNT = "    volumes:\n      - ./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf\n"
SERVICE = "services:\n  logs:\n    image: {}\n"


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({}, Severity.INFO),
        ({"compose.yaml": SERVICE.format("fluent/fluent-bit:5.1") + MOUNT}, Severity.ERROR),
        ({"compose.yaml": SERVICE.format("example.org/fluent/fluent-bit:5.1") + MOUNT}, Severity.ERROR),
        ({"compose.yaml": SERVICE.format("amazon/aws-for-fluent-bit:2") + MOUNT}, Severity.INFO),
        ({"compose.yaml": SERVICE.format("fluent/fluent-bit:5.1") + "    command: -e /a.so -c /b.conf\n" + MOUNT}, Severity.INFO),
        (
            {
                "compose.yaml": SERVICE.format("fluent/fluent-bit:5.1") + MOUNT,
                "fluent-bit.conf": "[SERVICE]\n    Plugins_File plugins.conf\n" + CONFIG,
                "plugins.conf": "[PLUGINS]\n    Path /a.so\n",
            },
            Severity.INFO,
        ),
    ],
)
def test_an_image_of_the_project_has_no_other_plugins(tmp_path: Path, files: dict[str, str], severity: Severity) -> None:
    for name, text in {"fluent-bit.conf": CONFIG, **files}.items():
        (tmp_path / name).write_text(text)
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB355"] == [severity]


@pytest.mark.parametrize(
    ("image", "plugin", "count"),
    [
        ("amazon/aws-for-fluent-bit:2.34.0", "cloudwatch", 0),
        ("public.ecr.aws/aws-observability/aws-for-fluent-bit", "kinesis", 0),
        ("amazon/aws-for-fluent-bit:2.34.0", "newrelic", 1),
        ("example.org/our-fluent-bit:1", "cloudwatch", 1),
    ],
)
def test_an_image_may_bring_a_plugin(tmp_path: Path, image: str, plugin: str, count: int) -> None:
    (tmp_path / "compose.yaml").write_text(SERVICE.format(image) + MOUNT)
    (tmp_path / "fluent-bit.conf").write_text(CONFIG.replace("snowpipe", plugin))
    assert len([each for each in check([str(tmp_path)], Settings()).findings if each.code == "FB355"]) == count
