"""Makes one run in a process of its own: `driver.py FOLDER BASE_URL`; the key comes on standard input."""

import asyncio
import sys
from pathlib import Path

from runner.api.run import run_one
from runner.providers import ADAPTERS
from tests.unit.api.rig import FORM, Onlooker, Purse, planned


def main(folder: str, base_url: str) -> int:
    """Make the run; return 130 where it was interrupted."""
    key = sys.stdin.readline().strip()
    adapter = ADAPTERS["openai"]
    run = planned(provider="openai", model="model-1", adapter=adapter, base_url=base_url, key=key, server=FORM)
    finished = asyncio.run(run_one(run, Path(folder), Purse(), Onlooker()))
    return 130 if finished.run.stop.reason == "interrupted" else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
