"""Records that contradict each other, and content of the site that cannot be used, by issue code."""

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.trees.jsonform import hash_of, invented_hash, sha256
from tests.unit.validate.base import PAGE as PAGE_TEXT
from tests.unit.validate.base_runs import DOCUMENT, RULES
from tests.unit.validate.base_runs import TASK as TASK_FILE
from tests.unit.validate.paths import (
    ALLOWED,
    ALPHA,
    ARTIFACT,
    BARRED,
    BETA,
    CAVEATS,
    CLAIM,
    EVIDENCE,
    FAILED,
    FOLDER,
    GAMMA,
    PAGE,
    PROTOCOL,
    REVIEW,
    RUN,
    SUITE,
    TASK,
    TOMBSTONE,
    TRIAL,
    UNSTARTED,
)
from tests.unit.validate.spoil import Case, Place, Spoil, also, change, put, remove, swap, write

OTHER = invented_hash("other")
SUBMITTED = "/origin/submitted"
GRADED_BY = "/evaluation/grade/evaluator"
NUMBER = '{{ median("alpha", "wall_ms") }}'
HOME = "/".join(("", "home", "quill", "notes.txt"))
"""A path in a home folder, put together so that this file holds none."""


def _renamed(name: str) -> Spoil:
    """Return what gives the run's artifact another name, in its record and on the disk."""

    def rename(root: Path) -> None:
        (root / ARTIFACT).rename(root / FOLDER / name)

    return also(put(RUN, "/artifacts/0/name", name), rename)


def _move(old: str, new: str) -> Spoil:
    return lambda root: (root / old).rename(root / new)


def _allow(entry: str) -> Callable[[Path], object]:
    return write(ALLOWED, f"[[allowed]]\n{entry}".encode())


