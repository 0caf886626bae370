"""How fast a CPU is, by what a pipeline on it takes: the division, what is said of it, and where it is written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.calibrate.speed.observed import NothingToDivideError, observe
from pipelint.checker import Checked, Settings, estimate_only
from pipelint.data import data_dir
from pipelint.settings.project import Project
from tests.command_line import pipelint, text_of
from tests.report.support import CONFIG, config_of, estimate_of, whole

MEASURED = """\
<source>
  @type tail
  tag a
  path /var/log/a.log
  pos_file /var/lib/a.pos
  <parse>
    @type json
  </parse>
</source>
<match **>
  @type forward
  <server>
    host logs
  </server>
</match>
"""
UNKNOWN = "<source>\n  @type my_input\n</source>\n<match **>\n  @type my_output\n</match>\n"
GIVEN = ("--cpu", "0.42", "--events-per-second", "8100")


def observed(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return text_of(pipelint("calibrate", "observed", *words, cwd=folder))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fluent.conf").write_text(MEASURED)
    (tmp_path / "unknown.conf").write_text(UNKNOWN)
    return tmp_path


def test_the_scale_is_what_is_predicted_by_what_is_observed() -> None:
    config = config_of(whole(CONFIG))
    found = observe(Checked(config, (), estimate_of(config, {0: 10.0, 1: 40.0})), 0.42, 8100)
    # 0.42 s of CPU for 8,100 events are 51.85 µs each; of 50 µs, 25 to 100, it is 0.964, 0.482 to 1.929.
    assert found.us == pytest.approx(51.85, abs=0.005)
    assert (found.scale.low, found.scale.mid, found.scale.high) == pytest.approx((0.482, 0.964, 1.929), abs=0.0005)


@given(scale=st.floats(0.01, 100), events=st.floats(0.1, 1e6), line=st.integers(50, 5000))
def test_what_an_estimate_predicts_gives_the_scale_back(
    scale: float, events: float, line: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def estimated(scale: float) -> Checked:
        from dataclasses import replace

        settings = Settings(scale=scale)
        settings = replace(settings, traffic=replace(settings.traffic, line_bytes=float(line)))
        return estimate_only(["-"], Project.of_one(settings), stdin=MEASURED.encode(), stdin_filename="fluent.conf").checked[0]

    here = estimated(scale).estimate
    assert here is not None
    found = observe(estimated(1.0), events * here.us_per_event.mid / 1e6, events)
    assert found.scale.mid == pytest.approx(scale)
    assert found.scale.low < scale < found.scale.high


def test_it_says_what_was_predicted_and_derived_and_what_to_write(folder: Path) -> None:
    # 4.5 µs are predicted, 51.85 observed.
    (folder / "pipelint.toml").write_text("[cost-model]\nscale = 3.0\n")
    done = observed(folder, *GIVEN, "fluent.conf")
    assert done.returncode == 0, done.stderr
    predicted = float(done.stdout.partition("predicted  ")[2].split()[0])
    assert "\nobserved   51.9 µs: 0.42 CPUs for 8,100 events/s\n" in done.stdout
    scale = float(done.stdout.rpartition("\nscale = ")[2])
    assert scale == pytest.approx(predicted / 51.85, rel=0.02)
    assert done.stdout.endswith(f"\npipelint.toml (--write writes it):\n[cost-model]\nscale = {scale:g}\n")
    assert (folder / "pipelint.toml").read_text() == "[cost-model]\nscale = 3.0\n"
    assert "of the cost is measured" not in done.stdout


def test_which_share_of_the_cost_is_measured_is_said(folder: Path) -> None:
    (folder / "part.conf").write_text(MEASURED.replace("<match **>", "<filter **>\n  @type my_filter\n</filter>\n<match **>"))
    (folder / "fluent.conf").unlink()
    done = observed(folder, "--cpu", "0.1", "--events-per-second", "5000", "part.conf")
    assert "of the cost is measured; " in done.stdout
    assert "is unknown, so taken from all plugins of the kind: my_filter\n" in done.stdout


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, "[cost-model]\nscale = X\n"),
        ('ignore = ["FD1"]\n', 'ignore = ["FD1"]\n\n[cost-model]\nscale = X\n'),
        ('[cost-model]\ncpu-limit = "1"\nscale = 2 # old\n', '[cost-model]\ncpu-limit = "1"\nscale = X # old\n'),
    ],
)
def test_it_writes_the_setting_that_estimates_then_go_by(folder: Path, before: str | None, after: str) -> None:
    file = folder / "pipelint.toml"
    if before is not None:
        file.write_text(before)
    done = observed(folder, *GIVEN, "fluent.conf", "--write")
    assert done.returncode == 0, done.stderr
    scale = done.stdout.rpartition("scale = ")[2].split()[0]
    assert done.stdout.endswith(f"pipelint.toml: scale = {scale} written\n")
    assert file.read_text() == after.replace("X", scale)
    said = text_of(pipelint("estimate", "fluent.conf", cwd=folder)).stdout
    assert f"on a CPU {scale} times as fast as the measured one (pipelint.toml)\n" in said


def test_it_writes_into_the_file_that_holds_for_the_config(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.pipelint]\nignore = []\n")
    (folder / "deep").mkdir()
    (folder / "fluent.conf").rename(folder / "deep" / "fluent.conf")
    assert observed(folder, *GIVEN, "deep/fluent.conf", "--write").returncode == 0
    assert "[tool.pipelint]\nignore = []\n\n[tool.pipelint.cost-model]\nscale = " in (folder / "pyproject.toml").read_text()
    named = observed(folder, *GIVEN, "deep/fluent.conf", "--write", "--config", "pyproject.toml")
    assert named.stdout.rpartition("\n")[0].endswith("written")
    assert (folder / "pyproject.toml").read_text().count("scale") == 1


def test_a_file_that_it_cannot_edit_stays_as_it_is(folder: Path) -> None:
    (folder / "pipelint.toml").write_text('cost-model = {cpu-limit = "1"}\n')
    done = observed(folder, *GIVEN, "fluent.conf", "--write")
    assert done.returncode == 2
    assert "into [cost-model] yourself: " in done.stderr
    assert (folder / "pipelint.toml").read_text() == 'cost-model = {cpu-limit = "1"}\n'


WRONG = {
    "no events": (("--cpu", "1", "--events-per-second", "0", "fluent.conf"), "0 is not a number of events above 0"),
    "not a number of events": (("--cpu", "1", "--events-per-second", "nan", "fluent.conf"), "nan is not a number of events"),
    "negative CPU": (("--cpu", "-1", "--events-per-second", "1", "fluent.conf"), '"-1" is not CPU use such as 0.42'),
    "no CPU": (("--cpu", "0", "--events-per-second", "1", "fluent.conf"), '"0" is not CPU use such as 0.42'),
    "CPU in per cent": (("--cpu", "42%", "--events-per-second", "1", "fluent.conf"), '"42%" is not CPU use such as 0.42'),
    "no such CPU": (("--cpu", "42", "--events-per-second", "100", "fluent.conf"), "check the numbers"),
    "several configs": ((*GIVEN, "fluent.conf", "unknown.conf"), "2 configs (fluent.conf, unknown.conf), not the one"),
    "unknown cost": ((*GIVEN, "unknown.conf"), "100% of its cost is unknown (my_input, my_output)"),
    "no source": ((*GIVEN, "empty.conf"), "empty.conf: no events reach it"),
    "syntax errors": ((*GIVEN, "broken.conf"), "broken.conf: it has syntax errors"),
    "no file": ((*GIVEN, "nowhere.conf"), "nowhere.conf"),
    "isolated": ((*GIVEN, "fluent.conf", "--write", "--isolated"), "--isolated ignores all settings files"),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_divided_is_one_error(words: str, folder: Path) -> None:
    (folder / "empty.conf").write_text("<match **>\n  @type stdout\n</match>\n")
    (folder / "broken.conf").write_text("<match **>\n  @type stdout\n")
    given, said = WRONG[words]
    done = observed(folder, *given)
    assert done.returncode == 2, done.stdout
    assert done.stderr.count(said) == 1, done.stderr
    assert "scale = " not in done.stdout
    assert not (folder / "pipelint.toml").exists()


def test_unknown_costs_count_from_half_on() -> None:
    config = config_of(whole(CONFIG))
    observe(Checked(config, (), estimate_of(config, {0: 10.0, 1: 10.0}, unknown=(1,))), 1, 1)
    with pytest.raises(NothingToDivideError, match=r"^60% of its cost is unknown \(json\)"):
        observe(Checked(config, (), estimate_of(config, {0: 10.0, 1: 15.0}, unknown=(1,))), 1, 1)


def test_it_runs_without_what_fitting_needs(folder: Path) -> None:
    code = "import sys; sys.modules['numpy'] = sys.modules['scipy'] = None\nfrom pipelint.cli import main; main()"
    words = [sys.executable, "-c", code, "calibrate", "observed", *GIVEN, "fluent.conf"]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_estimates_say_whose_scale_and_which_cost_model_they_go_by(folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.pipelint.cost-model]\nscale = 0.5\nmodel = "own.json"\n')
    model = json.loads((data_dir("cost_models") / "fluentd-1.16.json").read_text())
    (folder / "own.json").write_text(json.dumps(model))

    def said(*words: str) -> tuple[str, object, object]:
        text = text_of(pipelint("estimate", "fluent.conf", *words, cwd=folder)).stdout.splitlines()[1]
        (one,) = json.loads(pipelint("estimate", "fluent.conf", *words, "--format", "json", cwd=folder).stdout)["estimates"]
        return text.partition("on a CPU ")[2], one["scale_from"], one["model"]["file"]

    assert said() == ("0.5 times as fast as the measured one (pyproject.toml), costs of own.json", "pyproject.toml", "own.json")
    assert said("--scale", "2") == ("2 times as fast as the measured one (--scale), costs of own.json", "--scale", "own.json")
    assert said("--isolated") == ("as fast as the measured one", None, None)
    # A model of another engine is not the one that counts.
    (folder / "pyproject.toml").write_text('[tool.pipelint.cost-model]\nmodel = "others.json"\n')
    (folder / "others.json").write_text(json.dumps({**model, "engine": "other"}))
    assert said("--scale", "2") == ("2 times as fast as the measured one (--scale)", "--scale", None)
