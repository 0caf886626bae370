"""``pipelint regex``: one regular expression, its structure and what it is predicted to take."""

from __future__ import annotations

import enum
import sys

from pipelint.cli.option import Annotated, Argument, Exit, Option
from pipelint.cli.options import Format, FormatOption, LineBytes
from pipelint.cli.overrides import DEFAULT_LINE, FAILURE
from pipelint.cli.study.sample import Sample, check_text, sample_lines


class RegexEngine(str, enum.Enum):
    """Engines of regular expressions: that of Ruby and Fluentd, and that of JRuby and Logstash."""

    ONIGMO = "onigmo"
    JONI = "joni"


def regex(
    pattern: Annotated[str, Argument("Regular expression, without slashes.")],
    engine: Annotated[RegexEngine, Option("--engine", "onigmo (Ruby) or joni (JRuby).")] = RegexEngine.ONIGMO,
    line_bytes: LineBytes = None,
    sample: Sample = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Analyse a regex: structure, catastrophic backtracking, time. Gives the times of a matching and of a failing search."""
    from pipelint.cost.regex.study import study
    from pipelint.regex.tree import Refused
    from pipelint.report.regex.text import print_refused, print_regex

    check_text(pattern)
    found = study(pattern, engine.value, line_bytes or DEFAULT_LINE, sample_lines(sample))
    if isinstance(found, Refused):
        print_refused(pattern, found, sys.stderr)
        raise Exit(FAILURE)
    if output is Format.JSON:
        from pipelint.report.regex.study_json import render_regex

        sys.stdout.write(render_regex(found))
    else:
        print_regex(found, sys.stdout)
