"""Workers end with the process that started them, however that ended."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = r"""
import os, time
from sitegen import pool

def work(_context, _item):
    os.write(1, f"{os.getpid()}\n".encode())
    time.sleep(60)

list(pool.each(work, range(4), None, 2, smallest=1))
"""


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def test_workers_end_when_their_parent_is_killed():
    environ = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, env=environ) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(_alive, workers))
        parent.send_signal(signal.SIGKILL)
        for _ in range(300):
            if not any(map(_alive, workers)):
                break
            time.sleep(0.1)
        assert not any(map(_alive, workers))
