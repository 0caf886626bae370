"""Examples at the end of each command's help: how the command is used, as it can be typed."""

from __future__ import annotations

_EXAMPLES = {
    "": ("pipelint check", "pipelint check k8s/ --fix", "pipelint estimate k8s/ --rate 12000", "pipelint explain FD101"),
    "check": (
        "pipelint check",
        "helm template . | pipelint check -",
        "pipelint check k8s/ --select FD1,RX --statistics",
        "pipelint check k8s/ --fix --unsafe-fixes",
        "pipelint check k8s/ --output sarif:pipelint.sarif --exit-zero",
    ),
    "fmt": ("pipelint fmt", "pipelint fmt k8s/ --check", "pipelint fmt - --stdin-filename fluent.conf < fluent.conf"),
    "estimate": (
        "pipelint estimate k8s/",
        "pipelint estimate k8s/ --rate 12000 --cpu-limit 500m",
        "pipelint estimate fluent.conf --what-if FD101,FD130 --format markdown",
    ),
    "diff": ("pipelint diff --base main", "pipelint diff before.conf after.conf --max-slowdown 10%"),
    "graph": ("pipelint graph fluent.conf", "pipelint graph fluent.conf --format dot"),
    "report": ("pipelint report k8s/", "pipelint report fluent.conf --output fluent.html"),
    "trace": ("pipelint trace fluent.conf --sample app.log", "pipelint trace fluent.conf --sample app.log --line 3"),
    "stats": ("pipelint stats http://127.0.0.1:24220 fluent.conf", "pipelint stats http://127.0.0.1:9600 --interval 30s"),
    "measure": ("pipelint measure fluent.conf", "pipelint measure fluent.conf --ablate --sample app.log"),
    "grok": ("pipelint grok '%{IP:client} %{WORD:method}' --sample web.log",),
    "syntax": ("pipelint syntax fluent.conf",),
    "regex": (r"pipelint regex '^(\w+\s?)*$'", r"pipelint regex '^(?<user>\S+) ' --sample web.log"),
    "explain": ("pipelint explain FD101", "pipelint explain record_transformer"),
    "plugins": ("pipelint plugins --format json",),
    "init": ("pipelint init", "pipelint init k8s/"),
    "lsp": ("pipelint lsp --stdio",),
    "baseline": ("pipelint baseline write k8s/",),
    "baseline write": ("pipelint baseline write", "pipelint baseline write k8s/ --output known.json"),
    "bench": ("pipelint bench tcp 127.0.0.1:5170 --rate 10000 --period 1m",),
    "calibrate": ("pipelint calibrate observed --cpu 0.42 --events-per-second 8100 fluent.conf",),
    "calibrate fit": ("pipelint calibrate fit --check",),
    "calibrate count": ("pipelint calibrate count regexes/ --engine onigmo",),
    "plugin": ("pipelint plugin import fluent-plugin-mine/",),
    "rules": ("pipelint rules FD1 --fixable", "pipelint rules new stdout-in-production", "pipelint rules test lint-rules"),
    "rules list": ("pipelint rules FD1", "pipelint rules --severity error --category security", "pipelint rules --fixable"),
    "rules new": ("pipelint rules new stdout-in-production --category reliability",),
    "rules test": ("pipelint rules test lint-rules",),
}
_CODES = "Exit code: 0 nothing found, 1 findings that fail (--fail-on), 2 wrong usage or input that cannot be read."
_WITH_CODES = ("check", "diff")


def epilog(command: str) -> str:
    """What stands below the options of a command, its lines as they are."""
    lines = _EXAMPLES[command]
    codes = f"{_CODES}\n\n" if command in _WITH_CODES else ""
    return f"{codes}\b\nExample{'s' if len(lines) > 1 else ''}:\n" + "\n".join(f"  {line}" for line in lines)
