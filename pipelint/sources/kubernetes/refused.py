"""What the API server refuses of the resource of a pod, by the resource's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, wanted_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from typing import TypeGuard

# apps/v1beta1 and extensions/v1beta1 take the labels of the template where there is no selector.
_WANTS_SELECTOR = frozenset(("apps/v1", "apps/v1beta2"))
# Plain scalars that kubectl makes numbers and booleans of; others, such as 1.2.3 and 5m, are texts.
_NO_TEXT = late(r"[-+]?(?:\d+|\d+\.\d*|\.\d+)|true|True|TRUE|false|False|FALSE|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF")
_MOST = 200
GONE = {
    **dict.fromkeys(("apps/v1beta1", "apps/v1beta2", "extensions/v1beta1"), "1.16"),
    **dict.fromkeys(("rbac.authorization.k8s.io/v1alpha1", "rbac.authorization.k8s.io/v1beta1"), "1.22"),
    **dict.fromkeys(
        ("admissionregistration.k8s.io/v1beta1", "apiextensions.k8s.io/v1beta1", "networking.k8s.io/v1beta1"), "1.22"
    ),
}
"""The releases of Kubernetes without these apiVersions, for the kinds of its day. Source: its deprecated API migration guide."""
# Kinds beside those with pods.
_RIGHTS = frozenset(("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"))
# Kustomize and the like complete what they list.
_COMPLETES = ("kustomization.yaml", "kustomization.yml")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something for which the API server refuses a resource.

    ``what`` is ``selector`` (there is none), ``unmatched`` (the template's labels are others), ``env``, ``label`` or
    ``annotation`` (its value is no text), or ``version`` (Kubernetes since the release ``name`` has no such apiVersion).
    ``name`` is the label or variable, ``text`` its value as written.
    """

    what: str
    name: str
    text: str
    place: Place


def refusals(node: Mapping, containers: Iterable[Mapping], place: Callable[[Node], Place]) -> Iterator[Refusal]:
    """What is refused of a resource with pods of some ``containers``."""
    yield from _gone(node, place)
    spec = _mapping(node.values.get("spec"))
    inner = _mapping(_mapping(spec.values.get("template")).values.get("metadata"))
    for metadata in (_mapping(node.values.get("metadata")), inner):
        for kind in ("label", "annotation"):
            for name, value in islice(_mapping(metadata.values.get(f"{kind}s")).values.items(), _MOST):
                if _is_no_text(value):
                    yield Refusal(kind, name, value.value, place(value))
    for container in containers:
        listed = container.values.get("env")
        for each in islice(listed.items, _MOST) if isinstance(listed, Sequence) else ():
            said = each.values.get("value") if isinstance(each, Mapping) else None
            if isinstance(each, Mapping) and _is_no_text(said):
                yield Refusal("env", each.text("name"), said.value, place(said))
    if node.text("apiVersion") in _WANTS_SELECTOR:
        yield from _of_selector(node, spec, inner, place)


def rights_gone(nodes: Iterable[Mapping], place: Callable[[Node], Place]) -> Iterator[Refusal]:
    """The roles and bindings among resources whose apiVersion is gone."""
    for node in nodes:
        if node.text("kind") in _RIGHTS:
            yield from _gone(node, place)


def _gone(node: Mapping, place: Callable[[Node], Place]) -> Iterator[Refusal]:
    """The apiVersion of a resource, where newer releases of Kubernetes have none such."""
    if (release := GONE.get(node.text("apiVersion"))) is not None:
        yield Refusal("version", release, node.text("apiVersion"), place(node.values["apiVersion"]))


def _of_selector(node: Mapping, spec: Mapping, inner: Mapping, place: Callable[[Node], Place]) -> Iterator[Refusal]:
    """What is refused of a selector, or of its absence; ``inner`` is the metadata of the pods."""
    labels = inner.values.get("labels")
    # A resource without labels of its pods is a part of one: a patch.
    if not isinstance(labels, Mapping) or not labels.values:
        return
    selector = spec.values.get("selector")
    if selector is None:
        yield Refusal("selector", "", "", place(node.values["kind"]))
    for name, value in islice(_mapping(_mapping(selector).values.get("matchLabels")).values.items(), _MOST):
        if isinstance(value, Scalar) and labels.text(name) != value.value:
            yield Refusal("unmatched", name, value.value, place(value))


def is_completed(place: Place) -> bool:
    """Whether a kustomization beside a manifest may add labels and selectors to it."""
    return bool(wanted_in(files.folder_by_name(full_path(place.document.file)), _COMPLETES))


def _is_no_text(node: Node | None) -> TypeGuard[Scalar]:
    return isinstance(node, Scalar) and not node.style and not node.tag and _NO_TEXT.fullmatch(node.value) is not None


def _mapping(node: Node | None) -> Mapping:
    return node if isinstance(node, Mapping) else Mapping()
