"""Versions of gems and plugins of a project's own, by the Dockerfiles, Gemfiles and Ruby files around a config."""

from pathlib import Path

import pytest

from pipelint.checker import check, load
from pipelint.plugins.versions import version_key
from pipelint.settings.around.guess import guess_of
from pipelint.settings.model import Settings

CONFIG = """\
<source>
  @type forward
</source>
<match **>
  @type influxdb
  host db
  retention_days 3
</match>
"""
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  fluent.conf: |\n"
CONFIG_MAP += "".join(f"    {line}\n" for line in CONFIG.splitlines())


def written(folder: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(folder)


LOCK = "GEM\n  specs:\n    fluent-plugin-s3 (1.4.0)\n      aws (> 1)\n"
S3 = "fluent-plugin-s3"
BUILD_1_0, BUILD_1_1 = "RUN gem install fluentd -v 1.0", "RUN gem install fluentd -v 1.1"


@pytest.mark.parametrize(
    ("files", "gems"),
    [
        ({"Dockerfile": f"FROM ruby\nRUN gem install {S3} -v 1.2.0\n"}, {S3: "1.2.0"}),
        ({"Dockerfile": f'RUN fluent-gem install --no-document \\\n  {S3} --version "~> 1.2.1" && ls'}, {S3: "1.2.x"}),
        ({"Dockerfile": f"ARG V=1.3\nRUN td-agent-gem install {S3}:${{V}} other:1"}, {S3: "1.3"}),
        ({"Containerfile": f'RUN ["gem", "install", "{S3}", "-v", "1.2.0"]\n'}, {S3: "1.2.0"}),
        ({"Dockerfile": f"RUN gem install {S3}; echo -v 3\n# gem install {S3} -v 1\n"}, {}),
        ({"Gemfile": f"gem \"fluentd\", \"1.12.0\"\n gem '{S3}', '>= 1.1.4', '~> 1.1'\n"}, {"fluentd": "1.12.0", S3: "1.x"}),
        # What is installed is what the lock says.
        ({"Gemfile": f'gem "{S3}", "~> 1.1"\n', "Gemfile.lock": LOCK}, {S3: "1.4.0"}),
        # The image lies beside the config, or above it; the nearest one counts, and not two that differ.
        ({"../fluentd-image/Gemfile": "gem 'fluentd', '~> 0.12.32'\n"}, {"fluentd": "0.12.x"}),
        ({"../Dockerfile": BUILD_1_0, "Dockerfile": BUILD_1_1}, {"fluentd": "1.1"}),
        ({"a-image/Dockerfile": BUILD_1_0, "b-image/Dockerfile": BUILD_1_1}, {}),
        ({"../elsewhere/Dockerfile": BUILD_1_0}, {}),
    ],
)
def test_gems_are_those_that_an_image_is_built_with(files: dict[str, str], gems: dict[str, str], tmp_path: Path) -> None:
    folder = written(tmp_path, {f"conf/{name}": text for name, text in {"fluent.conf": CONFIG, **files}.items()})
    guess = guess_of(load([folder]).configs[0].entry)
    assert dict(guess.release.gems if guess is not None else ()) == gems
    assert (guess.release.version if guess is not None else "") == gems.get("fluentd", "").removesuffix(".x")


def test_the_newest_of_a_range_comes_after_all_in_it() -> None:
    assert version_key("1.2") < version_key("1.2.99") < version_key("1.2.x") < version_key("1.3.0") < version_key("1.x")


OWN = "class Mine < Fluent::Plugin::Output\nend\n"


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ({"fluent.conf": CONFIG}, ["FD351"]),
        ({"fluent.conf": CONFIG, "plugins/out_influxdb.rb": OWN}, []),
        ({"fluent.conf": CONFIG, "lib/fluent/plugin/out_influxdb.rb": OWN}, []),
        ({"etc/fluent.conf": CONFIG, "docker/plugin/out_influxdb.rb": OWN}, []),
        ({"fluent.conf": CONFIG, "plugins/in_influxdb.rb": OWN, "plugins/out_influx.rb": OWN}, ["FD351"]),
        ({"map.yaml": CONFIG_MAP}, ["FD351"]),
        ({"map.yaml": f"{CONFIG_MAP}  out_influxdb.rb: |\n    class Mine\n    end\n"}, []),
        # An old gem, and an old Fluentd, are not known: nothing is said of what they take.
        ({"fluent.conf": CONFIG, "Dockerfile": "FROM fluent/fluentd:v0.12.33\n"}, []),
        ({"fluent.conf": CONFIG, "Dockerfile": "FROM fluent/fluentd:v1.16-1\n"}, ["FD351"]),
        ({"fluent.conf": CONFIG, "Dockerfile": "FROM fluentd:v1.16-1\nRUN gem install fluent-plugin-influxdb -v 0.1.0"}, []),
    ],
)
def test_what_an_own_or_an_old_plugin_takes_is_not_known(files: dict[str, str], codes: list[str], tmp_path: Path) -> None:
    report = check([written(tmp_path, files)], Settings())
    found = [finding.code for each in report.checked for finding in each.findings]
    assert [code for code in found if code in ("FD351", "FD352", "FD355")] == codes


GELF = "<source>\n  @type gelf\n  port 12201\n</source>\n<match **>\n  @type null\n</match>\n"


