"""What docs/accuracy.md says of Logstash alone: pipelines of several stages, and the limits of its measurements."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.calibrate.rows import PIPELINE, Row
from pipelint.calibrate.solve import predict
from pipelint.calibrate.store import Stored, us_of
from pipelint.calibrate.validate import Validation, median_error


def logstash_pipelines(stored: Stored, checked: Validation) -> str:
    """The rows of several stages, predicted by a fit without any of them."""
    coefficients = us_of(stored)
    lines = [
        "## Pipelines of several stages, all left out of the fit",
        "",
        "Rows marked `sat` also keep the worker busy with a counting loop, so it never waits for the input: handing events over",
        "between the threads (terms `wait.`, 2 to 3 µs per event) then costs nothing, and stages cost somewhat more than alone.",
        "",
        "| pipeline | measured µs | predicted | error | error when fitted with them |",
        "|---|--:|--:|--:|--:|",
    ]
    for j in checked.kinds:
        if j.row.kind == PIPELINE:
            own = predict(j.row, coefficients) / j.row.us - 1
            lines.append(f"| {j.row.id} | {j.row.us:.1f} | {j.us:.1f} | {j.error:+.0%} | {own:+.0%} |")
    return "\n".join(lines)


def logstash_limits(checked: Validation, rows: Sequence[Row]) -> str:
    """What the figures do not show."""
    us = {row.id: row.us for row in rows}
    dear = [j for j in checked.folds if j.row.base and j.row.us > 2 * us.get(j.row.base, j.row.us)]
    constant = [j for j in checked.constant if j.row.base and j.row.us > 2 * us.get(j.row.base, j.row.us)]
    outside = sum(row.use == "outside" for row in rows)
    return f"""## What this does not show

- The errors are those for known traffic: how many events each grok pattern matches, which dates parse, what a cache has seen.
  Each row was predicted with its measured shares; for a config they are assumptions, which the estimate lists.
  A failing unanchored pattern costs thirty times a matching one, so a wrong assumption there outweighs all errors above.
- A grok pattern's searches are counted on lines made for it (`pipelint regex` shows them): one that it matches, words alone, and
  an application's log line. The content of real lines in the open parts of the pattern is unknown.
- {len(checked.untested)} rows are the only ones with some of their work: their coefficients fit exactly, and are not tested.
- Rows that repeat each other (the same work, later in the same JVM or in another one) are left out together. The line "each
  kind as a whole" is the harder test; most filters have work of their own there and cannot be tested.
- `useragent` was measured with a full cache and with none. A fit that sees only the latter cannot tell the two apart, which
  explains the two rows at the top of the list above.
- Half of the rows cost little more than reading. Of the {len(dear)} rows that cost more than twice their base, the median
  error is {median_error(dear):.1%}, that of the constant {median_error(constant):.0%}.
- {outside} rows were measured but left out, for the reasons in `logstash-traffic.csv`.
- Not measured: any output but null, stdout and file; inputs but generator, file and beats; geoip, xml, elasticsearch, http and
  jdbc filters. They count as lower bounds: an output writes each event as JSON, an input costs what the generator does.
- CPU of the JVM's compiler threads is left out, and the machine had one core for all threads: a pipeline with several workers
  costs as much CPU per event, but its single input thread may be the limit."""
