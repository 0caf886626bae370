"""Configs that grow in one direction each: what ``growth.py`` times. A case takes a size and gives the text of one file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isqrt

SOURCE = "<source>\n  @type tail\n  path /var/log/app.log\n  tag {tag}\n  <parse>\n    @type none\n  </parse>\n</source>\n"
MATCH = "<match {tag}>\n  @type stdout\n</match>\n"


@dataclass(frozen=True)
class Case:
    """A kind of growth: its sizes, the name of the file that is written, and the file's text at a size."""

    name: str
    sizes: tuple[int, ...]
    file: str
    text: Callable[[int], str]


def _joined(part: str, count: int, between: str = "") -> str:
    """``count`` copies of a part, the number of each for ``{}``."""
    return between.join(part.replace("{}", str(number)) for number in range(count))


def _fluentd(inside: str) -> str:
    return SOURCE.format(tag="app.log") + inside + MATCH.format(tag="**")


def _filters(plugin: str, inside: str = "") -> Callable[[int], str]:
    return lambda count: _fluentd(_joined(f"<filter app.**>\n  @type {plugin}\n{inside}</filter>\n", count))


def _logstash(inside: str) -> str:
    return f"input {{ stdin {{ }} }}\nfilter {{\n{inside}}}\noutput {{ stdout {{ }} }}\n"


def _parsed(regex: str) -> str:
    """A config whose source parses its lines with a regex."""
    parser = f"@type regexp\n    expression /(?<word>{regex})/"
    return SOURCE.format(tag="app.log").replace("@type none", parser) + MATCH.format(tag="**")


def _terms(count: int) -> str:
    terms = _joined('[field] == "v{}"', count, " or ")
    return _logstash(f"  if {terms} {{ drop {{ }} }}\n")


def _branches(count: int) -> str:
    branch = 'if [kind] == "k{}" { mutate { add_tag => ["t{}"] } }'
    return _logstash("  " + _joined(branch, count, "\n  else ") + "\n")


def _config_maps(config: str) -> Callable[[int], str]:
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c{}\ndata:\n  fluent.conf: |\n"
    one = head + "".join(f"    {line}\n" for line in config.splitlines())
    return lambda count: _joined(one, count, "---\n")


def _rewrites(count: int) -> str:
    """``count`` rules in as many blocks as each has rules: what they send on the next block takes."""
    side = isqrt(count)

    def block(number: int) -> str:
        rules = _joined(f"  <rule>\n    key k\n    pattern /^v{{}}$/\n    tag s{number + 1}.{{}}\n  </rule>\n", side)
        return f"<match s{number}.** app.**>\n  @type rewrite_tag_filter\n{rules}</match>\n"

    return _fluentd("".join(block(number) for number in range(side)))


def _sources(count: int) -> str:
    return _joined(SOURCE.format(tag="app{}.log"), count) + MATCH.format(tag="**")


def _sections(count: int) -> str:
    return "<match **>\n" + "<a>\n" * count + "</a>\n" * count + "</match>\n"


def _parameters(count: int) -> str:
    return "<match **>\n  @type stdout\n" + _joined("  p{} v\n", count) + "</match>\n"


_KEYS = "  <record>\n    k{} v\n  </record>\n"
_TEST = "  <regexp>\n    key message\n    pattern /a+ b{}.* c+/\n  </regexp>\n"

CASES = (
    Case("terms of a condition", (10, 100, 1_000, 10_000, 100_000), "a.conf", _terms),
    Case("branches of a condition", (10, 100, 1_000, 3_000), "a.conf", _branches),
    Case("filters (Logstash)", (100, 1_000, 5_000), "a.conf", lambda n: _logstash('  mutate { lowercase => ["a"] }\n' * n)),
    Case("200 filters in n ConfigMaps", (1, 5, 15), "a.yaml", _config_maps(_filters("stdout")(200))),
    Case("ConfigMaps of a file", (1, 10, 100, 500, 1_000, 15_000), "a.yaml", _config_maps(_fluentd(""))),
    Case("rewrite rules", (25, 100, 400, 1_600), "a.conf", _rewrites),
    Case("filters (Fluentd)", (100, 1_000, 5_000), "a.conf", _filters("stdout")),
    Case("filters that set keys", (100, 1_000, 5_000), "a.conf", _filters("record_transformer", _KEYS)),
    Case("matches", (10, 100, 200, 1_000, 5_000), "a.conf", lambda n: _fluentd(_joined(MATCH.format(tag="t{}.**"), n))),
    Case("matches of any prefix", (100, 300, 2_000), "a.conf", lambda n: _fluentd(_joined(MATCH.format(tag="**.t{}"), n))),
    Case("sources", (10, 100, 1_000, 5_000), "a.conf", _sources),
    Case("Unicode classes of a regex", (10, 100, 1_000, 5_000), "a.conf", lambda n: _parsed(r"\p{Alpha}" * n)),
    Case("words of an alternation", (10, 100, 1_000, 1_500, 5_000), "a.conf", lambda n: _parsed(_joined("word{}", n, "|"))),
    Case("repetitions of a regex", (5, 50, 500), "a.conf", lambda n: _parsed("(a*b*)*" * n)),
    Case("groups inside each other", (10, 100, 1_000), "a.conf", lambda n: _parsed("(" * n + "a" + ")*" * n)),
    Case("regexes", (10, 100, 500, 2_000), "a.conf", _filters("grep", _TEST)),
    Case("sections inside each other", (10, 100, 1_000, 100_000), "a.conf", _sections),
    Case("parameters of a section", (100, 1_000, 10_000, 100_000), "a.conf", _parameters),
    Case("letters of a value", (1_000, 100_000, 1_000_000), "a.conf", lambda n: _filters("stdout", f"  @id {'x' * n}\n")(1)),
    Case("syntax errors", (10, 1_000, 30_000), "a.conf", lambda n: "<match\n" * n),
)
