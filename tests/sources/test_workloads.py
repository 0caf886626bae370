"""Workloads: which containers run a config of a ConfigMap, and what the manifest says of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.locate import locate
from pipelint.sources import Collected, Entry, collect
from pipelint.sources.kubernetes.workload import Workload
from tests.sources.common import ENGINES

CONFIG = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: fluentd, namespace: logging}
data:
  fluent.conf: |
    <source>
      @type forward
    </source>
"""
POD = """\
apiVersion: apps/v1
kind: %(kind)s
metadata: {name: collector%(namespace)s}
spec:
%(spec)s  template:
    spec:
      containers:
        - name: fluentd
          image: example.org/fluentd:1.16
          command: [fluentd]
          args: [-c, /fluentd/etc/fluent.conf]
          env:
            - {name: A, value: text}
            - {name: B, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
            - {name: C, value: $(A)}
          resources:
            limits: {cpu: 500m, memory: 1Gi}
            requests: {cpu: "0.1"}
          securityContext: {privileged: true, runAsUser: 0}
          volumeMounts:
            - {name: config, mountPath: /fluentd/etc%(mount)s}
            - {name: log, mountPath: /var/log, readOnly: true}
            - {name: tmp, mountPath: /var/log/tmp}
      volumes:
        - name: config
          %(volume)s
        - {name: log, hostPath: {path: /var/log}}
        - {name: tmp, emptyDir: {sizeLimit: 1Gi}}
"""


def pod(
    *,
    kind: str = "DaemonSet",
    namespace: str = "logging",
    spec: str = "",
    mount: str = "",
    volume: str = "configMap: {name: fluentd}",
) -> str:
    stated = f", namespace: {namespace}" if namespace else ""
    return POD % {"kind": kind, "namespace": stated, "spec": spec, "mount": mount, "volume": volume}


def entries(*manifests: str) -> tuple[Entry, ...]:
    found = collect(["-"], ENGINES, stdin="---\n".join(manifests).encode(), stdin_filename="m.yaml")
    assert not found.problems
    return found.entries


def only(*manifests: str) -> Workload:
    (entry,) = entries(*manifests)
    (workload,) = entry.workloads
    return workload


def of_files(folder: Path, files: dict[str, str], *names: str) -> Collected:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return collect([str(folder / name) for name in names], ENGINES)


def test_a_container_is_read_with_all_that_it_says() -> None:
    workload = only(CONFIG, pod())
    container = workload.container
    assert (workload.label, workload.replicas) == ("DaemonSet logging/collector", None)
    assert (container.name, container.image, container.tag) == ("fluentd", "example.org/fluentd:1.16", "1.16")
    assert container.words == ("fluentd", "-c", "/fluentd/etc/fluent.conf")
    assert [(v.name, v.value) for v in container.env] == [("A", "text"), ("B", None), ("C", None)]
    assert container.cpu_limit is not None and container.cpu_limit.value == 0.5
    assert container.cpu_request is not None and container.cpu_request.value == 0.1
    assert container.memory_limit is not None and container.memory_limit.value == 1 << 30
    assert (container.memory_request, container.storage_limit) == (None, None)
    assert container.privileged is not None and container.run_as_user == 0


def test_every_place_is_the_text_itself() -> None:
    workload = only(CONFIG, pod())
    container = workload.container
    assert container.cpu_limit is not None and container.privileged is not None
    for place, text in (
        (workload.place, "collector"),
        (container.place, "fluentd"),
        (container.cpu_limit.place, "500m"),
        (container.privileged.place, "true"),
        (container.env[1].place, "B"),
        (container.mounts[1].place, "/var/log"),
    ):
        assert place.text == text
    assert (
        locate(container.cpu_limit.place).start.line
        == (CONFIG + "---\n" + pod()).split("\n").index("            limits: {cpu: 500m, memory: 1Gi}") + 1
    )


def test_the_innermost_mount_is_what_a_path_lies_in() -> None:
    container = only(CONFIG, pod()).container
    kinds = {
        path: mount and mount.kind
        for path in ("/var/log/a", "/var/log/tmp/b", "/var/logs", "/fluentd/etc")
        for mount in [container.mount(path)]
    }
    assert kinds == {"/var/log/a": "hostPath", "/var/log/tmp/b": "emptyDir", "/var/logs": None, "/fluentd/etc": "configMap"}


def test_a_config_map_is_never_writable() -> None:
    assert [mount.read_only for mount in only(CONFIG, pod()).container.mounts] == [True, True, False]


