"""Whether the kubernetes filter finds the pod in the tags that it gets: it reads them as Fluent Bit does.

Source: plugins/filter_kubernetes/kube_meta.c and kube_regex.h, plugins/in_tail/tail_file.c of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.match import matches
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

CONTAINER_PATHS = ("/var/log/containers/", "/var/log/pods/", "/var/lib/docker/containers/")
_PREFIX = "kube.var.log.containers."
_POD = "web-1"
_ID = "0123456789abcdef" * 4
# What such a path leads to in a cluster: a file of the pod web-1, which Docker names after the container alone.
_FILES = {
    "/var/log/containers/": f"/var/log/containers/{_POD}_shop_app-{_ID}.log",
    "/var/log/pods/": f"/var/log/pods/shop_{_POD}_6f1f4b7c-0a7d-4f0e-9d5a-5b1a3c6e2d10/app/0.log",
    "/var/lib/docker/containers/": f"/var/lib/docker/containers/{_ID}/{_ID}-json.log",
}
_TO_POD = late(
    r"(?P<pod>[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*)_(?P<namespace>[^_]+)_(?P<container>.+)"
    r"-[a-z0-9]{64}\.log$"
)
_MEANT = {
    "pod": _POD,
    "pod_name": _POD,
    "namespace": "shop",
    "namespace_name": "shop",
    "container": "app",
    "container_name": "app",
}
_EVERY_LOG = late(r"/var/log/containers/\*(?:\.log)?|/var/log/pods/\*/\*/\*(?:\.log)?")
_NAMED = late(r"\(\?<([A-Za-z_]\w*)>")
_STEPS = 50_000
_OWN_WAYS = frozenset(("regex_parser", "use_tag_for_meta", "dummy_meta"))
_DROPPED_APIS = frozenset(("extensions/v1beta1", "apps/v1beta1", "apps/v1beta2"))
_NEW_TAG = 2  # the number of the word in a rule of rewrite_tag


@dataclass(frozen=True, eq=False)
class PodTagFact:
    """A ``tag`` of the logs of a pod web-1 in which a kubernetes filter finds the pod ``found``, "" where it finds none.

    ``prefix`` is what stands before the name of the pod, and should be the filter's Kube_Tag_Prefix; "" where the tag has no
    name of a pod. ``place`` is where the tag comes from; ``rewritten``: a rule of rewrite_tag.
    """

    tag: str
    found: str
    prefix: str
    rewritten: bool
    place: Place


@dataclass(frozen=True, eq=False)
class TagRegexFact:
    """A Tag_Regex whose ``group`` takes ``found`` from the path ``file`` of a container's log, and not ``meant``.

    ``group`` is "" where the regex does not match the path.
    """

    group: str
    found: str
    meant: str
    file: str
    place: Place


def has_docker_nodes(config: Config) -> bool:
    """Whether its nodes have Docker: a file is named so, or a workload has an apiVersion that Kubernetes 1.16 dropped."""
    names = (files.name(document.name).lower() for document in config.documents)
    return any(workload.api in _DROPPED_APIS for workload in config.workloads) or any("docker" in name for name in names)


def leaves_itself_out(config: Config) -> bool:
    """Whether its pods may have the annotation with which the kubernetes filter drops their lines: no manifest or values say."""
    documents = (*config.documents, *(each.place.document for each in config.workloads))
    hosted = any(document.part for document in config.documents)
    return not hosted or any(b"fluentbit.io/exclude" in document.file.data for document in documents)


def reads_container_logs(plugin: str, block: Block) -> bool:
    """Whether the input of this plugin and section follows files below a path of container logs, or with Docker's names."""
    where = block.value("path")
    return plugin == "tail" and (any(path in where for path in CONTAINER_PATHS) or where.endswith("-json.log"))


def pod_tags(graph: StageGraph, stage: Stage) -> Iterator[PodTagFact]:
    """The tags of container logs that a kubernetes filter gets and does not understand."""
    block = stage.block
    prefix = block.value("kube_tag_prefix", _PREFIX)
    own = any(name in block.params for name in _OWN_WAYS) or types.boolean(block.value("use_journal")) is True
    if stage.plugin != "kubernetes" or own or "match_regex" in block.params or "${" in prefix + stage.pattern:
        return
    for tag, place, rewritten in _tags(graph):
        if matches(stage.pattern, tag) and (found := _pod(tag, prefix)) != _POD:
            before, name, _ = tag.partition(f"{_POD}_shop_")
            shown = tag.replace(f"{_ID}.{_ID}", "ID.ID").replace(_ID, "...")
            yield PodTagFact(shown, found, before if name else "", rewritten, place)


