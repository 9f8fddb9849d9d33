"""Small releases written by hand."""

import json
from typing import Any

from sitegen.records.release import Release

HASH = {name: digit * 64 for name, digit in zip(("a", "b", "c", "d", "e", "f"), "abcdef", strict=True)}


def known(median: str, n: int) -> dict[str, Any]:
    return {"state": "known", "median": median, "n": n}


def line(run: str, record: str, status: str = "completed", review: str = "") -> str:
    return f"{' '.join(filter(None, (f'suite--{run}', status, HASH[record], HASH.get(review))))}\n"


def cohort(id: str, runs: str, medians: dict[str, Any], failed: int = 0, passed: int = 0) -> dict[str, Any]:
    n = len([one for one in runs.splitlines() if "not_started" not in one])
    return {
        **{"id": id, "title": f"Cohort {id}", "kind": "api", "fixture": False},
        "source": {"label": "core 41", "hash": HASH["f"]},
        "counts": {"planned": n, "not_started": 0, "attempted": n, "completed": n - failed, "failed": failed},
        **{"rate": {"count": passed, "n": n}, "medians": medians, "runs": runs},
    }


def release(*cohorts: dict[str, Any], **parts: Any) -> Release:
    """Return a release that holds the cohorts."""
    fields = {
        **{"schema": 1, "name": "one", "on": "2026-12-01", "data_set": "1.0.0"},
        **{"suite": [{"id": "suite", "title": "Suite", "kind": "api", "state": "published"}], "uncounted": ""},
        **{"claim": [], "comparison": [], "cohort": cohorts},
    }
    return Release.model_validate_json(json.dumps(fields | parts))