@pytest.mark.parametrize(
    ("kind", "spec", "replicas"),
    [
        ("DaemonSet", "", None),
        ("Deployment", "", 1),
        ("Deployment", "  replicas: 3\n", 3),
        ("StatefulSet", "  replicas: 2\n", 2),
        ("Deployment", "  replicas: many\n", None),
    ],
)
def test_pods_asked_for(kind: str, spec: str, replicas: int | None) -> None:
    assert only(CONFIG, pod(kind=kind, spec=spec)).replicas == replicas


@pytest.mark.parametrize(
    ("mount", "volume", "runs"),
    [
        (", subPath: fluent.conf", "configMap: {name: fluentd}", True),
        (", subPath: other.conf", "configMap: {name: fluentd}", False),
        (", subPath: fluent", "configMap: {name: fluentd}", False),
        ("", "configMap: {name: fluentd, items: [{key: fluent.conf, path: conf/main.conf}]}", True),
        ("", "configMap: {name: fluentd, items: [{key: other, path: fluent.conf}]}", False),
        (", subPath: conf", "configMap: {name: fluentd, items: [{key: fluent.conf, path: conf/main.conf}]}", True),
        ("", "projected: {sources: [{secret: {name: s}}, {configMap: {name: fluentd}}]}", True),
        ("", "configMap: {name: another}", False),
        ("", "secret: {secretName: fluentd}", False),
    ],
)
def test_a_config_is_run_where_its_key_is_mounted(mount: str, volume: str, runs: bool) -> None:
    (entry,) = entries(CONFIG, pod(mount=mount, volume=volume))
    assert bool(entry.workloads) == runs


@pytest.mark.parametrize(("namespace", "runs"), [("logging", True), ("", True), ("default", False)])
def test_namespaces_differ_only_where_both_are_stated(namespace: str, runs: bool) -> None:
    (entry,) = entries(CONFIG, pod(namespace=namespace))
    assert bool(entry.workloads) == runs


def test_lists_are_looked_into() -> None:
    inner = "".join(f"    {line}" for line in pod().splitlines(keepends=True)).replace("    apiVersion", "  - apiVersion", 1)
    assert only(CONFIG, "apiVersion: v1\nkind: List\nitems:\n" + inner).label == "DaemonSet logging/collector"


def test_a_template_is_left_alone() -> None:
    (entry,) = entries(CONFIG, pod().replace("500m", '"{{ .Values.cpu }}"'))
    assert entry.workloads == ()


def test_braces_inside_of_a_config_make_no_template() -> None:
    assert only(CONFIG + "      # {{ }}\n", pod()).kind == "DaemonSet"


def test_the_config_that_the_arguments_name_is_the_one_that_runs() -> None:
    other = "  other.conf: |\n    <source>\n      @type http\n    </source>\n"
    first, second = entries(CONFIG + other, pod())
    assert [len(first.workloads), len(second.workloads)] == [1, 0]


def test_of_several_configs_none_is_certain_where_nothing_names_one() -> None:
    other = "  other.conf: |\n    <source>\n      @type http\n    </source>\n"
    found = entries(CONFIG + other, pod().replace("/fluentd/etc/fluent.conf", "/fluentd/etc/*.conf"))
    assert [[workload.certain for workload in entry.workloads] for entry in found] == [[False], [False]]


@pytest.mark.parametrize(
    ("image", "folder", "args", "certain"),
    [
        ("fluent/fluentd:v1.16-1", "/srv", "", True),
        ("registry.example.org/fluent/fluentd", "/srv", "--verbose", True),
        ("fluent/fluentd:v1.16-1", "/fluentd/etc", "-c, /fluentd/etc/another.conf", False),
        ("example.org/fluent/fluentd-for-shops:1", "/srv", "", False),
        ("example.org/fluent/fluentd-for-shops:1", "/fluentd/etc", "", True),
        ("example.org/fluent/fluentd-for-shops:1", "/fluentd/etc", "-c, /fluentd/etc/another.conf", False),
    ],
)
def test_an_image_of_the_engine_runs_the_file_that_it_looks_for(image: str, folder: str, args: str, certain: bool) -> None:
    other = "  other.conf: |\n    <source>\n      @type http\n    </source>\n"
    run = pod().replace("example.org/fluentd:1.16", image).replace("-c, /fluentd/etc/fluent.conf", args)
    run = run.replace("mountPath: /fluentd/etc", f"mountPath: {folder}")
    main, beside = entries(CONFIG + other, run)
    assert [workload.certain for workload in main.workloads] == [certain]
    assert beside.aside == certain


