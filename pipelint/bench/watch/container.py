"""A container: what its cgroup says of CPU time and memory, in both versions of cgroups."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from pipelint.bench.model import BenchError, Usage

_CGROUPS = Path("/sys/fs/cgroup")
_ID = re.compile(r"[0-9a-f]{12,64}")


class ContainerWatch:
    """A container by its id (12 digits are enough), or by its name, for which ``docker`` or ``podman inspect`` is asked."""

    pid = None

    def __init__(self, name: str, root: Path = _CGROUPS) -> None:
        """Raises BenchError where there is no such container."""
        self.name = name
        id_ = name if _ID.fullmatch(name) else _id_of(name)
        # Docker's docker-ID.scope or ID, containerd's cri-containerd-ID.scope, CRI-O's crio-ID.scope.
        folders = [Path(where) for where, _, _ in os.walk(root) if id_ in where.rpartition("/")[2] and "conmon" not in where]
        if not folders:
            raise BenchError(f"{name}: no cgroup of such a container below {root}; name its process with --pid")
        self._unified = next(
            (each for each in folders if (each / "cpu.stat").exists() and (each / "memory.current").exists()), None
        )
        self._cpu = next((each for each in folders if (each / "cpuacct.stat").exists()), None)
        self._memory = next((each for each in folders if (each / "memory.usage_in_bytes").exists()), None)
        if self._unified is None and (self._cpu is None or self._memory is None):
            raise BenchError(f"{name}: its cgroup has no CPU time or memory; name its process with --pid")

    def usage(self) -> Usage:
        """What it has used so far, memory without what of files could be dropped. Raises BenchError where it has ended."""
        try:
            if self._unified is not None:
                cpu, memory = _pairs(self._unified / "cpu.stat"), _pairs(self._unified / "memory.stat")
                held = int((self._unified / "memory.current").read_text()) - memory.get("inactive_file", 0)
                return Usage(cpu["user_usec"] / 1000, cpu["system_usec"] / 1000, held)
            assert self._cpu is not None
            assert self._memory is not None
            cpu, memory = _pairs(self._cpu / "cpuacct.stat"), _pairs(self._memory / "memory.stat")
            tick_ms = 1000 / os.sysconf("SC_CLK_TCK")
            held = int((self._memory / "memory.usage_in_bytes").read_text()) - memory.get("total_inactive_file", 0)
            return Usage(cpu["user"] * tick_ms, cpu["system"] * tick_ms, held)
        except (OSError, KeyError, ValueError) as error:
            raise BenchError(f"container {self.name} has ended") from error


def _pairs(path: Path) -> dict[str, int]:
    """The lines of a file of names and numbers."""
    return {name: int(number) for name, number in (line.split() for line in path.read_text().splitlines())}


def _id_of(name: str) -> str:
    """The id of the container of this name."""
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", name, re.ASCII):
        raise BenchError(f'"{name}" is no name of a container')
    for client in ("docker", "podman"):
        try:
            words = [client, "inspect", "--type", "container", "--format", "{{.Id}}", name]
            asked = subprocess.run(words, capture_output=True, text=True, timeout=10, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if asked.returncode == 0 and _ID.fullmatch(asked.stdout.strip()):
            return asked.stdout.strip()
    raise BenchError(f"{name}: docker and podman know no container of this name")
