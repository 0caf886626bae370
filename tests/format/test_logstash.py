"""How pipelines of Logstash are formatted."""

from __future__ import annotations

import pytest

from pipelint.fixes.format import NotFormattedError
from tests.format.formatted import formatted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("input{\nstdin{\n}\n}", "input {\n  stdin {\n  }\n}\n"),
        ("input{ stdin{ codec=>json } }\n", "input { stdin { codec => json } }\n"),
        # Around the arrows one blank, unless all of them stand in one column.
        ("filter {\n  a1 {\n    b   =>   c1\n    dd=>e1\n  }\n}\n", "filter {\n  a1 {\n    b => c1\n    dd => e1\n  }\n}\n"),
        ("filter {\n a1 {\n  b  =>   c1\n  dd =>e1\n }\n}\n", "filter {\n  a1 {\n    b  => c1\n    dd => e1\n  }\n}\n"),
        # Brackets that begin on one line are one level.
        (
            'filter {\n  grok { match => { "a" => [\n"b",\n"c"\n] }\n  }\n}\n',
            'filter {\n  grok { match => { "a" => [\n    "b",\n    "c"\n  ] }\n  }\n}\n',
        ),
        (
            'filter {\n mutate {\n  gsub => [\n  "a", "b",   "c"\n  ,"d", "e", "f"\n  ]\n }\n}\n',
            'filter {\n  mutate {\n    gsub => [\n      "a", "b",   "c"\n      ,"d", "e", "f"\n    ]\n  }\n}\n',
        ),
        ("filter\n{\ngrok\n{\nmatch =>\n{\n}\n}\n}\n", "filter\n{\n  grok\n  {\n    match =>\n    {\n    }\n  }\n}\n"),
        # Conditions go on one level deeper, but for what stands in their parentheses.
        (
            "filter {\nif [a] and\n[b] {\ndrop {}\n}\n}\n",
            "filter {\n  if [a] and\n    [b] {\n    drop {}\n  }\n}\n",
        ),
        (
            "filter {\nif (\n[a]  and\n[b]\n) {\ndrop {}\n}\n}\n",
            "filter {\n  if (\n    [a]  and\n    [b]\n  ) {\n    drop {}\n  }\n}\n",
        ),
        ('filter {\nif   [a] in [ "b",\n"c" ]{\n}\n}\n', 'filter {\n  if [a] in [ "b",\n    "c" ] {\n  }\n}\n'),
        # Branches stay on their lines; a comment before one that stands as deep as its brace is about it.
        (
            "filter {\n if [a]{\n  # b\n }else   if[c] {\n }\n else{\n }\n}\n",
            "filter {\n  if [a] {\n    # b\n  } else if [c] {\n  }\n  else {\n  }\n}\n",
        ),
        (
            "filter {\n  if [a] {\n    drop {}\n  # b\n  } else {\n  # c\n  }\n}\n",
            "filter {\n  if [a] {\n    drop {}\n  # b\n  } else {\n    # c\n  }\n}\n",
        ),
        # Strings keep all their lines, and slashes and blanks in conditions are theirs.
        ('filter {\n ruby { code => "\n a  \n\n\n  b" }\n}\n', 'filter {\n  ruby { code => "\n a  \n\n\n  b" }\n}\n'),
        ("filter {\n if [a] =~ /b   => {/ {\n }\n}\n", "filter {\n  if [a] =~ /b   => {/ {\n  }\n}\n"),
        # Comments.
        (
            'filter {\n mutate {\n  add_tag => ["a"]   # b\n  id => "cc"         # d\n }\n}\n',
            'filter {\n  mutate {\n    add_tag => ["a"]   # b\n    id => "cc"         # d\n  }\n}\n',
        ),
        ("# a\r\ninput {\r\n\r\n\r\n}\r\n", "# a\r\ninput {\r\n\r\n}\r\n"),
        # What was commented out keeps its depth: its first and last line are at its edge. Other comments stand alike.
        ("input {\n#tcp {\n    #port => 1\n#}\n}\n", "input {\n  #tcp {\n      #port => 1\n  #}\n}\n"),
        ("input {\n# one\n    # and more\n}\n", "input {\n  # one\n  # and more\n}\n"),
        ("input {\n    # one\n# and more\n    # three\n}\n", "input {\n  # one\n  # and more\n  # three\n}\n"),
        ("input {\n#tcp {\n\n    #port => 1\n#}\n}\n", "input {\n  #tcp {\n\n  #port => 1\n  #}\n}\n"),
    ],
)
def test_a_text_is_formatted(text: str, wanted: str) -> None:
    assert formatted("logstash", text) == wanted
    assert formatted("logstash", wanted) == wanted


@pytest.mark.parametrize("text", ["input {\n", "filter { grok { match = > 1 } }\n", 'input { stdin { id => "a } }\n'])
def test_a_text_with_an_error_stays(text: str) -> None:
    with pytest.raises(NotFormattedError, match=r"^not formatted: "):
        formatted("logstash", text)
