"""FD300: which plugins the images of Fluentd bring."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check


def severities(folder: Path, files: dict[str, str], code: str) -> list[Severity]:
    """Of what is found in the files."""
    for name, text in files.items():
        (folder / name).write_text(text)
    return [each.severity for each in check([str(folder)], Settings()).findings if each.code == code]


@pytest.mark.parametrize(
    ("image", "mount", "said", "found"),
    [
        ("fluent/fluentd:v1.16-1", "./fluent.conf:/fluentd/etc/fluent.conf", "", 1),
        ("fluent/fluentd-kubernetes-daemonset:v1-debian-elasticsearch", "./fluent.conf:/fluentd/etc/fluent.conf", "", 1),
        # Of one of its outputs, or nobody knows which it has.
        ("fluent/fluentd-kubernetes-daemonset:v1.16.5-debian-kafka2-1.0", "./fluent.conf:/fluentd/etc/fluent.conf", "", 0),
        ("fluent/fluentd-kubernetes-daemonset:latest", "./fluent.conf:/fluentd/etc/fluent.conf", "", 0),
        ("registry.example.com/fluentd:1", "./fluent.conf:/fluentd/etc/fluent.conf", "", 0),
        # A file may have it.
        ("fluent/fluentd:v1.16-1", "./:/fluentd", "", 0),
        ("fluent/fluentd:v1.16-1", "./fluent.conf:/fluentd/etc/fluent.conf", "command: fluentd -p /own", 0),
    ],
)
def test_a_plugin_that_nobody_knows_is_in_no_image_of_fluentd(
    tmp_path: Path, image: str, mount: str, said: str, found: int
) -> None:
    text = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type kafka_ledger\n</match>\n"
    compose = f'services:\n  logs:\n    image: {image}\n    volumes: ["{mount}"]\n    {said}\n'
    (tmp_path / ".git").mkdir()
    assert len(severities(tmp_path, {"fluent.conf": text, "compose.yaml": compose}, "FD300")) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("CMD exec fluentd -c /fluentd/etc/$FLUENTD_CONF -p /fluentd/plugins $FLUENTD_OPT", 1),
        ("COPY parser_kubernetes.rb /fluentd/plugins/", 0),
        ("RUN curl -o /srv/all.rb https://example.com/all.rb", 0),
    ],
)
def test_a_parser_that_lies_in_some_images_is_in_no_other(tmp_path: Path, line: str, found: int) -> None:
    text = "<source>\n  @type tail\n  path /var/log/kubelet.log\n  tag kubelet\n  format kubernetes\n</source>\n"
    build = f"FROM fluent/fluentd:v1.16-1\nCOPY fluent.conf /fluentd/etc/\n{line}\n"
    (tmp_path / ".git").mkdir()
    assert len(severities(tmp_path, {"fluent.conf": text, "Dockerfile": build}, "FD300")) == found
