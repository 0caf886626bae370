"""What the files beside a config say of it: the compose file that runs it, the Filebeat that sends to it."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

_COMPOSE = """services:
  logstash:
    image: docker.elastic.co/logstash/logstash:8.13.4
    volumes:
"""
_TAIL = 'input { file { path => "/logs/app.log" } }\noutput { elasticsearch { hosts => ["https://es:9200"] } }\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pipeline").mkdir()
    (tmp_path / "pipeline" / "app.conf").write_text(_TAIL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _found(*codes: str) -> list[str]:
    found = [each for checked in check(["."], Settings()).checked for each in checked.findings]
    return [each.code for each in found if each.code in codes]


def test_positions_that_no_volume_keeps(project: Path) -> None:
    compose = project / "docker-compose.yml"
    compose.write_text(_COMPOSE + "      - ./pipeline:/usr/share/logstash/pipeline\n      - /var/log:/logs\n")
    assert _found("LS270") == ["LS270"]
    compose.write_text(compose.read_text() + "      - data:/usr/share/logstash/data\n")
    assert _found("LS270") == []


def test_a_container_s_own_files_need_no_positions(project: Path) -> None:
    (project / "docker-compose.yml").write_text(_COMPOSE + "      - ./pipeline:/usr/share/logstash/pipeline\n")
    assert _found("LS270") == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('jdbc { statement => "SELECT * FROM t WHERE id > :sql_last_value" }', 1),
        ('jdbc { statement => "SELECT * FROM t" }', 0),
        ('file { path => "/logs/*.csv" mode => "read" file_completed_action => "log" }', 1),
        ('file { path => "/logs/*.csv" mode => "read" }', 0),
        ('file { path => "/logs/*.csv" sincedb_path => "/dev/null" }', 0),
    ],
)
def test_what_reads_on_where_it_stopped(project: Path, source: str, found: int) -> None:
    (project / "pipeline" / "app.conf").write_text(f"input {{ {source} }}\noutput {{ stdout {{}} }}\n")
    mounts = "      - ./pipeline:/usr/share/logstash/pipeline\n      - /var/log:/logs\n"
    (project / "docker-compose.yml").write_text(_COMPOSE + mounts)
    assert len(_found("LS270")) == found


def test_a_persisted_queue_and_dead_letters(project: Path) -> None:
    (project / "config").mkdir()
    (project / "config" / "logstash.yml").write_text("queue.type: persisted\ndead_letter_queue.enable: true\n")
    (project / "docker-compose.yml").write_text(_COMPOSE + "      - ./pipeline:/usr/share/logstash/pipeline\n")
    assert len(_found("LS270")) == 2


def test_a_folder_of_settings_without_the_image_s_own(project: Path) -> None:
    (project / "config").mkdir()
    (project / "config" / "logstash.yml").write_text("pipeline.workers: 2\n")
    mounts = "      - ./pipeline:/usr/share/logstash/pipeline\n      - ./config:/usr/share/logstash/config\n"
    (project / "docker-compose.yml").write_text(_COMPOSE + mounts)
    assert len(_found("LS271")) == 1
    for name in ("jvm.options", "log4j2.properties", "pipelines.yml"):
        (project / "config" / name).write_text("")
    assert _found("LS271") == []


@pytest.mark.parametrize(
    ("settings", "more", "severity"),
    [
        ("pipeline.workers: 2\n", "", Severity.ERROR),
        ("pipeline.workers: 2\n", "    command: logstash -w 2\n", Severity.ERROR),
        # Something says what runs, or may.
        ("path.config: /usr/share/logstash/pipeline\n", "", Severity.INFO),
        ("pipeline.workers: 2\n", "    command: logstash -f /usr/share/logstash/pipeline\n", Severity.INFO),
        ("pipeline.workers: 2\n", "    command: sh /start.sh\n", Severity.INFO),
        ("pipeline.workers: 2\n", "    environment: [PATH_CONFIG=/usr/share/logstash/pipeline]\n", Severity.INFO),
        ("pipeline.workers: 2\n", "    env_file: logstash.env\n", Severity.INFO),
    ],
)
def test_without_a_list_of_pipelines_nothing_starts(project: Path, settings: str, more: str, severity: Severity) -> None:
    (project / "config").mkdir()
    (project / "config" / "logstash.yml").write_text(settings)
    mounts = "      - ./pipeline:/usr/share/logstash/pipeline\n      - ./config:/usr/share/logstash/config\n"
    (project / "docker-compose.yml").write_text(_COMPOSE + mounts + more)
    checked = check(["."], Settings()).checked
    assert {each.severity for one in checked for each in one.findings if each.code == "LS271"} == {severity}


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("", 1),
        ("    environment: {ES_HOST: es}\n", 0),
        ("    environment: {LOGSTASH_KEYSTORE_PASS: x}\n", 0),
        ("    env_file: logstash.env\n", 0),
        ("    command: sh /start.sh\n", 0),
        ("    build: .\n", 0),
    ],
)
def test_variables_that_a_service_does_not_set(project: Path, more: str, found: int) -> None:
    output = 'output { elasticsearch { hosts => ["https://${ES_HOST}:9200"] index => "${INDEX:logs}" } }\n'
    (project / "pipeline" / "app.conf").write_text(_TAIL.splitlines()[0] + "\n" + output)
    mounts = "      - ./pipeline:/usr/share/logstash/pipeline\n"
    (project / "docker-compose.yml").write_text(_COMPOSE + mounts + more)
    assert len(_found("LS919")) == found


def test_a_keystore_may_have_the_variables(project: Path) -> None:
    (project / "pipeline" / "app.conf").write_text(_TAIL.replace("https://es", "https://${ES_HOST}"))
    mounts = "      - ./pipeline:/usr/share/logstash/pipeline\n      - ./config:/usr/share/logstash/config\n"
    (project / "docker-compose.yml").write_text(_COMPOSE + mounts)
    (project / "config").mkdir()
    assert len(_found("LS919")) == 1
    (project / "config" / "logstash.keystore").write_text("")
    assert _found("LS919") == []


def test_a_config_that_no_service_mounts(project: Path) -> None:
    (project / "docker-compose.yml").write_text(_COMPOSE + "      - ./other:/usr/share/logstash/pipeline\n")
    assert len(_found("LS253")) == 1
    (project / "docker-compose.yml").write_text(_COMPOSE + "      - ./pipeline:/usr/share/logstash/pipeline\n")
    assert _found("LS253") == []


def test_a_config_for_kubernetes_is_not_the_compose_file_s(project: Path) -> None:
    (project / "k8s").mkdir()
    (project / "pipeline" / "app.conf").rename(project / "k8s" / "app.conf")
    (project / "docker-compose.yml").write_text(_COMPOSE + "      - ./pipeline:/usr/share/logstash/pipeline\n")
    assert _found("LS253") == []


_BEATS = (
    "input {{ beats {{ port => 5044 }} }}\n"
    'filter {{ if {} == "shop" {{ mutate {{ add_tag => ["a"] }} }} }}\n'
    "output {{ stdout {{}} }}\n"
)
_FILEBEAT = "filebeat:\n  inputs:\n    - type: log\n      fields: {app: shop}\noutput:\n  logstash:\n    hosts: [x]\n"


@pytest.mark.parametrize("place", ["filebeat.yml", "filebeat/filebeat.yml", "filebeat/config/filebeat.docker.yml"])
def test_a_filebeat_beside_says_where_its_fields_are(project: Path, place: str) -> None:
    (project / place).parent.mkdir(parents=True, exist_ok=True)
    (project / place).write_text(_FILEBEAT)
    (project / "pipeline" / "app.conf").write_text(_BEATS.format("[app]"))
    assert _found("LS272") == ["LS272"]
    (project / "pipeline" / "app.conf").write_text(_BEATS.format("[fields][app]"))
    assert _found("LS272") == []


@pytest.mark.parametrize(
    ("filebeat", "config"),
    [
        # It sends to Elasticsearch.
        (_FILEBEAT.replace("logstash:", "elasticsearch:"), _BEATS),
        # Another input has the field at the top.
        (_FILEBEAT.replace("output:", "    - {type: log, fields: {app: bank}, fields_under_root: true}\noutput:"), _BEATS),
        # Others than Filebeat send, too.
        (_FILEBEAT, _BEATS.replace("input {{", "input {{ tcp {{ port => 5000 }}")),
        # A filter sets it.
        (_FILEBEAT, _BEATS.replace("filter {{", 'filter {{ mutate {{ rename => {{ "x" => "app" }} }}')),
    ],
)
def test_where_the_fields_may_be_on_top(project: Path, filebeat: str, config: str) -> None:
    (project / "filebeat.yml").write_text(filebeat)
    (project / "pipeline" / "app.conf").write_text(config.format("[app]"))
    assert _found("LS272") == []


@pytest.mark.parametrize(
    ("path", "mount", "found"),
    [
        ("/usr/share/logstash/templates/a.json", "./data:/usr/share/logstash/data", True),
        ("/etc/logstash/a.json", "./data:/usr/share/logstash/data", True),
        ("/usr/share/logstash/templates/a.json", "./templates:/usr/share/logstash/templates:ro", False),
        ("/usr/share/logstash/templates/a.json", "./a.json:/usr/share/logstash/templates/a.json", False),
        # What the image has, and what it may have.
        ("/etc/ssl/certs/ca-certificates.crt", "./data:/usr/share/logstash/data", False),
        ("/usr/share/logstash/vendor/bundle/a.json", "./data:/usr/share/logstash/data", False),
        # Seen from where Logstash is started, and as a variable says.
        ("templates/a.json", "./data:/usr/share/logstash/data", False),
        ("${TEMPLATES}/a.json", "./data:/usr/share/logstash/data", False),
    ],
)
def test_files_that_the_container_has(project: Path, path: str, mount: str, found: bool) -> None:
    outputs = f'output {{ elasticsearch {{ hosts => ["https://es:9200"] template => "{path}" }} }}\n'
    (project / "pipeline" / "app.conf").write_text("input { generator {} }\n" + outputs)
    mounts = f"      - ./pipeline:/usr/share/logstash/pipeline\n      - {mount}\n"
    (project / "docker-compose.yml").write_text(_COMPOSE + mounts)
    assert _found("LS901") == ["LS901"] * found


_MOUNTED = (
    _COMPOSE + "      - ./pipeline:/usr/share/logstash/pipeline\n      - data:/usr/share/logstash/data\n      - /var/log:/logs\n"
)
_BEAT = "  filebeat:\n    image: docker.elastic.co/beats/filebeat:8.13.4\n"
_LISTENS = 'input { beats { port => 5044 } }\noutput { elasticsearch { hosts => ["https://es.example.com:9200"] } }\n'
_SENDS = 'filebeat.inputs:\n  - type: filestream\n    paths: [/logs/a.log]\noutput.logstash:\n  hosts: ["logstash:5044"]\n'


def test_a_filebeat_sends_to_a_port_that_no_file_of_the_folder_listens_on(project: Path) -> None:
    (project / "filebeat.yml").write_text(_SENDS)
    for more in ("", _BEAT, "  app:\n    image: app:1\n    volumes: ['./filebeat.yml:/etc/filebeat/filebeat.yml']\n"):
        (project / "docker-compose.yml").write_text(_MOUNTED + more)
        assert _found("LS804") == ["LS804"] * bool(more)
    # Said once of the files that Logstash runs together; and not where another one of them listens.
    (project / "pipeline" / "web.conf").write_text(_TAIL)
    assert _found("LS804") == ["LS804"]
    (project / "pipeline" / "web.conf").write_text(_LISTENS)
    assert _found("LS804") == []


def test_a_filebeat_beside_a_part_without_inputs(project: Path) -> None:
    (project / "docker-compose.yml").write_text(_MOUNTED + _BEAT)
    (project / "filebeat.yml").write_text(_SENDS)
    (project / "pipeline" / "app.conf").write_text('output { elasticsearch { hosts => ["https://es.example.com:9200"] } }\n')
    assert not check(["."], Settings()).problems
    assert _found("LS804") == []


@pytest.mark.parametrize("host", ["logstash:5045", "other:5044", "logs.example.com:5044"])
def test_a_filebeat_of_another_port_or_machine(project: Path, host: str) -> None:
    (project / "docker-compose.yml").write_text(_MOUNTED + _BEAT)
    (project / "pipeline" / "app.conf").write_text(_LISTENS)
    (project / "filebeat.yml").write_text(_SENDS.replace("logstash:5044", host))
    assert _found("LS804") == (["LS804"] if host == "logstash:5045" else [])


@pytest.mark.parametrize(
    ("inputs", "output", "comes_back"),
    [
        ("  - type: container\n    paths: ['/var/lib/docker/containers/*/*.log']\n", "stdout { }", True),
        ("  - type: docker\n    containers.ids: ['*']\n", "stdout { }", True),
        ("  - type: container\n    paths: ['/var/log/containers/*.log']\n", 'if [a] == "b" { stdout { } }', False),
        ("  - type: container\n    paths: ['/var/log/containers/app-*.log']\n", "stdout { }", False),
        ("  - type: container\n    enabled: false\n    paths: ['/var/log/containers/*.log']\n", "stdout { }", False),
        ("  - type: container\n    paths: ['/var/log/containers/*.log']\n    exclude_files: [logstash]\n", "stdout { }", False),
    ],
)
def test_the_log_of_the_container_comes_back(project: Path, inputs: str, output: str, comes_back: bool) -> None:
    beat = "  beat:\n    image: docker.elastic.co/beats/filebeat:8.13.4\n    volumes:\n"
    beat += "      - /var/lib/docker/containers:/var/lib/docker/containers:ro\n"
    (project / "docker-compose.yml").write_text(_MOUNTED + beat)
    (project / "pipeline" / "app.conf").write_text(f"input {{ beats {{ port => 5044 }} }}\noutput {{ {output} }}\n")
    # Its own name says nothing of what it reads.
    (project / "filebeat.yml").write_text(
        f'# To Logstash: logstash\nfilebeat.inputs:\n{inputs}output.logstash:\n  hosts: ["logstash:5044"]\n'
    )
    assert _found("LS805") == ["LS805"] * comes_back
    # Docker keeps the log of this container in no file.
    (project / "docker-compose.yml").write_text(_MOUNTED + "    logging:\n      driver: syslog\n" + beat)
    assert _found("LS805") == []


@pytest.mark.parametrize(
    ("own", "others", "found"),
    [
        ("[data]", "[front]", True),
        ("[data, front]", "[front]", False),
        ("{data: {aliases: [logs]}}", "{front: {}}", True),
        ("[data]", '["${NET}"]', False),
    ],
)
def test_services_of_networks_that_do_not_meet(project: Path, own: str, others: str, found: bool) -> None:
    filebeat = f"  beat:\n    image: docker.elastic.co/beats/filebeat:8.13.4\n    networks: {others}\n"
    (project / "docker-compose.yml").write_text(_MOUNTED + f"    networks: {own}\n{filebeat}")
    (project / "pipeline" / "app.conf").write_text(_LISTENS)
    (project / "filebeat.yml").write_text(_SENDS)
    assert _found("LS806") == ["LS806"] * found
    # Another compose file of the folder gives it one more.
    (project / "docker-compose.override.yml").write_text("services:\n  logstash:\n    networks: [front]\n")
    assert _found("LS806") == []


def test_a_password_in_the_env_file_that_git_keeps(project: Path) -> None:
    output = 'elasticsearch { hosts => ["https://es.example.com:9200"] user => "writer" password => "${ES_PASSWORD}" }'
    (project / "pipeline" / "app.conf").write_text(f"input {{ beats {{ port => 5044 }} }}\noutput {{ {output} }}\n")
    compose = project / "docker-compose.yml"
    compose.write_text(_MOUNTED + "    environment:\n      - ES_PASSWORD=${ELASTIC_PASSWORD}\n")
    assert _found("LS428") == []
    # The line after an empty value is another variable.
    (project / ".env").write_text("ELASTIC_PASSWORD=\nES_USER=elastic\n")
    assert _found("LS428") == []
    # Of a variable that is there twice the last one counts.
    (project / ".env").write_text("VERSION=8.13.4\nELASTIC_PASSWORD=<password>\nELASTIC_PASSWORD='tR4il mix'  # of the writer\n")
    assert _found("LS428") == ["LS428"]
    (project / ".gitignore").write_text("*.log\n.env\n")
    assert _found("LS428") == []
