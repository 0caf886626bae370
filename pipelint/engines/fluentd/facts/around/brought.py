"""The files that a config includes, that do not lie where it says, and that are there where it runs."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.discovery.include import HOMES
from pipelint.engines.fluentd.facts.checks.builds import images_around
from pipelint.language.config import Config
from pipelint.sources.compose.services import services_of
from pipelint.sources.compose.starts import texts_around

# The images with a main file alone among their configs.
_BARE = late(r"(?:docker\.io/|registry\.hub\.docker\.com/)?(?:fluent/|library/)?fluentd(?:[:@].*)?")


def brought_includes(config: Config) -> list[str]:
    """The paths of its includes that lead to no file here: those that an image may have, or that a text around it brings.

    A manifest says itself which of its files are there (``Loader.hidden``).
    """
    missing = [each.path for each in config.includes if each.problem == "missing"]
    if not missing or config.entry.kubernetes:
        return []
    if _in_a_full_image(config):
        return missing
    texts = list(texts_around(config.documents[0]))
    return [path for path in missing if any(word in text for word in _words(config, path) for text in texts)]


def _in_a_full_image(config: Config) -> bool:
    """Whether it goes as one of several configs into an image that has others, such as one of fluentd-kubernetes-daemonset."""
    document = config.documents[0]
    services = services_of(document)
    # What is mounted over the folder hides the image's own.
    if services and all(any(mount.path.rstrip("/") + "/" in HOMES for mount in each.mounts) for each in services):
        return False
    return any(_BARE.fullmatch(image) is None for image in images_around(document))


def _words(config: Config, path: str) -> list[bytes]:
    """What names the file where it is brought: its own name, or that of its folder, where no folder here has it."""
    folder = path.rpartition("/")[0]
    here = files.folder_by_name(full_path(config.documents[0].file))
    named = [files.name(path), "" if files.is_folder(files.join(here, folder)) else files.name(folder)]
    return [word.encode() for word in named if word]
