"""`kill -9` at many moments of real builds: no half file, and the next build gives the bytes of an undisturbed one."""

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.unit.publish.drill import assert_between, assert_site, build, journalled, many_pages, tree

N_PAGES = 600
N_KILLS = 50
LONGEST_WAIT_IN_SWAP_S = 0.005
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.soak


def start_build(public: Path, version: str) -> subprocess.Popen[bytes]:
    """Start a build in a process of its own, with two workers, and return once it begins."""
    command = [sys.executable, "-m", "tests.unit.publish.drill", str(public), version, str(N_PAGES)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"begin\n"
    return process


def build_takes_s(start: Path, scratch: Path) -> float:
    shutil.copytree(start, scratch)
    with start_build(scratch / "public", "new") as process:
        begun = time.monotonic()
        assert process.wait() == 0
        taken_s = time.monotonic() - begun
    shutil.rmtree(scratch)
    return taken_s


def wait_for_swap(public: Path, process: subprocess.Popen[bytes]) -> None:
    while not journalled(public) and process.poll() is None:
        pass


@pytest.mark.parametrize("first", [False, True], ids=["update", "first-build"])
def test_killed_at_random_moments(tmp_path, first):
    start, undisturbed = tmp_path / "start", tmp_path / "undisturbed" / "public"
    start.mkdir()
    if not first:
        build(start / "public", many_pages("old", N_PAGES))
    build(undisturbed, many_pages("new", N_PAGES))
    old, new = tree(start / "public"), tree(undisturbed)
    span_s = min(build_takes_s(start, tmp_path / "scratch") for _ in range(3))
    chance = random.Random(20261130)
    seen = {"untouched": 0, "in the swap": 0, "finished": 0}
    for number in range(N_KILLS):
        public = tmp_path / str(number) / "public"
        shutil.copytree(start, public.parent)
        with start_build(public, "new") as process:
            if number % 2 and not first:
                wait_for_swap(public, process)
                time.sleep(chance.random() * LONGEST_WAIT_IN_SWAP_S)
            else:
                time.sleep(span_s * (number + chance.random()) / N_KILLS)
            process.kill()
        found = tree(public)
        assert_between(public, old, new)
        seen["in the swap" if journalled(public) else "untouched" if found == old else "finished"] += 1
        # Half of the time the content went back to what it was: the swap is completed, then undone by a build.
        following = "new" if number % 4 < 2 or first else "old"
        build(public, many_pages(following, N_PAGES))
        assert_site(public, many_pages(following, N_PAGES))
        assert tree(public) == (new if following == "new" else old)
        shutil.rmtree(public.parent)
    print(seen)
    assert seen["untouched"] > 0
    assert first or seen["in the swap"] > 0
