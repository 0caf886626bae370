"""The account that the pods of a config run as, and what lets it read pods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.disk.text_file import YAML_SUFFIXES
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.language.config import Config
from pipelint.sources.kubernetes.read import KINDS, mapping, mappings, place_in
from pipelint.sources.kubernetes.refused import Refusal, rights_gone
from pipelint.sources.kubernetes.workload import Workload
from pipelint.yaml.tree import Mapping, read_yaml

_SAID = late(rb"(?m)^[ \t]+serviceAccount(?:Name)?:[ \t]*[\"']?([\w.-]+)")
_KEY = b"serviceAccount"
_MADE = late(rb"(?m)^kind:[ \t]*[\"']?ServiceAccount\b")
_BINDING = late(rb"(?m)^[ \t-]*kind:[ \t]*[\"']?(?:Cluster)?RoleBinding\b")
_OF_ALL = b"system:serviceaccounts"
_OLD_RIGHTS = late(rb"(?m)^apiVersion:[ \t]*[\"']?rbac\.authorization\.k8s\.io/v1(?:alpha|beta)1\b")
_RIGHTS = b"rbac.authorization.k8s.io"
_TEMPLATE = b"{{"
_PATCHES = ("kustomization.yaml", "kustomization.yml")
_MOST = 40


def without_account(config: Config) -> tuple[str, str, Place] | None:
    """The label, account and place of what runs the config under an account of which nothing at hand says that it may read pods.

    That is the one that every pod gets, or one that is made in the file of the pods.
    """
    workloads = [each for each in config.workloads if each.certain and each.kind != "Pod"]
    accounts = {_powerless(config, each) for each in workloads}
    if len(accounts) != 1 or not (account := accounts.pop()):
        return None
    return workloads[0].label, account, workloads[0].place


def rights_gone_beside(config: Config, workload: Workload) -> Iterator[Refusal]:
    """The bindings of its pods' account, and their roles, in files without pods beside it, whose apiVersion is gone."""
    file = workload.place.document.file
    beside = [each for each in _beside(config, file) if _RIGHTS in each.data and _TEMPLATE not in each.data]
    account = said_account(workload.place) if any(_OLD_RIGHTS.search(each.data) for each in beside) else None
    if not account:
        return
    read = [(each, root) for each in beside for root in read_yaml(each.data).roots if isinstance(root, Mapping)]
    with_pods = {full_path(each) for each, root in read if root.text("kind") in KINDS}
    resources = [(each, root) for each, root in read if full_path(each) not in with_pods]
    bound = {mapping(root.values.get("roleRef")).text("name") for _, root in resources if _is_bound(root, account)} - {""}
    for each, root in resources:
        if _is_bound(root, account) or mapping(root.values.get("metadata")).text("name") in bound:
            yield from rights_gone((root,), partial(place_in, Document.whole(each)))


def _is_bound(binding: Mapping, account: str) -> bool:
    subjects = mappings(binding.values.get("subjects"))
    return any(each.text("kind") == "ServiceAccount" and each.text("name") == account for each in subjects)


def _powerless(config: Config, workload: Workload) -> str:
    """The account, "" for one that may have rights, or is not known."""
    file = workload.place.document.file
    said = said_account(workload.place)
    account = said or "default"
    made = any(_MADE.search(each) and _name(account).search(each) for each in file.data.split(b"\n---"))
    if said is None or _TEMPLATE in file.data or (account != "default" and not made):
        return ""
    beside = _beside(config, file)
    patched = any(files.name(each.path) in _PATCHES for each in beside)
    given = any(_gives_rights(each.data, account) or (patched and not said and _KEY in each.data) for each in beside)
    return "" if given else account


def _beside(config: Config, file: SourceFile) -> list[SourceFile]:
    """The manifests in the folders of a file and of the config."""
    folders = {files.folder_by_name(each.path): each for each in (file, config.documents[0].file)}
    return [read for folder, of in folders.items() for read in sources_in(folder, of.project, YAML_SUFFIXES, _MOST)]


def _gives_rights(manifests: bytes, account: str) -> bool:
    bindings = (each for each in manifests.split(b"\n---") if _BINDING.search(each))
    return any(_OF_ALL in each or _name(account).search(each) for each in bindings)


def _name(account: str) -> re.Pattern[bytes]:
    """Where a manifest, which may be a template, has its name: in a line, perhaps with a comment, or in braces."""
    return re.compile(rb"(?<![\w-])name:[ \t]*[\"']?" + re.escape(account.encode()) + rb"(?![\w.-])")


def said_account(workload: Place) -> str | None:
    """The account that the manifest of a workload names, "" where it names none, and None where that is written otherwise."""
    data = workload.document.file.data
    at = workload.document.map.to_file(workload.span).start
    end = data.find(b"\n---", at)
    text = data[data.rfind(b"\n---", 0, at) + 1 : len(data) if end < 0 else end]
    said = _SAID.search(text)
    return said[1].decode() if said is not None else None if _KEY in text else ""
