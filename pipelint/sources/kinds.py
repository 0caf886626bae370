"""Which files are read as YAML in search of configs: by their name, or by what they say of themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.text_file import BOM, YAML_SUFFIXES, is_template
from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile

if TYPE_CHECKING:
    from pipelint.sources.discovery import Engines

TEMPLATE_SUFFIXES = (".j2", ".jinja", ".jinja2", ".tpl", ".tmpl", ".gotmpl", ".tftpl")
"""Of the names of templates; what is before is the name of what they make."""

COMPOSE_FILE = late(r"(?:(?:docker-|podman-|compose)[\w.-]*|[\w.-]*[-_.]compose)\.ya?ml")
"""The name of a compose file; those of a stack have others (docker-stack.yml, docker-cloud.yml)."""

BUILD_FILE = late(r"(?i)(?:docker|container)file(?:\..+)?|.+\.(?:docker|container)file")
"""The name of a file that an image is built from."""

TERRAFORM_MARKS = (b"$${", b"%{ if ", b"%{ for ", b"%{~ ", b"%{if ", b"%{for ")
"""What only Terraform's templates say."""

TERRAFORM_SUFFIX = ".tf"
_BUILD = late(r"(?:^|[._-])(?:docker|container)file(?:[._-]|$)")

_HEADS = tuple(late(rb"^" + word + rb":[ \t]+\S", re.MULTILINE) for word in (b"apiVersion", b"kind"))


def made_name(name: str) -> str:
    """The name of the file that a template of this name makes; the name itself of what is none."""
    while name.lower().endswith(TEMPLATE_SUFFIXES):
        name = name[: name.rfind(".")]
    return name


def is_compose_name(name: str) -> bool:
    """Whether a file of this name is read as a compose file."""
    return name.endswith((".yml", ".yaml")) and COMPOSE_FILE.fullmatch(name) is not None


def is_build_name(name: str) -> bool:
    """Whether an image is built from a file of this name."""
    return "file" in name.lower() and BUILD_FILE.fullmatch(name) is not None


def is_yaml_name(name: str) -> bool:
    """Whether a file of this name is read as YAML (JSON is YAML too)."""
    return name.lower().endswith(YAML_SUFFIXES)


def is_config_name(name: str) -> bool:
    """Whether a file of this name is a config by itself, and no host of one."""
    return name.lower().endswith(".conf")


def looks_like_manifest(data: bytes) -> bool:
    """Whether a file of another name is a Kubernetes manifest by its text: it says its API version and its kind."""
    text = data.removeprefix(BOM)
    if text.lstrip()[:1] == b"{":
        return b'"apiVersion"' in text and b'"kind"' in text
    # Most files are told by this, which spares them the regexes.
    return b"apiVersion" in text and all(head.search(text) is not None for head in _HEADS)


def is_yaml(file: SourceFile) -> bool:
    """Whether a file is read as YAML: by its name, or as a manifest by its text."""
    return is_yaml_name(file.path) or looks_like_manifest(file.data)


def is_heredoc_host(file: SourceFile) -> bool:
    """Whether it is a Terraform file, a Dockerfile or a unit of systemd: a config may be a text in it, and is never all of it."""
    name = file.path.lower().rpartition("/")[2]
    return name.endswith((TERRAFORM_SUFFIX, ".service")) or ("file" in name and _BUILD.search(name) is not None)


def may_be_template(file: SourceFile, *, quoting: bool) -> bool:
    """Whether ``file`` may have texts that a template fills in, or (``quoting``) that another language quotes."""
    data = file.data
    if quoting:
        return b"<<" in data or b" -e" in data or b"--config.string" in data
    if (b"%{" in data or b"$${" in data) and any(mark in data for mark in TERRAFORM_MARKS):
        return True
    if b"{{" not in data and b"{%" not in data:
        return False
    return is_yaml_name(file.path) or file.path.lower().endswith(TEMPLATE_SUFFIXES) or is_template(data)


def may_hold_pods(data: bytes, engines: Engines) -> bool:
    """Whether it is worth reading ``data`` as YAML in search of a pod that mounts a ConfigMap, or runs an engine, or a patch."""
    if b"containers" not in data or mounts_config_maps(data):
        return b"containers" in data
    words = (word for name in engines.names for word in engines.discovery(name).image_words)
    return b"image" in data and any(word.encode() in data for word in words)


def mounts_config_maps(data: bytes) -> bool:
    """Whether a text with containers may have one that mounts a ConfigMap, or be a patch of one."""
    return b"configMap" in data or b"projected" in data or (b"image" not in data and b"template" in data)


def makes_config_maps(file: SourceFile) -> bool:
    """Whether it is a kustomization with ConfigMaps that are made of files."""
    return files.stem(file.path).lower() == "kustomization" and b"configMapGenerator" in file.data
