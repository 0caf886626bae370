"""The variables of a service beside a config: those that its files and its image leave unread, and where localhost is itself."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_OUTPUT = 'output { elasticsearch { hosts => ["https://es:9200"] } }\n'


def _codes(folder: Path, *codes: str) -> list[str]:
    return sorted(each.code for each in check([str(folder)], Settings()).findings if each.code in codes)


def _write(folder: Path, service: str, config: str, **others: str) -> None:
    (folder / ".git").mkdir()
    (folder / "logstash" / "pipeline").mkdir(parents=True)
    (folder / "logstash" / "pipeline" / "app.conf").write_text(config)
    for name, text in others.items():
        (folder / "logstash" / name).write_text(text)
    mount = "volumes: ['./logstash/pipeline:/usr/share/logstash/pipeline']"
    (folder / "docker-compose.yml").write_text(f"services:\n  logstash:\n    {service}\n    {mount}\n")


@pytest.mark.parametrize(
    ("variable", "idle"),
    [
        ("ELASTICSEARCH_HOSTS", True),
        ("ES_JAVA_OPTS", True),
        ("xpack.security.enabled", True),
        # Of the image, of Java's agent for APM, of the system, and of programs of which nothing is known.
        ("xpack.monitoring.enabled", False),
        ("XPACK_MONITORING_ELASTICSEARCH_HOSTS", False),
        ("PIPELINE_WORKERS", False),
        ("LOGSTASH_KEYSTORE_PASS", False),
        ("ELASTIC_APM_SERVER_URL", False),
        ("TZ", False),
        ("SHOP_NAME", False),
    ],
)
def test_a_variable_is_idle_that_is_meant_for_a_config_alone(tmp_path: Path, variable: str, idle: bool) -> None:
    image = "image: docker.elastic.co/logstash/logstash:8.13.4"
    _write(tmp_path, f"{image}\n    environment: {{{variable}: x}}", "input { stdin {} }\n" + _OUTPUT)
    assert _codes(tmp_path, "LS851") == ["LS851"] * idle


@pytest.mark.parametrize(
    ("recipe", "idle"),
    [
        ("FROM docker.elastic.co/logstash/logstash:8.13.4\nCOPY logstash.yml config/\n", True),
        ('FROM docker.elastic.co/logstash/logstash:8.13.4\nCMD ["logstash", "-w", "2"]\n', True),
        ("FROM docker.elastic.co/logstash/logstash:8.13.4\nCOPY start.sh /\nENTRYPOINT /start.sh\n", False),
        ('FROM docker.elastic.co/logstash/logstash:8.13.4\nCMD ["/start"]\n', False),
        ("FROM docker.elastic.co/logstash/logstash:8.13.4\nRUN echo $ES_HOSTS\n", False),
    ],
)
def test_an_image_that_starts_something_else_may_read_it(tmp_path: Path, recipe: str, idle: bool) -> None:
    service = "build: logstash\n    environment: {ES_HOSTS: x}"
    _write(tmp_path, service, "input { stdin {} }\n" + _OUTPUT, Dockerfile=recipe)
    assert _codes(tmp_path, "LS851") == ["LS851"] * idle


def test_a_setting_of_logstash_reads_it(tmp_path: Path) -> None:
    service = "build: logstash\n    environment: {ES_HOSTS: x}"
    recipe = "FROM docker.elastic.co/logstash/logstash:8.13.4\nCOPY logstash.yml config/\n"
    settings = {"Dockerfile": recipe, "logstash.yml": "xpack.monitoring.elasticsearch.hosts: ${ES_HOSTS}\n"}
    _write(tmp_path, service, "input { stdin {} }\n" + _OUTPUT, **settings)
    assert _codes(tmp_path, "LS851") == []


@pytest.mark.parametrize(
    ("plugin", "found"),
    [
        ('redis { host => "localhost" data_type => "list" key => "a" }', True),
        ('kafka { bootstrap_servers => "PLAINTEXT://localhost:9092,localhost:9093" topics => ["a"] }', True),
        ('kafka { bootstrap_servers => "localhost:9092,kafka:9092" topics => ["a"] }', False),
        ('jdbc { jdbc_connection_string => "jdbc:mysql://localhost:3306/shop" statement => "SELECT 1" }', True),
        ('jdbc { jdbc_connection_string => "jdbc:oracle:thin:@localhost:1521:xe" statement => "SELECT 1" }', True),
        ('jdbc { jdbc_connection_string => "jdbc:mysql://localhost.example.com/shop" statement => "SELECT 1" }', False),
        # Where an input waits itself.
        ('tcp { host => "127.0.0.1" port => 5000 }', False),
        ('http { host => "localhost" port => 5000 }', False),
    ],
)
@pytest.mark.parametrize("service", ["image: docker.elastic.co/logstash/logstash:8.13.4", "build: logstash"])
def test_an_input_asks_a_server_in_its_own_container(tmp_path: Path, plugin: str, found: bool, service: str) -> None:
    recipe = "FROM docker.elastic.co/logstash/logstash:8.13.4\n"
    _write(tmp_path, service, f"input {{ {plugin} }}\n" + _OUTPUT, Dockerfile=recipe)
    assert _codes(tmp_path, "LS920") == ["LS920"] * found


@pytest.mark.parametrize(
    ("said", "missing"), [("", True), ("ENV ELASTIC_PASSWORD=x\n", False), ("RUN bin/logstash-keystore create\n", False)]
)
def test_a_variable_that_nothing_sets_in_a_built_image(tmp_path: Path, said: str, missing: bool) -> None:
    output = 'output { elasticsearch { hosts => ["https://es:9200"] user => "a" password => "${ELASTIC_PASSWORD}" } }\n'
    recipe = "FROM docker.elastic.co/logstash/logstash:8.13.4\n" + said
    _write(tmp_path, "build: logstash", "input { stdin {} }\n" + output, Dockerfile=recipe)
    assert _codes(tmp_path, "LS919") == ["LS919"] * missing
