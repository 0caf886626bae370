"""What stands in another branch of a template's condition than the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sources.templates.test_templates import TAIL, findings

BRANCHES = """\
<source>
  @type http
  @id one
</source>
{% if a %}
<match **>
  @type elasticsearch
  passwort x
</match>
{% elif b %}
<match **>
  @type elasticsearch
  passwort z
</match>
{% else %}
<match **>
  @type elasticsearch
  passwort y
</match>
<match late>
  @type null
</match>
{% endif %}
{% if c %}
<filter late>
  @type stdout
  outputtype x
</filter>
{% else %}
<filter {{ tag }}>
  @type stdout
  outputtype y
</filter>
{% endif %}
"""


def test_what_stands_in_another_branch_is_found_once(tmp_path: Path) -> None:
    told = [each for each in findings(tmp_path, "a.conf.j2", BRANCHES) if each.code == "FD351"]
    found = [BRANCHES[each.place.file_span.start :].split("\n")[0] for each in told]
    assert sorted(found) == ["outputtype x", "outputtype y", "passwort x", "passwort y", "passwort z"]


@pytest.mark.parametrize("part", ["<match late>", "<match **>"])
def test_what_one_reading_denies_of_another_branch_is_not_claimed(tmp_path: Path, part: str) -> None:
    more = "<source>\n  @type http\n  port {{ p }}\n  add_tag_prefix {{ q }}\n</source>\n"
    text = BRANCHES + "{% if d %}\n" + more + "{% endif %}\n"
    at = text.index(part, text.index("{% else %}"))
    found = [each for each in findings(tmp_path, "b.conf.j2", text) if each.place.file_span.start in (at, at + len("<match "))]
    assert [each.code for each in found if each.code == "FD316"] == []


def test_what_stands_in_an_else_alone_is_judged(tmp_path: Path) -> None:
    text = "<source>\n  @type forward\n  bind 127.0.0.1\n</source>\n{% if a %}\n<match **>\n  @type null\n</match>\n{% else %}\n"
    text += TAIL.replace("PATH", "x") + "<match **>\n  @type null\n</match>\n{% endif %}\n"
    assert [each.code for each in findings(tmp_path, "a.conf.j2", text) if each.code == "FD101"] == ["FD101"]


def test_what_two_conditions_ask_in_the_same_words_is_decided_alike(tmp_path: Path) -> None:
    text = (
        "input {\n{% if a %}\n  beats { port => 5044 }\n{% else %}\n  file { path => '/var/log/x' }\n{% endif %}\n}\nfilter {\n"
    )
    text += "{% if a %}\n  mutate { add_tag => ['x'] }\n{% else %}\n  grok { match => { 'message' => '^%{WORD:verb}' } }\n"
    text += (
        "  date { match => ['stamp', 'ISO8601'] }\n{% endif %}\n}\noutput { elasticsearch { hosts => ['https://es:9200'] } }\n"
    )
    assert "LS393" in [each.code for each in findings(tmp_path, "a.conf.j2", text)]
