"""What the tests of refactorings share: a config of each engine, and all that may be made of one."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.text.changes import spliced
from pipelint.base.text.span import Span
from pipelint.lsp.answers.fixing import refactor
from pipelint.lsp.snapshot import ProjectFiles, Snapshot, take_snapshot

LOGSTASH = """\
input { stdin { codec => json } }
filter {
  if [kind] == "web" and [verb] {
    mutate { add_field => { "text" => "a b" } }
  }

  if [kind] == "web" and ([code] > 399 or [failed]) {
    mutate { rename => { "code" => "status" } }
  }
  if [team] {
    if [team] == "shop" or [team] == "cart" {
      mutate { add_field => { "owner" => "retail" } }
    }
  }
  if [kind] == "db" {
    mutate { lowercase => ["verb"] }
  }
  if [kind] == "db" { drop { } }
}
output { stdout { } }
"""

FLUENTD = """\
<source>
  @type tail
  path /var/log/app.log
  pos_file /var/lib/app.pos
  tag app.web
  format json
  time_key at
</source>
<match other.**>
  @type stdout
</match>
<filter app.**>
  @type grep
  <exclude>
    key level
    pattern /DEBUG/
  </exclude>
</filter>
<filter app.**>
  @type record_transformer
  <record>
    service shop
  </record>
</filter>
<match app.**>
  @type stdout
</match>
"""


def name_of(config: str) -> str:
    """The file that it is."""
    return "fluent.conf" if config.startswith("<") else "pipeline.conf"


def snapshot_of(config: str, name: str = "") -> Snapshot:
    """It, as it is opened in an editor."""
    return take_snapshot(f"/nowhere/{name or name_of(config)}", config.encode(), 1, ProjectFiles(), "utf-16")


def refactored(config: str) -> Iterator[tuple[str, str]]:
    """All refactorings at all places of a config: the title and what comes of it."""
    snapshot, seen = snapshot_of(config), set[str]()
    for block in snapshot.checked[0].config.root.walk():
        start = block.head_place.file_span.start
        for action in refactor.actions(snapshot, "file:///nowhere", Span(start, start)):
            made = refactor.resolved(action, snapshot)
            assert made.edit is not None, (made.title, config)
            data = action.data
            assert isinstance(data, dict)
            changes = (
                refactor._changes(snapshot, data["refactor"], Span(start, start))
                if data["refactor"]
                else refactor._modern(snapshot)
            )
            text = spliced(config.encode(), changes).decode()
            if text not in seen:
                seen.add(text)
                yield action.title, text
