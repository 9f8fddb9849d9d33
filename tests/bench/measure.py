"""Runs a command and tells what it took: wall time, processor time, memory."""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spent:
    """What one call of a command took."""

    wall_s: float
    cpu_s: float
    """User and system time, with that of its children."""
    peak_mb: float
    """Largest memory of any one of its processes, in 10**6 bytes."""


class CommandFailedError(Exception):
    """A measured command ended with an error; the message has its output."""


def spent_by(command: Sequence[str]) -> Spent:
    """Run the command and return what it took.

    Raises:
        CommandFailedError: It did not end with 0.
    """
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            raise CommandFailedError(f"{' '.join(command)}\n{output.read().decode(errors='replace')[-2_000:]}")
    return Spent(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)
