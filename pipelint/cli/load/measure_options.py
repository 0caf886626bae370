"""The options of ``pipelint measure``."""

from pipelint.base.lean.record import dataclass
from pipelint.cli.option import Annotated, Argument, Option
from pipelint.cli.options import AllowOutside, ConfigFile, Force, Isolated, Outputs, RuntimeOption, Scale
from pipelint.cli.overrides import DEFAULT_LINE
from pipelint.report.formats import MeasureFormat


@dataclass(frozen=True, slots=True)
class MeasureOptions:
    """What a command line of ``pipelint measure`` says."""

    path: Annotated[str, Argument("The config to run.")]
    engine_command: Annotated[
        str | None,
        Option(
            "--engine-command",
            'Run the engine by these words, as "ruby -I lib bin/engine". Without it the installed one is looked for.',
            metavar="COMMAND",
            show_default=False,
        ),
    ] = None
    yes: Annotated[bool, Option("--yes", "Do not ask whether the config's own code may run.")] = False
    ablate: Annotated[bool, Option("--ablate", "Take stages away one after the other, from the end: what does each cost?")] = (
        False
    )
    sample: Annotated[
        str | None, Option("--sample", "Feed the lines of this file, over and over.", metavar="FILE", show_default=False)
    ] = None
    line_bytes: Annotated[int, Option("--line-bytes", "Bytes of a generated line.", least=20, most=1_000_000)] = DEFAULT_LINE
    runtime: RuntimeOption = None
    precision: Annotated[
        str, Option("--precision", "Measure until the interval is this close to the result.", metavar="PERCENT")
    ] = "5%"
    runs: Annotated[int, Option("--runs", "Measure at most so often.", least=1, most=10_000)] = 20
    cpu: Annotated[str, Option("--cpu", "CPU time of one run.", metavar="TIME")] = "1s"
    latency: Annotated[str, Option("--latency", "Let servers answer so late.", metavar="TIME")] = "0s"
    error_rate: Annotated[
        str, Option("--error-rate", "Let servers refuse this share of what they are sent.", metavar="PERCENT")
    ] = "0%"
    start: Annotated[str, Option("--start", "Wait so long for the engine to begin.", metavar="TIME")] = "60s"
    wait: Annotated[str, Option("--wait", "Wait so long for it to work off a run.", metavar="TIME")] = "120s"
    idle: Annotated[str, Option("--idle", "A run ends when it has been idle for so long.", metavar="TIME")] = "1200ms"
    max_disk: Annotated[str, Option("--max-disk", "Write no more than this.", metavar="BYTES")] = "2G"
    format: Annotated[MeasureFormat, Option("--format", "Output format.")] = MeasureFormat.TEXT
    output: Outputs = ()
    force: Force = False
    scale: Scale = None
    config: ConfigFile = None
    isolated: Isolated = False
    allow_outside: AllowOutside = ()
