"""Suppression comments: which findings they hide, for how long, and what is said of those that hide nothing."""

import datetime
from pathlib import Path
from typing import Protocol

import pytest

from pipelint.checker import Checked, Settings, check
from pipelint.rules.select import Selection


class Check(Protocol):
    """Checks a config text in a folder of the test's own."""

    def __call__(self, text: str, name: str = ..., selection: Selection = ...) -> Checked: ...


EVERYTHING = Selection()
DAY = datetime.date(2026, 6, 30)
TIME = "    time_format %Y-%m-%dT%H:%M:%S.%NZ"
CONFIG = """\
{top}
<source>
  @type tail
  path /var/log/a.log
  pos_file /var/lib/a.pos
  tag a
  <parse>
    @type json
{above}
{line}
  </parse>
</source>
<match **>
  @type stdout
</match>
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.chdir(tmp_path)

    def checked(text: str, name: str = "fluent.conf", selection: Selection = EVERYTHING) -> Checked:
        Path(name).write_text(text)
        report = check([name], Settings(selection, today=DAY))
        assert not report.problems
        (only,) = report.checked
        return only

    return checked


def config(*, top: str = "", above: str = "", line: str = TIME) -> str:
    return CONFIG.format(top=top, above=above, line=line)


def codes(checked: Checked) -> list[str]:
    return sorted(finding.code for finding in checked.findings if finding.code[:2] == "PL" or finding.code == "FD101")


HIDING = {
    "on the line": {"line": TIME + " # pipelint: ignore[FD101] local time"},
    "on the line above": {"above": "    # pipelint: ignore[FD101]"},
    "above other comments and blank lines": {"above": "    # pipelint: ignore[FD101]\n\n    # more\n"},
    "of the whole file": {"top": "# pipelint: ignore-file[FD101]"},
    "by the beginning of its code": {"above": "#pipelint:ignore[FD1]"},
    "by its name": {"above": "# pipelint: ignore[literal-z-time-format]"},
    "with a blank before its rules": {"above": "    # pipelint: ignore [FD101]"},
    "behind another comment": {"above": "    # as agreed # pipelint: ignore[FD101]"},
    "until an event": {"above": "    # pipelint: ignore[FD101] until we know more"},
    "on its last day": {"above": "# pipelint: ignore[FD101] until=2026-06-30"},
}


@pytest.mark.parametrize("name", HIDING)
def test_hides(name: str, run: Check) -> None:
    found = run(config(**HIDING[name]))
    assert codes(found) == []
    assert [finding.code for finding in found.hidden] == ["FD101"]


SHOWING = {
    "two lines above": ({"above": "    # pipelint: ignore[FD101]\n    keep_time_key true"}, ["FD101", "PL601"]),
    "of another rule": ({"above": "    # pipelint: ignore[FD102]"}, ["FD101", "PL601"]),
    "of no rule": ({"above": "    # pipelint: ignore[FD999]"}, ["FD101", "PL301"]),
    "without a rule": ({"above": "    # pipelint: ignore"}, ["FD101", "PL301"]),
    "of an unknown word": ({"above": "    # pipelint: disable[FD101]"}, ["FD101", "PL301"]),
    "after its last day": ({"above": "    # pipelint: ignore[FD101] until=2026-06-29"}, ["FD101", "PL302"]),
    "with a day that is none": ({"above": "    # pipelint: ignore[FD101] until=tomorrow"}, ["FD101", "PL301"]),
    "with a day that no calendar has": ({"above": "    # pipelint: ignore[FD101] until=2026-02-30"}, ["FD101", "PL301"]),
    "with a day that is missing": ({"above": "    # pipelint: ignore[FD101] until="}, ["FD101", "PL301"]),
    "with a list that does not end": ({"above": "    # pipelint: ignore[FD101"}, ["FD101", "PL301"]),
    "after its last day, without a sign": ({"above": "    # pipelint: ignore[FD101] until 2026-06-29"}, ["FD101", "PL302"]),
    "after its last day, with a colon": ({"above": "    # pipelint: ignore[FD101] until: 2026-06-29"}, ["FD101", "PL302"]),
    "inside of a value": ({"above": '    time_key "# pipelint: ignore-file[FD101]"'}, ["FD101"]),
}


@pytest.mark.parametrize("name", SHOWING)
def test_does_not_hide(name: str, run: Check) -> None:
    parts, expected = SHOWING[name]
    assert codes(run(config(**parts))) == expected


def test_the_place_is_the_rule_that_is_named(run: Check) -> None:
    found = run(config(above="    # pipelint: ignore[FD101, FD999] as agreed"))
    (finding,) = (f for f in found.findings if f.code.startswith("PL"))
    assert finding.place.text == "FD999"


def test_rules_that_were_not_asked_leave_no_unused_comment(run: Check) -> None:
    text = config(above="    # pipelint: ignore[FD102]")
    assert codes(run(text, selection=Selection(("FD101", "PL")))) == ["FD101"]
    assert codes(run(text, selection=Selection(("FD10", "PL")))) == ["FD101", "PL601"]


def test_inside_a_config_map(run: Check) -> None:
    inner = config(above="    # pipelint: ignore[FD101]").replace("\n", "\n    ")
    manifest = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  fluent.conf: |\n    {inner}\n"
    found = run(manifest, "configmap.yaml")
    assert codes(found) == [] and len(found.hidden) == 1


def test_in_logstash(run: Check) -> None:
    text = 'input {{ stdin {{ }} }}\nfilter {{\n{0}\n  mutate {{ add_feild => {{ "a" => "b" }} }}\n}}\n'
    text += "output {{ stdout {{ }} }}\n"
    name = "unknown-setting"
    shown = run(text.format(""), "logstash.conf")
    (finding,) = (f for f in shown.findings if "add_feild" in f.message)
    hidden = run(text.format(f"  # pipelint: ignore[{finding.code}] old plugin {name}"), "logstash.conf")
    assert finding.code in [f.code for f in hidden.hidden]
    assert finding.code not in [f.code for f in hidden.findings]


@pytest.mark.parametrize(
    ("match", "hidden"),
    [
        ('{\n      # pipelint: ignore[LS330]\n      "message" => "%{WROD:word}"\n    }', True),
        ('["message",\n      # pipelint: ignore[LS330]\n      "%{WROD:word}"]', True),
        ('{ "message" => ["a", # pipelint: ignore[LS330]\n      "b %{WROD:word}"] }', False),
        ('{ "message" => "\n# pipelint: ignore[LS330]\n%{WROD:word}" }', False),
    ],
    ids=["in a hash", "in an array", "of the line before", "in a text"],
)
def test_between_the_items_of_a_value_a_comment_is_one(run: Check, match: str, hidden: bool) -> None:
    config = (
        f"input {{ beats {{ port => 5044 }} }}\nfilter {{\n  grok {{\n    match => {match}\n  }}\n}}\noutput {{ stdout {{ }} }}\n"
    )
    assert ("LS330" not in [finding.code for finding in run(config, "pipeline.conf").findings]) is hidden


def test_on_the_first_line_behind_a_byte_order_mark(run: Check) -> None:
    text = "# pipelint: ignore[FD407]\n<source>\n  @type forward\n</source>\n<match **>\n  @type null\n</match>\n"
    found = run("\ufeff" + text.replace("\n", "\r\n"))
    assert codes(found) == [] and [finding.code for finding in found.hidden] == ["FD407"]


EXAMPLES = Path(__file__).parents[2] / "examples" / "kubernetes"


def test_in_the_manifest_of_the_pods(tmp_path: Path) -> None:
    """A comment of YAML hides findings of the manifest; what stands in the config's text is the config's."""
    config_map, daemon_set = ((EXAMPLES / f"fluentd-{name}.yaml").read_text() for name in ("configmap", "daemonset"))
    path = tmp_path / "all.yaml"

    def found(limits: str, inside: str) -> tuple[list[str], list[str]]:
        text = config_map.replace("    <source>", f"    {inside}\n    <source>", 1) + "---\n"
        path.write_text(text + daemon_set.replace("memory: 800Mi}", f"memory: 800Mi}} {limits}"))
        (only,) = check([str(path)], Settings(Selection(("KUB101", "FD101", "PL")), today=DAY)).checked
        return sorted(finding.code for finding in only.findings), sorted(finding.code for finding in only.hidden)

    assert found("", "# -") == (["FD101", "KUB101"], [])
    assert found("# pipelint: ignore[KUB101]", "# -") == (["FD101"], ["KUB101"])
    assert found("# pipelint: ignore[FD101]", "# pipelint: ignore-file[KUB101]") == (["FD101", "KUB101", "PL601", "PL601"], [])
    assert found("# pipelint: ignore-file[KUB101]", "# pipelint: ignore-file[FD101]") == ([], ["FD101", "KUB101"])


def test_two_on_one_line(run: Check) -> None:
    found = run(config(above="    # pipelint: ignore[FD351] # pipelint: ignore[FD101]"))
    assert codes(found) == ["PL601"]
    assert [finding.code for finding in found.hidden] == ["FD101"]


def test_inside_a_logstash_hash(run: Check) -> None:
    """A comment may stand between the entries, and is none inside of a string there."""
    text = """\
input {{ stdin {{ }} }}
filter {{
  grok {{ match => {{
    {0}
    "message" => "%{{COMBINEDAPACHELOG}} {1}" }} }}
}}
output {{ stdout {{ }} }}
"""
    hidden = run(text.format("# pipelint: ignore[LS101]", ""), "logstash.conf")
    assert [f.code for f in hidden.hidden] == ["LS101"]
    assert "LS101" not in [f.code for f in hidden.findings]
    inside = run(text.format("", "# pipelint: ignore[LS101]"), "logstash.conf")
    assert [f.code for f in inside.findings if f.code in ("LS101", "PL601")] == ["LS101"]


def test_inside_a_fluentd_array(run: Check) -> None:
    """Fluentd reads comments in an array over several lines."""
    array = '    keys ["# pipelint: ignore-file[FD101]", # pipelint: ignore[FD101]\n      "b"]'
    assert codes(run(config(above=array))) == ["FD101", "PL601"]
