"""Configs that nothing runs: nobody would act on them now."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = "<source>\n  @type tail\n  path /var/log/a.log\n  tag a\n  <parse>\n    @type none\n  </parse>\n</source>\n%s"
MATCH = "<match a>\n  @type null\n</match>\n"
BUILT = "services:\n  app:\n    build: .\n    volumes: "


def severities(folder: Path, files: dict[str, str], settings: Settings | None = None) -> list[tuple[str, Severity]]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = check([str(folder)], settings or Settings()).findings
    return [(each.place.document.file.path.rsplit("/", 1)[-1], each.severity) for each in found if each.code == "FD202"]


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("fluent.conf", Severity.WARNING),
        ("old/fluent.conf", Severity.INFO),
        ("logs.old/fluent.conf", Severity.INFO),
        ("deprecated/logs/fluent.conf", Severity.INFO),
        ("fluent_old.conf", Severity.INFO),
        ("folder/fluent-bak.conf", Severity.INFO),
        ("archived/fluent.conf", Severity.INFO),
        ("tests/fixtures/fluent.conf", Severity.INFO),
        ("pkg/testdata/fluent.conf", Severity.INFO),
        ("fixtures.d/fluent.conf", Severity.WARNING),
        ("archived-image/v1.3/fluent.conf", Severity.INFO),
        ("archived-logs/fluent.conf", Severity.WARNING),
        ("fluent-archived.conf", Severity.WARNING),
        # What saves events elsewhere is a backup, too.
        ("backup/s3.conf", Severity.WARNING),
        ("threshold/folded.conf", Severity.WARNING),
    ],
)
def test_what_is_called_old_has_no_warnings(tmp_path: Path, name: str, severity: Severity) -> None:
    # The folder of the project may be called anything.
    assert severities(tmp_path / "old", {name: CONFIG % MATCH}) == [(name.rsplit("/", 1)[-1], severity)]


def config_map(name: str) -> str:
    text = "".join(f"    {line}\n" for line in (CONFIG % MATCH).splitlines())
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata:\n  fluent.conf: |\n{text}"


def pod(mounted: str) -> str:
    mount = "volumeMounts: [{name: c, mountPath: /fluentd/etc}]"
    container = f"{{name: fluentd, image: 'fluent/fluentd:v1.16-1', {mount}}}"
    volumes = f"volumes: [{{name: c, configMap: {{name: {mounted}}}}}]"
    return f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  containers: [{container}]\n  {volumes}\n"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"a.yaml": "one", "b.yaml": "two", "pod.yaml": "two"}, {"a.yaml": Severity.INFO, "b.yaml": Severity.WARNING}),
        ({"a.yaml": "one", "b.yaml": "two"}, {"a.yaml": Severity.WARNING, "b.yaml": Severity.WARNING}),
        # What is in another folder may be for other pods.
        ({"a/a.yaml": "one", "b.yaml": "two", "pod.yaml": "two"}, {"a.yaml": Severity.WARNING, "b.yaml": Severity.WARNING}),
        ({"a.yaml": "one", "pod.yaml": "three"}, {"a.yaml": Severity.WARNING}),
    ],
)
def test_what_no_pod_mounts_beside_what_one_mounts_has_no_warnings(
    tmp_path: Path, files: dict[str, str], found: dict[str, Severity]
) -> None:
    texts = {name: (pod if name == "pod.yaml" else config_map)(told) for name, told in files.items()}
    assert dict(severities(tmp_path, texts)) == found


@pytest.mark.parametrize(
    ("change", "more", "severity"),
    [
        ({}, {}, Severity.INFO),
        # What the image runs is not known to be Fluentd.
        ({"image: 'fluent/fluentd:v1.16-1'": "image: 'example/app:1'"}, {}, Severity.WARNING),
        # Its files may come from what runs beside it, or is patched in.
        ({"containers: [": "containers: [{name: side, image: 'example/side:1'}, "}, {}, Severity.WARNING),
        ({"emptyDir: {}": "csi: {driver: files}"}, {}, Severity.WARNING),
        ({}, {"kustomization.yaml": "patches: [{patch: one}]\n"}, Severity.WARNING),
        ({}, {"run.sh": "kubectl create configmap one --from-file=x -o yaml\n"}, Severity.WARNING),
        ({}, {"run.sh": "kubectl apply -f one.yaml\n"}, Severity.INFO),
        ({}, {"Chart.yaml": "name: logs\n"}, Severity.WARNING),
        ({"metadata: {name: p}": "metadata: {name: p, namespace: other}"}, {}, Severity.WARNING),
    ],
)
def test_pods_beside_a_config_map_run_without_it(
    tmp_path: Path, change: dict[str, str], more: dict[str, str], severity: Severity
) -> None:
    text = pod("").replace("configMap: {name: }", "emptyDir: {}")
    for old, new in change.items():
        text = text.replace(old, new)
    map_text = config_map("one").replace("{name: one}", "{name: one}" if "namespace" not in text else "{name: one, namespace: a}")
    (tmp_path / ".git").mkdir()
    found = severities(tmp_path, {"a.yaml": map_text, "pod.yaml": text, **more})
    assert found == [("a.yaml", severity)]


@pytest.mark.parametrize(("readme", "severity"), [("All of it.", Severity.INFO), ("Mount the ConfigMap one.", Severity.ERROR)])
def test_errors_are_infos_in_a_config_map_that_nothing_names(tmp_path: Path, readme: str, severity: Severity) -> None:
    text = config_map("one").replace("tag a", "tag a\n      follow_inodes true")
    (tmp_path / ".git").mkdir()
    files = {"a.yaml": text, "b.yaml": config_map("two"), "pod.yaml": pod("two"), "README.md": readme}
    assert dict(severities(tmp_path, files)) == {"a.yaml": severity, "b.yaml": Severity.WARNING}


def test_a_config_map_is_not_named_by_itself_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = config_map("one").replace("tag a", "tag a\n      follow_inodes true")
    files = {"a.yaml": text, "b.yaml": config_map("two"), "pod.yaml": pod("two")}
    assert dict(severities(Path(), files)) == {"a.yaml": Severity.INFO, "b.yaml": Severity.WARNING}


def test_examples_beside_a_config_have_no_warnings(tmp_path: Path) -> None:
    text = CONFIG % MATCH
    files = {"fluent.conf": text, "examples/one.conf": text, "charts/sample/two.conf": text, "notes.txt": text}
    found = {"fluent.conf": Severity.WARNING, "one.conf": Severity.INFO, "two.conf": Severity.INFO, "notes.txt": Severity.INFO}
    assert dict(severities(tmp_path, files)) == found
    # Who asks for the examples alone gets what they are like in use.
    assert dict(severities(tmp_path / "examples", {"one.conf": text})) == {"one.conf": Severity.WARNING}


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("example-a.conf", Severity.INFO),
        ("a.example.conf", Severity.INFO),
        ("a-example.conf", Severity.INFO),
        ("a-sample-2.conf", Severity.INFO),
        ("sampled.conf", Severity.WARNING),
        ("example-app/a.conf", Severity.WARNING),
        ("examples.conf", Severity.WARNING),
    ],
)
def test_files_are_called_examples(tmp_path: Path, name: str, severity: Severity) -> None:
    found = dict(severities(tmp_path, {"fluent.conf": CONFIG % MATCH, name: CONFIG % MATCH}))
    assert found == {"fluent.conf": Severity.WARNING, name.rsplit("/", 1)[-1]: severity}


def test_what_nothing_runs_in_an_archive_beside_a_config_has_no_warnings(tmp_path: Path) -> None:
    text = CONFIG % MATCH
    files = {"fluent.conf": text, "archieve/setup/one.conf": text, "log-archive/two.conf": text}
    found = {"fluent.conf": Severity.WARNING, "one.conf": Severity.INFO, "two.conf": Severity.WARNING}
    assert dict(severities(tmp_path / "a", files)) == found
    # It may be what archives.
    assert dict(severities(tmp_path / "b", {"archive/one.conf": text})) == {"one.conf": Severity.WARNING}
    mounts = COMPOSE.replace("old/fluent", "one")
    with_it = {"fluent.conf": text, "archive/one.conf": text, "archive/compose.yaml": mounts}
    assert dict(severities(tmp_path / "d", with_it))["one.conf"] == Severity.INFO
    run = {"fluent.conf": text, "archive/one.conf": text, "compose.yaml": COMPOSE.replace("old/fluent", "archive/one")}
    assert dict(severities(tmp_path / "c", run)) == {"fluent.conf": Severity.WARNING, "one.conf": Severity.WARNING}


ERROR = CONFIG.replace("tag a", "tag a\n  follow_inodes true") % MATCH


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("Antiguo/fluent.conf", Severity.INFO),
        ("_old/logs/fluent.conf", Severity.INFO),
        ("logstash (deprecated)/fluent.conf", Severity.INFO),
        ("conf.d_inactive/fluent.conf", Severity.INFO),
        # An engine that reads the folder reads it, too.
        ("conf.d/app-old.conf", Severity.ERROR),
        ("examples/fluent.conf", Severity.ERROR),
    ],
)
def test_errors_are_infos_where_no_engine_reads_a_file(tmp_path: Path, name: str, severity: Severity) -> None:
    assert dict(severities(tmp_path, {name: ERROR, "main.conf": CONFIG % MATCH}))[name.rsplit("/", 1)[-1]] == severity


COMPOSE = "services: {fluentd: {image: 'fluent/fluentd:v1.16-1', volumes: ['./old/fluent.conf:/fluentd/etc/fluent.conf']}}\n"


def test_errors_stay_in_what_a_compose_file_mounts(tmp_path: Path) -> None:
    assert severities(tmp_path, {"old/fluent.conf": ERROR, "compose.yaml": COMPOSE}) == [("fluent.conf", Severity.ERROR)]


LIST = '- pipeline.id: a\n  path.config: "{}"\n'


@pytest.mark.parametrize(
    ("name", "path", "severity"),
    [("pipelines.yml", "old/a.conf", Severity.ERROR), ("old/pipelines.yml", "a.conf", Severity.INFO)],
)
def test_errors_stay_in_what_a_list_of_pipelines_names_that_is_in_use(
    tmp_path: Path, name: str, path: str, severity: Severity
) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old/a.conf").write_text("input {\n")
    (tmp_path / name).write_text(LIST.format(path))
    found = check([str(tmp_path)], Settings()).findings
    assert {each.severity for each in found if each.code == "LS302"} == {severity}


def test_what_a_config_in_use_includes_is_in_use(tmp_path: Path) -> None:
    files = {"fluent.conf": f"@include old/in.conf\n{MATCH}", "old/in.conf": CONFIG % ""}
    assert severities(tmp_path, files) == [("in.conf", Severity.WARNING)]


def test_settings_have_the_last_word(tmp_path: Path) -> None:
    settings = Settings(severities={"FD202": Severity.WARNING})
    assert severities(tmp_path, {"old/fluent.conf": CONFIG % MATCH}, settings) == [("fluent.conf", Severity.WARNING)]


@pytest.mark.parametrize(("name", "severity"), [("old/fluent.conf", Severity.INFO), ("samples/fluent.conf", Severity.ERROR)])
def test_what_nothing_runs_has_no_errors_either(tmp_path: Path, name: str, severity: Severity) -> None:
    for file, text in {name: "<source>\n  @type tail\n  tag a\n</source>\n" + MATCH, "fluent.conf": CONFIG % MATCH}.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD352"]
    assert {each.severity for each in found} == {severity}


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({"fluent.conf": "# @include part.conf\n"}, Severity.INFO),
        (
            {"fluent.conf": "#@include ./part.conf\n@include conf.d/*.conf\n", "Dockerfile": "COPY *.conf part.conf /x/\n"},
            Severity.INFO,
        ),
        ({"fluent.conf": "#@include other.conf\n"}, Severity.WARNING),
        ({"fluent.conf": "#@include conf.d/part.conf\n"}, Severity.WARNING),
        ({"fluent.conf": "#@include part.conf\n@include \"#{ENV['PART']}.conf\"\n"}, Severity.WARNING),
        ({"fluent.conf": "#@include part.conf\n", "Dockerfile": "CMD fluentd -c /x/part.conf\n"}, Severity.WARNING),
        ({"fluent.conf": "#@include part.conf\n", "pod.yaml": "subPath: part.conf\n"}, Severity.WARNING),
        ({}, Severity.WARNING),
    ],
)
def test_what_the_main_file_names_in_a_comment_alone_is_idle(tmp_path: Path, files: dict[str, str], severity: Severity) -> None:
    assert dict(severities(tmp_path, files | {"part.conf": CONFIG % MATCH})) == {"part.conf": severity}


@pytest.mark.parametrize(
    ("service", "main", "severity"),
    [
        ("command: fluentd -c /fluentd/etc/main.conf", "", Severity.INFO),
        ("command: [fluentd, -c, /fluentd/etc/main.conf]", "", Severity.INFO),
        ('command: ["fluentd --config=/fluentd/etc/main.conf"]', "", Severity.INFO),
        ("environment: [FLUENTD_CONF=main.conf]", "", Severity.INFO),
        ("environment: [FLUENTD_CONF=part.conf]", "", Severity.WARNING),
        ("command: fluentd -c /fluentd/etc/part.conf", "", Severity.WARNING),
        ("command: sh -c 'fluentd -c /fluentd/etc/main.conf'", "", Severity.WARNING),
        ("command: fluentd -c /fluentd/etc/gone.conf", "", Severity.WARNING),
        ("command: fluentd -v", "", Severity.WARNING),
        ("environment: [FLUENTD_CONF=main.conf]", "@include \"#{ENV['PART']}\"\n", Severity.WARNING),
    ],
)
def test_a_file_beside_the_one_that_a_service_runs_is_idle(tmp_path: Path, service: str, main: str, severity: Severity) -> None:
    said = f"services:\n  logs:\n    image: fluent/fluentd:v1.16-1\n    volumes: [./conf:/fluentd/etc]\n    {service}\n"
    files = {"compose.yaml": said, "conf/main.conf": main + MATCH, "conf/part.conf": CONFIG % MATCH}
    assert dict(severities(tmp_path, files))["part.conf"] == severity


@pytest.mark.parametrize(("name", "include"), [("conf/part.conf", "part.conf"), ("conf/conf.d/part.conf", "conf.d/*.conf")])
def test_a_part_of_what_a_service_runs_is_not_idle_when_it_is_checked_alone(tmp_path: Path, name: str, include: str) -> None:
    service = "services:\n  logs:\n    image: fluent/fluentd:v1.16-1\n    volumes: [./conf:/fluentd/etc]\n"
    files = {
        "compose.yaml": service,
        "conf/fluent.conf": f"@include {include}\n",
        name: CONFIG % MATCH,
        "conf/conf.d/b.conf": MATCH,
    }
    severities(tmp_path, files)
    (tmp_path / ".git").mkdir()
    found = check([str(tmp_path / name)], Settings()).findings
    assert [each.severity for each in found if each.code == "FD202"] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({"Dockerfile": "COPY web.conf /fluentd/etc/fluent.conf\n"}, Severity.INFO),
        ({"run.sh": "kubectl create configmap c --from-file=web.conf\n"}, Severity.INFO),
        ({"compose.yaml": BUILT + "[./web.conf:/fluentd/etc/fluent.conf]\n    # - ./part.conf:/x\n"}, Severity.INFO),
        ({"compose.yaml": BUILT + "[./web.conf:/x.conf, ./:/fluentd/etc]\n"}, Severity.WARNING),
        ({"run.sh": "kubectl create configmap c --from-file=web.conf --from-file=.\n"}, Severity.WARNING),
        ({"Dockerfile": "COPY web.conf part.conf /fluentd/etc/\n"}, Severity.WARNING),
        ({"Dockerfile": "COPY web.conf /fluentd/etc/fluent.conf\nCOPY . /app\n"}, Severity.WARNING),
        ({"Dockerfile": "COPY web.conf /fluentd/etc/fluent.conf\nCOPY *.conf /app\n"}, Severity.WARNING),
        ({"Dockerfile": "COPY other.conf /fluentd/etc/fluent.conf\n"}, Severity.WARNING),
        ({"Dockerfile": "COPY web.conf /x/\n", "pod.yaml": "hostPath: /srv/logs/\n"}, Severity.WARNING),
        ({"Dockerfile": "COPY nginx.conf /x/\n", "nginx.conf": "server { }\n"}, Severity.WARNING),
        ({"Dockerfile": "COPY web.conf /x/\n", "web.conf": f"@include part.conf\n{MATCH}"}, Severity.WARNING),
        ({}, Severity.WARNING),
    ],
)
def test_what_nothing_names_beside_what_is_named_is_idle(tmp_path: Path, files: dict[str, str], severity: Severity) -> None:
    (tmp_path / "logs").mkdir()
    assert severities(tmp_path / "logs", {"web.conf": MATCH, "part.conf": CONFIG % MATCH} | files) == [("part.conf", severity)]
