"""What holds no config, or not a whole one, is passed over in silence; what a file of another program is, is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.engines.registry import ENGINES
from pipelint.sources import Collected, collect
from pipelint.sources.hosts.helm import values

SOURCE = "<source>\n      @type forward\n    </source>\n"
QUIET = {
    "prose that quotes a config": ("values.yaml", "about: |\n    Put this into your file:\n    " + SOURCE),
    "lines of an output": ("values.yaml", "extra: |\n    <buffer>\n      @type file\n    </buffer>\n"),
    "a template of Helm that makes structure": ("values.yaml", "conf: |\n    <{{ .Values.x }}>\n    </{{ .Values.x }}>\n"),
    "a template of another program": ("values.yaml", "conf: |\n    <source>\n      port {{ port }}\n    </source>\n"),
    "a tag on one line": ("values.yaml", "a: <source>\nb: 'input {}'\n"),
    "a text under a name that says nothing, in some YAML": ("rules.yaml", "example: |\n    " + SOURCE),
    "sections of something else": ("values.yaml", "input: |\n  one, two {\noutput: |\n  three {\n"),
    "no text": ("values.yaml", "fileConfigs: {}\ninput: 1\noutput: [a]\n"),
    "a release without values": ("r.yaml", "apiVersion: v2\nkind: HelmRelease\nspec:\n  valuesFrom: [{kind: ConfigMap}]\n"),
    "an application of another kind": (
        "a.yaml",
        "apiVersion: app.k8s.io/v1\nkind: Application\nspec: {source: {helm: {valuesObject: {a: 1}}}} # argoproj.io/\n",
    ),
    "values that are no YAML": (
        "a.yaml",
        "apiVersion: argoproj.io/v1\nkind: Application\nspec: {source: {helm: {values: '{a: ['}}}\n",
    ),
    "compose without content": ("compose.yaml", "services: {a: {}}\nconfigs: {a: {file: content.conf}}\n"),
    "a variable of compose": (
        "compose.yaml",
        "services: {a: {}}\nconfigs:\n  a:\n    content: |\n      <match ${TAG}>\n      </match>\n",
    ),
    "a CRD with words of hosts": (
        "crd.yaml",
        "apiVersion: v1\nkind: CustomResourceDefinition\nspec: {kind: Secret, values: 1}\n",
    ),
}


def found_in(folder: Path, name: str, text: str) -> Collected:
    """What a folder with this file and a config gives."""
    (folder / name).write_text(text)
    (folder / "fluent.conf").write_text("<source>\n  @type forward\n</source>\n")
    return collect([str(folder)], ENGINES)


@pytest.mark.parametrize("what", QUIET)
def test_it_is_passed_over(tmp_path: Path, what: str) -> None:
    found = found_in(tmp_path, *QUIET[what])
    assert [Path(entry.name).name for entry in found.entries] == ["fluent.conf"]
    assert not found.problems
    assert not any(note.important for note in found.notes)


def test_broken_values_are_no_problem_of_a_search_but_of_who_names_them(tmp_path: Path) -> None:
    found = found_in(tmp_path, "values.yaml", "a: [\nb: }\n")
    assert not found.problems
    (problem,) = collect([str(tmp_path / "values.yaml")], ENGINES).problems
    assert "did not find expected" in problem.message


def test_notes_that_quote_a_manifest_are_no_problem_of_a_search(tmp_path: Path) -> None:
    text = "Notes\n=====\n\n  region: x\n\napiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n\nThen: do: this\n"
    assert not found_in(tmp_path, "notes.txt", text).problems
    assert [problem.path for problem in found_in(tmp_path, "cm.yaml", text).problems] == [str(tmp_path / "cm.yaml")]


def test_of_values_without_end_the_rest_is_left_out_in_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "_MOST_NODES", 20)
    found = found_in(tmp_path, "values.yaml", "a: [" + "1, " * 40 + "]\nb:\n  conf: |\n    " + SOURCE)
    assert [Path(entry.name).name for entry in found.entries] == ["fluent.conf"]
    assert "values: what comes after 20 nodes is not read" in [note.message for note in found.notes]
