"""Parsers of one's own that nothing uses: no input, no filter, no other config beside the file that they stand in."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import BUILT_IN, stock_names
from pipelint.engines.fluentbit.facts.parsers.references import idle_parsers

_MOST = 40
# Those of the manifests and the chart of Fluent Bit's project, which many start from.
_COPIED = ("docker_no_time", "syslog")
_TEXTS = (".conf", ".yaml", ".yml", ".j2", ".tpl", ".lua", ".md", ".sh", ".py")


def unused_parsers(config: FluentBitConfig, *sections: Block) -> list[Block]:
    """Those of ``sections`` with a name that Fluent Bit's own files do not have, and that nothing at hand has as a word."""
    idle = idle_parsers(config)
    told = {name.lower() for name in (*BUILT_IN, *_COPIED, *stock_names())}
    found = [each for each in sections if (name := each.value("name").lower()) in idle and name not in told and "$" not in name]
    if not found or any(_by_annotation(block) for block in config.sections("filter")):
        return []
    own = {full_path(document.file) for document in config.documents}
    folders = {files.folder_by_name(document.file.path): document.file for document in config.documents}
    texts = [
        read.data.lower()
        for folder, file in folders.items()
        for read in sources_in(folder, file.project, _TEXTS, _MOST)
        if read.path not in own
    ]
    return [each for each in found if not any(each.value("name").lower().encode() in text for text in texts)]


def _by_annotation(block: Block) -> bool:
    """Whether a pod may name a parser."""
    return "k8s-logging.parser" in block.names