REFERENCES: dict[str, list[Case]] = {
    "suite-task-set": [
        Case(put(BETA, "/task_set/tasks/0/hash", OTHER), BETA, "", "other tasks", "the same"),
    ],
    "id-mismatch": [
        Case(put(SUITE, "/id", "alpine"), SUITE, "/id", "alpine", "alpha"),
        Case(put(TOMBSTONE, "/suite", "omega"), TOMBSTONE, "/suite", "omega", "delta"),
        Case(swap(CLAIM, 'id = "quick"', 'id = "slow"'), CLAIM, "/id", "slow", "quick"),
        Case(
            put(RUN, "/id", "alpha-9"),
            RUN,
            "/id",
            "alpha-9",
            "alpha-1",
            besides=(Place("review-run", REVIEW, "/run"), Place("slot-missing", RUN, "/id")),
        ),
        Case(
            put(TASK, "/id", "arm"),
            TASK,
            "/id",
            "arm",
            "bracket",
            besides=(
                Place("task-hash", SUITE, "/tasks/0/hash"),
                *(Place("task-hash", run, "/task/hash") for run in (RUN, FAILED, UNSTARTED)),
            ),
        ),
    ],
    "suite-mismatch": [
        Case(put(RUN, "/suite", "beta"), RUN, "/suite", "beta", "alpha"),
        Case(put(RUN, "/fixture", True), RUN, "/fixture", "true", "false"),
        Case(
            lambda root: shutil.copy(root / f"{EVIDENCE}/beta/protocol.json", root / PROTOCOL),
            PROTOCOL,
            "/kind",
            "imported",
            "api",
            besides=tuple(Place("protocol-unknown", run, "/protocol") for run in (RUN, FAILED, UNSTARTED)),
        ),
        Case(
            also(
                lambda root: shutil.copytree(root / f"{EVIDENCE}/beta/runs/beta-a", root / ALPHA / "runs/beta-a"),
                put(f"{ALPHA}/runs/beta-a/run.json", "/suite", "alpha"),
                put(f"{ALPHA}/runs/beta-a/run.json", "/task", {"id": "bracket", "hash": hash_of(TASK_FILE)}),
                put(f"{ALPHA}/runs/beta-a/run.json", "/protocol", hash_of(RULES)),
                put(
                    SUITE,
                    "/slots/-",
                    {"run": "beta-a", "state": "started", "model": "m-two", "task": "bracket", "repetition": 1},
                ),
            ),
            f"{ALPHA}/runs/beta-a/run.json",
            "/kind",
            "imported",
            "api",
        ),
    ],
    "slot-missing": [
        Case(put(SUITE, "/slots/0/run", "alpha-0"), RUN, "/id", "alpha-1", "a slot of the suite's plan"),
    ],
    "slot-mismatch": [
        Case(put(RUN, "/repetition", 5), RUN, "/repetition", "5", "1 as planned"),
        Case(put(SUITE, "/slots/1/model", "m-two"), FAILED, "/model/requested", "m-one", "m-two as planned"),
        Case(put(SUITE, "/slots/2/state", "started"), UNSTARTED, "/status", "not_started", "started as planned"),
        Case(
            put(SUITE, "/slots/0/task", "arm"),
            RUN,
            "/task/id",
            "bracket",
            "arm as planned",
            besides=(Place("task-unknown", SUITE, "/slots/0/task"),),
        ),
    ],
    "run-missing": [
        Case(lambda root: shutil.rmtree(root / FOLDER), SUITE, "/slots/0/run", "no record", "runs/alpha-1/run.json"),
        Case(put(SUITE, "/slots/3/state", "started"), SUITE, "/slots/3/run", "no record", "runs/alpha-4/run.json"),
    ],
    "task-unknown": [
        Case(
            put(RUN, "/task/id", "arm"),
            RUN,
            "/task/id",
            "arm",
            "a task of the suite",
            besides=(Place("slot-mismatch", RUN, "/task/id"),),
        ),
        Case(put(SUITE, "/slots/3/task", "arm"), SUITE, "/slots/3/task", "arm", "a task of the suite"),
        Case(put(GAMMA, "/tasks/-", {"id": "clip", "hash": OTHER}), GAMMA, "/tasks/1/id", "clip", "tasks/clip.json"),
    ],
    "task-hash": [
        Case(put(RUN, "/task/hash", OTHER), RUN, "/task/hash", OTHER, hash_of(TASK_FILE)),
        Case(put(GAMMA, "/tasks/0/hash", OTHER), GAMMA, "/tasks/0/hash", OTHER, hash_of(TASK_FILE)),
        Case(put(BETA, "/task_set/hash", OTHER), BETA, "/task_set/hash", OTHER, ""),
        Case(
            put(f"{EVIDENCE}/gamma/tasks/bracket.json", "/prompt", "Build a bracket!"),
            GAMMA,
            "/tasks/0/hash",
            hash_of(TASK_FILE),
            hash_of(TASK_FILE | {"prompt": "Build a bracket!"}),
        ),
    ],
    "protocol-unknown": [
        Case(put(RUN, "/protocol", OTHER), RUN, "/protocol", OTHER, "a hash of protocol.json"),
    ],
    "protocol-hash": [
        Case(
            put(PROTOCOL, "/entries/0/hashed/version", 2),
            PROTOCOL,
            "/entries/0/hash",
            hash_of(RULES),
            hash_of(RULES | {"version": 2}),
        ),
    ],
    "artifact-missing": [
        Case(remove(ARTIFACT), RUN, "/artifacts/0/name", "nothing", "model.step"),
    ],
    "artifact-size": [
        Case(write(ARTIFACT, DOCUMENT[:-1]), RUN, "/artifacts/0/bytes", "13", "14"),
    ],
    "artifact-hash": [
        Case(
            write(ARTIFACT, DOCUMENT.lower()),
            RUN,
            "/artifacts/0/sha256",
            sha256(DOCUMENT.lower()),
            sha256(DOCUMENT),
        ),
    ],
    "review-run": [
        Case(put(REVIEW, "/run", "alpha-2"), REVIEW, "/run", "alpha-2", "alpha-1"),
    ],
    "review-artifact": [
        Case(
            put(REVIEW, "/reviews/0/artifact_sha256", OTHER),
            REVIEW,
            "/reviews/0/artifact_sha256",
            OTHER,
            "an artifact of the run",
        ),
    ],
    "price-model": [
        Case(put(RUN, "/cost/price/model", "m-one-mini"), RUN, "/cost/price/model", "house m-one-mini", "house m-one"),
        Case(put(RUN, "/cost/price/model", "m-o"), RUN, "/cost/price/model", "house m-o", "house m-one"),
        Case(put(RUN, "/cost/price/provider", "shop"), RUN, "/cost/price/model", "shop m-one", "house m-one"),
    ],
    "price-expired": [
        Case(put(RUN, "/cost/price/expires_on", "2026-11-01"), RUN, "/cost/price/expires_on", "2026-11-02", "11-01"),
        Case(put(RUN, "/cost/price/checked_on", "2026-11-03"), RUN, "/cost/price/expires_on", "2026-11-02", "11-03 to"),
    ],
    "origin-sum": [
        Case(put(BETA, f"{SUBMITTED}/trials", 3), BETA, f"{SUBMITTED}/trials", "3", "2 as in the runs"),
        Case(put(BETA, f"{SUBMITTED}/resolved", 2), BETA, f"{SUBMITTED}/resolved", "2", "1 as in the runs"),
        Case(put(BETA, f"{SUBMITTED}/unresolved", 0), BETA, f"{SUBMITTED}/unresolved", "0", "1 as in the runs"),
        Case(put(BETA, f"{SUBMITTED}/accuracy", "0.51"), BETA, f"{SUBMITTED}/accuracy", "0.51", "0.500000"),
        Case(
            put(TRIAL, "/grade/verdict", "not_resolved"),
            BETA,
            f"{SUBMITTED}/resolved",
            "1",
            "0 as in the runs",
            besides=(Place("origin-sum", BETA, f"{SUBMITTED}/unresolved"),),
        ),
    ],
    "grade-evaluator": [
        Case(put(RUN, f"{GRADED_BY}/hash", OTHER), RUN, f"{GRADED_BY}/hash", OTHER, ""),
        Case(put(TRIAL, "/grade/evaluator/hash", OTHER), TRIAL, "/grade/evaluator/hash", OTHER, ""),
    ],
    "artifact-type": [
        Case(_renamed(name), RUN, "/artifacts/0/name", name, "a name that ends in")
        for name in ("index.html", "page.xhtml", "evil.js", "picture.svg")
    ],
    "suite-barred": [
        Case(
            put(BARRED, "/counts", {"planned": 4, "started": 0, "not_started": 4}), BARRED, "/counts/started", "0", "2"
        ),
        Case(put(BARRED, "/kind", "imported"), BARRED, "/kind", "imported", "api as in suite.json"),
        Case(put(BARRED, "/fixture", True), BARRED, "/fixture", "true", "False as in suite.json"),
        Case(
            put(BARRED, "/counts", {"planned": 3, "started": 2, "not_started": 1}),
            BARRED,
            "/counts/planned",
            "3",
            "4",
        ),
    ],
}

