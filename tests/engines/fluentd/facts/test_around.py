"""What files around a config say of it: modules of Terraform, a main file that includes no other, services beside it."""

import os
from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

SOURCE = "<source>\n  @type sample\n  tag app\n</source>\n"
FIELD = "<filter app>\n  @type record_transformer\n  <record>\n    stream ${stream_name}\n  </record>\n</filter>\n"
MATCH = "<match app>\n  @type null\n</match>\n"
BROKEN = '<filter **>\n  @type grep\n  key ["a" "b"]\n</filter>\n'
SEARCH = "<match app>\n  @type elasticsearch\n  host search\n  scheme https\n  ssl_verify false\n</match>\n"


def found(folder: Path, files: dict[str, str], code: str) -> list[Severity]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [each.severity for each in check([str(folder)], Settings()).findings if each.code == code]


@pytest.mark.parametrize(
    ("module", "severities"),
    [
        ("", [Severity.WARNING]),
        ('data = { "a.conf" = templatefile("${path.module}/conf/fluent.conf", { stream_name = "x" }) }\n', []),
        ('data "template_file" "a" {\n  template = file("${path.module}/conf/fluent.conf")\n}\n', []),
        ('data = { "a.conf" = file("${path.module}/conf/fluent.conf") }\n', [Severity.WARNING]),
        ('data = { "a.conf" = templatefile("${path.module}/conf/other-fluent.conf", {}) }\n', [Severity.WARNING]),
    ],
)
def test_what_terraform_fills_in_is_no_unknown_placeholder(tmp_path: Path, module: str, severities: list[Severity]) -> None:
    assert found(tmp_path, {"conf/fluent.conf": SOURCE + FIELD + MATCH, "main.tf": module}, "FD396") == severities


def test_what_terraform_fills_in_is_no_variable_of_a_shell(tmp_path: Path) -> None:
    config = SOURCE + "<match app>\n  @type forward\n  <server>\n    host ${LOG_HOST}\n  </server>\n</match>\n"
    assert found(tmp_path, {"fluent.conf": config}, "FD905") == [Severity.INFO]
    # A file's name is bytes, of whatever encoding.
    assert found(tmp_path, {os.fsdecode(b"\xe9.conf"): config}, "FD905") == [Severity.INFO] * 2
    (tmp_path / os.fsdecode(b"\xe9.conf")).unlink()
    assert found(tmp_path, {"main.tf": 'a = templatefile("./fluent.conf", { LOG_HOST = "x" })\n'}, "FD905") == []


@pytest.mark.parametrize(
    ("name", "main", "severity"),
    [
        ("more.conf", SOURCE + MATCH, Severity.INFO),
        ("more.conf", SOURCE + "@include conf.d/*.conf\n" + MATCH, Severity.ERROR),
        ("conf.d/more.conf", SOURCE + MATCH, Severity.ERROR),
        ("td-agent.conf", SOURCE + MATCH, Severity.ERROR),
    ],
)
def test_an_error_in_filters_that_nothing_includes_is_an_info(tmp_path: Path, name: str, main: str, severity: Severity) -> None:
    assert found(tmp_path, {"fluent.conf": main, name: BROKEN}, "FD302") == [severity]


@pytest.mark.parametrize(("name", "severity"), [("search", Severity.INFO), ("other", Severity.WARNING)])
def test_a_certificate_of_a_service_of_the_same_compose_file_is_an_info(tmp_path: Path, name: str, severity: Severity) -> None:
    compose = f"services:\n  {name}:\n    image: opensearchproject/opensearch:2\n"
    assert found(tmp_path, {"fluent.conf": SOURCE + SEARCH, "compose.yaml": compose}, "FD403") == [severity]


