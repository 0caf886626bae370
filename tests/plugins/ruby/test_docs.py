"""The example of docs/plugins.md is what the command prints and writes."""

from __future__ import annotations

import re
from pathlib import Path

from tests.command_line import pipelint, text_of

PAGE = Path(__file__).resolve().parents[3] / "docs" / "plugins.md"
GEMSPEC = """\
Gem::Specification.new do |spec|
  spec.name = "fluent-plugin-add-host"
  spec.version = "0.3.0"
  spec.summary = "Adds the name of the host to each record"
  spec.homepage = "https://git.example.org/fluent-plugin-add-host"
end
"""


def test_the_example_is_what_is_written(tmp_path: Path) -> None:
    part = PAGE.read_text().split("## Import from Ruby source")[1].split("\n## ")[0]
    ruby, console, yaml = (re.search(rf"```{kind}\n(.*?)```", part, re.DOTALL) for kind in ("ruby", "console", "yaml"))
    assert ruby is not None and console is not None and yaml is not None
    (tmp_path / "gem" / "lib").mkdir(parents=True)
    (tmp_path / "gem" / "add_host.gemspec").write_text(GEMSPEC)
    # The first line of each is the file's name.
    name, _, source = ruby[1].partition("\n")
    (tmp_path / name.removeprefix("# ")).write_text(source)
    command, _, printed = console[1].partition("\n")
    done = text_of(pipelint(*command.removeprefix("$ pipelint ").split(), cwd=tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, printed, "")
    name, _, written = yaml[1].partition("\n")
    assert (tmp_path / name.removeprefix("# ")).read_text() == written
