"""The machine that runs are made on, without its name and without its user."""

import os
import platform
from pathlib import Path

from sitegen.records.protocol import Machine

_CPU_LINES = ("model name", "hardware", "cpu model", "model")
"""How /proc/cpuinfo names a processor, best first; they differ between architectures."""


def this_machine() -> Machine:
    """Return what this machine is."""
    return Machine(
        os=_system(),
        cpu=_processor(),
        cores=os.cpu_count() or 1,
        ram_mib=os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20,
        python=platform.python_version(),
    )


def _system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = platform.system()
    return f"{name}, {platform.system()} {platform.release()}"


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.machine()
    found = dict(_member(line) for line in reversed(text.splitlines()) if ":" in line)
    return next((found[name] for name in _CPU_LINES if found.get(name)), platform.machine())


def _member(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()