def _pod(tag: str, prefix: str) -> str:
    if len(prefix) + 1 >= len(tag):
        return ""
    found = _TO_POD.search(tag[len(prefix) :])
    return "" if found is None else found["pod"]


def _tags(graph: StageGraph) -> Iterator[tuple[str, Place, bool]]:
    for stage in graph.of_kind(Kind.SOURCE):
        yield from ((tag, place, False) for tag, place in _own_tags(stage))
    for stage in graph.stages:
        if stage.plugin == "rewrite_tag":
            sources = [tag for source in graph.sources(stage) for tag, _ in _own_tags(source) if matches(stage.pattern, tag)]
            for item in stage.block.items:
                if isinstance(item, Param) and item.name == "rule":
                    yield from ((tag, item.place, True) for tag in _new_tags(item, sources))


def _own_tags(source: Stage) -> Iterator[tuple[str, Place]]:
    """The tags of a pod's log that a tail input follows."""
    block = source.block
    if source.plugin != "tail" or "tag_regex" in block.params:
        return
    param = block.param("tag")
    if param is not None and param.embedded:
        return
    for path in types.parts(block.value("path")):
        # Files of pods lie in folders of their own: a path that ends above them leads to none.
        named = (name for folder, name in _FILES.items() if path.startswith(folder) and "*" in path)
        name = next((each for each in named if path.count("/") == each.count("/") or "**" in path), None)
        if name is not None:
            pattern = "" if param is None else param.value
            yield _with_path(pattern, name), block.head_place if param is None else param.place


def tag_regex_misfit(source: Stage) -> TagRegexFact | None:
    """What a Tag_Regex takes wrongly from the paths of the logs of a pod web-1, in the namespace shop, of the container app."""
    # Imported here: few configs have one.
    from pipelint.regex.run import run
    from pipelint.regex.tree import Regex, read_regex

    param, paths = source.block.param("tag_regex"), types.parts(source.value("path"))
    name = next(
        (name for folder, name in _FILES.items() if folder in CONTAINER_PATHS[:2] and source.value("path").startswith(folder)), ""
    )
    if source.plugin != "tail" or param is None or param.embedded or not name or len(paths) > 1:
        return None
    pattern, options = types.regexp(param.value) or ("", "")
    regex = f"(?{options}:{pattern})" if options else pattern
    if not pattern or not isinstance(read_regex(regex), Regex):
        return None
    groups = _NAMED.findall(pattern)
    tried = run(regex, name, _STEPS)
    if tried.matched is False and _EVERY_LOG.fullmatch(paths[0]) is not None:
        return TagRegexFact("", "", "", name.replace(_ID, "..."), param.place)
    if not tried.matched or len(tried.groups) != len(groups) + 1:
        return None
    for group, where in zip(groups, tried.groups[1:], strict=True):
        text, meant = "" if where is None else name[where[0] : where[1]], _MEANT.get(group, "")
        if meant and text != meant:
            return TagRegexFact(group, text.replace(_ID, "..."), meant, name.replace(_ID, "..."), param.place)
    return None


def path_tag(source: Stage) -> str:
    """The tag of a file that a tail input may follow, where its path is a part of it; else ""."""
    pattern, path = source.value("tag"), next(iter(types.parts(source.value("path"))), "")
    if source.plugin != "tail" or "*" not in pattern or "tag_regex" in source.block.params:
        return ""
    name = next((name for folder, name in _FILES.items() if path.startswith(folder)), path)
    return _with_path(pattern, name.replace("*", "x").replace("?", "x"))


def _with_path(pattern: str, name: str) -> str:
    before, star, after = pattern.partition("*")
    return re.sub(r"[/\\:.]+", ".", before + name + after).lstrip(".") if star else pattern


def _new_tags(rule: Param, tags: list[str]) -> Iterator[str]:
    """What a rule makes of these tags, where no key of a record and no group of its regex decides."""
    words = types.words(rule.value, 4)
    new = words[_NEW_TAG] if len(words) > _NEW_TAG else ""
    for tag in dict.fromkeys(tags):
        made = re.sub(r"\$TAG(?![\w\[])", tag.replace("\\", r"\\"), new)
        if made and "$" not in made:
            yield made
