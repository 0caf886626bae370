"""Random Logstash pipelines of conditions and mutate filters, with events made for the values that their conditions name.

``python -m tests.engines.logstash.random_flows N`` prints N of them as JSON. Each plugin has an ``id``, and each branch begins
with a mutate that does nothing, so that what came where can be told. ``tests/data/logstash-flows.json`` has what the engine did.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

FIELDS = ("level", "status", "kind", "user", "message", "[host][name]", "[http][code]")
TEXTS = ("error", "warn", "info", "a b", "5", "200", "", "true")
NUMBERS = (5, 200, 404, 0, 7)
PATTERNS = ("err", "^error$", "^(warn|info)$", "\\d+", "^a", "b$")
TAGS = ("seen", "bad", "_grokparsefailure")


class Flow:
    """One pipeline, and its events."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0
        # Few fields and values, so that conditions meet.
        self.fields = self.random.sample(FIELDS, 3)
        self.texts = self.random.sample(TEXTS, 3)
        self.numbers = self.random.sample(NUMBERS, 2)
        self.asked: list[str] = []

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def text(self) -> str:
        body = indented("\n".join(self.block(0)))
        source = "input {\n  tcp {\n    port => 5000\n    codec => json\n  }\n}\n"
        return f"{source}filter {{\n{body}\n}}\noutput {{\n  stdout {{ }}\n}}\n"

    def block(self, depth: int) -> list[str]:
        """A marker, then filters and chains of branches, a marker before each chain."""
        found = [self.plugin("mutate")]
        for _ in range(self.random.choice((1, 2, 2, 3) if depth < 2 else (0, 1))):
            if depth < 3 and self.chance(0.55):
                found.append(self.plugin("mutate"))
                found.append(self.chain(depth))
            elif self.chance(0.07):
                found += [self.plugin("drop"), *([self.plugin("mutate")] if self.chance(0.5) else [])]
            else:
                found.append(self.mutate())
        return found

    def chain(self, depth: int) -> str:
        branches = [f"if {self.condition()} {{"]
        branches += [f"else if {self.condition()} {{" for _ in range(self.random.choice((0, 0, 1, 1, 2)))]
        branches += ["else {"] if self.chance(0.4) else []
        parts = [f"{head}\n{indented(chr(10).join(self.block(depth + 1)))}\n}}" for head in branches]
        return " ".join(parts)

    def plugin(self, kind: str, settings: str = "") -> str:
        self.count += 1
        return f'{kind} {{\n  id => "p{self.count}"\n{settings}}}'

    def reference(self) -> str:
        name = self.random.choice(self.fields)
        return name if name.startswith("[") else f"[{name}]"

    def literal(self) -> str:
        return str(self.random.choice(self.numbers)) if self.chance(0.3) else f'"{self.random.choice(self.texts)}"'

    def condition(self, depth: int = 0) -> str:
        # What was asked before is asked again, so that branches exclude each other or ask in vain.
        if self.asked and self.chance(0.25):
            return self.random.choice(self.asked)
        made = self.fresh(depth)
        self.asked.append(made)
        return made

    def fresh(self, depth: int) -> str:
        if depth < 2 and self.chance(0.35):
            joined = self.random.choices(("and", "or", "nand", "xor"), (5, 4, 0.5, 0.5))[0]
            left, right = (self.condition(depth + 1) for _ in range(2))
            apart = self.chance(0.7) or joined in ("nand", "xor")
            return f"({left}) {joined} ({right})" if apart else f"({left} {joined} {right})"
        if self.chance(0.12):
            return f"!({self.condition(depth + 1)})"
        field = self.reference()
        kinds = ("==", "!=", "in", "not in", "=~", "!~", "has", "lacks", "tag", "left", "both", "<")
        # A comparison by order ends the pipeline for most events.
        kind = self.random.choices(kinds, (8, 4, 3, 2, 3, 2, 4, 3, 2, 1, 1, 0.5))[0]
        match kind:
            case "==" | "!=":
                return f"{field} {kind} {self.literal()}"
            case "in" | "not in":
                return f'{field} {kind} [{", ".join(self.literal() for _ in range(self.random.choice((1, 2, 3))))}, "x"]'
            case "=~" | "!~":
                return f"{field} {kind} /{self.random.choice(PATTERNS)}/"
            case "<":
                return f"{field} {self.random.choice(('<', '>', '<=', '>='))} {self.random.choice(self.numbers)}"
            case "has" | "lacks":
                return field if kind == "has" else f"!{field}"
            case "tag":
                return f'"{self.random.choice(TAGS)}" {self.random.choice(("in", "not in"))} [tags]'
            case "left":
                return f"{self.literal()} == {field}"
            case _:
                return f"{field} == {self.reference()}"

    def mutate(self) -> str:
        operations = ("remove_field", "rename", "add_field", "replace", "update", "convert", "gsub", "uppercase", "lowercase")
        operations += ("split", "join", "copy", "add_tag", "remove_tag", "merge", "strip")
        chosen = self.random.sample(operations, self.random.choice((1, 1, 1, 2, 2, 3)))
        if self.chance(0.35) and "remove_field" not in chosen:
            chosen.append("remove_field")
        return self.plugin("mutate", "".join(f"  {name} => {self.setting(name)}\n" for name in chosen))

    def setting(self, name: str) -> str:
        field = self.random.choice(self.fields)
        match name:
            case "remove_field" | "uppercase" | "lowercase" | "strip":
                return json.dumps([field] if self.chance(0.7) else self.random.sample(self.fields, 2))
            case "rename" | "copy" | "merge":
                other = self.random.choice((*self.fields, "[log][kept]", "fresh"))
                return f'{{ "{field}" => "{other}" }}'
            case "add_field" | "replace" | "update":
                reference = field if field.startswith("[") else f"[{field}]"
                text = self.random.choice((*self.texts, f"%{{{reference}}}"))
                return f'{{ "{self.random.choice(self.fields)}" => "{text}" }}'
            case "convert":
                return f'{{ "{field}" => "{self.random.choice(("integer", "string", "float", "boolean"))}" }}'
            case "gsub":
                return f'[ "{field}", "{self.random.choice(("r", "o", "^a"))}", "{self.random.choice(("", "x"))}" ]'
            case "split" | "join":
                return f'{{ "{field}" => "{self.random.choice((" ", "r"))}" }}'
            case _:
                return f'[ "{self.random.choice(TAGS)}" ]'

    def events(self, number: int = 40) -> list[dict[str, Any]]:
        return [self.event() for _ in range(number)]

    def event(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for field in self.fields:
            if self.chance(0.15):
                continue
            names = field.strip("[]").split("][")
            inner = made
            for name in names[:-1]:
                inner = inner.setdefault(name, {})
            inner[names[-1]] = self.value()
        if self.chance(0.5):
            made["tags"] = self.random.sample(TAGS, self.random.choice((1, 2)))
        return made

    def value(self) -> Any:
        kinds = ("text", "number", "other", "bool", "list", "float", "null", "map")
        match self.random.choices(kinds, (8, 6, 2, 1, 1, 1, 1, 1))[0]:
            case "text":
                return self.random.choice(self.texts)
            case "number":
                return self.random.choice((*self.numbers, 6))
            case "other":
                return self.random.choice(("error 5 x", "zzz", "abb", "12", "warn"))
            case "bool":
                return self.chance(0.5)
            case "list":
                return [self.random.choice(self.texts), self.random.choice(self.texts)][: self.random.choice((0, 1, 2))]
            case "float":
                return self.random.choice((5.0, 200.0, 5.5))
            case "null":
                return None
            case _:
                return {"inner": 1}


def indented(text: str) -> str:
    return "\n".join("  " + line for line in text.split("\n"))


def main() -> None:
    cases = []
    for seed in range(int(sys.argv[1])):
        flow = Flow(seed)
        cases.append({"config": flow.text(), "events": flow.events()})
    json.dump(cases, sys.stdout, indent=0)


if __name__ == "__main__":
    main()
