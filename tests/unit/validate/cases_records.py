"""Spoiled fields and sums of records, by issue code."""

from sitegen.records.usage import TOKEN_CLASSES
from tests.trees.jsonform import invented_hash
from tests.unit.validate.paths import (
    CAVEATS,
    CLAIM,
    FAILED,
    PAGE,
    PROTOCOL,
    REVIEW,
    RUN,
    SITE,
    SUITE,
    TASK,
    TOMBSTONE,
    TRIAL,
    UNSTARTED,
)
from tests.unit.validate.spoil import Case, also, drop, put, swap, write

USAGE = "/responses/0/usage"
GRADE = "/evaluation/grade"
PRICE = "/cost/price"
RESPONSE = {
    "at_ms": 0,
    "provider_ms": 1,
    "usage": dict.fromkeys(("input", "cached_read", "cache_write", "output", "reasoning"), 1) | {"input": 2},
    "stop": "end",
}

NOT_SAVED = {"saved": False, "reopened": None, "kernel": None}

FIELDS: dict[str, list[Case]] = {
    "field-unknown": [
        Case(put(RUN, "/wal_ms", 1), RUN, "/wal_ms", "1", "no such field"),
        Case(put(SUITE, "/slots/0/note", "x"), SUITE, "/slots/0/note", "x", "no such field"),
        Case(swap(SITE, "[data_set]", "[data_set]\nauthor = 1"), SITE, "/data_set/author", "1", "no such field"),
        Case(swap(CLAIM, "schema", "least = 1\nschema"), CLAIM, "/least", "1", "no such field"),
    ],
    "field-missing": [
        Case(drop(RUN, "/settings"), RUN, "/settings", "nothing", "the field"),
        Case(drop(REVIEW, "/run"), REVIEW, "/run", "nothing", "the field"),
        Case(swap(PAGE, 'title = "About"\n', ""), PAGE, "/title", "nothing", "the field"),
        Case(swap(CAVEATS, 'id = "few"\n', ""), CAVEATS, "/caveat/0/id", "nothing", "the field"),
    ],
    "field-type": [
        Case(put(RUN, "/wall_ms", "2000"), RUN, "/wall_ms", '"2000"', "a whole number"),
        Case(put(RUN, "/wall_ms", 2000.5), RUN, "/wall_ms", "2000.5", "a whole number"),
        Case(put(RUN, "/fixture", 0), RUN, "/fixture", "0", "true or false"),
        Case(put(RUN, "/settings/effort", {"of": 1}), RUN, "/settings/effort", '{"of": 1}', "text, a number, true"),
        Case(write(RUN, b"[]"), RUN, "", "[]", "object"),
        Case(put(RUN, "/provider", ["house"]), RUN, "/provider", "house", "text"),
        Case(put(PROTOCOL, "/entries", {}), PROTOCOL, "/entries", "{}", "a list"),
        Case(swap(SITE, 'title = "Small trials"', "title = 7"), SITE, "/title", "7", "text"),
        Case(swap(SITE, "schema = 1", f"schema = {2**64}"), SITE, "", "64-bit", "numbers"),
    ],
    "field-value": [
        Case(put(RUN, "/status", "passed"), RUN, "/status", "passed", "completed"),
        Case(swap(SITE, "1.0.0", "2026-12-01"), SITE, "/data_set/version", "2026-12-01", "MAJOR.MINOR.PATCH"),
        Case(swap(SITE, "1.0.0", "1.02.0"), SITE, "/data_set/version", "1.02.0", "MAJOR.MINOR.PATCH"),
        Case(put(RUN, "/wall_ms", -1), RUN, "/wall_ms", "-1", "at least 0"),
        Case(put(RUN, "/wall_ms", 2**53), RUN, "/wall_ms", str(2**53), f"at most {2**53 - 1}"),
        Case(put(RUN, "/wall_ms", 2**70), RUN, "/wall_ms", str(2**70), f"at most {2**53 - 1}"),
        Case(put(RUN, "/task/hash", "0" * 63), RUN, "/task/hash", "0" * 63, "64 hexadecimal digits"),
        Case(put(RUN, "/id", "../alpha-1"), RUN, "/id", "../alpha-1", "lower-case letters"),
        Case(put(RUN, "/id", "alpha--1"), RUN, "/id", "alpha--1", "single hyphens"),
        Case(
            put(RUN, "/artifacts/0/name", "../../suite.json"), RUN, "/artifacts/0/name", "../../", "lower-case letters"
        ),
        Case(put(RUN, "/artifacts/0/name", "Model.step"), RUN, "/artifacts/0/name", "Model.step", "lower-case letters"),
        Case(put(RUN, "/started_at", "2026-11-02 08:01:00"), RUN, "/started_at", "2026-11-02 08", "a time in UTC"),
        Case(put(RUN, f"{PRICE}/rates/input", "0.00001"), RUN, f"{PRICE}/rates/input", "0.00001", "US dollars as text"),
        Case(put(REVIEW, "/reviews/0/scores/finish", 11), REVIEW, "/reviews/0/scores/finish", "11", "at most 10"),
        Case(put(REVIEW, "/reviews", []), REVIEW, "/reviews", "[]", "at least one item"),
        Case(put(RUN, "/settings/seed", 2**53), RUN, "/settings/seed", str(2**53), f"at most {2**53 - 1}"),
        Case(
            put(TASK, "/requirements/objects", -(2**53)), TASK, "/requirements", str(-(2**53)), f"at most {2**53 - 1}"
        ),
        Case(put(SUITE, "/budget_usd", "1\u0662"), SUITE, "/budget_usd", "1\u0662", "an exact decimal"),
        Case(put(RUN, f"{USAGE}/missing", {"total": "x"}), RUN, f"{USAGE}/missing/total", "total", "'input', 'cached_"),
        Case(swap(CAVEATS, '"run"', '"moon"'), CAVEATS, "/caveat/1/where/0", "moon", "'method', 'benchmarks'"),
        Case(swap(CAVEATS, '"few-rep', '"often-rep'), CAVEATS, "/caveat/0/when/0", "often-repetitions", "'comparison'"),
    ],
    "kind-unknown": [
        Case(put(RUN, "/kind", "apis"), RUN, "/kind", "apis", "'api', 'imported'"),
        Case(drop(RUN, "/kind"), RUN, "/kind", "nothing", "a kind"),
        Case(put(PROTOCOL, "/kind", "cli"), PROTOCOL, "/kind", "cli", "'api', 'imported'"),
        Case(swap(CLAIM, "median-at-most", "median-below"), CLAIM, "/rule", "median-below", "'rate-at-least'"),
        Case(write(CLAIM, b""), CLAIM, "/rule", "nothing", "a rule"),
    ],
    "schema-version": [
        Case(put(RUN, "/schema", 2), RUN, "/schema", "2", "1"),
        Case(put(TOMBSTONE, "/schema", "1"), TOMBSTONE, "/schema", "1", "1"),
        Case(swap(SITE, "schema = 1", "schema = 0"), SITE, "/schema", "0", "1"),
    ],
    "time-invalid": [
        Case(put(RUN, "/ended_at", "2026-02-30T08:00:00Z"), RUN, "/ended_at", "2026-02-30", "RFC 3339"),
        Case(put(RUN, "/ended_at", "2026-11-02T24:00:00Z"), RUN, "/ended_at", "24:00", "RFC 3339"),
        Case(put(RUN, "/ended_at", "0000-11-02T08:00:00Z"), RUN, "/ended_at", "0000-11", "RFC 3339"),
        Case(put(RUN, f"{PRICE}/checked_on", "2026-13-01"), RUN, f"{PRICE}/checked_on", "2026-13-01", "YYYY-MM-DD"),
        Case(swap(SITE, "2026-11-30", "2026-11-31"), SITE, "/data_set/date", "2026-11-31", "YYYY-MM-DD"),
    ],
    "time-parts": [
        Case(put(RUN, "/wall_ms", 1_897), RUN, "", "1900", "provider_ms is a part of wall_ms; expected at most 1897"),
        Case(put(RUN, "/wall_ms", 47), RUN, "", "1900", "provider_ms is a part of wall_ms"),
        Case(put(TRIAL, "/trial_ms", 4_998), TRIAL, "", "5000", "wall_ms is a part of trial_ms; expected at most 4998"),
        Case(
            also(put(TRIAL, "/test_ms", 9_002), drop(TRIAL, "/missing/test_ms")),
            TRIAL,
            "",
            "9002",
            "test_ms is a part of trial_ms; expected at most 9000",
        ),
    ],
    "time-order": [
        Case(put(RUN, "/ended_at", "2026-11-02T08:00:59.9Z"), RUN, "", "08:00:59.9Z", "from 2026-11-02T08:01:00Z"),
        Case(
            put(REVIEW, "/reviews/0/reviewed_at", "2026-11-02T08:01:01.9Z"),
            REVIEW,
            "/reviews/0/reviewed_at",
            "08:01:01.9Z",
            "a time from 2026-11-02T08:01:02Z, when the run was made",
        ),
    ],
}