CONTENT: dict[str, list[Case]] = {
    "claim-cohort": [
        Case(swap(CLAIM, '"alpha"', '"alpine"'), CLAIM, "/of/suite", "alpine", "a suite of the content"),
        Case(swap(CLAIM, 'suite = "alpha"', ""), CLAIM, "/of", "api-m-one-", "one cohort only"),
        Case(
            also(
                swap(CLAIM, "median-at-most", "saving"),
                swap(CLAIM, 'of = { suite = "alpha" }', 'before = { suite = "alpha" }\nafter = { suite = "alpine" }'),
            ),
            CLAIM,
            "/after/suite",
            "alpine",
            "a suite of the content",
        ),
    ],
    "claim-measure": [
        Case(swap(CLAIM, "wall_ms", "wall_s"), CLAIM, "/measure", "wall_s", "wall_ms"),
        Case(swap(CLAIM, "wall_ms", "trial_ms"), CLAIM, "/measure", "trial_ms", "cache_write"),
        Case(
            also(swap(CLAIM, "wall_ms", "wall_s"), swap(CLAIM, '"alpha"', '"gamma"')),
            CLAIM,
            "/measure",
            "wall_s",
            "wall_ms",
        ),
    ],
    "claim-sentence": [
        Case(swap(CLAIM, "{value}", "{median}"), CLAIM, "/sentence", "{median}", "{value} or no braces"),
        Case(swap(CLAIM, "{value}", "value}"), CLAIM, "/sentence", "value}", "{value} or no braces"),
        Case(swap(CLAIM, "{value}", "{value!r}"), CLAIM, "/sentence", "{value!r}", "{value} or no braces"),
        Case(swap(CLAIM, "{value}", "{{value}}"), CLAIM, "/sentence", "{{value}}", "{value} or no braces"),
    ],
    "caveat-duplicate": [
        Case(swap(CAVEATS, "list-price", "few"), CAVEATS, "/caveat/1/id", "few", "a new id"),
    ],
    "placeholder": [
        Case(swap(PAGE, "wall_ms", "wall_s"), PAGE, "", "wall_s", "wall_ms"),
        Case(swap(PAGE, "{{ median", "{{ mean"), PAGE, "", "mean", "median"),
        Case(swap(PAGE, "}}.", "}."), PAGE, "", "line 5: unexpected", "median"),
        Case(swap(PAGE, NUMBER, '{{ "".__class__.__mro__ }}'), PAGE, "", "a getattr expression", "median"),
        Case(swap(PAGE, NUMBER, '{% include "../site.toml" %}'), PAGE, "", "a include statement", "median"),
        Case(swap(PAGE, '"wall_ms")', "9**9**9)"), PAGE, "", "no literal", "text in quotes"),
        Case(swap(PAGE, '"wall_ms")', f"{'9' * 5_000})"), PAGE, "", "cannot be read", "median"),
        Case(swap(PAGE, NUMBER, "{{ " + "(" * 9_000), PAGE, "", "cannot be read", "median"),
        Case(swap(PAGE, '"wall_ms")', '"wall_ms", model=1)'), PAGE, "", "model=", "with text in quotes"),
    ],
    "page-collision": [
        Case(
            write("content/pages/manifest.json/x.md", PAGE_TEXT.encode()),
            "content/pages/manifest.json/x.md",
            "",
            "manifest.json/x.md",
            "folders without a dot",
        ),
    ],
    "leak": [
        Case(put(GAMMA, "/summary", HOME), GAMMA, "/summary", "home-path", f"match_sha256 = {sha256(HOME.encode())}"),
        Case(put(RUN, "/stop/detail", HOME), RUN, "/stop/detail", "home-path", "nothing private"),
        Case(put(TRIAL, "/stop/detail", HOME), TRIAL, "/stop/detail", "home-path", "nothing private"),
        Case(change(PAGE, lambda text: text + HOME.encode()), PAGE, "", "home-path in line 6: ", "nothing private"),
    ],
    "leak-allow-list": [
        Case(write(ALLOWED, b"allowed = 1\n"), ALLOWED, "", "no list of tables", "match_sha256"),
        Case(write(ALLOWED, b"[[allowed"), ALLOWED, "", "no TOML", "match_sha256"),
        Case(write(ALLOWED, b"a = " + b"[" * 9_000), ALLOWED, "", "no TOML", "match_sha256"),
        Case(
            _allow(f'code = "home-path"\nfile = "content/site.toml"\nmatch_sha256 = "{OTHER}"\nreason = "x"\n'),
            ALLOWED,
            "",
            "entry 1: reason",
            "match_sha256",
        ),
    ],
}