def test_ruby_over_several_lines_is_one_error(tmp_path: Path) -> None:
    ruby = '    kind ${\n      ["a", "b"\n       "c", "d"].include?(record["kind"]) ? 1 : 2\n    }\n'
    text = "<filter app>\n  @type record_transformer\n  <record>\n%s  </record>\n</filter>\n"
    assert found(tmp_path, {"fluent.conf": SOURCE + text % ruby + MATCH}, "FD302") == [Severity.ERROR]
    other = SOURCE + text % ruby + text % ruby + MATCH
    assert found(tmp_path, {"fluent.conf": other}, "FD302") == [Severity.ERROR] * 2


def test_a_parameter_that_several_sections_have_twice_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "fluent.conf"
    files = "  @type tail\n  path /var/log/%s.log\n  pos_file /var/log/%s.pos\n  tag app\n"
    tail = f"<source>\n{files}  format csv\n  keys a\n  format json\n</source>\n"
    path.write_text("".join(tail % (name, name) for name in "abc") + MATCH)
    places = [each for each in check([str(path)], Settings()).findings if each.code == "FD381"]
    assert len(places) == 3
    assert len({(each.message, each.reason, each.related) for each in places}) == 1


FORWARD = "<source>\n  @type forward\n  bind 0.0.0.0\n</source>\n<match **>\n  @type null\n</match>\n"
SERVICE = "services:\n  logs:\n    image: fluent/fluentd:v1.16-1\n    volumes: [./fluent.conf:/fluentd/etc/fluent.conf]\n"
PORTS = '    ports: ["24224:24224"]\n'


@pytest.mark.parametrize(
    ("config", "compose", "codes"),
    [
        (FORWARD, SERVICE + PORTS, set()),
        (FORWARD, SERVICE + PORTS.replace("24224", "24231"), {"FD913"}),
        (FORWARD.replace("0.0.0.0", "127.0.0.1"), SERVICE + PORTS, {"FD914"}),
        (FORWARD.replace("0.0.0.0", "127.0.0.1"), f"{SERVICE}{PORTS}    network_mode: host\n", set()),
        (FORWARD.replace("0.0.0.0", "\"#{ENV['AT'] || '127.0.0.1'}\""), SERVICE + PORTS, {"FD914"}),
        (
            FORWARD.replace("0.0.0.0", "\"#{ENV['AT'] || '127.0.0.1'}\""),
            f"{SERVICE}{PORTS}    environment: {{AT: 0.0.0.0}}\n",
            set(),
        ),
        # A shell may do anything before.
        (FORWARD, f"{SERVICE}    command: sh -c run\n" + PORTS.replace("24224", "24231"), set()),
        # The health of workers is at ports of their own.
        (
            f"<system>\n  workers 2\n</system>\n{FORWARD}<source>\n  @type monitor_agent\n</source>\n",
            SERVICE + '    ports: ["24224:24224", "24221:24221", "24222:24222"]\n',
            {"FD913"},
        ),
        (FORWARD.replace("null", "elasticsearch\n  host localhost"), SERVICE, {"FD915"}),
        (FORWARD.replace("null", "loki\n  url http://127.0.0.1:3100"), SERVICE, {"FD915"}),
        (FORWARD.replace("null", "loki\n  url http://loki:3100"), SERVICE, set()),
        # An input of its own is there: at the usual port, at one that is said, or at one that nobody knows.
        (FORWARD.replace("null", "forward\n  <server>\n    host localhost\n  </server>"), SERVICE, set()),
        (FORWARD.replace("null", "http\n  endpoint http://localhost:24224/a"), SERVICE, set()),
        (FORWARD.replace("null", "forward\n  <server>\n    host localhost\n    port 24225\n  </server>"), SERVICE, {"FD915"}),
        (
            f'<source>\n  @type http\n  port "#{{1 + 1}}"\n</source>\n{FORWARD}'.replace("null", "loki\n  url http://[::1]:1"),
            SERVICE,
            set(),
        ),
    ],
)
def test_ports_of_the_service_that_runs_it(tmp_path: Path, config: str, compose: str, codes: set[str]) -> None:
    (tmp_path / "fluent.conf").write_text(config)
    (tmp_path / "compose.yaml").write_text(compose)
    assert {each.code for each in check([str(tmp_path)], Settings()).findings} & {"FD913", "FD914", "FD915"} == codes


