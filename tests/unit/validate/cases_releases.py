"""A spoiled release, by issue code; the base tree has none, so each case writes one first."""

from sitegen.changes.text import release_toml
from sitegen.records.release import Release
from tests.trees.jsonform import invented_hash
from tests.unit.validate.spoil import Case, Spoil, write

FILE = "content/releases/first.toml"


def released(**parts: object) -> Spoil:
    """Write a release that names what the parts say."""
    fields = {
        **{"schema": 1, "name": "first", "on": "2026-12-01", "data_set": "1.0.0", "uncounted": ""},
        **{"suite": (), "cohort": (), "claim": (), "comparison": ()},
    }
    return write(FILE, release_toml(Release.model_validate(fields | parts)).encode())


def _suite(id: str) -> dict[str, str]:
    return {"id": id, "title": "A suite", "kind": "api", "state": "published"}


def _cohort(*runs: str) -> dict[str, object]:
    n = len(runs)
    return {
        **{"id": "api-x", "title": "A cohort", "kind": "api", "fixture": False, "medians": {}},
        "source": {"label": "core", "hash": invented_hash("core")},
        "counts": {"planned": n, "not_started": 0, "attempted": n, "completed": n, "failed": 0},
        "rate": {"count": 0, "n": n},
        "runs": "".join(f"{run} completed {invented_hash(run)}\n" for run in runs),
    }


def _text(text: str) -> Spoil:
    return write(FILE, text.encode())


RELEASES: dict[str, list[Case]] = {
    "toml-syntax": [Case(_text("schema = 1\nname = "), FILE, "", "", "valid TOML")],
    "id-mismatch": [Case(released(name="second"), FILE, "/name", "second", "first")],
    "field-value": [
        Case(
            _text(
                'schema = 1\nname = "first"\non = "2026-12-01"\ndata_set = "1.0.0"\nsuite = []\ncohort = []\n'
                "claim = []\ncomparison = []\nuncounted = '''\nalpha--alpha-1 lost\n'''\n"
            ),
            FILE,
            "/uncounted",
            "alpha--alpha-1 lost",
            "withdrawn or barred",
        )
    ],
    "file-unexpected": [
        Case(write("content/releases/notes.txt", b"x"), "content/releases/notes.txt", "", "notes.txt", "releases/")
    ],
    "release-lost": [
        Case(released(suite=(_suite("gone"),)), FILE, "", "suite gone", "INVALIDATED.json"),
        Case(released(cohort=(_cohort("alpha--alpha-0"),)), FILE, "", "run alpha--alpha-0", "withdrawn.toml"),
        Case(
            released(cohort=(_cohort("alpha--alpha-0", "alpha--alpha-00", "alpha--alpha-1"),)),
            FILE,
            "",
            "run alpha--alpha-0 and 1 more of its suite",
            "withdrawn.toml",
        ),
        Case(released(uncounted="alpha--alpha-0 withdrawn\n"), FILE, "", "run alpha--alpha-0", "withdrawn.toml"),
    ],
}
