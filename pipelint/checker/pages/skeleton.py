"""The skeleton of a rule page: complete, so that it loads and its examples pass before anything in it is changed."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.rules.rule import Rule

# What a team's codes begin with unless its pages have letters of their own.
_LETTERS = "OWN"


def next_code(rules: Sequence[Rule], digit: int) -> str:
    """The first free code of a category (1 to 6) among a team's rules, in the letters that its other rules have."""
    letters = rules[0].code[:-3] if rules else _LETTERS
    taken = {rule.code for rule in rules}
    return next(code for number in range(1, 100) if (code := f"{letters}{digit}{number:02}") not in taken)


def skeleton(code: str, name: str, category: str, example: str, engine: str) -> str:
    """The text of a new page. ``example`` is a small config of the engine, in which the rule fires."""
    return f"""---
code: {code}
name: {name}
engine: {engine}
category: {category}
severity: warning
on: output
when: stage.plugin == "stdout"
at: stage
message: "{{stage.plugin}} is not for production"
reason: its output goes to the log of the process itself
---
# What is wrong, in one line

## Why
How it happens, and what it costs. docs/rules.md describes a page, docs/facts.md lists the facts that a rule may use.

## Bad
```{engine}
{example}```

## Good
```{engine}
{example.replace("stdout", "null")}```

## References
- where the problem is documented
"""
