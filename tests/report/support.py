"""What the tests of the renderers share: configs read from text, findings and estimates made by hand."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.finding import Edit, Finding, Fix, Gain, Safety, Severity
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.checker import Checked, Report
from pipelint.cost.estimate import Estimate, StageCost
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import Interval
from pipelint.engines.registry import engine
from pipelint.language.config import Config
from pipelint.sources import Entry, collect
from tests.sources.common import Engines

CONFIG = """\
<source>
  @type tail
  tag raw.*
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
<filter raw.**>
  @type record_transformer
  enable_ruby true
</filter>
<match raw.**>
  @type kafka2
  <buffer>
    @type file
  </buffer>
</match>
"""


def whole(text: str, path: str = "fluent.conf") -> Document:
    """A document that is a whole file."""
    return Document.whole(SourceFile(path, text.encode()))


def place(document: Document, part: str, which: int = 0) -> Place:
    """The place of the ``which``-th occurrence of ``part`` in a document."""
    raw, at = part.encode(), -1
    for _ in range(which + 1):
        at = document.text.index(raw, at + 1)
    return Place(document, Span(at, at + len(raw)))


def finding(
    at: Place,
    message: str = "the Z is read as a letter",
    *,
    severity: Severity = Severity.WARNING,
    reason: str = "",
    fix: Fix | None = None,
    gain: Gain | None = None,
) -> Finding:
    """A finding of the rule FD101."""
    return Finding("FD101", "literal-z-time-format", severity, "performance", message, at, reason, (), fix, gain=gain)


def replacement(at: Place, text: str, safety: Safety = Safety.SAFE, title: str = "read the zone with %z") -> Fix:
    """A fix of one edit."""
    return Fix(title, (Edit(at.document, at.span, text),), safety)


class NoIncludes:
    """A bundle for configs without includes."""

    def resolve(self, pattern: str, from_document: Document) -> None:
        """Never asked."""
        raise AssertionError(pattern)


def config_of(document: Document) -> Config:
    """The Fluentd config in a document."""
    return engine("fluentd").load(Entry("fluentd", (document,), NoIncludes(), document.file.path))  # type: ignore[arg-type]


def config_in_manifest(manifest: str, path: str) -> Config:
    """The first config of a manifest that stands in the file ``path``."""
    found = collect(["-"], Engines(lambda text, name: "fluentd"), stdin=manifest.encode(), stdin_filename=path)
    return engine("fluentd").load(found.entries[0])


def estimate_of(config: Config, costs: Mapping[int, float], unknown: tuple[int, ...] = ()) -> Estimate:
    """An estimate in which stage ``index`` costs so many µs, half to double of it; of unknown ones only the kind is known."""
    total = sum(costs.values())
    assert total > 0
    stages = tuple(
        StageCost(
            config.graph.stages[i],
            Interval(us / 2, us, us * 2),
            us / total,
            1.0,
            Grade.UNKNOWN if i in unknown else Grade.MEASURED,
        )
        for i, us in costs.items()
    )
    us = Interval(total / 2, total, total * 2)
    return Estimate(us, us.per_second(), stages, ("a buffer chunk holds 1,000 events",))


def report_of(*checked: Checked) -> Report:
    """A report without problems."""
    return Report(tuple(checked), (), ())
