"""Tag patterns against the verdicts of Fluentd's own matcher, and the tags that a tail source makes of its paths."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.routing import tags
from pipelint.engines.fluentd.routing.atoms import automaton
from tests.each import each

CASES = json.loads((Path(__file__).parents[2] / "data" / "fluentd-tag-match.json").read_text())["cases"]


@each("case", CASES, ids=lambda case: f"{case['pattern']} on {case['tag']}" if "tag" in case else "?")
def test_a_pattern_takes_the_tags_that_fluentd_gives_it(case: dict[str, object]) -> None:
    if "match" not in case:
        # Fluentd refuses the pattern: an unfinished regular expression.
        assert str(case["pattern"]).startswith("/")
        assert None in tags.patterns(str(case["pattern"]))
        return
    found = tags.patterns(str(case["pattern"]))
    assert any(str(case["tag"]) in taken for taken in found if taken is not None) is case["match"]


@pytest.mark.parametrize(
    ("path", "tag"),
    [
        ("/var/log/containers/*.log", "var.log.containers.web-1_default_app-0a.log"),
        ("/var/log/a.log,/var/log/b.log", "var.log.b.log"),
        ("/data//logs/app.log", "data.logs.app.log"),
        ("/var/log/app.%Y%m%d.log", "var.log.app.20260101.log"),
    ],
)
def test_a_path_becomes_a_tag_as_in_tail(path: str, tag: str) -> None:
    assert tag in automaton(tags.path_tag(path))
    assert "other.tag" not in automaton(tags.path_tag(path))


@given(st.text("ab.*{},\\/ ", max_size=30))
def test_any_text_is_read_as_a_pattern(text: str) -> None:
    for taken in tags.patterns(text):
        assert taken is None or not taken.is_empty


def test_placeholders_may_become_anything() -> None:
    found = automaton(tags.template("app.${record['x']}.$1.#{ENV['Y']}"))
    assert "app.a.b.c" in found
    assert "web.a.b.c" not in found
