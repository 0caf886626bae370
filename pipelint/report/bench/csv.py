"""A bench as CSV, a round a row."""

from __future__ import annotations

from pipelint.bench.model import Result

HEAD = "round,records,bytes,seconds,idle,cpu_percent,user_ms,system_ms,memory_bytes"


def render_csv(found: Result) -> str:
    """The rounds with a head; cells of the watched process are empty where none is watched."""
    rows = [HEAD]
    for number, each in enumerate(found.rounds, 1):
        used = each.used
        right = ",,," if used is None else f"{100 * each.cpu:.2f},{used.user_ms:.0f},{used.system_ms:.0f},{used.memory}"
        rows.append(f"{number},{each.sent.records},{each.sent.bytes},{each.sent.seconds:.6f},{int(each.idle)},{right}")
    return "\n".join(rows) + "\n"
