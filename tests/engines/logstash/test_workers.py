"""How many workers the command gives that starts Logstash: LS303 is silent where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_CONFIG = """input { beats { port => 5044 } }
filter { aggregate { task_id => "%{job}" code => "map['rows'] ||= 0" } }
output { stdout { } }
"""
_COMPOSE = """services:
  logstash:
    image: docker.elastic.co/logstash/logstash:8.19.0
    {}
    volumes:
      - ./conf:/usr/share/logstash/pipeline
"""


def _is_found(folder: Path, **others: str) -> bool:
    (folder / ".git").mkdir()
    (folder / "conf").mkdir()
    (folder / "conf" / "a.conf").write_text(_CONFIG)
    for name, text in others.items():
        (folder / name.replace("__", ".")).write_text(text)
    return "LS303" in {each.code for each in check([str(folder / "conf" / "a.conf")], Settings()).findings}


@pytest.mark.parametrize(
    ("start", "script", "found"),
    [
        ("ADD run.sh /run.sh\nCMD ./run.sh", "#!/bin/bash\nfill /conf && logstash -w 1 -b 2 -f a.conf\n", False),
        (
            'COPY run.sh /bin/\nENTRYPOINT ["/bin/run.sh"]',
            "#!/bin/sh\nexec logstash \\\n  --pipeline.workers=1 -f a.conf\n",
            False,
        ),
        ("ADD run.sh /run.sh\nCMD ./run.sh", '#!/bin/sh\nlogstash -f a.conf -w "$WORKERS"\n', False),
        ("ADD run.sh /run.sh\nCMD ./run.sh", "#!/bin/sh\nlogstash -w 12 -f a.conf\n", True),
        # Another program's option, a comment, and a script that nothing starts.
        ("ADD run.sh /run.sh\nCMD ./run.sh", "#!/bin/sh\nnc -w 1 es 9200\nlogstash -f a.conf\n", True),
        ("ADD run.sh /run.sh\nCMD ./run.sh", "#!/bin/sh\n# logstash -w 1\nlogstash -f a.conf\n", True),
        ("ADD run.sh /run.sh\nCMD logstash -f /conf/a.conf", "#!/bin/sh\nlogstash -w 1\n", True),
        ('CMD ["-w", "1"]', "", False),
        # The last one counts.
        ("CMD logstash -w 1\nCMD logstash", "", True),
        ("ENV PIPELINE_WORKERS=1", "", False),
        ("ENV PIPELINE_WORKERS=10", "", True),
    ],
)
def test_a_dockerfile_says_it(tmp_path: Path, start: str, script: str, found: bool) -> None:
    build = f"FROM docker.elastic.co/logstash/logstash:8.19.0\nCOPY conf /conf\n{start}\n"
    assert _is_found(tmp_path, Dockerfile=build, run__sh=script) is found


def test_a_dockerfile_without_the_config_says_nothing(tmp_path: Path) -> None:
    build = "FROM docker.elastic.co/logstash/logstash:8.19.0\nCOPY other /conf\nCMD logstash -w 1\n"
    assert _is_found(tmp_path, Dockerfile=build)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("command: logstash -w 1", False),
        ("command: ['-w', '2']", True),
        ("environment: {PIPELINE_WORKERS: 1}", False),
        ("environment: ['PIPELINE_WORKERS=4']", True),
    ],
)
def test_a_compose_file_says_it(tmp_path: Path, said: str, found: bool) -> None:
    assert _is_found(tmp_path, compose__yaml=_COMPOSE.format(said)) is found


@pytest.mark.parametrize(
    ("said", "found"), [('args: ["-w", "1"]', False), ("env: [{name: PIPELINE_WORKERS, value: '1'}]", False), ("args: []", True)]
)
def test_a_manifest_says_it(tmp_path: Path, said: str, found: bool) -> None:
    config = "".join(f"    {line}\n" for line in _CONFIG.splitlines())
    path = tmp_path / "pods.yaml"
    path.write_text(
        f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: conf}}\ndata:\n  a.conf: |\n{config}---\n"
        "apiVersion: v1\nkind: Pod\nmetadata: {name: logstash}\nspec:\n"
        "  containers:\n    - name: logstash\n      image: docker.elastic.co/logstash/logstash:8.19.0\n"
        f"      {said}\n      volumeMounts: [{{name: conf, mountPath: /usr/share/logstash/pipeline}}]\n"
        "  volumes: [{name: conf, configMap: {name: conf}}]\n"
    )
    assert ("LS303" in {each.code for each in check([str(path)], Settings()).findings}) is found
