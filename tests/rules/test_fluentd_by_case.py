"""Findings about Fluentd whose severity hangs on what stands beside them, and findings that go with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

DOCKER = "  {type} tail\n  path /var/log/containers/*.log\n  pos_file /var/log/a.pos\n  tag kubernetes.*\n  format json\n"
OLD = f"<source>\n{DOCKER}  time_format %Y-%m-%dT%H:%M:%S{{rest}}\n</source>\n<match **>\n  @type null\n</match>\n"
POD = """\
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: fluentd}
spec:
  selector: {matchLabels: {app: fluentd}}
  template:
    metadata: {labels: {app: fluentd}}
    spec:
      containers:
        - name: fluentd
          image: registry.example.com/fluentd:3
          %s
          volumeMounts: [{name: config, mountPath: /fluentd/etc}]
      volumes: [{name: config, configMap: {name: fluentd}}]
"""


def severities(folder: Path, files: dict[str, str], code: str) -> list[Severity]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return [each.severity for each in check([str(folder)], Settings()).findings if each.code == code]


def config_map(text: str) -> str:
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fluentd}\ndata:\n  fluent.conf: |\n"
    return head + "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(("code", "rest"), [("FD101", ".%NZ"), ("FD388", "")])
@pytest.mark.parametrize(
    ("word", "image", "severity"),
    [
        ("@type", "", Severity.WARNING),
        ("type", "", Severity.INFO),
        ("type", "v1.16-1", Severity.WARNING),
        ("@type", "v0.12.43", Severity.INFO),
    ],
)
def test_times_of_containers_are_an_info_where_fluentd_is_0_12(
    tmp_path: Path, code: str, rest: str, word: str, image: str, severity: Severity
) -> None:
    files = {"fluent.conf": OLD.format(type=word, rest=rest)}
    files |= {"Dockerfile": f"FROM fluent/fluentd:{image}\n"} if image else {}
    assert severities(tmp_path, files, code) == [severity]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('command: ["/bin/sh", "-c", "/usr/sbin/td-agent -vv 2>&1 >>/var/log/fluentd.log"]', 0),
        ('command: ["/bin/sh", "-c", "fluentd 2>/var/log/fluentd.log"]', 1),
        ('command: ["/bin/sh", "-c", "fluentd >/dev/stdout"]', 1),
        ('args: ["-qq"]', 0),
        ('args: ["-q"]', 1),
        ('args: ["-o", "/var/log/fluentd.log"]', 0),
        ("env: [{name: FLUENTD_OPT, value: -o /var/log/fluentd.log}]", 0),
        ("env: [{name: FLUENTD_ARGS, value: --no-supervisor -q}]", 1),
        ("env: [{name: OTHER, value: -qq}]", 1),
    ],
)
def test_a_log_without_warnings_is_not_read_back(tmp_path: Path, said: str, found: int) -> None:
    text = config_map(OLD.format(type="@type", rest=".%N%z")) + POD % said
    assert len(severities(tmp_path, {"all.yaml": text}, "FD240")) == found


@pytest.mark.parametrize(
    ("gem", "severity"),
    [("", Severity.WARNING), ("5.1.0", Severity.WARNING), ("4.3.3", Severity.INFO), ("~> 2.11.5", Severity.INFO)],
)
def test_an_old_elasticsearch_plugin_splits_its_requests(tmp_path: Path, gem: str, severity: Severity) -> None:
    buffer = "  <buffer>\n    @type file\n    path /buffers/es\n  </buffer>\n"
    text = f"<source>\n  @type forward\n</source>\n<match **>\n  @type elasticsearch\n  host es.example.com\n{buffer}</match>\n"
    files = {"fluent.conf": text} | ({"Gemfile": f"gem 'fluent-plugin-elasticsearch', '{gem}'\n"} if gem else {})
    assert severities(tmp_path, files, "FD231") == [severity]


SERVICE = "services:\n  logs:\n    build: ./{context}\n    volumes: [./logs/conf/fluent.conf:/fluentd/etc/fluent.conf]\n"


@pytest.mark.parametrize(("context", "found"), [("logs", [Severity.INFO]), ("other", [])])
def test_the_dockerfile_of_the_service_that_mounts_a_config_is_its_own(
    tmp_path: Path, context: str, found: list[Severity]
) -> None:
    (tmp_path / "logs/conf").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    build = "FROM fluent/fluentd:v1.16-1\nRUN gem install fluent-plugin-elasticsearch\n"
    text = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type stdout\n</match>\n"
    files = {"compose.yaml": SERVICE.format(context=context), "logs/Dockerfile": build, "logs/conf/fluent.conf": text}
    assert severities(tmp_path, files, "FD513") == found


@pytest.mark.parametrize(
    ("installs", "found"),
    [
        ("fluent-plugin-elasticsearch", 0),
        ("fluent-plugin-kafka", 1),
        ("fluent-plugin-kafka && rm -rf /tmp/* /usr/lib/ruby/gems/*/cache/*.gem", 1),
        # Of whatever plugins it brings, and one that depends on the other.
        ("fluent-plugin-of-somebody", 0),
        ("fluent-plugin-aws-elasticsearch-service", 0),
        ("fluent-plugin-kafka /tmp/mine.gem", 0),
        ('"${PLUGIN}" -v 5.4.3', 0),
        # A gem that brings the other plugin of the config, of which nothing else is known.
        ("fluent-plugin-own_output", 1),
    ],
)
def test_a_plugin_is_missed_that_no_installed_gem_brings(tmp_path: Path, installs: str, found: int) -> None:
    text = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type elasticsearch\n  host es.example.com\n</match>\n"
    text += "<match own>\n  @type own_output\n</match>\n"
    build = f"FROM fluent/fluentd:v1.16-1\nRUN gem install {installs}\n"
    assert len(severities(tmp_path, {"fluent.conf": text, "Dockerfile": build}, "FD300")) == found


@pytest.mark.parametrize(
    ("mount", "files", "found"),
    [
        ("./plugins", {}, 1),
        ("./plugins", {"plugins/.gitkeep": ""}, 1),
        ("./plugins", {"plugins/out_elasticsearch.rb": "class Out; end\n"}, 0),
        ("~/plugins", {}, 0),
        ("plugins", {}, 0),
    ],
)
def test_a_folder_of_plugins_that_is_not_there_brings_none(tmp_path: Path, mount: str, files: dict[str, str], found: int) -> None:
    text = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type elasticsearch\n  host es.example.com\n</match>\n"
    volumes = f'["./fluent.conf:/fluentd/etc/fluent.conf", "{mount}:/fluentd/plugins"]'
    compose = f"services:\n  logs:\n    image: fluent/fluentd:v1.16-1\n    volumes: {volumes}\n"
    (tmp_path / "plugins").mkdir()
    assert len(severities(tmp_path, {"fluent.conf": text, "compose.yaml": compose, **files}, "FD300")) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("", 1),
        ("command: fluentd -c /fluentd/etc/fluent.conf", 1),
        ('command: ["-v"]', 1),
        ('entrypoint: [tini, --, sh, -c, "exec /usr/bin/fluentd -v"]', 1),
        ("entrypoint: /start", 0),
        ('command: ["sh", "-c", "/opt/start && fluentd"]', 0),
        ('command: ["sh", "-c", "fluentd -c /x.conf || /opt/install.sh"]', 0),
        ("environment: [GEM_HOME=/gems]", 0),
        ("environment: [FLUENTD_CONF=fluent.conf]", 1),
        ("configs: [{source: start, target: /bin/entrypoint.sh}]", 0),
        ("configs: [{source: start, target: /usr/lib/ruby/gems/own.rb}]", 0),
        ("configs: [{source: start, target: /etc/start}]", 1),
    ],
)
def test_what_a_service_starts_may_install_plugins(tmp_path: Path, said: str, found: int) -> None:
    text = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type elasticsearch\n  host es.example.com\n</match>\n"
    service = f"    image: fluent/fluentd:v1.16-1\n    volumes: [./fluent.conf:/fluentd/etc/fluent.conf]\n    {said}\n"
    compose = f"services:\n  logs:\n{service}configs:\n  start: {{file: ./start}}\n"
    assert len(severities(tmp_path, {"fluent.conf": text, "compose.yaml": compose, "start": "fluentd"}, "FD300")) == found


@pytest.mark.parametrize(
    ("place", "plugin", "found"),
    [
        ("conf/fluent.conf", "plugins/parser_own.rb", 1),
        ("conf/fluent.conf", "plugins/in_systemd.rb", 0),
        ("conf/fluent.conf", "plugins/systemd/lib.rb", 0),
        ("other/fluent.conf", "plugins/parser_own.rb", 0),
    ],
)
def test_an_input_is_missed_in_the_image_for_which_a_folder_of_configs_is(
    tmp_path: Path, place: str, plugin: str, found: int
) -> None:
    text = "<source>\n  @type systemd\n  tag unit\n</source>\n<match unit>\n  @type stdout\n</match>\n"
    build = "FROM fluent/fluentd:v1.16-1\nENV PATH /home/fluent/.gem/ruby/bin:$PATH\nCOPY plugins /fluentd/plugins/\n"
    for name in (place, plugin):
        (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    assert len(severities(tmp_path, {place: text, "Dockerfile": build, plugin: "class It; end\n"}, "FD300")) == found


@pytest.mark.parametrize(
    ("installs", "image", "found"),
    [
        ("fluent-plugin-elasticsearch", "elasticsearch:8.11.0", 1),
        ("fluent-plugin-elasticsearch -v 5.0.3", "elasticsearch:7.9.1", 1),
        ("fluent-plugin-elasticsearch", "opensearchproject/opensearch:2.11.0", 1),
        ("fluent-plugin-elasticsearch", "elasticsearch:9.1.0", 0),
        ("fluent-plugin-elasticsearch", "elasticsearch:latest", 0),
        ("elasticsearch -v 7.13.3 && gem install fluent-plugin-elasticsearch -v 5.0.3", "elasticsearch:7.9.1", 0),
        ("fluent-plugin-opensearch", "opensearchproject/opensearch:2.11.0", 0),
    ],
)
def test_nothing_pins_the_client_for_an_older_server(tmp_path: Path, installs: str, image: str, found: int) -> None:
    text = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type elasticsearch\n  host es\n</match>\n"
    build = f"FROM fluent/fluentd:v1.16-1\nRUN gem install {installs}\n"
    files = {"fluent.conf": text, "Dockerfile": build, "compose.yaml": f"services:\n  es:\n    image: {image}\n"}
    (tmp_path / ".git").mkdir()
    assert len(severities(tmp_path, files, "FD960")) == found


@pytest.mark.parametrize(
    ("base", "service", "severity"),
    [
        ("fluent/fluentd:v1.15-1", "", Severity.WARNING),
        ("fluent/fluentd:v1.14.6-debian-1.0", "", Severity.INFO),
        ("fluent/fluentd:v1.3", "", Severity.INFO),
        ("fluent/fluentd", "", Severity.INFO),
        ("fluent/fluentd:edge", "", Severity.WARNING),
        ("fluent/fluentd:v1.16-1", "  logs:\n    image: example/fluentd:3\n", Severity.INFO),
        ("fluent/fluentd:v1.16-1", "  logs:\n    image: example/fluentd:3\n    build: .\n", Severity.WARNING),
    ],
)
def test_the_newest_client_may_not_get_into_the_image(tmp_path: Path, base: str, service: str, severity: Severity) -> None:
    text = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type elasticsearch\n  host es\n</match>\n"
    build = f"FROM {base}\nRUN gem install fluent-plugin-elasticsearch\nCOPY fluent.conf /fluentd/etc/\n"
    compose = f"services:\n  es:\n    image: elasticsearch:8.11.0\n{service}"
    (tmp_path / ".git").mkdir()
    assert severities(tmp_path, {"fluent.conf": text, "Dockerfile": build, "compose.yaml": compose}, "FD960") == [severity]


MOUNTS = """---
apiVersion: v1
kind: Pod
metadata: {name: fluentd}
spec:
  containers:
    - name: fluentd
      image: fluent/fluentd:v1.16-1
      volumeMounts: [{name: config, mountPath: /fluentd/etc}]
  volumes: [{name: config, %s}]
