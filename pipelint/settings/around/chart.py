"""The Helm chart around a file: what its Chart.yaml and its values say of the application that it installs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, SourceFile

_CHART = "Chart.yaml"
_VALUES = "values.yaml"
# Folders above a file that are looked at: templates/logging/fluentd/config.yaml is three below its chart.
_HIGHEST = 4
_MOST_BYTES = 1 << 20
# An image by its name, and lines beside it of the same mapping in which its tag is looked for.
_NAME = late(r"""(?m)^([ \t]*)(?:repository|image):[ \t]*["']?([^\s"'#]+)""")
_TAG = late(r"""([ \t]*)(?:tag|imageTag):[ \t]*["']?([^\s"'#]+)""")
_NEAR = 5


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
    return list(_images(text))


def images_of(file: SourceFile) -> list[tuple[str, str]]:
    """The images and their tags in a file that may be the values of a chart, which may be elsewhere."""
    values = file.path.endswith((".yaml", ".yml")) and b"image" in file.data
    return list(_images(file.data.decode())) if values else []


def _images(text: str) -> Iterator[tuple[str, str]]:
    for found in _NAME.finditer(text):
        # A line of other settings, as of when it is pulled, may stand between the two.
        lines = text[found.end() :].split("\n", _NEAR + 1)[1 : _NEAR + 1], text[: found.start()].rsplit("\n", _NEAR + 1)[-2:0:-1]
        near = (_tag(each, found[1]) for each in lines)
        if tag := next(filter(None, near), ""):
            yield found[2], tag


def _tag(lines: Iterable[str], indent: str) -> str:
    """The tag in lines of one mapping, whose keys have this indentation."""
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        said = _TAG.match(line)
        if said is not None and said[1] == indent:
            return said[2]
        if len(line) - len(line.lstrip()) != len(indent):
            break
    return ""


def own_tag(document: Document) -> str:
    """The tag of the image beside a config in values, where these leave its name to the chart; else ""."""
    # Imported here: most configs are in no values.
    from pipelint.yaml.tree import Mapping, read_yaml

    root = next(iter(read_yaml(document.file.data).roots), None) if document.part and b"tag:" in document.file.data else None
    tag = ""
    for key in document.part.split("."):
        if not isinstance(root, Mapping):
            break
        image = root.values.get("image")
        if isinstance(image, Mapping):
            tag = "" if {"repository", "registry", "name"} & {*image.values} else image.text("tag")
        root = root.values.get(key)
    return tag


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
