"""A project with all that formats for machines have to write: what their tests check, and where what is found stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pipelint.checker import Report, check
from pipelint.settings.project import Project

TIME = "%Y-%m-%dT%H:%M:%S.%NZ"
SOURCE = f"""\
<source>
  @type tail
  path /var/log/größe & <size>.log
  pos_file /var/lib/a.pos
  tag a
  <parse>
    @type json
    time_format {TIME}
  </parse>
</source>
"""
PLAIN = f"""\
{SOURCE}<match a>
  @type null
</match>
<match a.**>
  @type null
</match>
<match a>
  @type stdout
</match>
"""
HIDDEN = PLAIN.replace("    time_format", "    # pipelint: ignore[FD101] local time\n    time_format")
KNOWN = PLAIN.replace("<match a>\n  @type null\n</match>\n", "")
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: größe\n  namespace: logging\ndata:\n"
LOGSTASH = """\
input {
  beats { port => 5044 }
}
filter {
  grok { match => { "message" => ["%{IP:a} .* b"] } }
}
output {
  stdout { }
}
"""
OWN = """\
---
code: TEAM601
name: tail-is-ours
engine: fluentd
category: style
severity: info
on: source
when: stage.plugin == "tail"
at: stage
message: "the team reads {stage.params.tag.value} & <others> with an agent"
reason: it is written down
related:
  at: stage.params.path
  message: these logs
---
# A tail of the team's own
## Why
The team says so.
## Bad
```fluentd
<source>
  @type tail
  tag a
</source>
```
## Good
```fluentd
<source>
  @type http
</source>
```
## References
- the team's own pages
"""
SETTINGS = 'rules = ["own rules"]\nbaseline = "known.json"\n'

FILES: Mapping[str, str] = {
    "pipelint.toml": SETTINGS,
    "own rules/TEAM601-tail-is-ours.md": OWN,
    "plain/größe und #1 100%.conf": PLAIN,
    "plain/hidden.conf": HIDDEN,
    "plain/known.conf": KNOWN,
    "maps/block.yaml": CONFIG_MAP + "  fluent.conf: |\n" + "".join(f"    {line}\n" for line in PLAIN.splitlines()),
    "maps/quoted.yaml": CONFIG_MAP + "  fluent.conf: " + json.dumps(PLAIN, ensure_ascii=False) + "\n",
    "maps/broken.yaml": CONFIG_MAP + "  fluent.conf: |\n    <match>\n  - x\n",
    "logstash/a.conf": LOGSTASH,
    "broken/a.conf": "<source>\n  @type tail\n",
}
PATHS = ("plain", "maps", "logstash", "broken", "not there.conf")


def project(folder: Path) -> Report:
    """Writes the project into ``folder``, which has to be the working folder, and checks it."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    rows = [{"rule": "FD101", "path": "plain/known.conf", "text": text_of_known(), "count": 1}]
    (folder / "known.json").write_text(json.dumps({"version": 1, "findings": rows}))
    return check(PATHS, Project(_rules))


def text_of_known() -> str:
    """What a baseline writes for the line of the finding: the beginning of its SHA-256, blanks made one."""
    import hashlib

    return hashlib.sha256(f"time_format {TIME}".encode()).hexdigest()[:16]


def _rules() -> tuple[()]:
    return ()