# A second request of which no response came: what it spent is not known, so the run has no totals.
UNANSWERED = also(
    put(FAILED, "/requests", 2),
    put(FAILED, "/usage", {**dict.fromkeys(TOKEN_CLASSES), "missing": dict.fromkeys(("input", "output"), "lost")}),
)

SUMS: dict[str, list[Case]] = {
    "usage-identity": [
        Case(put(RUN, f"{USAGE}/cached_read", 801), RUN, USAGE, "1001", "more than input = 1000"),
        Case(put(RUN, f"{USAGE}/reasoning", 101), RUN, USAGE, "101", "more than output = 100"),
        Case(put(RUN, f"{USAGE}/provider_total", 1_101), RUN, USAGE, "1100", "total is 1101"),
        Case(put(RUN, f"{USAGE}/cache_write_by_lifetime/1h", 51), RUN, USAGE, "201", "cache_write is 200"),
        Case(put(TRIAL, "/usage/cache_write_by_lifetime", {"5m": 1}), TRIAL, "/usage", "1", "cache_write is None"),
    ],
    "usage-missing": [
        Case(put(RUN, f"{USAGE}/missing", {"input": "lost"}), RUN, USAGE, "1000", "null, or no entry"),
        Case(put(TRIAL, "/usage/output", None), TRIAL, "/usage", "null", "a reason under missing.output"),
        Case(put(TRIAL, "/usage/input", None), TRIAL, "/usage", "null", "a reason under missing.input"),
    ],
    "usage-sum": [
        Case(put(FAILED, "/requests", 2), FAILED, "", "10", "input is not the sum over the responses; expected None"),
        Case(
            put(RUN, "/usage/input", 2_201), RUN, "", "2201", "input is not the sum over the responses; expected 2200"
        ),
        Case(put(RUN, "/usage/reasoning", None), RUN, "", "null", "reasoning is not the sum over the responses"),
        Case(put(RUN, f"{USAGE}/reasoning", None), RUN, "", "50", "reasoning is not the sum over the responses"),
    ],
    "run-sum": [
        *(
            Case(put(RUN, f"/{name}", value + 1), RUN, "", str(value + 1), f"expected {value}")
            for name, value in {
                "turns": 2,
                "tool_calls": 2,
                "failed_tool_calls": 1,
                "operations": 4,
                "provider_ms": 1_900,
                "tool_ms": 50,
            }.items()
        ),
        Case(put(RUN, "/requests", 1), RUN, "", "1", "fewer requests than turns; expected 2"),
        Case(put(UNSTARTED, "/requests", 1), UNSTARTED, "", "1", "requests is not what"),
        Case(
            also(put(UNSTARTED, "/responses", [RESPONSE]), put(UNSTARTED, "/turns", 1)),
            UNSTARTED,
            "",
            "0",
            "fewer requests than turns; expected 1",
        ),
    ],
    "value-unexplained": [
        Case(put(RUN, "/wall_ms", None), RUN, "", "null", "a reason under missing.wall_ms"),
        Case(put(TRIAL, "/wall_ms", None), TRIAL, "", "null", "a reason under missing.wall_ms"),
        *(
            Case(put(RUN, f"/{name}", None), RUN, "", "null", f"a reason under missing.{name}")
            for name in ("provider_ms", "tool_ms")
        ),
        Case(put(TRIAL, "/trial_ms", None), TRIAL, "", "null", "a reason under missing.trial_ms"),
        Case(drop(TRIAL, "/missing/test_ms"), TRIAL, "", "null", "a reason under missing.test_ms"),
        Case(put(RUN, "/missing", {"wall_ms": "lost"}), RUN, "", "wall_ms", "names of null fields"),
        Case(put(RUN, "/missing", {"wall_time": "lost"}), RUN, "", "wall_time", "names of null fields"),
    ],
    "stop-status": [
        Case(put(RUN, "/stop/reason", "turn-limit"), RUN, "/status", "completed", "failed or not_started"),
        Case(put(RUN, "/stop/reason", "a-reason-of-tomorrow"), RUN, "/status", "completed", "failed or not_started"),
        Case(put(FAILED, "/stop/reason", "answered"), FAILED, "/status", "failed", "completed"),
    ],
    "cost-unexplained": [
        Case(put(RUN, "/cost/estimated_ticks", None), RUN, "/cost", "null", "expected a reason"),
        Case(put(RUN, PRICE, None), RUN, "/cost", "null", "the price snapshot"),
    ],
    "cost-mismatch": [
        Case(put(RUN, "/cost/estimated_ticks", 85_500_001), RUN, "/cost/estimated_ticks", "85500001", "85500000"),
        Case(put(RUN, "/cost/provider_ticks", 7), RUN, "/cost/provider_ticks", "7", "null"),
        Case(
            put(RUN, "/cost", {"estimated_ticks": None, "provider_ticks": 7}), RUN, "/cost/provider_ticks", "7", "null"
        ),
        Case(
            also(put(RUN, "/responses/0/provider_ticks", 7), put(RUN, "/cost/provider_ticks", 7)),
            RUN,
            "/cost/provider_ticks",
            "7",
            "null",
        ),
        Case(
            also(put(FAILED, "/cost/estimated_ticks", None), put(FAILED, "/cost/reason", "lost")),
            FAILED,
            "/cost/estimated_ticks",
            "null",
            "800000",
        ),
        Case(UNANSWERED, FAILED, "/cost/estimated_ticks", "800000", "null"),
        Case(
            also(*(put(RUN, f"/responses/{place}/provider_ticks", 6 + place) for place in (0, 1))),
            RUN,
            "/cost/provider_ticks",
            "null",
            "13",
        ),
        Case(
            also(
                UNANSWERED,
                put(FAILED, "/responses/0/provider_ticks", 7),
                put(FAILED, "/cost/provider_ticks", 7),
                put(FAILED, "/cost/estimated_ticks", None),
            ),
            FAILED,
            "/cost/provider_ticks",
            "7",
            "null",
        ),
    ],
    "price-dates": [
        Case(put(RUN, f"{PRICE}/expires_on", "2026-10-19"), RUN, PRICE, "2026-10-19", "a day from 2026-10-20"),
    ],
    "price-steps": [
        Case(put(RUN, f"{PRICE}/steps/0/above_input_tokens", 150_001), RUN, PRICE, "150001", "[150000, 150001]"),
        Case(put(RUN, f"{PRICE}/steps/0/above_input_tokens", 150_000), RUN, PRICE, "[150000, 150000]", "[150000]"),
    ],
    "grade-points": [
        Case(put(RUN, f"{GRADE}/checks/0/points", 21), RUN, f"{GRADE}/checks/0", "21", "expected 20"),
    ],
    "grade-sum": [
        Case(put(RUN, f"{GRADE}/points", 59), RUN, GRADE, "59 of 60", "expected 60 of 60"),
        Case(put(RUN, f"{GRADE}/points_max", 100), RUN, GRADE, "60 of 100", "expected 60 of 60"),
        Case(
            also(
                *(put(RUN, f"{GRADE}/checks/1/{name}", 30) for name in ("points", "points_max")),
                *(put(RUN, f"{GRADE}/{name}", 50) for name in ("points", "points_max")),
            ),
            RUN,
            f"{GRADE}/points_max",
            "50",
            "60",
        ),
        Case(put(RUN, f"{GRADE}/visible_objects", 0), RUN, GRADE, "60", "without a visible object; expected 0"),
    ],
    "grade-artifact": [
        Case(put(RUN, "/document", NOT_SAVED), RUN, "", "false", "no points"),
        Case(put(FAILED, "/document", NOT_SAVED | {"saved": True}), FAILED, "", "[]", "the document"),
    ],
    "grade-unexplained": [
        Case(put(RUN, f"{GRADE}/points", None), RUN, GRADE, "null", "no points and no reason"),
        Case(put(RUN, "/evaluation", None), RUN, "", "null", "a started run without an evaluation"),
        Case(put(TRIAL, "/grade/verdict", None), TRIAL, "/grade", "null", "no verdict and no reason"),
    ],
    "model-reported": [
        Case(put(RUN, "/model/reported", ["m-2", "m-1"]), RUN, "/model", "m-2", "sorted"),
        Case(put(RUN, "/model/reported", ["m-1", "m-1"]), RUN, "/model", "m-1", "sorted"),
        Case(put(RUN, "/model/reported", ["quite-another"]), RUN, "", "quite-another", "not those of the responses"),
    ],
    "artifact-order": [
        Case(
            put(
                RUN,
                "/artifacts/-",
                {"name": "a.step", "sha256": invented_hash("a"), "bytes": 1, "media_type": "model/step"},
            ),
            RUN,
            "",
            "model.step",
            "a.step",
        ),
    ],
    "slot-unexplained": [
        Case(drop(SUITE, "/slots/3/reason"), SUITE, "/slots/3", "null", "a reason"),
    ],
    "suite-order": [
        Case(put(SUITE, "/slots/0/run", "alpha-9"), SUITE, "", "alpha-9", "sorted by run"),
        Case(put(SUITE, "/slots/1/run", "alpha-1"), SUITE, "", "alpha-1", "sorted by run"),
        Case(put(SUITE, "/tasks/-", {"id": "arm", "hash": invented_hash("arm")}), SUITE, "", "arm", "sorted by id"),
    ],
    "suite-counts": [
        Case(put(TOMBSTONE, "/counts/started", 3), TOMBSTONE, "/counts", "5", "expected 4"),
    ],
}
