"""Configs made to work on one machine alone: what is changed in them, and what is taken away."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.launch import Launch, LaunchError
from pipelint.engines.parts import parts_of
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config
from pipelint.measure.lines import Lines, generated_lines
from pipelint.measure.rewrite.ablate import backwards, variants
from pipelint.measure.rewrite.draft import Draft
from pipelint.measure.rewrite.redirect import Redirected, check
from pipelint.measure.sinks.base import Manners
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry


def config_of(text: str, engine: str = "fluentd") -> Config:
    document = Document.whole(SourceFile("x.conf", text.encode()))
    return ENGINES.engine(engine).load(Entry(engine, (document,), NoBundle(), "x.conf"))


TAIL = """\
<source>
  @type tail
  path /var/log/a.log
  pos_file /var/a.pos
  tag a
  <parse>
    @type none
  </parse>
</source>
"""


def redirected(text: str, folder: Path, engine: str = "fluentd") -> tuple[str, Redirected]:
    """The text after the plugins' changes; nothing listens any more."""
    draft = Draft(config_of(text, engine))
    lines = Lines(str(folder / "lines"), "", True)
    sources = {stage.index: 1.0 for stage in draft.config.graph.stages if stage.kind.value == "source"}
    launch = parts_of(draft.config).launch
    assert launch is not None
    draft.make(launch.changes(draft.config, str(folder)))
    found = Redirected(draft, dict.fromkeys(sources, lines), sources, folder, Manners())
    found.close()
    return draft.config.documents[0].text.decode(), found


def test_files_are_moved_and_servers_are_stood_for(tmp_path: Path) -> None:
    text, found = redirected(
        TAIL
        + """\
<match a>
  @type elasticsearch
  hosts es-1:9200,es-2:9200
  user me
  password geheim
  scheme https
  ssl_verify false
  index_name logs
  <buffer tag>
    @type file
    path /var/lib/buffer/${tag}
    flush_interval 10s
  </buffer>
  <secondary>
    @type secondary_file
    directory /var/lib/rest
  </secondary>
</match>
""",
        tmp_path,
    )
    port = found.sinks[0].port
    assert (
        text
        == f"""\
<source>
  @type tail
  path {tmp_path}/0/in.log
  pos_file {tmp_path}/0/var/a.pos
  tag a
  read_from_head true
  <parse>
    @type none
  </parse>
</source>
<match a>
  @type elasticsearch
  scheme http
  index_name logs
  host 127.0.0.1
  port {port}
  <buffer tag>
    @type file
    path {tmp_path}/3/var/lib/buffer/${{tag}}
    flush_interval 10s
  </buffer>
  <secondary>
    @type secondary_file
    directory {tmp_path}/4/var/lib/rest
  </secondary>
</match>
"""
    )
    assert found.away
    assert len(found.feeds) == 1


def test_sections_are_replaced(tmp_path: Path) -> None:
    text, found = redirected(
        "<source>\n  @type forward\n  port 24224\n  <transport tls>\n    cert_path /a\n  </transport>\n</source>\n"
        "<match **>\n  @type forward\n  <server>\n    host a\n  </server>\n  <server>\n    host b\n  </server>\n</match>\n",
        tmp_path,
    )
    assert "transport" not in text
    assert text.count("<server>") == 1
    assert f"  <server>\n    host 127.0.0.1\n    port {found.sinks[0].port}\n  </server>\n" in text
    assert "port 24224" not in text


def test_the_tag_of_a_file_stays_what_its_path_made_it(tmp_path: Path) -> None:
    source = TAIL.replace("/var/log/a.log", "/var/log/containers/*.log").replace("tag a", "tag kubernetes.*")
    text, _ = redirected(source + "<match **>\n  @type null\n</match>\n", tmp_path)
    assert "tag kubernetes.var.log.containers.shop-6d5f9c7b8-x2x4z_default_app-0123456789abcdef" in text


def test_no_path_leads_out_of_the_folder(tmp_path: Path) -> None:
    text, _ = redirected(TAIL.replace("/var/a.pos", "/var/../../a.pos") + "<match **>\n  @type null\n</match>\n", tmp_path)
    assert f"pos_file {tmp_path}/0/a.pos\n" in text
    text, _ = redirected(TAIL.replace("/var/a.pos", "\"/var/#{ENV['X']}/a\"") + "<match **>\n  @type null\n</match>\n", tmp_path)
    assert f'pos_file "{tmp_path}/0/pos_file"\n' in text


def test_ports_and_files_of_the_process_itself_are_left_out(tmp_path: Path) -> None:
    system = "<system>\n  rpc_endpoint 127.0.0.1:24444\n  root_dir /var/fluentd\n  workers 1\n</system>\n"
    text, _ = redirected(system + TAIL + "<match **>\n  @type null\n</match>\n", tmp_path)
    assert f"<system>\n  root_dir {tmp_path}/root\n  workers 1\n</system>\n" in text


