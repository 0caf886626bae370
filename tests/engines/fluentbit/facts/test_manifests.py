"""What manifests beside a config say of its pods, also where they are templates of a chart."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

MAIN = "[SERVICE]\n    Grace 30\n[INPUT]\n    Name dummy\n    Tag a\n[FILTER]\n    Name kubernetes\n    Match a\n[OUTPUT]\n"
MAIN += "    Name stdout\n    Match a\n"
TEXT = "".join(f"    {line}\n" for line in MAIN.splitlines())
MAP = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: logs, namespace: shop}}\ndata:\n  fluent-bit.conf: |\n{TEXT}"
CHART = MAP.replace("name: logs, namespace: shop", "name: '{{ .Release.Name }}'")
DAEMON = """apiVersion: apps/v1
kind: DaemonSet
metadata: {name: logs, namespace: shop}
spec:
  template:
    spec:
      serviceAccountName: logs
SPEC      containers:
        - name: fluent-bit
          image: fluent/fluent-bit:5.1.1
          volumeMounts:
            - {name: config, mountPath: /fluent-bit/etc/}
      volumes:
        - name: config
          configMap: {name: logs}
"""
PERIOD = "      terminationGracePeriodSeconds: 10\n"
MASTER = "      tolerations:\n        - key: node-role.kubernetes.io/master\n          effect: NoSchedule\n"
BINDING = """apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: logs}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ROLE}
subjects:
  - {kind: ServiceAccount, name: logs, namespace: SPACE}
"""
CODES = {"FB961", "FB962", "FB967", "FB418"}


def daemon(spec: str = "") -> str:
    return DAEMON.replace("SPEC", spec)


def binding(space: str, role: str = "view") -> str:
    return BINDING.replace("SPACE", space).replace("ROLE", role)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"map.yaml": MAP, "pods.yaml": daemon(PERIOD)}, {"FB961"}),
        # Without a word a pod has 30 seconds.
        ({"map.yaml": MAP, "pods.yaml": daemon()}, set()),
        ({"map.yaml": MAP.replace("Grace 30", "Grace 31"), "pods.yaml": daemon()}, {"FB961"}),
        # Of a chart the one workload beside it runs it; of two nobody knows.
        ({"map.yaml": CHART, "pods.yaml": daemon(PERIOD + "{{ x }}\n")}, {"FB961"}),
        ({"map.yaml": CHART, "pods.yaml": daemon("{{ x }}\n")}, set()),
        ({"map.yaml": CHART, "pods.yaml": daemon(PERIOD + "{{ x }}\n"), "more.yaml": daemon("{{ x }}\n")}, set()),
        ({"map.yaml": MAP, "pods.yaml": daemon(MASTER)}, {"FB962"}),
        # Another order of the keys, and the short form.
        ({"map.yaml": MAP, "pods.yaml": daemon(MASTER + "        - effect: NoExecute\n          operator: Exists\n")}, set()),
        ({"map.yaml": MAP, "pods.yaml": daemon(MASTER + "        - {operator: Exists}\n")}, set()),
        ({"map.yaml": MAP, "pods.yaml": daemon(MASTER.replace("- key", "- effect: NoSchedule\n          key"))}, {"FB962"}),
        ({"map.yaml": MAP, "pods.yaml": daemon(MASTER).replace("DaemonSet", "Deployment")}, set()),
        ({"map.yaml": MAP, "pods.yaml": daemon(), "role.yaml": binding("old")}, {"FB967"}),
        ({"map.yaml": MAP, "pods.yaml": daemon(), "role.yaml": binding("old"), "more.yaml": binding("shop")}, set()),
        # A kustomization moves all of them.
        (
            {"map.yaml": MAP, "pods.yaml": daemon(), "role.yaml": binding("old"), "kustomization.yaml": "namespace: shop\n"},
            set(),
        ),
        ({"map.yaml": MAP, "pods.yaml": daemon(), "role.yaml": binding("shop", "cluster-admin")}, {"FB418"}),
        (
            {
                "map.yaml": MAP,
                "pods.yaml": daemon(),
                "role.yaml": binding("shop", "cluster-admin").replace("name: logs, n", "name: x, n"),
            },
            set(),
        ),
    ],
)
def test_manifests_say_how_long_where_and_with_which_rights_pods_run(
    tmp_path: Path, files: dict[str, str], expected: set[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    found = {finding.code for checked in check([str(tmp_path)], Settings()).checked for finding in checked.findings}
    assert found & CODES == expected


OLD = ("rbac.authorization.k8s.io/v1\n", "rbac.authorization.k8s.io/v1beta1\n")
ROLE = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: view}\nrules: []\n".replace(*OLD)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"role.yaml": ROLE, "binding.yaml": binding("shop").replace(*OLD)}, {"role.yaml", "binding.yaml"}),
        ({"role.yaml": ROLE, "binding.yaml": binding("shop")}, {"role.yaml"}),
        ({"binding.yaml": binding("shop")}, set()),
        # That of another account, and what belongs to other pods.
        ({"role.yaml": ROLE, "binding.yaml": binding("shop").replace(*OLD).replace("name: logs, n", "name: x, n")}, set()),
        ({"all.yaml": f"{ROLE}---\n{binding('shop')}---\n{daemon().replace('name: logs', 'name: other')}"}, set()),
    ],
)
def test_the_rights_of_the_pods_account_stand_in_files_beside_them(
    tmp_path: Path, files: dict[str, str], expected: set[str]
) -> None:
    for name, text in {"map.yaml": MAP, "pods.yaml": daemon(), **files}.items():
        (tmp_path / name).write_text(text, "utf-8")
    found = [finding for finding in check([str(tmp_path)], Settings()).findings if finding.code == "KUB313"]
    places = [each.place for finding in found for each in (finding, *finding.more)]
    assert {Path(place.document.file.path).name for place in places} == expected
