"""The golden site, built from the example tree: every state, two releases; run as a program it writes it anew.

`tests/golden/SHA256SUMS` lists every file of the built site. Beside it lie the pages themselves, one of each kind and
one run in each state, so that a change shows in the diff.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from sitegen.build.pipeline import Options, build
from tests.trees.generate import generate
from tests.trees.history import add_history

SEED, RUNS = 7, 160
GOLDEN = Path(__file__).parent / "golden"
SUMS = "SHA256SUMS"


def build_example(folder: Path) -> Path:
    """Build the example tree below the folder and return its `public`."""
    generate(folder, SEED, RUNS)
    add_history(folder)
    report = build(Options(folder, 1, {}), lambda _step, _done, _n: None)
    assert not report.failed, report.issues
    return folder / "public"


def files_of(public: Path) -> dict[str, bytes]:
    """Return every file of a built site by address."""
    return {
        path.relative_to(public).as_posix(): path.read_bytes() for path in sorted(public.rglob("*")) if path.is_file()
    }


def sums(files: Mapping[str, bytes]) -> str:
    """Return the text of SHA256SUMS."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in files.items())


def shown(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that are stored whole: the data, every page, and of cohorts and runs a few."""
    cohorts = [path for path in files if path.startswith("benchmarks/cohorts/")]
    runs = [path for path in files if path.startswith("benchmarks/runs/") and path.endswith(".html")]
    many = ("benchmarks/cohorts/", "benchmarks/runs/", "benchmarks/schema/", "benchmarks/views/", "manifest.json")
    others = [path for path in files if not path.startswith(many) and path.endswith((".html", ".json", ".csv"))]
    wanted = {*cohorts[::8], *runs[::20], *others}
    return {path: files[path] for path in sorted(wanted) if "/suites/" not in path or path.endswith(".html")}


def refresh() -> None:
    """Write the golden files anew."""
    with tempfile.TemporaryDirectory() as folder:
        files = files_of(build_example(Path(folder)))
    shutil.rmtree(GOLDEN, ignore_errors=True)
    for path, data in shown(files).items():
        target = GOLDEN / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    (GOLDEN / SUMS).write_text(sums(files), encoding="utf-8")


if __name__ == "__main__":
    refresh()
