"""Random Fluentd configs whose events are sent on: relabelled, copied, rewritten, refused by Elasticsearch, reported as failed.

``python -m tests.engines.fluentd.random_routes N`` prints N configs as JSON, each with the tags that its sources give their
events. ``tests/data/fluentd-retry-routes.json`` has what the real Fluentd did with them.
"""

from __future__ import annotations

import json
import random
import sys

TAGS = ("a", "b", "a.b", "a.c", "b.a", "a.b.c", "c", "retry", "retry.a", "app.web", "fluent.x")
OTHER_TAGS = (
    "x",
    "es.again",
    "level.info",
    "level.err",
    "deep.er.tag",
    "sys.kern.info",
    "kube.var.log.q.log",
    "var.log.q",
    "a.2",
)
RETRY_TAGS = ("retry", "retry.a", "a.b", "es.again", "b", "x", "app.retry.es")
PATTERNS = (
    *("a", "b", "a.*", "a.**", "*", "*.*", "*.b", "**.b", "{a,b}", "{a,b}.*", "a.{b,c}.**", "retry.**", "retry.*", "retry"),
    *("app.**", "a b.**", "a.b retry", "es.**", "x", "level.*", "level.{info,err}", "/a\\..*/", "/[ab]/", "/^retry(\\..+)?$/"),
    *('"a.#{1 + 1}"', "c", "b.a", "fluent.**", "sys.**", "var.log.**", "kube.var.log.*.log"),
)
CATCH_ALL = "**"
LABELS = ("@A", "@B", "@C")


