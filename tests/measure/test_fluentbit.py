"""Fluent Bit: what is changed in its configs for a run, and the whole way with a small engine in its place."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.launch import Launch, LaunchError
from pipelint.engines.parts import parts_of
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config
from pipelint.measure.lines import generated_lines
from pipelint.measure.rewrite.ablate import variants
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry
from tests.command_line import PLAIN, pipelint, text_of
from tests.measure.test_redirect import config_of, redirected

SERVICE = "[SERVICE]\n    Flush 5\n    Daemon On\n    HTTP_Server On\n    HTTP_Port 2020\n    Log_File /var/log/fb.log\n\n"
INPUT = "[INPUT]\n    Name tail\n    Path /var/log/containers/*.log\n    Tag kube.*\n    DB /var/fb.db\n    Exclude_Path *.gz\n\n"
FILTERS = "[FILTER]\n    Name grep\n    Match *\n    Exclude a trace\n\n[FILTER]\n    Name modify\n    Match *\n    Add a b\n\n"
OUTPUT = "[OUTPUT]\n    Name es\n    Match *\n    Host es-1\n    tls On\n    HTTP_User me\n    HTTP_Passwd geheim\n"
STANDIN = Path(__file__).with_name("standin.py")


def launch_of(config: Config) -> Launch:
    launch = parts_of(config).launch
    assert launch is not None
    return launch


def test_inputs_are_fed_servers_are_stood_for_and_nothing_else_is_opened(tmp_path: Path) -> None:
    text, found = redirected(SERVICE + INPUT + OUTPUT, tmp_path, "fluentbit")
    assert text == (
        "[SERVICE]\n    Flush 0.2\n    Grace 1\n\n"
        f"[INPUT]\n    Name tail\n    Path {tmp_path}/0/in.log\n"
        # What the path of a pod's log would have made of it.
        f"    Tag kube.var.log.containers.web-1_shop_app-{'0123456789abcdef' * 4}.log\n"
        f"    DB {tmp_path}/0/var/fb.db\n    Read_From_Head true\n    Refresh_Interval 1\n\n"
        f"[OUTPUT]\n    Name es\n    Match *\n    Host 127.0.0.1\n    Port {found.sinks[0].port}\n"
    )


def test_a_config_without_a_service_section_gets_one(tmp_path: Path) -> None:
    text, _ = redirected("[INPUT]\n    Name syslog\n    Path /run/x\n\n[OUTPUT]\n    Name stdout\n", tmp_path, "fluentbit")
    head, _, port = text.partition("    Port ")
    # A socket of the file system cannot be fed: datagrams can.
    assert head == "[INPUT]\n    Name syslog\n    Mode udp\n    Listen 127.0.0.1\n"
    assert port.partition("\n")[2] == "\n[OUTPUT]\n    Name stdout\n\n[SERVICE]\n    Flush 0.2\n    Grace 1\n"


def test_tags_have_the_path_of_the_configs_own_file(tmp_path: Path) -> None:
    text, _ = redirected(INPUT.replace("/var/log/containers/*", "/srv/*/a") + OUTPUT, tmp_path, "fluentbit")
    assert "    Tag kube.srv.x.a.log\n" in text


def test_filters_go_from_the_end_and_outputs_drop_what_they_get() -> None:
    config = config_of(INPUT + FILTERS + OUTPUT.replace("Match *", "Match *\n    Alias store"), "fluentbit")
    found = variants(config, launch_of(config))
    assert [gone[-1].plugin for gone, _ in found[1:]] == ["es", "modify", "grep"]
    last = found[-1][1].config.documents[0].text.decode()
    assert last == INPUT + "\n\n[OUTPUT]\n    Name null\n    Match *\n    Alias store\n"


def project(folder: Path, main: str, **others: str) -> Config:
    for name, text in others.items():
        (folder / f"{name}.conf").write_text(text)
    from pipelint.checker import estimate_only
    from pipelint.settings.model import Settings

    (folder / "main.conf").write_text(main)
    return estimate_only([str(folder / "main.conf")], Settings()).checked[0].config


def test_parsers_of_other_files_stand_beside_the_config(tmp_path: Path) -> None:
    parser = "[PARSER]\n    Name {}\n    Format json\n"
    service = "[SERVICE]\n    Parsers_File one.conf\n    Parsers_File two.conf\n\n"
    config = project(tmp_path, service + INPUT + OUTPUT, one=parser.format("a"), two=parser.format("b"))
    launch = launch_of(config)
    assert launch.beside(config) == {"parsers.conf": (parser.format("a") + "\n" + parser.format("b")).encode()}
    from pipelint.measure.rewrite.draft import Draft

    draft = Draft(config)
    draft.make(launch.changes(config, "/scratch"))
    name, text = launch.text(draft.config)
    assert name == "fluent-bit.conf"
    assert text.decode().startswith("[SERVICE]\n    Parsers_File /scratch/parsers.conf\n    Flush 0.2\n    Grace 1\n\n[INPUT]")


def test_what_a_config_includes_is_put_into_it(tmp_path: Path) -> None:
    config = project(tmp_path, "@SET level=trace\n@INCLUDE in.conf\n" + OUTPUT, **{"in": INPUT})
    _, text = launch_of(config).text(config)
    assert text.decode() == "@SET level=trace\n" + INPUT.rstrip() + "\n" + OUTPUT


def test_a_program_of_streams_is_refused(tmp_path: Path) -> None:
    task = "[STREAM_TASK]\n    Name a\n    Exec SELECT * FROM TAG:'*';\n"
    config = project(tmp_path, "[SERVICE]\n    Streams_File s.conf\n\n" + INPUT + OUTPUT, s=task)
    with pytest.raises(LaunchError, match="a config with a streams_file cannot be run in one piece"):
        list(launch_of(config).changes(config, "/scratch"))


def test_a_yaml_config_stays_yaml(tmp_path: Path) -> None:
    text = "pipeline:\n  inputs:\n    - name: tail\n      path: /srv/a.log\n  outputs:\n    - name: 'null'\n      match: '*'\n"
    document = Document.whole(SourceFile("x.yaml", text.encode()))
    config = ENGINES.engine("fluentbit").load(Entry("fluentbit", (document,), NoBundle(), "x.yaml"))
    assert launch_of(config).text(config) == ("fluent-bit.yaml", text.encode())


@pytest.mark.slow
def test_what_a_line_costs_is_measured(tmp_path: Path) -> None:
    import tempfile

    (tmp_path / "fluent-bit.conf").write_text(SERVICE + INPUT.replace("    DB /var/fb.db\n", "") + FILTERS + OUTPUT)
    (tmp_path / "tmp").mkdir()
    words = ("--engine-command", f"{sys.executable} {STANDIN}", "--yes", "--isolated", "--cpu", "20ms", "--idle", "40ms")
    env = {**PLAIN, "TMPDIR": str(tmp_path / "tmp"), "STANDIN_PIDS": str(tmp_path / "pids")}
    tempfile.tempdir = None
    said = ("--runs", "3", "--ablate", "--format", "json")
    done = text_of(pipelint("measure", "fluent-bit.conf", *words, *said, cwd=tmp_path, env=env))
    tempfile.tempdir = None
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert found["engine"] == "fluent-bit 9.9.9"
    # 5 for a line, 10 for each filter, 8 for the output.
    assert found["measured"]["mid"] == pytest.approx(33, rel=0.2)
    assert [(each["plugin"], each["measured"]["mid"]) for each in found["stages"]] == [
        ("grep", pytest.approx(10, rel=0.4)),
        ("modify", pytest.approx(10, rel=0.4)),
        ("es", pytest.approx(8, rel=0.5)),
    ]


def test_an_input_whose_lines_nobody_follows_gets_those_of_its_protocol(tmp_path: Path) -> None:
    config = config_of("[INPUT]\n    Name syslog\n    Mode tcp\n\n[OUTPUT]\n    Name stdout\n", "fluentbit")
    lines = generated_lines(config, config.graph.stages[0], parts_of(config).tracer, 120, "", tmp_path)
    assert lines.said == "generated syslog messages of 120 bytes"
