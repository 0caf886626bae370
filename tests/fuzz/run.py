"""Feeds pipelint mutated configs, and keeps each that breaks it."""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.judge import judge, megabytes, minimal, save, speed
from tests.fuzz.mutate import mutated
from tests.fuzz.seeds import seeds

# A process is begun anew after so many inputs: its memory is that of some inputs, not of all before.
BATCH = 2_000
# Of CPU for a batch, some 10 times what it takes: a hang inside of native code ends with the process, whose result never comes.
BATCH_SECONDS = 300
BATCH_WAIT = 3 * BATCH_SECONDS


def run_batch(seed: int, first: int, count: int, folder: str) -> Counter[str]:
    """The kinds of failures of some inputs, which depend on ``seed`` and their numbers alone."""
    resource.setrlimit(resource.RLIMIT_CPU, (BATCH_SECONDS, BATCH_SECONDS))
    gc.set_threshold(200_000)  # as the program does
    known = seeds()
    kinds: Counter[str] = Counter()
    slow = speed()
    for name, text in known[:: max(1, len(known) // 20)]:
        judge(name, text, random.Random(1), slow)  # what the first inputs load is not theirs
    for number in range(first, first + count):
        dice = random.Random(seed * 1_000_003 + number)
        name, text = mutated(dice, known)
        Path(folder, f"last-{os.getpid()}").write_bytes(f"{number} {name}\n{text}".encode("utf-8", "replace"))
        chance = dice.randrange(1 << 30)
        failure = judge(name, text, random.Random(chance), slow)
        kinds["inputs"] += 1
        if failure is not None:
            kinds[failure.kind] += 1
            if kinds[failure.kind] <= 3:
                save(Path(folder), number, name, minimal(name, text, failure, chance, slow), failure)
    Path(folder, f"last-{os.getpid()}").unlink()
    kinds["megabytes"] = megabytes()
    return kinds


def fuzz(seed: int, count: int, seconds: float, jobs: int, folder: Path, first: int = 0) -> Counter[str]:
    """Runs batches until ``count`` inputs or ``seconds`` are over. Its ``megabytes`` are the most of any process."""
    folder.mkdir(parents=True, exist_ok=True)
    total: Counter[str] = Counter()
    start = time.monotonic()
    size = min(BATCH, max(50, count // jobs)) if seconds == 0 else 200
    starts = iter(range(first, first + count, size))
    context = multiprocessing.get_context("spawn")
    running: list[tuple[multiprocessing.pool.AsyncResult[Counter[str]], int]] = []
    with context.Pool(jobs, maxtasksperchild=max(1, BATCH // size)) as pool:
        while True:
            while len(running) < jobs and not (seconds and time.monotonic() - start > seconds):
                at = next(starts, None)
                if at is None:
                    break
                running.append((pool.apply_async(run_batch, (seed, at, min(size, first + count - at), str(folder))), at))
            if not running:
                return total
            result, at = running.pop(0)
            try:
                found = result.get(timeout=BATCH_WAIT)
            except multiprocessing.TimeoutError:
                total[f"hang in the batch from {at}"] += 1
                return total
            most = max(total["megabytes"], found["megabytes"])
            total += found
            total["megabytes"] = most
            if sys.stderr.isatty() or total["inputs"] % 20_000 < size:
                print(f"{total['inputs']:,} inputs, {time.monotonic() - start:.0f} s: {dict(total)}", file=sys.stderr, flush=True)


def main() -> int:
    """0 where nothing failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000_000, help="inputs")
    parser.add_argument("--seconds", type=float, default=0, help="end after so long (0: after the count)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--folder", type=Path, default=Path("fuzz-failures"), help="where inputs that fail are kept")
    asked = parser.parse_args()
    total = fuzz(asked.seed, asked.count, asked.seconds, asked.jobs, asked.folder, asked.first)
    print(f"{total.pop('inputs'):,} inputs, at most {total.pop('megabytes')} MB; failures: {dict(total) or 'none'}")
    return 1 if total else 0