class Routes:
    """One config; ``feeds`` says for each source the tags, paths or facilities of its events."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0
        self.inside = False
        self.feeds: dict[str, list[str]] = {}
        self.labels = list(LABELS[: self.random.choice((0, 1, 1, 2, 2, 3))])
        if self.chance(0.35):
            self.labels.append("@ERROR")
        if self.chance(0.1):
            self.labels.append("@FLUENT_LOG")

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def name(self, kind: str) -> str:
        self.count += 1
        return f"{kind}{self.count}"

    def label(self) -> str:
        # Fluentd 1.16 knows @ERROR last: what stands in a label cannot name it.
        hidden = ("@FLUENT_LOG", "@ERROR") if self.inside and not self.chance(0.05) else ("@FLUENT_LOG",)
        named = [label for label in self.labels if label not in hidden]
        if self.chance(0.02):
            return "@MISSING"
        if not named or self.chance(0.15):
            return "@ROOT"
        return self.random.choice(named)

    def pattern(self) -> str:
        return CATCH_ALL if self.chance(0.15) else self.random.choice(PATTERNS)

    def text(self) -> str:
        workers = 2 if self.chance(0.08) else 1
        parts = [f"<system>\n  workers {workers}\n</system>"] if workers > 1 else []
        parts += [self.apart(self.source(), workers) for _ in range(self.random.choice((1, 1, 2, 3)))]
        parts += [self.apart(rule, workers) for rule in self.rules(self.random.choice((1, 2, 3, 4)))]
        self.inside = True
        for label in self.labels:
            rules = "\n".join(self.rules(self.random.choice((1, 2, 3)), label=label))
            parts.append(self.apart(f"<label {label}>\n{indented(rules)}\n</label>", workers))
        return "\n".join(parts) + "\n"

    def apart(self, section: str, workers: int) -> str:
        if workers == 1 or self.chance(0.5):
            return section
        return f"<worker {self.random.choice((0, 1))}>\n{indented(section)}\n</worker>"

    def source(self) -> str:
        name = self.name("in")
        more = [f"@label {self.label()}"] if self.chance(0.3) else []
        kind = self.random.choices(("sample", "forward", "tail", "syslog"), (10, 2, 3, 2))[0]
        if kind == "sample":
            tag = self.random.choice(TAGS)
            self.feeds[name] = [tag]
            more.append(f"tag {tag}")
        elif kind == "forward":
            self.feeds[name] = [*TAGS, *OTHER_TAGS]
        elif kind == "tail":
            tag = self.random.choice(("*", "kube.*", "kube.*.x", "a.b"))
            path = self.random.choice(("/var/log/*.log", "/var/log/a.log", "/a/b.log,/var/log/*.log"))
            self.feeds[name] = ["/var/log/a.log", *(["/a/b.log"] if "/a/b" in path else [])]
            self.feeds[name] += ["/var/log/zz.log"] if "*" in path else []
            more += [f"tag {tag}", f"path {path}", "<parse>\n  @type none\n</parse>"]
        else:
            self.feeds[name] = ["kern.info", "user.err", "unmatched"]
            more += ["tag sys", "<parse>\n  @type none\n</parse>"]
        return section("source", "", kind, name, more)

    def rules(self, number: int, label: str = "") -> list[str]:
        found = []
        for index in range(number):
            # Fluentd refuses a label without a match.
            last = index == number - 1 and not any(rule.startswith("<match") for rule in found)
            if self.chance(0.25) and (not last or (label and self.chance(0.05))):
                found.append(self.filter())
            else:
                found.append(self.output("match", self.pattern()))
        return found

    def filter(self) -> str:
        kind, more = self.random.choice(
            (
                ("stdout", []),
                ("grep", ["<regexp>\n  key level\n  pattern /err/\n</regexp>"]),
                ("record_transformer", ["<record>\n  host web\n</record>"]),
                ("record_transformer", ["<record>\n  level info\n</record>"]),
                ("parser", ["key_name message", "reserve_data true", "<parse>\n  @type json\n</parse>"]),
                ("parser", ["key_name message", "emit_invalid_record_to_error false", "<parse>\n  @type json\n</parse>"]),
            )
        )
        return section("filter", self.pattern(), kind, self.name("f"), more)

    def output(self, element: str, arg: str = "", depth: int = 0) -> str:
        kinds = ("null", "elasticsearch", "elasticsearch_data_stream", "relabel", "rewrite_tag_filter", "copy", "roundrobin")
        weights = (6, 8, 1, 4, 3, 4 if depth < 1 else 0.3, 1 if depth < 1 else 0)
        kind = self.random.choices(kinds, weights)[0]
        name, more = self.name("m" if element == "match" else "s"), []
        match kind:
            case "elasticsearch":
                more = self.elasticsearch()
            case "elasticsearch_data_stream":
                more = ["data_stream_name logs-x", f"retry_tag {self.random.choice(RETRY_TAGS)}"]
            case "relabel":
                more = [f"@label {self.label()}"]
            case "rewrite_tag_filter":
                more = self.rewriting()
            case "copy" | "roundrobin":
                more = [self.output("store", depth=depth + 1) for _ in range(self.random.choice((1, 2, 2, 3)))]
        return section(element, arg, kind, name, more)

    def elasticsearch(self) -> list[str]:
        more = ["host 127.0.0.1"]
        if self.chance(0.75):
            more.append(f"retry_tag {self.random.choice(RETRY_TAGS)}")
        if self.chance(0.25):
            more.append(f"@label {self.label()}")
        if self.chance(0.3):
            more.append("logstash_format true")
            if self.chance(0.3):
                more.append("time_parse_error_tag bad.time")
        if self.chance(0.1):
            more.append("include_timestamp true")
        return more

    def rewriting(self) -> list[str]:
        rules = []
        for _ in range(self.random.choice((1, 1, 2))):
            rule = [f"key {self.random.choice(('level', 'level', 'message'))}"]
            rule.append(f"pattern {self.random.choice(('/err/', '/^(info|warn)$/', '/./', '/.+/', '/^(h)(z)?/'))}")
            rule.append(
                f"tag {self.random.choice(('level.$1', 'level.err', 'a.b', 'retry', 'x.${tag}', 'c', '${tag_parts[0]}'))}"
            )
            rule += ["invert true"] if self.chance(0.15) else []
            rule += [f"label {self.label()}"] if self.chance(0.2) else []
            rules.append(f"<rule>\n{indented(chr(10).join(rule))}\n</rule>")
        if self.chance(0.15):
            rules.insert(0, "remove_tag_prefix a")
        if self.chance(0.3):
            rules.insert(0, f"@label {self.label()}")
        return rules


def section(element: str, arg: str, kind: str, name: str, more: list[str]) -> str:
    body = "\n".join((f"@type {kind}", f"@id {name}", *more))
    return f"<{element}{arg and ' ' + arg}>\n{indented(body)}\n</{element}>"


def indented(text: str) -> str:
    return "\n".join("  " + line for line in text.split("\n"))


def main() -> None:
    cases = []
    for seed in range(int(sys.argv[1])):
        routes = Routes(seed)
        cases.append({"config": routes.text(), "feeds": routes.feeds})
    json.dump(cases, sys.stdout, indent=0)


if __name__ == "__main__":
    main()