"""


@pytest.mark.parametrize(
    ("volume", "found"),
    [
        ("configMap: {name: fluentd}", 1),
        ("configMap: {name: fluentd, items: [{key: fluent.conf, path: fluent.conf}]}", 0),
        ("projected: {sources: [{configMap: {name: fluentd}}, {secret: {name: rest}}]}", 0),
    ],
)
@pytest.mark.parametrize(
    ("include", "there"), [("rest.conf", 1), ("/fluentd/etc/rest.conf", 1), ("/etc/rest.conf", 0), ("*.conf", 0)]
)
def test_a_config_map_over_the_folder_hides_what_the_image_has_there(
    tmp_path: Path, volume: str, found: int, include: str, there: int
) -> None:
    text = f"<source>\n  @type sample\n  tag app\n</source>\n@include {include}\n<match app>\n  @type stdout\n</match>\n"
    files = {"all.yaml": config_map(text) + MOUNTS % volume}
    assert len(severities(tmp_path, files, "FD303")) == found * there


@pytest.mark.parametrize(
    ("narrowed", "severity"),
    [("", Severity.WARNING), ('matches [{"_SYSTEMD_UNIT": "docker.service"}]', Severity.INFO)],
)
def test_positions_of_few_entries_are_an_info(tmp_path: Path, narrowed: str, severity: Severity) -> None:
    storage = "  <storage>\n    @type local\n    persistent true\n    path /var/log/a.json\n  </storage>\n"
    text = f"<source>\n  @type systemd\n  tag a\n  {narrowed}\n{storage}</source>\n<match a>\n  @type stdout\n</match>\n"
    assert severities(tmp_path, {"fluent.conf": text}, "FD193") == [severity]


@pytest.mark.parametrize(("plugin", "severity"), [("stdout", Severity.WARNING), ("file\n  path /var/log/b", Severity.ERROR)])
def test_a_match_that_prints_events_is_no_error_where_no_tag_reaches_it(tmp_path: Path, plugin: str, severity: Severity) -> None:
    tail = "<source>\n  @type tail\n  path /var/log/a.log\n  tag app\n  <parse>\n    @type none\n  </parse>\n</source>\n"
    other = tail.replace("a.log", "b.log").replace("tag app", "tag b") + "<match b>\n  @type null\n</match>\n"
    text = f"{other}{tail}<match ap.**>\n  @type {plugin}\n</match>\n"
    assert severities(tmp_path, {"fluent.conf": text}, "FD301") == [severity]


@pytest.mark.parametrize(
    ("path", "more", "severity"),
    [
        ("/var/log/app/web-*.log", "", Severity.WARNING),
        ("/var/log/app/*.log", "", Severity.INFO),
        ("/var/log/app/web-*.log", "<filter b>\n  @type grep\n</filter>\n", Severity.INFO),
        ("/var/log/app/web-*.log", "<filter a>\n  @type grep\n</filter>\n", Severity.WARNING),
    ],
)
def test_the_same_path_twice_and_lines_that_are_divided_may_be_meant(
    tmp_path: Path, path: str, more: str, severity: Severity
) -> None:
    source = "<source>\n  @type tail\n  path {}\n  pos_file /p/{}\n  tag {}\n  <parse>\n    @type none\n  </parse>\n</source>\n"
    text = source.format("/var/log/app/*.log", "a", "a") + source.format(path, "b", "b")
    text += f"{more}<match **>\n  @type stdout\n</match>\n"
    assert severities(tmp_path, {"fluent.conf": text}, "FD249") == [severity]
