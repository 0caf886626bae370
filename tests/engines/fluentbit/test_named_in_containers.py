"""Files that a config includes by their path in a container are read beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.fluentbit.test_named import PARSER, PIPELINE, loaded, service


@pytest.mark.parametrize(
    ("include", "parsers", "read"),
    [
        # As the folder of the main file has them where it is copied or mounted.
        ("/etc/fluent-bit/pipelines/*.conf", "/etc/fluent-bit/parsers/all.conf", ["tail", "stdout"]),
        ("/opt/shop/logs/pipelines/*.conf", "/opt/shop/logs/parsers/all.conf", ["tail", "stdout"]),
        ("/opt/shop/one.conf", "/opt/all.conf", ["dummy"]),
        # A pattern for all of a folder is not for that of the main file.
        ("/etc/fluent-bit/*.conf", "/etc/all.conf", []),
        # What the image has, and not the file that includes it.
        ("/fluent-bit/etc/fluent-bit.conf", "/etc/all.conf", []),
    ],
)
def test_what_is_included_by_its_path_in_a_container_is_read_beside_the_config(
    tmp_path: Path, include: str, parsers: str, read: list[str]
) -> None:
    files = {
        "fluent-bit.conf": service(f"Parsers_File {parsers}") + f"@INCLUDE {include}\n",
        "pipelines/a.conf": PIPELINE,
        "parsers/all.conf": PARSER.format("a"),
        "all.conf": PARSER.format("a"),
        "one.conf": "[INPUT]\n    Name dummy\n",
    }
    config = loaded(tmp_path, files)[0]
    assert [stage.plugin for stage in config.graph.stages] == read
    assert list(config.parsers) == ["a"]
    assert [str(each.problem) for each in config.includes] == ([] if read else ["outside"])
