"""What a review of real configs found to be false or missed, each with its outcome now.

The configs of ``fluentd`` are the review's reproducers (of version 0.2.0, November 2026).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from tests.review.paths import OUT, SOURCE, codes, found
from tests.security.programs import pipelint

CONFIGS = Path(__file__).parent / "fluentd"
EXPECTED = {
    # Refused events come back under retry_tag: both matches for it get some.
    # The documents hold nothing but "message".
    "retry-tag.conf": [
        "FD151",
        "FD200",
        "FD200",
        "FD200",
        "FD200",
        "FD217",
        "FD239",
        "FD239",
        "FD239",
        "FD239",
        "FD243",
        "FD243",
        "FD243",
        "FD243",
        "FD272",
        "FD272",
        "FD280",
        "FD293",
        "FD293",
        "FD293",
        "FD293",
        "FD419",
        "FD419",
        "FD419",
        "FD419",
        "FD705",
        *["FD801"] * 4,
        "FD818",
    ],
    # The stores may come from the included files.
    "stores-by-include.conf": ["FD407"],
    "queue-limit-last.conf": ["FD200", "FD209", "FD239", "FD243", "FD248", "FD272", "FD306", "FD407", "FD419", "FD801"],
    # A variable for each key was Fluentd 0.12's.
    "bare-names.conf": ["FD130", "FD379", "FD407"],
    # Its text may name a stream, too.
    "cri-time-format-without-fraction.conf": ["FD205", "FD280", "FD295", "FD388"],
    "systemd-storage-in-tmp.conf": ["FD193", "FD200", "FD245", "FD248", "FD961", "FD964"],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_reproducer_has_these_findings(name: str) -> None:
    assert found(CONFIGS / name) == EXPECTED[name]


def test_a_retry_tag_that_another_output_sends_makes_no_match_reachable(tmp_path: Path) -> None:
    # elasticsearch_dynamic reads the parameter too, but raises where elasticsearch emits again.
    late = OUT.format("again", "") + OUT.format("**", "  retry_tag other\n")
    assert "FD301" in codes(tmp_path, SOURCE + late)
    assert "FD301" not in codes(tmp_path, SOURCE + late.replace("other", "again"))
    dynamic = late.replace("other", "again").replace("@type elasticsearch", "@type elasticsearch_dynamic")
    assert "FD301" in codes(tmp_path, SOURCE + dynamic)


def test_events_that_come_back_under_a_tag_without_a_match_are_lost(tmp_path: Path) -> None:
    taken = SOURCE + OUT.format("app.**", "  retry_tag app.again\n")
    assert "FD316" not in codes(tmp_path, taken)
    assert "FD316" in codes(tmp_path, taken.replace("app.again", "again"))


def test_a_retry_that_comes_back_to_its_own_match_is_no_endless_loop(tmp_path: Path) -> None:
    assert "FD317" not in codes(tmp_path, SOURCE + OUT.format("**", "  retry_tag again\n"))


def test_a_filter_that_retried_events_pass_again_is_not_there_twice(tmp_path: Path) -> None:
    around = "<filter **>\n  @type grep\n  <regexp>\n    key log\n    pattern /a/\n  </regexp>\n</filter>\n"
    metadata = "<filter **>\n  @type kubernetes_metadata\n</filter>\n"
    out = OUT.format("**", "  retry_tag again\n")
    assert not {"FD180", "FD181", "FD186"} & {*codes(tmp_path, SOURCE + around + metadata + out)}


@pytest.mark.parametrize(
    ("include", "silent"),
    [
        ("  @include /etc/fluent/*.conf\n", True),
        ("  @include absent-*.conf\n", True),
        ("  @include here.conf\n", False),
        ("", False),
    ],
)
def test_what_an_unresolved_include_may_bring_is_not_missing(tmp_path: Path, include: str, silent: bool) -> None:
    (tmp_path / "here.conf").write_text("read_from_head true\n")
    source = f"<source>\n  @type tail\n  path /a/*.log\n  tag app.x\n{include}  <parse>\n    @type none\n  </parse>\n</source>\n"
    assert ("FD202" not in codes(tmp_path, source + OUT.format("**", ""))) is silent


def test_an_include_inside_of_an_included_file_counts_where_that_is_included(tmp_path: Path) -> None:
    (tmp_path / "stores.inc").write_text("@include /etc/fluent/stores/*.conf\n")
    assert "FD352" not in codes(tmp_path, SOURCE + "<match **>\n  @type copy\n  @include stores.inc\n</match>\n")
    assert "FD352" in codes(tmp_path, SOURCE + "@include stores.inc\n<match **>\n  @type copy\n</match>\n")


MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  {}: |\n{}"


@pytest.mark.parametrize(
    ("key", "more", "whole"),
    [("app.conf", "", False), ("fluent.conf", "", True), ("app.conf", "<system>\n  log_level warn\n</system>\n", True)],
)
def test_a_key_that_a_main_file_may_include_claims_nothing_of_the_whole(tmp_path: Path, key: str, more: str, whole: bool) -> None:
    text = more + SOURCE.replace("  tag", "  @label @OUT\n  tag") + OUT.format("b.**", "")
    body = "".join(f"    {line}\n" for line in text.splitlines())
    reported = codes(tmp_path, MAP.format(key, body), "map.yaml")
    assert ("FD311" in reported) is whole
    assert ("FD301" in reported) is whole


def test_the_safe_fix_keeps_the_cap_of_a_queue_limit_that_stands_last(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text((CONFIGS / "queue-limit-last.conf").read_text())
    assert pipelint("check", "fluent.conf", "--fix", cwd=tmp_path).returncode == 0
    fixed = (tmp_path / "fluent.conf").read_text()
    assert "total_limit_size 64M" in fixed and "queue_limit_length" not in fixed


@pytest.mark.parametrize(
    ("include", "reported"), [("/fluentd/etc/outputs.conf", False), ("outputs.conf", True), ("../outputs.conf", False)]
)
def test_an_include_of_the_container_is_not_called_missing(tmp_path: Path, include: str, reported: bool) -> None:
    assert ("FD303" in codes(tmp_path, f"@include {include}\n{SOURCE}{OUT.format('**', '')}")) is reported


def test_an_output_of_another_gem_is_known_by_two_parameters_where_a_required_one_is_missing(tmp_path: Path) -> None:
    config = "<match a>\n  type http\n  endpoint_url http://a/\n  http_method post\n  serializer json\n</match>\n"
    assert not {"FD351", "FD352"} & set(codes(tmp_path, config))
    assert "FD352" in codes(tmp_path, config.replace("  serializer json\n", ""))


def test_the_index_names_of_openshifts_own_data_model_are_known(tmp_path: Path) -> None:
    # The names of OpenShift's copy of the plugin; Fluentd with this copy starts with each.
    model = """<filter **>
  @type viaq_data_model
  <elasticsearch_index_name>
    tag "**"
    name_type {}
    static_index_name app-write
    structured_type_key kubernetes.labels.app
  </elasticsearch_index_name>
