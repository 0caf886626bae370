"""LogstashLaunch: Logstash on one pipeline, with its API on loopback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.engines.launch import Change, LaunchError, remove_stage
from pipelint.graph.stage import Kind, Stage

if TYPE_CHECKING:
    from pipelint.language.config import Config

_VERSION = late(r'"?(?:logstash\.version|Starting Logstash)"?[^\n]*?([0-9]+\.[0-9]+\.[0-9]+)')
# What a pipeline may have of its own, by the option that says it.
_SETTINGS = {"pipeline.workers": "-w", "pipeline.batch.size": "-b", "pipeline.batch.delay": "-u"}


class LogstashLaunch:
    """See ``pipelint.engines.launch.Launch``."""

    programs: Sequence[str] = ("logstash", "/usr/share/logstash/bin/logstash")
    flush = ""
    # Until the compiler threads rest it took 3 to 25 s (cost-models/measurements/README.md).
    warm_up = 15.0

    def words(self, config: Config, file: str, folder: str, port: int) -> Sequence[str]:
        """Its data, logs and settings are in the folder; what the pipeline's settings say of workers and batches holds."""
        words = ["-f", file, "--path.data", f"{folder}/data", "--path.logs", f"{folder}/logs"]
        words += ["--path.settings", f"{folder}/settings", "--api.http.host", "127.0.0.1", "--api.http.port", str(port)]
        for block in config.graph.pipelines.values():
            words += [word for name, option in _SETTINGS.items() if (value := block.value(name)) for word in (option, value)]
        return words

    def environment(self) -> Mapping[str, str]:
        """Nothing."""
        return {}

    def remarks(self, version: str) -> Sequence[str]:
        """Nothing."""
        return ()

    def beside(self, config: Config) -> Mapping[str, bytes]:
        """None: all is in one file."""
        return {}

    def changes(self, config: Config, folder: str) -> Iterator[Change]:
        """Nothing but plugins."""
        if len(config.entry.pipelines) > 1:
            raise LaunchError(f"{len(config.entry.pipelines)} pipelines, of which one at a time can be run: name its file")
        yield from ()

    def without(self, config: Config, stage: Stage) -> Iterator[Change]:
        """Filters and outputs go."""
        if stage.kind in (Kind.FILTER, Kind.OUTPUT):
            yield remove_stage(stage.index)

    def framed(self, stage: Stage) -> bool:
        """Its inputs are not asked who frames their lines."""
        return False

    def text(self, config: Config) -> tuple[str, bytes]:
        """All files joined, as it joins them."""
        return "pipeline.conf", b"\n".join(document.text for document in config.documents)

    def version(self, log: str) -> str:
        """As its first lines say it."""
        found = _VERSION.search(log)
        return "" if found is None else f"logstash {found[1]}"

    def statistics(self, port: int) -> str:
        """Its API."""
        return f"http://127.0.0.1:{port}/_node/stats"
