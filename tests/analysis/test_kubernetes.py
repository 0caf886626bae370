"""What is said of a workload, and when nothing is."""

from __future__ import annotations

import pytest

from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.logstash.facts.workload import LogstashNeeds
from pipelint.engines.registry import ENGINES, engine
from pipelint.facts.workload.facts import WorkloadFact
from pipelint.sources import collect
from pipelint.sources.kubernetes.workload import Container, Variable
from tests.facts import build_facts

CONFIG = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: fluentd}
data:
  fluent.conf: |
    <source>
      @type tail
      path /var/log/containers/*.log
      pos_file /pos/containers.pos
      tag "#{ENV['TAG']}.#{ENV['TAG']}"
      <parse>
        @type json
      </parse>
    </source>
    <match **>
      @type copy
      <store>
        @type forward
        host "#{ENV['NOT'] || 'a'}"
        <buffer>
          total_limit_size 64m
        </buffer>
      </store>
      <store>
        @type http
        <buffer>
          @type file
          path /buffer
          queue_limit_length 4
          chunk_limit_size 8m
        </buffer>
      </store>
    </match>
"""
POD = """\
---
apiVersion: v1
kind: Pod
metadata: {name: collector}
spec:
  containers:
    - name: fluentd
      image: %s
      volumeMounts:
        - {name: config, mountPath: /fluentd/etc}
        - {name: log, mountPath: /var/log/containers}
        - {name: memory, mountPath: /buffer}
  volumes:
    - {name: config, configMap: {name: fluentd}}
    - {name: log, hostPath: {path: /var/log/containers}}
    - {name: memory, emptyDir: {medium: Memory}}
"""
OWN_IMAGE = "fluent/fluentd:v1.16-1"
MEBIBYTE = 1 << 20


def fact(*, config: str = CONFIG, image: str = OWN_IMAGE, pod: str = POD) -> WorkloadFact:
    found = collect(["-"], ENGINES, stdin=(config + pod % image).encode(), stdin_filename="m.yaml")
    (entry, *_) = found.entries
    facts = build_facts(engine(entry.engine).load(entry), lambda: 1234.0)
    (workload,) = facts.workloads
    return workload


def test_files_lie_where_the_container_mounts_something() -> None:
    kept = {file.what: (file.path, file.home, file.of_host) for file in fact().kept}
    assert kept == {"position": ("/pos/containers.pos", "container", True), "buffer": ("/buffer", "emptyDir", False)}


def test_links_and_their_targets_are_told_apart() -> None:
    (logs,) = fact().tailed
    assert logs.mount is not None and logs.mount.kind == "hostPath"
    assert (logs.through_links, logs.pods, logs.docker, logs.parser) == (True, None, None, "json")


def test_a_buffer_in_a_folder_in_memory_counts_as_memory() -> None:
    workload = fact()
    assert {b.kind: (b.limit, b.stated) for b in workload.buffers} == {
        "memory": (64 * MEBIBYTE, True),
        "file": (32 * MEBIBYTE, True),
    }
    assert workload.memory_buffers == 96 * MEBIBYTE


@pytest.mark.parametrize(
    ("buffer", "limit"),
    [
        ("@type memory", 512 * MEBIBYTE),
        ("@type file", 64 * 1024 * MEBIBYTE),
        ("@type file_single", 64 * 1024 * MEBIBYTE),
        ("@type memory\nqueue_limit_length 4", 4 * 8 * MEBIBYTE),
        ("@type file\nqueue_limit_length 4", 4 * 256 * MEBIBYTE),
        ("@type file_single\nqueue_limit_length 4", 4 * 256 * MEBIBYTE),
    ],
)
def test_a_buffer_holds_what_is_fluentd_s_default(buffer: str, limit: int) -> None:
    """What buf_memory.rb, buf_file.rb and buf_file_single.rb of fluentd 1.16 say."""
    indented = buffer.replace("\n", "\n          ")
    file = "@type file\n          path /buffer\n          queue_limit_length 4\n          chunk_limit_size 8m"
    (_, second) = fact(config=CONFIG.replace(file, indented)).buffers
    assert (second.limit, second.stated) == (limit, "queue" in buffer)


@pytest.mark.parametrize(
    ("plugin", "held"),
    [("aws-elasticsearch-service", 512), ("influxdb2", 512), ("file", 0), ("buffer", 0), ("nobody_knows", 0)],
)
def test_a_buffer_without_a_type_is_in_memory_unless_its_output_has_another(plugin: str, held: int) -> None:
    """What fluentd 1.16 says for all of them in output.rb, and out_file.rb and out_buffer.rb for theirs."""
    config = CONFIG.replace("@type forward", f"@type {plugin}").replace("total_limit_size 64m", "flush_interval 5s")
    assert sum(each.limit for each in fact(config=config).buffers if each.kind == "memory") == held * MEBIBYTE


def test_a_variable_is_missing_only_without_a_default_and_once() -> None:
    assert [missing.name for missing in fact().unset] == ["TAG"]


def test_what_another_image_sets_is_not_known() -> None:
    assert [(each.name, each.known) for each in fact(image="example.org/fluentd:1").unset] == [("TAG", False)]
    assert [(each.name, each.known) for each in fact().unset] == [("TAG", True)]


def test_a_shell_may_set_variables() -> None:
    assert fact(pod=POD.replace("      image:", "      command: [/bin/sh, -c, run]\n      image:")).unset == []


def test_of_a_container_that_may_run_another_config_nothing_is_said() -> None:
    other = "  other.conf: |\n    <source>\n      @type http\n    </source>\n"
    workload = fact(config=CONFIG + other, image="example.org/fluentd:1", pod=POD.replace("/fluentd/etc", "/srv/etc"))
    assert (workload.certain, workload.kept, workload.tailed, workload.buffers, workload.unset) == (False, [], [], [], [])


def test_the_rate_within_the_limit_is_rounded_to_two_digits() -> None:
    assert fact().capacity is None
    limited = POD.replace("      volumeMounts:", "      resources: {limits: {cpu: 500m}}\n      volumeMounts:")
    assert fact(pod=limited).capacity == "about 620 events/s"


def test_one_worker_takes_one_cpu() -> None:
    limited = POD.replace("      volumeMounts:", '      resources: {limits: {cpu: "4"}}\n      volumeMounts:')
    assert fact(pod=limited).capacity == "about 1,200 events/s"


@pytest.mark.parametrize(("options", "heap"), [("-Xmx4g -Xms1g -Xmx2g", 2048), ("-Xmx512m", 512), ("-Xms1g", None)])
def test_of_a_repeated_flag_the_jvm_takes_the_last(options: str, heap: int | None) -> None:
    place = Place(Document.whole(SourceFile("m.yaml", b"")), Span(0, 0))
    container = Container("logstash", "logstash:8", place, env=(Variable("LS_JAVA_OPTS", options, place),))
    found = LogstashNeeds().heap(container)
    assert (None if found is None else found.bytes) == (None if heap is None else heap * MEBIBYTE)


@pytest.mark.parametrize(
    ("other", "reloads"),
    [
        ("{name: beside, image: example.org/configmap-reload:v0.9}", True),
        ("{name: config-reloader, image: example.org/watch:1}", True),
        ("{name: metrics, image: example.org/exporter:1}", False),
    ],
)
def test_a_reloader_beside_it_is_known_by_its_name_or_its_image(other: str, reloads: bool) -> None:
    assert fact(pod=POD.replace("    - name: fluentd\n", f"    - {other}\n    - name: fluentd\n")).reloads is reloads


LOGSTASH = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: logstash}
data:
  logstash.yml: |
    queue.type: %s
  logstash.conf: |
    input { udp { port => 5140 } }
    output { stdout { } }
---
apiVersion: v1
kind: Pod
metadata: {name: collector}
spec:
  containers:
    - name: logstash
      image: docker.elastic.co/logstash/logstash:8.19.0
      env: [{name: QUEUE_TYPE, value: %s}]
      volumeMounts:
        - {name: config, mountPath: /usr/share/logstash/config/logstash.yml, subPath: logstash.yml}
        - {name: config, mountPath: /usr/share/logstash/pipeline/logstash.conf, subPath: logstash.conf}
  volumes:
    - {name: config, configMap: {name: logstash}}
"""


# What the images start first writes the variables into logstash.yml, over what is there (env2yaml of Logstash).
@pytest.mark.parametrize(("file", "variable", "kept"), [("memory", "persisted", ["QUEUE_TYPE"]), ("persisted", "memory", [])])
def test_the_environment_has_the_last_word_on_the_queue(file: str, variable: str, kept: list[str]) -> None:
    found = collect(["-"], ENGINES, stdin=(LOGSTASH % (file, variable)).encode(), stdin_filename="m.yaml")
    (workload,) = build_facts(engine("logstash").load(found.entries[0])).workloads
    assert [each.place.text for each in workload.kept] == kept
