"""What other files of a config's folder say of it: the same ConfigMap, parsers that nothing loads, names of compose files."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

MAIN = "[SERVICE]\n    Flush 1\n[INPUT]\n    Name dummy\n    Tag a\n[OUTPUT]\n    Name stdout\n    Match a\n"
ASKS = MAIN.replace("    Tag a\n", "    Tag a\n    Parser shop\n")
LOADS = ASKS.replace("    Flush 1\n", "    Flush 1\n    Parsers_File shop.conf\n")
PARSERS = "[PARSER]\n    Name shop\n    Format json\n"
FILTERS = "pipeline:\n  filters:\n    - name: parser\n      match: a\n      key_name: log\n      parser: shop\n"
SERVICE = "services:\n  logs:\n    image: fluent/fluent-bit:4.2\n    volumes:\n"
SERVICE += "      - ./etc/shop.conf:/fluent-bit/etc/parsers.conf\n"


VALUES = (
    "config:\n{}  inputs: |\n    [INPUT]\n        Name dummy\n        Tag a\n  filters: |\n    [FILTER]\n        Name parser\n"
)
VALUES += "        Match a\n        Key_Name log\n        Parser shop\n"
VALUES += "  outputs: |\n    [OUTPUT]\n        Name stdout\n        Match a\n"
VALUES += "  customParsers: |\n    [PARSER]\n        Name shop\n        Format json\n"


def manifest(name: str, flush: int) -> str:
    text = "".join(f"    {line}\n" for line in MAIN.replace("Flush 1", f"Flush {flush}").splitlines())
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, namespace: logs}}\ndata:\n  fluent-bit.conf: |\n{text}"


def codes(folder: Path, files: dict[str, str], wanted: set[str]) -> set[str]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return wanted & {finding.code for checked in check([str(folder)], Settings()).checked for finding in checked.findings}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"etc/main.conf": ASKS, "etc/shop.conf": PARSERS}, {"FB905"}),
        ({"etc/main.conf": MAIN + "# Parser shop\n", "etc/shop.conf": PARSERS}, set()),
        ({"etc/main.conf": LOADS, "etc/shop.conf": PARSERS}, set()),
        ({"etc/main.conf": ASKS + "@INCLUDE *.inc\n", "etc/shop.conf": PARSERS}, set()),
        ({"etc/main.conf": ASKS, "etc/other.conf": ASKS, "etc/shop.conf": PARSERS}, set()),
        ({"etc/main.conf": ASKS, "etc/shop.conf": PARSERS, "compose.yaml": SERVICE}, set()),
        # The chart's own service section loads them.
        ({"values.yaml": VALUES.format("")}, set()),
        ({"values.yaml": VALUES.format("  service: |\n    [SERVICE]\n        Flush 1\n")}, {"FB905"}),
        # Its own folder and three above it are looked into, no more.
        ({"a/b/c/main.conf": ASKS, "a/b/c/shop.conf": PARSERS, "Dockerfile": "COPY a/b/c/shop.conf /p.conf\n"}, set()),
        ({"a/b/c/d/main.conf": ASKS, "a/b/c/d/shop.conf": PARSERS, "Dockerfile": "COPY a/b/c/d/shop.conf /p.conf\n"}, {"FB905"}),
        # The filters and the parsers of a main file that lies elsewhere.
        ({"etc/filters.yaml": FILTERS, "etc/shop.yaml": "parsers:\n  - name: shop\n    format: json\n"}, set()),
    ],
)
def test_parsers_that_nothing_loads(tmp_path: Path, files: dict[str, str], expected: set[str]) -> None:
    (tmp_path / ".git").mkdir()
    assert codes(tmp_path, files, {"FB905"}) == expected


MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flb}\ndata:\n  fluent-bit.conf: |\n"
MAP += (
    "".join(f"    {line}\n" for line in ASKS.splitlines())
    + "  parsers.conf: |\n    [PARSER]\n        Name {}\n        Format json\n"
)


@pytest.mark.parametrize(("name", "expected"), [("shop", Severity.WARNING), ("other", Severity.INFO)])
def test_parsers_of_a_config_map_do_not_ask_for_themselves(tmp_path: Path, name: str, expected: Severity) -> None:
    (tmp_path / "map.yaml").write_text(MAP.replace("{}", name))
    found = check([str(tmp_path)], Settings()).findings
    assert [finding.severity for finding in found if finding.code == "FB905"] == [expected]


CHART = "config:\n  service: |\n    [SERVICE]\n        Flush 1\n  inputs: |\n    [INPUT]\n        Name systemd\n"
POD = "kind: DaemonSet\nspec:\n  template:\n    spec:\n      containers:\n        - name: logs\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, {"FB262"}),
        ({"templates/pod.yaml": POD + "          readinessProbe: {}\n"}, {"FB262"}),
        # A chart of one's own without a probe.
        ({"templates/pod.yaml": POD, "templates/map.yaml": "kind: ConfigMap\n"}, set()),
    ],
)
def test_the_probe_of_a_chart(tmp_path: Path, files: dict[str, str], expected: set[str]) -> None:
    (tmp_path / ".git").mkdir()
    assert codes(tmp_path, {"values.yaml": CHART, **files}, {"FB262"}) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.yaml": manifest("flb", 1), "b.yaml": manifest("flb", 2)}, {"FB904"}),
        ({"a.yaml": manifest("flb", 1), "b.yaml": manifest("web", 2)}, set()),
        ({"a.yaml": manifest("flb", 1), "b.yaml": manifest("flb", 1)}, set()),
        ({"a/x.yaml": manifest("flb", 1), "b/x.yaml": manifest("flb", 2)}, set()),
        ({"a.yaml": manifest("flb", 1), "b.yaml": manifest("flb", 2), "kustomization.yaml": "resources: [a.yaml]\n"}, set()),
    ],
)
def test_the_same_config_map_twice(tmp_path: Path, files: dict[str, str], expected: set[str]) -> None:
    assert codes(tmp_path, files, {"FB904"}) == expected


@pytest.mark.parametrize("name", ["shop-compose.yaml", "shop.compose.yml", "compose.prod.yaml"])
def test_the_word_compose_may_stand_at_the_end(tmp_path: Path, name: str) -> None:
    service = SERVICE.replace("shop.conf:/fluent-bit/etc/parsers.conf", "main.conf:/fluent-bit/etc/fluent-bit.conf")
    files = {"etc/main.conf": MAIN, name: service + "      - /var/run/docker.sock:/var/run/docker.sock\n"}
    assert codes(tmp_path, files, {"FB413"}) == {"FB413"}


PART = "[INPUT]\n    Name tail\n    Path /srv/a.log\n    Tag a\n    storage.type filesystem\n"
PART += "[FILTER]\n    Name parser\n    Match a\n    Key_Name log\n    Parser shop\n[OUTPUT]\n    Name stdout\n    Match a\n"
COPIES = "FROM scratch\nCOPY /etc/*.conf /fluent-bit/etc/\nCOPY --chown=1 {} /fluent-bit/etc/\n"
GLOB = MAIN + "@INCLUDE part-*.conf\n"
INCLUDES = MAIN + "@INCLUDE /etc/fluent-bit/pipelines/*.conf\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        # It is read with that one, which has neither parsers nor a place for files.
        ({"web/fluent-bit.conf": INCLUDES, "web/pipelines/shop.conf": PART}, {"FB321", "FB361"}),
        ({"web/pipelines/main.conf": INCLUDES, "web/pipelines/shop.conf": PART}, set()),
        ({"web/fluent-bit.conf": MAIN, "web/pipelines/shop.conf": PART}, {"FB321", "FB361"}),
        ({"web/fluent-bit.conf": INCLUDES, "web/other/shop.conf": PART}, {"FB321", "FB361"}),
        ({"web/fluent-bit.conf": INCLUDES, "web/pipelines/shop.conf": "[SERVICE]\n    Flush 1\n" + PART}, {"FB321", "FB361"}),
    ],
)
def test_a_config_nearby_includes_it(tmp_path: Path, files: dict[str, str], expected: set[str]) -> None:
    (tmp_path / ".git").mkdir()
    assert codes(tmp_path, files, {"FB321", "FB361"}) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"Dockerfile": COPIES.format("parts/a/*.*"), "etc/fluent-bit.conf": GLOB, "parts/a/part-a.conf": PART}, set()),
        ({"Dockerfile": COPIES.format("parts/a"), "etc/fluent-bit.conf": GLOB, "parts/a/part-a.conf": PART}, set()),
        (
            {"Dockerfile": COPIES.format("parts/b/*.*"), "etc/fluent-bit.conf": GLOB, "parts/a/part-a.conf": PART},
            {"FB303", "FB321", "FB361"},
        ),
        (
            {"Dockerfile": COPIES.format("parts/a/*.txt"), "etc/fluent-bit.conf": GLOB, "parts/a/part-a.conf": PART},
            {"FB303", "FB321", "FB361"},
        ),
        # What does not go into the same folder, and what lies outside.
        (
            {
                "Dockerfile": COPIES.format("parts/a/*.* /x/\nCOPY y.txt"),
                "etc/fluent-bit.conf": GLOB,
                "parts/a/part-a.conf": PART,
            },
            {"FB303", "FB321", "FB361"},
        ),
    ],
)
def test_a_dockerfile_copies_it_into_the_folder_of_another(tmp_path: Path, files: dict[str, str], expected: set[str]) -> None:
    (tmp_path / ".git").mkdir()
    assert codes(tmp_path, files, {"FB303", "FB321", "FB361"}) == expected
