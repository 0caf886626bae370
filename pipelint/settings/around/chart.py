"""The Helm chart around a file: what its Chart.yaml says of the application that it installs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile

if TYPE_CHECKING:
    from pipelint.yaml.tree import Mapping

_CHART = "Chart.yaml"
_VALUES = "values.yaml"
# Folders above a file that are looked at: templates/logging/fluentd/config.yaml is three below its chart.
_HIGHEST = 4
_MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its name, its ``appVersion``, and the image and tag of its values ("" where they do not say one)."""

    name: str
    version: str
    image: str
    tag: str


def chart_file(file: SourceFile) -> str | None:
    """The Chart.yaml of the chart that a file of a project belongs to; None where there is none."""
    folder = files.folder_by_name(file.path)
    for here in [folder, *files.folders(folder)][:_HIGHEST]:
        path = files.join(here, _CHART)
        if files.is_file(path):
            return path if files.within(path, file.project) else None
    return None


def read_chart(path: str) -> Chart | None:
    """The chart of a Chart.yaml; None where it cannot be read."""
    folder = files.folders(path)[0]
    said = _mapping(_content(path))
    if not said.text("name"):
        return None
    return Chart(said.text("name"), said.text("appVersion"), *_image(_mapping(_content(files.join(folder, _VALUES)))))


def read_values(file: SourceFile) -> Chart | None:
    """What the values of a chart that is elsewhere say of its image; None where a file is none, or says nothing of one."""
    if not file.path.endswith((".yaml", ".yml")) or b"\nimage:" not in file.data:
        return None
    return Chart("", "", *_image(_mapping(file.data)))


def _image(values: Mapping) -> tuple[str, str]:
    inner = values.values.get("image")
    if isinstance(inner, type(values)):
        return inner.text("repository"), inner.text("tag")
    return values.text("image"), values.text("imageTag")


def _content(path: str) -> bytes:
    try:
        data = files.read(path, _MOST_BYTES)
        data.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return b""
    return data


def _mapping(data: bytes) -> Mapping:
    # Imported here: most configs are in no chart.
    from pipelint.yaml.tree import Mapping, read_yaml

    root = next(iter(read_yaml(data).roots), None)
    return root if isinstance(root, Mapping) else Mapping()
