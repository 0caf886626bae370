"""The Helm chart around a file: what its Chart.yaml and its values say of the application that it installs."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile

_CHART = "Chart.yaml"
_VALUES = "values.yaml"
# Folders above a file that are looked at: templates/logging/fluentd/config.yaml is three below its chart.
_HIGHEST = 4
_MOST_BYTES = 1 << 20
_IMAGE = late(
    r"""(?m)^[ \t]*(?:repository|image):[ \t]*["']?([^\s"'#]+)["']?[ \t\r]*\n[ \t]*(?:tag|imageTag):[ \t]*["']?([^\s"'#]+)"""
)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its name, its ``appVersion``, and the image and tag of its values ("" where they do not say one).

    ``wraps``: it installs another chart of the same name, and its ``appVersion`` counts its own changes.
    """

    name: str
    version: str
    image: str
    tag: str
    wraps: bool = False


def chart_file(file: SourceFile) -> str | None:
    """The Chart.yaml of the chart that a file of a project belongs to; None where there is none."""
    folder = files.folder_by_name(file.path)
    for here in [folder, *files.folders(folder)][:_HIGHEST]:
        path = files.join(here, _CHART)
        if files.is_file(path):
            return path if files.within(path, file.project) else None
    return None


def images_beside(path: str) -> list[tuple[str, str]]:
    """The images and their tags in the values beside a Chart.yaml; none where these cannot be read."""
    try:
        text = files.read(files.join(files.folders(path)[0], _VALUES), _MOST_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    return _IMAGE.findall(text)


def images_of(file: SourceFile) -> list[tuple[str, str]]:
    """The images and their tags in a file that may be the values of a chart, which may be elsewhere."""
    values = file.path.endswith((".yaml", ".yml")) and b"image" in file.data
    return _IMAGE.findall(file.data.decode()) if values else []


def read_chart(path: str) -> Chart | None:
    """The chart of a Chart.yaml; None where it cannot be read."""
    # Imported here: most configs are in no chart.
    from pipelint.yaml.tree import Mapping, Sequence, read_yaml

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
    name, needs = said.text("name"), said.values.get("dependencies")
    others = needs.items if isinstance(needs, Sequence) else ()
    wraps = any(isinstance(each, Mapping) and each.text("name") == name for each in others)
    return Chart(name, said.text("appVersion"), image, tag, wraps)
