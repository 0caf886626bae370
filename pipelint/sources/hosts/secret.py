"""Secret of Kubernetes: its keys are files as a ConfigMap's are, those of ``data`` in base64. Nothing in it is quoted."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile
from pipelint.sources.hosts.protocol import Folder, ScalarText, Text, resource_name
from pipelint.sources.hosts.texts.encoded import MAX_BASE64, Base64Text
from pipelint.yaml.tree import Mapping, Node, Scalar

KIND = "Secret"
_SAID = late(rb"kind[\"']?[ \t]*:[ \t]*[\"']?Secret(?:List)?\b")


class Secrets:
    """Secrets, alone, in lists, and wherever else they stand in YAML."""

    kinds = (KIND,)
    certain = False

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By its kind, which is a common word otherwise."""
        return yaml and KIND.encode() in file.data and _SAID.search(file.data) is not None

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The keys of ``stringData``, and those of ``data`` that it does not set, as Kubernetes has them."""
        texts: dict[str, Text] = {}
        unread: list[str] = []
        for key, value in _scalars(node.values.get("data")):
            if value.end - value.start > MAX_BASE64:
                unread.append(f"key {key}, larger than a {KIND} may be,")
            else:
                texts[key] = Base64Text(value)
        texts |= {key: ScalarText(value) for key, value in _scalars(node.values.get("stringData"))}
        # What is no text holds no config.
        texts = {key: text for key, text in texts.items() if text.value()}
        yield Folder(file, KIND, resource_name(node), texts, tuple(unread), sealed=True)


def _scalars(node: Node | None) -> list[tuple[str, Scalar]]:
    values = node.values.items() if isinstance(node, Mapping) else ()
    return [(key, value) for key, value in values if isinstance(value, Scalar)]
