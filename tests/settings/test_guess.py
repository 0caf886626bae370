"""What ``init`` sees in a repository: who writes container logs, and which version of an engine runs the configs."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check, load
from pipelint.checker.config.versions import version_text
from pipelint.plugins.versions import Release, engine_version
from pipelint.settings.around.guess import Guess, container_runtime, engine_versions, guess_of

CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {{name: {name}}}
data:
  {key}: |
    {text}
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}}}
spec:
  template:
    spec:
      containers:
      - name: main
        image: {image}
        volumeMounts: [{{name: c, mountPath: {mount}}}]
      volumes: [{{name: c, configMap: {{name: {name}}}}}]
"""
FLUENTD = ("fluent.conf", "<source>\n      @type forward\n    </source>", "/fluentd/etc")
LOGSTASH = ("logstash.conf", "input { stdin {} } output { stdout {} }", "/usr/share/logstash/pipeline")


def manifest(name: str, image: str, kind: tuple[str, str, str] = FLUENTD) -> str:
    key, text, mount = kind
    return CONFIG_MAP.format(name=name, image=image, key=key, text=text, mount=mount)


@pytest.mark.parametrize(
    ("image", "version"),
    [
        ("fluent/fluentd:v1.16-debian-1", "1.16"),
        ("fluent/fluentd-kubernetes-daemonset:v1.10.3-debian-cloudwatch-1.0", "1.10"),
        ("registry.example.org:5000/fluent/fluentd:1.9-1@sha256:0a1b", "1.9"),
        # Of other people's images, and of those without a version, nothing is known.
        ("example.org/our-fluentd:2.4.2", None),
        ("fluent/fluentd:latest", None),
        ("fluent/fluentd", None),
    ],
)
def test_the_version_is_the_images(image: str, version: str | None, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(manifest("a", image))
    assert engine_versions(load([str(tmp_path)]).configs).get("fluentd") == version


def test_each_engine_has_its_own_and_contradictions_count_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(manifest("a", "fluent/fluentd:v1.16-1"))
    (tmp_path / "l.yaml").write_text(manifest("l", "docker.elastic.co/logstash/logstash:8.14.0", LOGSTASH))
    assert engine_versions(load([str(tmp_path)]).configs) == {"fluentd": "1.16", "logstash": "8.14"}
    (tmp_path / "b.yaml").write_text(manifest("b", "fluent/fluentd:v1.14-1"))
    assert engine_versions(load([str(tmp_path)]).configs) == {"logstash": "8.14"}


def test_the_runtime_is_what_the_parsers_read(tmp_path: Path) -> None:
    tail = "<source>\n  @type tail\n  path /var/log/containers/*.log\n  tag a\n  <parse>\n    @type {}\n  </parse>\n</source>\n"
    (tmp_path / "a.conf").write_text(tail.format("cri"))
    assert container_runtime(load([str(tmp_path)]).configs) == "cri"
    (tmp_path / "b.conf").write_text(tail.format("json"))
    assert container_runtime(load([str(tmp_path)]).configs) is None


OF_DAEMONSET = "fluentd-kubernetes-daemonset"


@pytest.mark.parametrize(
    ("image", "release"),
    [
        ("fluent/fluentd:v1.16-debian-1", Release("1.16")),
        ("fluent/fluentd:v1.14.6-1.1", Release("1.14.6")),
        ("fluent/fluentd-kubernetes-daemonset:v1.10.3-debian-cloudwatch-1.0", Release("1.10.3-1.0", OF_DAEMONSET)),
        (
            "docker.io/fluent/fluentd-kubernetes-daemonset:v1.16.5-debian-elasticsearch7-1.1",
            Release("1.16.5-1.1", f"{OF_DAEMONSET}-elasticsearch7"),
        ),
        (
            "fluent/fluentd-kubernetes-daemonset:v1.16-debian-elasticsearch7-amd64-1",
            Release("1.16-1", f"{OF_DAEMONSET}-elasticsearch7"),
        ),
        ("fluent/fluentd-kubernetes-daemonset:v1.15-debian-kafka2", Release("1.15", OF_DAEMONSET)),
        # Before the first image of which gems are known: Fluentd's own version is known all the same.
        ("fluent/fluentd-kubernetes-daemonset:v0.12-debian-elasticsearch", Release("0.12")),
        ("registry.example.org:5000/fluent/fluentd:1.9-1@sha256:0a1b", Release("1.9")),
        ("example.org/our-fluentd:2.4.2", None),
        ("fluent/fluentd-hubble:1.2.3", None),
        ("fluent/fluentd:latest", None),
        ("fluent/fluentd:v1-debian", None),
        ("fluent/fluentd:{{ .Values.tag }}", None),
        ("fluent/fluentd:1.${MINOR}", None),
        ("fluent/fluentd", None),
    ],
)
def test_the_release_is_the_images(image: str, release: Release | None, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(manifest("a", f'"{image}"'))
    (config,) = load([str(tmp_path)]).configs
    found = guess_of(config.entry)
    assert (found and found.release) == release
    assert found is None or found.source == f"image {image}"


def test_a_resource_of_the_operator_names_the_version(tmp_path: Path) -> None:
    (tmp_path / "l.yaml").write_text(
        "apiVersion: logstash.k8s.elastic.co/v1alpha1\nkind: Logstash\nmetadata: {name: a}\nspec:\n  version: 8.15.0\n"
        '  pipelines:\n  - pipeline.id: main\n    config.string: "input { stdin {} } output { stdout {} }"\n'
    )
    (config,) = load([str(tmp_path)]).configs
    found = guess_of(config.entry)
    assert found is not None and (found.release, found.source) == (Release("8.15.0"), "the version of its resource")


@pytest.mark.parametrize(
    ("image", "version"),
    [
        ("registry.example.org/logs/fluent-bit:0.13.4", "0.13.4"),
        ("bitnami/fluent-bit:2.1.8-debian-11-r3", "2.1.8"),
        # What may be the image's own number.
        ("registry.example.org/logs/fluent-bit:1.2.0", None),
        ("registry.example.org/logs/fluent-bit:17.0.1", None),
        ("registry.example.org/logs/our-fluent-bit:2.1.8", None),
    ],
)
def test_a_copy_of_fluent_bits_image_has_its_version(image: str, version: str | None, tmp_path: Path) -> None:
    of_bit = (
        "fluent-bit.conf",
        "[INPUT]\n        Name cpu\n    [OUTPUT]\n        Name stdout\n        Match *",
        "/fluent-bit/etc",
    )
    (tmp_path / "a.yaml").write_text(manifest("fluent-bit", image, of_bit))
    found = guess_of(load([str(tmp_path)]).configs[0].entry)
    assert (None if found is None else found.release.version) == version


def test_images_that_contradict_each_other_say_nothing(tmp_path: Path) -> None:
    one = manifest("a", "fluent/fluentd:v1.16-1")
    (tmp_path / "a.yaml").write_text(one + "---\n" + one.split("---\n")[1].replace("v1.16-1", "v1.14-1"))
    (config,) = load([str(tmp_path)]).configs
    assert len(config.workloads) == 2
    assert guess_of(config.entry) is None


def test_a_container_that_may_run_another_config_says_nothing(tmp_path: Path) -> None:
    one, pod = manifest("a", "fluent/fluentd:v1.16-1").split("---\n")
    pod = pod.replace("[{name: c, mountPath", "[{name: d, mountPath: /other}, {name: c, mountPath")
    pod = pod.replace("[{name: c, configMap", "[{name: d, configMap: {name: b}}, {name: c, configMap")
    (tmp_path / "a.yaml").write_text("---\n".join([one, one.replace("{name: a}", "{name: b}"), pod]))
    configs = load([str(tmp_path)]).configs
    assert [len(config.workloads) for config in configs] == [1, 1]
    assert [guess_of(config.entry) for config in configs] == [None, None]


CHART = "apiVersion: v2\nname: {name}\nversion: 1.2.3\nappVersion: {version}\n"
TEMPLATE = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  logstash.conf: |
    input { stdin {} } output { stdout {} }
"""


@pytest.mark.parametrize(
    ("name", "version", "values", "expected"),
    [
        ("logstash", "8.5.1", "", (Release("8.5.1"), "appVersion of its chart")),
        ("logstash", '"v9.1"', "replicas: 1\n", (Release("9.1"), "appVersion of its chart")),
        # The values choose the image, as those of Elastic's chart and of most others.
        (
            "logstash",
            "8.5.1",
            "image: docker.elastic.co/logstash/logstash\nimageTag: 7.17.3\n",
            (Release("7.17.3"), "image docker.elastic.co/logstash/logstash:7.17.3 of its values"),
        ),
        (
            "logstash",
            "8.5.1",
            "image: {repository: logstash, tag: 8.14.0}\n",
            (Release("8.14.0"), "image logstash:8.14.0 of its chart"),
        ),
        ("logstash", "8.5.1", 'image: {repository: logstash, tag: ""}\n', (Release("8.5.1"), "appVersion of its chart")),
        ("logstash", "8.5.1", "image: {repository: example.org/ours, tag: 2.0.0}\n", None),
        # The version of another application.
        ("shop", "8.5.1", "", None),
        ("logstash", "latest", "", None),
    ],
)
def test_the_version_is_that_of_the_helm_chart(
    name: str, version: str, values: str, expected: tuple[Release, str] | None, tmp_path: Path
) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "Chart.yaml").write_text(CHART.format(name=name, version=version))
    (tmp_path / "values.yaml").write_text(values)
    (tmp_path / "templates" / "config.yaml").write_text(TEMPLATE)
    (config,) = load([str(tmp_path)]).configs
    found = guess_of(config.entry)
    assert (None if found is None else (found.release, found.source)) == expected


def test_a_chart_may_be_named_with_the_dash_that_the_engine_has_in_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "Chart.yaml").write_text(CHART.format(name="fluent-bit", version="1.6.6"))
    (tmp_path / "fluent-bit.conf").write_text("[INPUT]\n    Name cpu\n")
    (config,) = load([str(tmp_path)]).configs
    assert guess_of(config.entry) == Guess(Release("1.6.6"), "appVersion of its chart")


def test_an_image_with_numbers_of_its_own_has_the_version_of_the_engine_in_it(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM amazon/aws-for-fluent-bit:2.26.0\nCOPY fluent-bit.conf /\n")
    (tmp_path / "fluent-bit.conf").write_text("[INPUT]\n    Name cpu\n")
    (config,) = load([str(tmp_path)]).configs
    found = guess_of(config.entry)
    assert found is not None and engine_version("fluentbit", found.release) == "1.9.4"


def test_of_an_image_with_an_engine_older_than_all_that_are_known_the_plugins_are_those_of_the_newest(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM amazon/aws-for-fluent-bit:2.5.0\nCOPY fluent-bit.conf /\n")
    (tmp_path / "fluent-bit.conf").write_text("[INPUT]\n    Name cpu\n[OUTPUT]\n    Name stdout\n    Match *\n")
    assert {each.code for each in check([str(tmp_path)], Settings()).findings} == {"FB415"}  # which is about the release


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("image: docker.elastic.co/logstash/logstash-oss\nimageTag: 7.6.2\n", "7.6.2"),
        ("image:\n  repository: docker.elastic.co/logstash/logstash\n  tag: 8.5.1\n", "8.5.1"),
        ("image: example.org/ours\nimageTag: 7.6.2\n", None),
        ("image:\n  tag: 8.5.1\n  # pinned\n  pullPolicy: Always\n  repository: docker.elastic.co/logstash/logstash\n", "8.5.1"),
        ("image:\n  repository: docker.elastic.co/logstash/logstash\nother:\n  tag: 8.5.1\n", None),
        ("image:\n  repository: docker.elastic.co/logstash/logstash\n  init:\n    tag: 8.5.1\n", None),
        ("image:\n  tag: 8.5.1\n", None),
    ],
)
def test_values_of_a_chart_that_is_elsewhere_name_the_version(image: str, expected: str | None, tmp_path: Path) -> None:
    pipeline = "logstashPipeline:\n  logstash.conf: |\n    input { stdin {} } output { stdout {} }\n"
    (tmp_path / "values.yaml").write_text(pipeline + image)
    (config,) = load([str(tmp_path)]).configs
    assert version_text(config.entry, Settings()) == (expected or "")


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("image:\n  tag: 2.1.8\n", "2.1.8"),
        ("image:\n  repository: example.org/ours\n  tag: 2.1.8\n", ""),
        ("testFramework:\n  image:\n    tag: 2.1.8\n", ""),
    ],
)
def test_values_of_the_engine_s_own_chart_may_name_the_tag_alone(image: str, expected: str, tmp_path: Path) -> None:
    parts = "inputs: |\n    [INPUT]\n        Name cpu\n  outputs: |\n    [OUTPUT]\n        Name null\n        Match *\n"
    (tmp_path / "values.yaml").write_text(f"config:\n  {parts}{image}")
    (config,) = load([str(tmp_path)]).configs
    assert version_text(config.entry, Settings()) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"pod.yaml": "fluent/fluent-bit:1.0.1"}, Guess(Release("1.0.1"), "image fluent/fluent-bit:1.0.1 in pod.yaml")),
        ({"pod.yaml": "fluent/fluent-bit:1.0.1", "more.yaml": "fluent/fluent-bit:2.0.1"}, None),
        ({"pod.yaml": "shop:1.0.1"}, None),
        ({"pod.yaml": "fluent/fluent-bit:{{ .Values.tag }}"}, None),
    ],
)
def test_the_manifests_of_a_chart_name_the_version(tmp_path: Path, files: dict[str, str], expected: Guess | None) -> None:
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "logs" / "templates"
    folder.mkdir(parents=True)
    (tmp_path / "logs" / "Chart.yaml").write_text("apiVersion: v2\nname: logs\nversion: 0.1.0\n")
    space = "metadata:\n  name: logs\n  namespace: {{ .Release.Namespace }}\n"
    text = "    [INPUT]\n        Name systemd\n    [OUTPUT]\n        Name null\n        Match *\n"
    (folder / "map.yaml").write_text(f"apiVersion: v1\nkind: ConfigMap\n{space}data:\n  fluent-bit.conf: |\n{text}")
    for name, image in files.items():
        (folder / name).write_text(f"kind: DaemonSet\n{space}spec:\n  containers:\n    - name: logs\n      image: {image}\n")
    (config,) = load([str(tmp_path)]).configs
    assert guess_of(config.entry) == expected


def test_a_chart_outside_of_the_project_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "project" / "templates" / ".git").mkdir(parents=True)
    (tmp_path / "project" / "Chart.yaml").write_text(CHART.format(name="logstash", version="8.5.1"))
    (tmp_path / "project" / "templates" / "config.yaml").write_text(TEMPLATE)
    (config,) = load([str(tmp_path / "project" / "templates")]).configs
    assert guess_of(config.entry) is None