def test_a_pipeline_of_logstash(tmp_path: Path) -> None:
    pipeline = (
        'input {\n  file {\n    path => "/var/log/a.log"\n    mode => "read"\n  }\n}\n'
        'output {\n  elasticsearch {\n    hosts => ["https://es:9200"]\n    user => "me"\n    ssl_enabled => true\n  }\n}\n'
    )
    text, found = redirected(pipeline, tmp_path, "logstash")
    assert f'path => "{tmp_path}/0/in.log"' in text
    assert f'hosts => "http://127.0.0.1:{found.sinks[0].port}"' in text
    assert not any(word in text for word in ("user", "ssl_enabled", "mode", "https"))


FULL = (
    TAIL.replace("tag a", "tag raw.a")
    + """\
<match raw.**>
  @type detect_exceptions
  remove_tag_prefix raw
</match>
<filter a>
  @type grep
  <regexp>
    key message
    pattern /x/
  </regexp>
</filter>
<filter a>
  @type record_transformer
  <record>
    b 1
  </record>
</filter>
<match a>
  @type copy
  <store>
    @type stdout
  </store>
  <store>
    @type file
    path /var/out
    <buffer>
      @type memory
    </buffer>
  </store>
</match>
"""
)


def test_stages_go_after_those_that_get_their_events() -> None:
    assert [stage.plugin for stage in backwards(config_of(FULL))] == [
        "file", "stdout", "copy", "record_transformer", "grep", "detect_exceptions", "none",
    ]  # fmt: skip


def test_what_is_left_is_a_config_of_the_stages_before() -> None:
    config = config_of(FULL)
    found = variants(config, launch_of(config))
    left = [[stage.plugin for stage in draft.config.graph.stages] for _, draft in found]
    head = ["tail", "none", "detect_exceptions", "grep", "record_transformer", "copy"]
    assert left == [
        [*head, "stdout", "file", "memory"],
        [*head, "stdout", "null"],
        [*head, "null", "null"],
        [*head[:-1], "null"],
        [*head[:4], "null"],
        [*head[:3], "null"],
        [*head[:2], "null", "null"],
    ]  # fmt: skip
    # The parser passes lines on as they are already: without it nothing would be less.
    assert [gone[-1].plugin for gone, _ in found[1:]] == [
        "file", "stdout", "copy", "record_transformer", "grep", "detect_exceptions",
    ]  # fmt: skip


def test_a_parser_passes_the_line_on() -> None:
    config = config_of(TAIL.replace("@type none", "@type json\n    time_key t") + "<match **>\n  @type null\n</match>\n")
    _, (gone, left) = variants(config, launch_of(config))
    assert [stage.plugin for stage in gone] == ["json"]
    assert "  <parse>\n    @type none\n  </parse>\n" in left.config.documents[0].text.decode()


def launch_of(config: Config) -> Launch:
    launch = parts_of(config).launch
    assert launch is not None
    return launch


@pytest.mark.parametrize(
    ("parse", "said"),
    [
        ("@type json", "lines of JSON"),
        ("@type ltsv", "lines of LTSV"),
        ("@type apache2", "access logs"),
        ("@type syslog", "lines of a syslog file"),
        ("@type regexp\n    expression /^(?<t>[^ ]+) (?<s>stdout|stderr) (?<f>[FP]) (?<log>.*)$/", "CRI lines with text"),
    ],
)
def test_generated_lines_are_such_as_the_parser_reads(parse: str, said: str, tmp_path: Path) -> None:
    config = config_of(TAIL.replace("@type none", parse) + "<match **>\n  @type null\n</match>\n")
    tracer = ENGINES.parts("fluentd").tracer
    found = generated_lines(config, config.graph.stages[0], tracer, 250, "", tmp_path)
    assert found.said == f"generated {said} of 250 bytes"
    lengths = {len(line) for line in Path(found.path).read_bytes().splitlines()}
    assert min(lengths) >= 240
    assert max(lengths) <= 260


def test_lines_that_no_kind_is_need_a_sample(tmp_path: Path) -> None:
    config = config_of(
        TAIL.replace("@type none", "@type regexp\n    expression /^(?<a>#+)$/") + "<match **>\n  @type null\n</match>\n"
    )
    with pytest.raises(LaunchError, match="give a file of such lines"):
        generated_lines(config, config.graph.stages[0], ENGINES.parts("fluentd").tracer, 250, "", tmp_path)


def test_a_config_of_inputs_that_report_on_the_engine_cannot_be_fed() -> None:
    with pytest.raises(LaunchError, match="no source of this config can be fed"):
        check(config_of("<source>\n  @type monitor_agent\n</source>\n<match **>\n  @type null\n</match>\n"))
