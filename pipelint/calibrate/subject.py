"""What is measured of an engine, and how its rows are taken: ``subject.yaml`` in the folder of its measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipelint.graph.stage import Stage

NAME = "subject.yaml"
MACHINE = "one core of an AMD EPYC (family 26, model 2; 2 vCPU under KVM)"


class MeasurementError(Exception):
    """The measurements lack something that the fit needs; the message says what and where."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Stages in the words of the tables: the kinds that have one, plugins without a name, the parameter whose use is a kind.

    ``idle``: plugins that do next to nothing. ``named``: by kind the parameters that name a part of a stage which has no stage
    of its own, each with the word for it: the part is called by that and the parameter's value.
    """

    words: Mapping[str, str]
    unnamed: Sequence[str] = ()
    idle: Sequence[str] = ()
    details: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def names(self, stage: Stage) -> list[str]:
        """A stage with its parts, and the detail of it that is measured by itself; none of what is not measured alone."""
        kind = stage.kind.value
        parts = [f"{word}.{stage.value(name)}" for name, word in self.named.get(kind, {}).items() if stage.value(name)]
        return parts + self._own(stage, kind)

    def _own(self, stage: Stage, kind: str) -> list[str]:
        if kind not in self.words or stage.plugin in self.unnamed:
            return []
        name, detail = f"{self.words[kind]}.{stage.plugin}", self.details.get(kind, "")
        return [name, f"{name}.{detail}"] if detail and stage.value(detail) else [name]

    def working(self, names: Sequence[str]) -> list[str]:
        """Of stages by ``names`` those that do something, without their details."""
        return [name for name in names if name.count(".") == 1 and name.partition(".")[2] not in self.idle]


@dataclass(frozen=True, slots=True)
class Without:
    """A model to set against the fitted one: without terms that end in one of ``terms``. ``column``: the head of its column."""

    column: str
    terms: Sequence[str]


@dataclass(frozen=True, slots=True)
class Whole:
    """The rows of several stages: their ``kind``, the name of the largest error among them, and the ``text`` before their table.

    ``adds``: what such a row adds to its base is fitted, too.
    """

    kind: str
    figure: str
    text: str
    adds: bool = True
    without: Without | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """The measurements of one engine. A row's µs are those of the column ``us`` (min, median or max of its repeats).

    Half of the distance between the columns ``between`` is one standard error, at least the share of the µs that ``tables``
    has for the row's table. ``shared``: configs that each of the others is read with.
    ``split``: the work of the input's threads is fitted apart from that of the others, where the table has both.
    ``twins``: rows with the same work repeat one another. ``size_pull``: see ``fit``. ``reading``: the kind of the rows that only
    read lines. ``ranged``: the terms that rows with the use ``range`` bound. ``limits``: what the figures do not show,
    in Markdown, with the figures in braces.
    """

    engine: str
    versions: str
    software: str
    tables: Mapping[str, float]
    us: str
    between: Sequence[str]
    size_pull: float
    stages: Stages
    reading: str
    whole: Whole
    limits: str
    ranged: Sequence[str] = ()
    twins: bool = False
    split: bool = False
    shared: Sequence[str] = ()

    @property
    def title(self) -> str:
        """The engine and its versions."""
        return f"{self.engine} {self.versions}"

    @property
    def file_name(self) -> str:
        """The name of the stored model."""
        return f"{self.engine}-{self.versions}.json"

    @property
    def traffic(self) -> str:
        """The name of the table of its traffic."""
        return f"{self.engine}-traffic.csv"


def read_subject(folder: Path, engine: str) -> Subject:
    """What is measured of an engine, in the folder of all measurements. Raises MeasurementError."""
    import yaml

    try:
        said = yaml.safe_load((folder / engine / NAME).read_text(encoding="utf-8"))
        whole = said["whole"]
        if "without" in whole:
            whole["without"] = Without(**whole["without"])
        said |= {"stages": Stages(**said["stages"]), "whole": Whole(**whole)}
        return Subject(engine, **said)
    except OSError as error:
        raise MeasurementError(f"{engine}/{NAME}: {error.strerror}: fit in a checkout of pipelint's repository") from error
    except (KeyError, TypeError, yaml.YAMLError) as error:
        raise MeasurementError(f"{engine}/{NAME}: {error}") from error
