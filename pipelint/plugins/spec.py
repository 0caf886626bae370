"""ParamSpec, SectionSpec and PluginSpec: what a plugin declares, in the words of its own engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any  # What json gives.

from pipelint.base.lean.record import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class ParamSpec:
    """One parameter. ``type`` is the engine's word (Fluentd's ``size``, Logstash's ``number``).

    ``default`` is as JSON gives it, None where there is none or code computes it. ``values`` are what an enum may be, empty
    where that is not known. ``removed`` and ``deprecated`` say that the plugin refuses it, or asks for another;
    ``replaced_by`` for which. ``alias`` is a second name for it ("" for none). ``many``: a list of such values is one too
    (Logstash). ``secret``: the engine leaves its value out of its own log. ``needs``: values of other parameters, of which it
    needs one, or nothing comes of it.
    """

    name: str
    type: str
    required: bool = False
    default: object = None
    values: tuple[str, ...] = ()
    removed: bool = False
    deprecated: bool = False
    replaced_by: tuple[str, ...] = ()
    alias: str = ""
    many: bool = False
    secret: bool = False
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class SectionSpec:
    """A section: its parameters and the sections inside by name; ``required`` says that it may not be left out.

    One that declares nothing is read by the plugin in a way of its own: of what stands in it nothing is known. ``later`` says
    of parameters that only later versions have, since when, in words.
    """

    params: Mapping[str, ParamSpec] = field(default_factory=dict)
    sections: Mapping[str, SectionSpec] = field(default_factory=dict)
    required: bool = False
    later: Mapping[str, str] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether it declares nothing."""
        return not self.params and not self.sections


@dataclass(frozen=True, slots=True, eq=False)
class PluginSpec:
    """A plugin: what its section declares, as of the day ``as_of`` (YYYY-MM-DD) of its sources.

    ``accepts`` are names that are read without being declared (``@type``, old names that the engine translates),
    ``patterns`` regular expressions for such names. ``exact``: it is what the version that runs declares, not the newest.
    """

    engine: str
    kind: str
    name: str
    as_of: str
    body: SectionSpec
    accepts: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()
    exact: bool = False

    @property
    def params(self) -> Mapping[str, ParamSpec]:
        """Its parameters by name."""
        return self.body.params

    @property
    def sections(self) -> Mapping[str, SectionSpec]:
        """The sections that it declares, by name."""
        return self.body.sections


def named_by_default(section: SectionSpec) -> str:
    """The plugin that reads a section which does not name one; "" where there is none."""
    named = section.params.get("@type")
    return "" if named is None or named.default is None else str(named.default)


def joined(first: SectionSpec, second: SectionSpec) -> SectionSpec:
    """A section that two plugins read, such as ``<buffer>`` by the output and by the buffer. The second one's word counts."""
    return SectionSpec(
        {**first.params, **second.params},
        {**first.sections, **second.sections},
        first.required or second.required,
        {**first.later, **second.later},
    )


def section_from(said: Mapping[str, Any]) -> SectionSpec:
    """The section that a line of the index, or a part of one, tells of."""
    return SectionSpec(
        {name: _param(name, param) for name, param in said.get("parameters", {}).items()},
        {name: section_from(section) for name, section in said.get("sections", {}).items()},
        said.get("required", False),
        said.get("later", {}),
    )


def _param(name: str, said: Mapping[str, Any]) -> ParamSpec:
    return ParamSpec(
        name,
        said["type"],
        said.get("required", False),
        said.get("default"),
        tuple(said.get("allowed", ())),
        bool(said.get("removed")),
        bool(said.get("deprecated")),
        tuple(said.get("renamed_to", ())),
        said.get("alias", ""),
        said.get("multiple", False),
        said.get("secret", said["type"] == "password"),
        {other: tuple(values) for other, values in said.get("needs", {}).items()},
    )
