"""The Helm chart around a file: what its Chart.yaml says of the application that it installs."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile

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


def values_text(path: str) -> str:
    """The text of the values beside a Chart.yaml; "" where it cannot be read."""
    try:
        return files.read(files.join(files.folders(path)[0], _VALUES), _MOST_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def read_chart(path: str) -> Chart | None:
    """The chart of a Chart.yaml; None where it cannot be read."""
    # Imported here: most configs are in no chart.
    from pipelint.yaml.tree import Mapping, read_yaml

    def mapping(name: str) -> Mapping:
        try:
            data = files.read(files.join(files.folders(path)[0], name), _MOST_BYTES)
            data.decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return Mapping()
        root = next(iter(read_yaml(data).roots), None)
        return root if isinstance(root, Mapping) else Mapping()

    said, values = mapping(_CHART), mapping(_VALUES)
    if not said.text("name"):
        return None
    inner = values.values.get("image")
    if isinstance(inner, Mapping):
        image, tag = inner.text("repository"), inner.text("tag")
    else:
        image, tag = values.text("image"), values.text("imageTag")
    return Chart(said.text("name"), said.text("appVersion"), image, tag)