def test_a_patch_says_not_all_of_its_container() -> None:
    workload = only(CONFIG, pod().replace("          image: example.org/fluentd:1.16\n", ""))
    assert not workload.certain
    assert workload.container.cpu_limit is not None


@pytest.mark.parametrize(
    ("name", "container", "namespace", "names", "mounted"),
    [
        ("collector", "fluentd", "", ["A", "B", "C", "D"], "hostPath"),
        ("collector", "fluentd", "logging", ["A", "B", "C", "D"], "hostPath"),
        ("collector", "fluentd", "shop", ["A", "B", "C"], None),
        ("collector", "sidecar", "", ["A", "B", "C"], None),
        ("shipper", "fluentd", "", ["A", "B", "C"], None),
    ],
)
def test_what_a_patch_adds_is_there(
    tmp_path: Path, name: str, container: str, namespace: str, names: list[str], mounted: str | None
) -> None:
    patch = (
        f"apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {{name: {name}, namespace: '{namespace}'}}\n"
        f"spec:\n  template:\n    spec:\n      containers:\n        - name: {container}\n          env: [{{name: D, value: x}}]\n"
        "          volumeMounts: [{name: data, mountPath: /data}, {name: data, mountPath: /var/log}]\n"
        "      volumes: [{name: data, hostPath: {path: /data}}]\n"
    )
    files = {"base/config.yaml": CONFIG, "base/pod.yaml": pod(), "overlay/patch.yaml": patch}
    ((workload,),) = (entry.workloads for entry in of_files(tmp_path, files, ".").entries)
    data = workload.container.mount("/data")
    assert ([each.name for each in workload.container.env], data and data.kind) == (names, mounted)
    log = workload.container.mount("/var/log")
    assert log is not None and log.host_path == "/var/log"


def test_a_reloader_beside_the_engine_does_not_run_the_config() -> None:
    beside = (
        "        - name: config-reloader\n          image: example.org/reloader\n"
        "          volumeMounts: [{name: config, mountPath: /config}]\n"
    )
    workload = only(CONFIG, pod().replace("      volumes:", beside + "      volumes:"))
    assert (workload.container.name, [other.name for other in workload.others]) == ("fluentd", ["config-reloader"])


def test_a_workload_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    files = {"config.yaml": CONFIG, "daemonset.yaml": pod()}
    for names in (("config.yaml", "daemonset.yaml"), ("daemonset.yaml", "config.yaml"), (".",)):
        found = of_files(tmp_path, files, *names)
        assert (found.problems, [len(entry.workloads) for entry in found.entries]) == ((), [1])


def test_a_workload_without_its_config_is_no_config(tmp_path: Path) -> None:
    found = of_files(tmp_path, {"daemonset.yaml": pod()}, "daemonset.yaml")
    assert [problem.message for problem in found.problems] == ["contains no Fluentd, Logstash or Fluent Bit config"]


def test_in_a_folder_of_overlays_each_config_has_its_own(tmp_path: Path) -> None:
    names = [f"overlay{number:02}" for number in range(30)]
    files = {f"{name}/{part}.yaml": text for name in names for part, text in (("config", CONFIG), ("pod", pod()))}
    found = of_files(tmp_path, files, ".")
    assert [[Path(w.place.document.file.path).parent.name for w in entry.workloads] for entry in found.entries] == [
        [name] for name in names
    ]


def test_a_config_map_elsewhere_that_says_no_namespace_either_is_meant(tmp_path: Path) -> None:
    files = {"other/config.yaml": CONFIG, "other/pod.yaml": pod(namespace="")}
    assert [len(entry.workloads) for entry in of_files(tmp_path, files, ".").entries] == [1]
    files["config.yaml"] = CONFIG.replace(", namespace: logging", "")
    assert [len(entry.workloads) for entry in of_files(tmp_path, files, ".").entries] == [0, 0]


def test_of_configs_of_one_name_none_is_chosen_by_chance(tmp_path: Path) -> None:
    found = of_files(tmp_path, {"a/config.yaml": CONFIG, "b/config.yaml": CONFIG, "pods/pod.yaml": pod()}, ".")
    assert [entry.workloads for entry in found.entries] == [(), ()]


@given(st.lists(st.sampled_from([*pod().splitlines(), "kind: Pod", "  - []", "spec: 1", "---"]), max_size=40))
def test_any_mixture_of_lines_is_read_without_an_error(lines: list[str]) -> None:
    text = CONFIG + "---\n" + "\n".join(lines)
    collect(["-"], ENGINES, stdin=text.encode(), stdin_filename="m.yaml")