DRIVER = "  shop:\n    image: shop:3\n    logging:\n      driver: fluentd\n%s"


@pytest.mark.parametrize(
    ("config", "options", "told"),
    [
        (FORWARD.replace("**", "docker.**"), "      options: {tag: 'shop.{{.Name}}'}\n", True),
        (FORWARD.replace("**", "docker.**"), "      options: {tag: 'docker.{{.Name}}'}\n", False),
        (FORWARD.replace("**", "docker.**"), "", True),
        (FORWARD, "", False),
        (FORWARD.replace("**", "docker.**"), "      options: {tag: '$TAG'}\n", False),
        ("<source>\n  @type forward\n  @label @A\n</source>\n<match **>\n  @type null\n</match>\n"
         "<label @A>\n  <match docker.**>\n    @type null\n  </match>\n</label>\n", "      options: {tag: shop}\n", True),
        ("@include more/*.conf\n" + FORWARD.replace("**", "docker.**"), "      options: {tag: shop}\n", False),
        ("<source>\n  @type forward\n  @label @A\n</source>\n<label @A>\n  @include more/*.conf\n"
         "  <match docker.**>\n    @type null\n  </match>\n</label>\n", "      options: {tag: shop}\n", False),
    ],
)  # fmt: skip
def test_tags_of_logging_drivers_that_no_match_takes(tmp_path: Path, config: str, options: str, told: bool) -> None:
    (tmp_path / "fluent.conf").write_text(config)
    (tmp_path / "compose.yaml").write_text(SERVICE + PORTS + DRIVER % options)
    assert ("FD918" in {each.code for each in check([str(tmp_path)], Settings()).findings}) == told


@pytest.mark.parametrize(
    ("image", "mount", "severities"),
    [
        ("fluent/fluentd:v1.16-1", "/fluentd/etc/fluent.conf", [Severity.INFO]),
        ("registry.example.com/logs:3", "/fluentd/etc/fluent.conf", [Severity.INFO]),
        ("registry.example.com/logs:3", "/etc/td-agent", [Severity.INFO]),
        ("registry.example.com/logs:3", "/srv/app.conf", []),
        ("registry.example.com/logs:3", "/fluentd/etc-of-another/fluent.conf", []),
    ],
)
def test_a_buffer_of_a_service_of_another_image_that_has_the_config_where_fluentd_looks(
    tmp_path: Path, image: str, mount: str, severities: list[Severity]
) -> None:
    buffer = "  <buffer>\n    @type file\n    path /var/log/fluentd/forward\n  </buffer>\n"
    config = SOURCE + f"<match app>\n  @type forward\n{buffer}  <server>\n    host logs.example.com\n  </server>\n</match>\n"
    file = "conf" if mount == "/etc/td-agent" else "conf/fluent.conf"
    compose = f"services:\n  logs:\n    image: {image}\n    volumes:\n      - ./{file}:{mount}\n"
    assert found(tmp_path, {"conf/fluent.conf": config, "compose.yaml": compose}, "FD223") == severities


@pytest.mark.parametrize(
    ("name", "severities"),
    [
        ("in.conf", [Severity.ERROR]),
        ("8in.conf", [Severity.ERROR]),
        ("10-in.conf", []),
        ("conf.d/in.conf", []),
        # A main file wherever it lies, or one that says what holds for the process.
        ("conf.d/fluent.conf", [Severity.ERROR]),
        ("system.d/in.conf", [Severity.ERROR]),
    ],
)
def test_a_label_of_a_part_may_be_in_another(tmp_path: Path, name: str, severities: list[Severity]) -> None:
    system = "<system>\n  workers 2\n</system>\n" if name.startswith("system.d") else ""
    config = system + SOURCE.replace("tag app\n", "tag app\n  @label @OUT\n") + "<label @A>\n" + MATCH + "</label>\n"
    assert found(tmp_path, {name: config}, "FD311") == severities
