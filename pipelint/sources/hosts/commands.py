"""Commands of containers that give an engine its config as an option, in the place of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.protocol import Folder, ScalarText, Text, inner, quoted, resource_name
from pipelint.sources.hosts.texts.option import OPTIONS, OptionText
from pipelint.sources.kubernetes.read import mapping, mappings
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_WORKLOADS = ("DaemonSet", "Deployment", "DeploymentConfig", "StatefulSet", "ReplicaSet", "ReplicationController", "Pod", "Job")
_CRON = "CronJob"
_NAME = "option.conf"
# The option, and not far after it a section: most manifests are told by this.
_SAID = late(rb"(?:[\s\"',\[]-e|--config\.string)[\s\"',=][^{}]{0,200}?\w[ \t]*\{")

Reading = Callable[[Scalar], "Text | None"]
"""The text that a scalar is for the program that reads the file; None where that puts something in."""


class PodCommands:
    """Commands and arguments of the containers of pods."""

    kinds = (*_WORKLOADS, _CRON)
    certain = False

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the option."""
        return yaml and b"containers" in file.data and says_option(file.data)

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The config of each container."""
        spec = inner(node, "spec", "jobTemplate", "spec") if kind == _CRON else node.values.get("spec")
        pod = mapping(spec if kind == "Pod" else inner(spec, "template", "spec"))
        for key in ("containers", "initContainers"):
            for container in mappings(pod.values.get(key)):
                for word in ("args", "command"):
                    text = option_in(container.values.get(word), _of_kubernetes)
                    if text is not None and self._engines.sniff(text.value(), _NAME):
                        path = f"{key}.{quoted(container.text('name'))}"
                        yield Folder(file, kind, resource_name(node), {_NAME: text}, path=path, where={_NAME: word}, open=True)


def says_option(data: bytes) -> bool:
    """Whether it is worth looking for a command with such an option."""
    return _SAID.search(data) is not None


def option_in(command: Node | None, read: Reading) -> Text | None:
    """The config in a command, one text or a list of words; None where it gives none."""
    words = command.items if isinstance(command, Sequence) else [command]
    found: Text | None = None
    for number, word in enumerate(words):
        text = read(word) if isinstance(word, Scalar) else None
        if text is None or not isinstance(word, Scalar):
            continue
        if number and isinstance(before := words[number - 1], Scalar) and before.value in OPTIONS:
            found = text
        else:
            found = OptionText.last_in(text, word) or found
    return found


def _of_kubernetes(word: Scalar) -> Text | None:
    # Kubernetes puts variables in, of which two dollars are none.
    return None if b"$(" in word.encoded or b"$$" in word.encoded else ScalarText(word)
