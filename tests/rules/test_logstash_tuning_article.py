"""The Logstash example of the tuning article: the pipeline before names each slow part at its line, the one after has none."""

from pathlib import Path

from pipelint.base.finding import Severity
from pipelint.base.text.lines import lines_of
from pipelint.checker import Report, Settings, check, load
from pipelint.checker.config.costs import estimate_config

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "logstash"

# Code, file, and how the line begins that the finding points at.
BEFORE = {
    ("LS103", "20-services.conf", '"message" => "%{TIMESTAMP_ISO8601:time} %{LOGLEVEL:level} %{WORD:action}'),
    ("LS110", "30-masking.conf", "gsub => ["),
    ("LS120", "20-services.conf", 'match => ["time", "dd/MMM'),
    ("LS151", "90-output.conf", "influxdb {"),
    ("LS153", "90-output.conf", "http {"),
    ("LS160", "20-services.conf", 'if [fields][service] == "gateway" {'),
}


def run(name: str) -> Report:
    return check([str(EXAMPLES / f"tuning-article-{name}")], Settings())


def events_per_second(name: str) -> float:
    (config,) = load([str(EXAMPLES / f"tuning-article-{name}")]).configs
    estimate = estimate_config(config, Settings())
    assert estimate is not None
    return estimate.events_per_cpu_second.mid


def test_the_pipeline_before_names_each_slow_part() -> None:
    found = []
    for finding in run("before").findings:
        document = finding.place.document
        lines = lines_of(document.text)
        line = lines.content(lines.line(finding.place.span.start)).decode().strip()
        found.append((finding.code, Path(document.name).name, line))
    missing = {
        (code, file, start)
        for code, file, start in BEFORE
        if not any((code, file) == one[:2] and one[2].startswith(start) for one in found)
    }
    assert missing == set()


def test_the_pipeline_after_has_no_slow_part() -> None:
    assert [f.code for f in run("after").findings if f.severity >= Severity.WARNING or f.category == "performance"] == []


def test_the_estimate_at_least_doubles() -> None:
    assert events_per_second("after") > 2 * events_per_second("before")