</filter>
"""
    for name in ("static", "structured"):
        assert not {"FD351", "FD354"} & set(codes(tmp_path, SOURCE + model.format(name) + OUT.format("**", "")))
    assert "FD354" in codes(tmp_path, SOURCE + model.format("stable") + OUT.format("**", ""))


def test_missing_files_of_one_folder_are_one_finding(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(
        "".join(f"@include conf.d/{name}.conf\n" for name in "ab") + "@include other/c.conf\n" + SOURCE + OUT.format("**", "")
    )
    (checked,) = check([str(tmp_path / "fluent.conf")], Settings()).checked
    assert [finding.message for finding in checked.findings if finding.code == "FD303"] == [
        'files that are included from "conf.d" do not exist',
        'files that are included from "conf.d" do not exist',
        'the file "other/c.conf" does not exist',
    ]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("@type syslog", "@type udp\n  port 5140", True),
        ("@type syslog", "@type tcp\n  port 5140", False),
        ("@type syslog\n  <transport tcp>\n  </transport>", "@type tcp\n  port 5140", True),
        ("@type syslog\n  protocol_type tcp", "@type tcp\n  port 5140", True),
        ("@type http\n  bind 10.0.0.1", "@type http\n  bind 10.0.0.2", False),
        ("@type tcp\n  port \"#{ENV['PORT']}\"", "@type tcp\n  port \"#{ENV['PORT']}\"", False),
        ("@type monitor_agent\n  port 9880", "@type http", False),
    ],
)
def test_two_sources_of_one_port(tmp_path: Path, first: str, second: str, same: bool) -> None:
    text = "".join(f"<source>\n  {one}\n  tag {tag}\n</source>\n" for one, tag in ((first, "a"), (second, "b")))
    assert ("FD397" in codes(tmp_path, text + OUT.format("**", ""))) is same


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ("", True),
        ("<buffer>\n    flush_interval 1s\n  </buffer>", True),
        ("<buffer>\n    path /var/log/other\n  </buffer>", False),
        ("<buffer>\n    @type memory\n  </buffer>", False),
        ("@id second", False),
    ],
)
def test_a_file_output_without_a_buffer_path_keeps_its_chunks_below_its_own(tmp_path: Path, more: str, refused: bool) -> None:
    outputs = "".join(
        f"<match {tag}>\n  @type file\n  path /var/log/x\n  {extra}\n</match>\n" for tag, extra in (("a", ""), ("b", more))
    )
    assert ("FD320" in codes(tmp_path, SOURCE + outputs)) is refused


@pytest.mark.parametrize(
    ("first", "second", "twice"),
    [
        ("path /a/*.log", "path /a/x.log", True),
        ("path /a/x.log,", "path /b/x.log,", False),
        ("path /a/*_kube-system_*.log", 'path /a/*.log\n  exclude_path ["/a/*_kube-system_*.log"]', False),
        ("path /a/web-*.log", "path /a/app-*.log", False),
        ("path /a/**/x.log", "path /a/b/x.log", True),
        ("path /a/%Y.log", "path /a/%Y.log", False),
    ],
)
def test_two_sources_of_one_file(tmp_path: Path, first: str, second: str, twice: bool) -> None:
    sources = "".join(
        f"<source>\n  @type tail\n  {path}\n  pos_file /p/{tag}\n  tag {tag}\n  <parse>\n    @type none\n  </parse>\n</source>\n"
        for path, tag in ((first, "a"), (second, "b"))
    )
    assert ("FD249" in codes(tmp_path, sources + OUT.format("**", ""))) is twice


BARE = """<source>
  @type forward
</source>
<filter **>
  @type record_transformer
  enable_ruby
  <record>
    field {text}
  </record>
</filter>
<match **>
  @type null
</match>
"""


@pytest.mark.parametrize(
    ("text", "is_missing"),
    [
        ("${host}", True),
        ("on ${ host }", True),
        ("${hostname}", False),
        ("${nil}", False),
        ("${rand}", False),
        ("${self}", False),
        ("${size = tag.length}${size}", False),
        ("${host == 1}", False),  # left to those who read Ruby
    ],
)
def test_a_bare_name_in_ruby_is_told_where_nothing_has_it(tmp_path: Path, text: str, is_missing: bool) -> None:
    config = tmp_path / "fluent.conf"
    config.write_text(BARE.replace("{text}", text))
    assert ("FD379" in found(config)) is is_missing