@pytest.mark.parametrize(
    ("build", "codes"),
    [
        ("RUN gem install fluent-plugin-elasticsearch\n", ["FD355"]),
        ("RUN gem install fluent-plugin-input-gelf\n", []),
        ('RUN ["gem", "install", "fluent-plugin-in-gelf"]\n', []),
        ("RUN gem install fluent-plugin-output-gelf\n", ["FD355"]),
    ],
)
@pytest.mark.parametrize("name", ["Dockerfile", "Containerfile"])
def test_a_gem_brings_the_plugin_that_it_is_named_after(name: str, build: str, codes: list[str], tmp_path: Path) -> None:
    report = check([written(tmp_path, {"fluent.conf": GELF, name: build})], Settings())
    found = [finding.code for each in report.checked for finding in each.findings]
    assert [code for code in found if code == "FD355"] == codes


@pytest.mark.parametrize(
    ("version", "codes"), [("1.0", ["FD351"]), ("4.3.0", []), ("~> 4.2.1", ["FD351"]), ("~> 4.0", []), (">= 1", [])]
)
def test_a_parameter_is_judged_by_the_version_of_the_gem(version: str, codes: list[str], tmp_path: Path) -> None:
    # Of fluent-plugin-elasticsearch since 4.3.0 (its History.md).
    config = "<source>\n  @type forward\n</source>\n<match **>\n  @type elasticsearch\n  cloud_auth a:b\n</match>\n"
    folder = written(tmp_path, {"fluent.conf": config, "Gemfile": f'gem "fluent-plugin-elasticsearch", "{version}"\n'})
    found = [finding.code for each in check([folder], Settings()).checked for finding in each.findings]
    assert [code for code in found if code == "FD351"] == codes


def test_the_values_of_a_chart_of_another_name_say_the_image(tmp_path: Path) -> None:
    values = "fluentd:\n  image:\n    repository: fluent/fluentd\n    tag: v1.14-1\n"
    chart = {"Chart.yaml": "name: logs\nappVersion: 3.1.4\n", "values.yaml": values, "files/fluent.conf": CONFIG}
    (found,) = load([written(tmp_path, chart)]).configs
    guess = guess_of(found.entry)
    assert guess is not None and guess.release.version == "1.14"
    assert guess.source == "image fluent/fluentd:v1.14-1 of its values"


LOGSTASH = "input { redis { data_type => 'list' key => 'k' cluster => 'a' } }\noutput { elasticsearch { } }\n"
BUILD = "FROM docker.elastic.co/logstash/logstash:8.19.0\nCOPY ./g-3.5.1c.gem /gems/\nRUN bin/logstash-plugin install "


@pytest.mark.parametrize(
    ("installed", "codes"),
    [
        # Its settings are the project's own, whatever the plugin of the same name takes.
        ("/gems/logstash-input-redis-3.5.1c.gem", []),
        ("/gems/logstash-filter-redis-3.5.1c.gem", ["LS351"]),
        ("logstash-input-redis", ["LS351"]),
    ],
)
def test_a_gem_from_a_file_takes_the_place_of_a_plugin(installed: str, codes: list[str], tmp_path: Path) -> None:
    folder = written(tmp_path, {"logstash.conf": LOGSTASH, "Dockerfile": f"{BUILD}{installed}\n"})
    found = [finding.code for each in check([folder], Settings()).checked for finding in each.findings]
    assert [code for code in found if code == "LS351"] == codes


@pytest.mark.parametrize(
    ("files", "own"),
    [
        ({"Dockerfile": "COPY redis.rb /opt/logstash/lib/logstash/inputs/redis.rb\n"}, True),
        ({"Dockerfile": "COPY in /opt/gems/logstash-input-redis-3.5.1-java/lib\n"}, True),
        ({"Dockerfile": "COPY redis.rb /opt/logstash/lib/logstash/filters/redis.rb\n"}, False),
        ({"Dockerfile": "RUN cat /opt/logstash/lib/logstash/inputs/redis.rb\n"}, False),
        # Sources beside the config; another folder of such a name may hold anything.
        ({"plugins/logstash-input-redis/lib/redis.rb": "class Redis\nend\n"}, True),
        ({"plugins/logstash-input-redis/notes.conf": "a\n"}, False),
    ],
)
def test_sources_of_a_plugin_take_its_place(files: dict[str, str], own: bool, tmp_path: Path) -> None:
    start = "FROM docker.elastic.co/logstash/logstash:8.19.0\n"
    made = {name: f"{start}{text}" if name == "Dockerfile" else text for name, text in files.items()}
    folder = written(tmp_path, {"logstash.conf": LOGSTASH, **made})
    found = [finding.code for each in check([folder], Settings()).checked for finding in each.findings]
    assert ("LS351" not in found) == own


@pytest.mark.parametrize(
    ("command", "installs"),
    [
        ("RUN logstash-plugin install --no-verify \\\n  logstash-filter-multiline", True),
        ('RUN ["bin/plugin", "install", "logstash-filter-multiline"]', True),
        ("RUN logstash-plugin install logstash-filter-multiline2", False),
        ("# RUN logstash-plugin install logstash-filter-multiline", False),
        ("RUN logstash-plugin remove logstash-filter-multiline", False),
    ],
)
def test_a_dockerfile_installs_a_filter_that_logstash_comes_without(command: str, installs: bool, tmp_path: Path) -> None:
    config = 'input { stdin { } }\nfilter { multiline { pattern => "^ " what => "previous" } }\noutput { stdout { } }\n'
    folder = written(tmp_path, {"logstash.conf": config, "Dockerfile": f"FROM debian:12\n{command}\n"})
    found = [finding.code for each in check([folder], Settings()).checked for finding in each.findings]
    assert ("LS967" not in found) == installs
