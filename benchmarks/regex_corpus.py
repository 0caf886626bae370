"""Times what pipelint does with each regex and grok pattern of a folder of configs: read, made lines, counted, predicted.

    python benchmarks/regex_corpus.py FOLDER...

Patterns are what stands between slashes or quotes behind the parameters that hold regexes (Fluentd's `expression`, `pattern`,
`format`, `multiline_start_regexp` ...; Logstash's `match`, `=~`), each once. Printed: patterns, refused ones, CPU seconds, and
the slowest.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pipelint.cost.regex.forecast import forecast
from pipelint.cost.regex.work import Engine
from pipelint.engines.logstash.grok import GROK
from pipelint.regex.grok import expand
from pipelint.regex.library import shipped_by_any

_FLUENTD = re.compile(
    r"^\s*(?:expression|pattern|format\d*|format_firstline|regexp\d+ \S+|multiline_\w+_regexp)\s+/(.+)/[imx]*\s*$", re.MULTILINE
)
_LOGSTASH = re.compile(r'=~\s*/((?:[^/\\\n]|\\.)+)/|"((?:[^"\\\n]|\\.)*%\{[A-Z0-9_]+[:}](?:[^"\\\n]|\\.)*)"')
_SIZE, _SHOWN = 250, 5


def patterns(folder: Path) -> Iterator[tuple[str, Engine]]:
    """The patterns of the configs in a folder, and whose they are."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for found in _FLUENTD.finditer(text):
            yield found[1], "onigmo"
        for found in _LOGSTASH.finditer(text):
            grok = found[2]
            if grok is None:
                yield found[1], "joni"
                continue
            expansion = expand(grok, shipped_by_any(GROK), GROK)
            if expansion.complete:
                yield expansion.runnable, "joni"


def main(folders: list[str]) -> None:
    """Prints the figures. Exits with the usage where no folder is given."""
    if not folders:
        raise SystemExit(__doc__)
    wanted = dict.fromkeys(one for folder in folders for one in patterns(Path(folder)))
    times: list[tuple[float, str]] = []
    refused = 0
    for pattern, engine in wanted:
        start = time.process_time()
        try:
            forecast(pattern, engine, _SIZE)
        except ValueError:
            refused += 1
        times.append((time.process_time() - start, pattern))
    times.sort(reverse=True)
    print(f"{len(times)} patterns, {refused} refused, {sum(seconds for seconds, _ in times):.2f} s of CPU")
    for seconds, pattern in times[:_SHOWN]:
        print(f"{seconds * 1000:8.1f} ms  {pattern[:100]}")


if __name__ == "__main__":
    main(sys.argv[1:])
