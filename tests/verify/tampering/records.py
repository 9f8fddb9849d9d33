"""Falsified records: the evidence itself, with every hash made anew."""

from random import Random
from typing import Any

from tests.verify.published import Published
from tests.verify.tampering.choice import RESULTS, TABLE, Place, records


def run_left_out(site: Published, random: Random) -> Place:
    path, run = random.choice(records(site, lambda run: run["status"] == "failed"))
    address = f"{run['suite']}--{run['id']}"
    (site.folder / path).unlink()
    (site.folder / f"benchmarks/runs/{address}.html").unlink()
    lines = [line for line in site.text(TABLE).split("\n") if f",{address}," not in line]
    site.write(TABLE, "\n".join(lines))

    def edit(results: Any) -> None:
        results["rows"] = [row for row in results["rows"] if row["address"] != address]
        for cohort in results["cohorts"]:
            cohort["runs"] = [one for one in cohort["runs"] if one != address]

    site.edit_results(edit)
    return f"benchmarks/suites/{run['suite']}/suite.json", "/slots"


def failure_relabelled(site: Published, random: Random) -> Place:
    path, run = random.choice(records(site, lambda run: run["status"] == "failed"))
    site.edit_json(path, lambda record: record.update(status="completed", stop={"reason": "answered", "detail": None}))
    return RESULTS, "/status", f"{run['suite']}--{run['id']}"


def quicker_run(site: Published, random: Random) -> Place:
    path, run = random.choice(records(site, lambda run: run["wall_ms"]))
    site.edit_json(path, lambda record: record.update(wall_ms=record["wall_ms"] // 2))
    return RESULTS, "/wall_ms", f"{run['suite']}--{run['id']}"


def unknown_usage_made_zero(site: Published, random: Random) -> Place:
    path, run = random.choice(records(site, lambda run: run["usage"]["input"] is None))
    site.edit_json(path, lambda record: record["usage"].update(input=0, missing={}))
    return RESULTS, "/input", f"{run['suite']}--{run['id']}"


def run_moved_to_another_cohort(site: Published, random: Random) -> Place:
    path, run = random.choice(records(site, lambda run: run["kind"] == "api" and run["settings"]))
    site.edit_json(path, lambda record: record.update(settings={}))
    return RESULTS, "/settings", f"{run['suite']}--{run['id']}"


def source_renamed_by_hash(site: Published, random: Random) -> Place:
    path, run = random.choice(records(site, lambda run: run["kind"] == "api"))
    site.edit_json(path, lambda record: record["source"].update(hash="0" * 64))
    return RESULTS, "/source_hash", f"{run['suite']}--{run['id']}"


def cohort_key_changed(site: Published, random: Random) -> Place:
    c = random.randrange(len(site.results()["cohorts"]))
    site.edit_results(lambda results: results["cohorts"][c]["key"]["evaluator"].update(hash="1" * 64))
    return RESULTS, f"/cohorts/{c}"


def better_review(site: Published, random: Random) -> Place:
    path = random.choice(
        [
            path
            for path in site.addresses("benchmarks/runs/", "/review.json")
            if site.json(path)["reviews"][0]["scores"]["finish"] < 10
        ]
    )

    def edit(file: Any) -> None:
        for review in file["reviews"]:
            review["scores"]["finish"] = 10

    site.edit_json(path, edit)
    return RESULTS, "/quality", path.split("/")[2]


def swapped_artifact(site: Published, random: Random) -> Place:
    found = site.addresses("benchmarks/runs/", "/machine.step")
    one = random.choice(found)
    other = next(path for path in found if site.text(path) != site.text(one))
    site.write(one, site.text(other))
    return one, ""


def cheaper_run(site: Published, random: Random) -> Place:
    """Halves the estimate in the record and in the tables: usage and price no longer give it."""
    path, _ = random.choice(
        records(site, lambda run: run["cost"]["estimated_ticks"] and run["cost"]["provider_ticks"] is None)
    )
    site.edit_json(path, lambda record: record["cost"].update(estimated_ticks=record["cost"]["estimated_ticks"] // 2))
    return path, "/cost/estimated_ticks"


def token_sum_of_a_run(site: Published, random: Random) -> Place:
    path, _ = random.choice(records(site, lambda run: run["kind"] == "api" and run["usage"]["output"]))
    site.edit_json(path, lambda record: record["usage"].update(output=record["usage"]["output"] + 1))
    return path, "/usage/output"


def other_task(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/suites/core-one/tasks/", ".json"))
    site.edit_json(path, lambda task: task.update(title=f"{task['title']}, easier"))
    return path, ""


def other_limits(site: Published, random: Random) -> Place:
    path = "benchmarks/suites/core-one/protocol.json"
    site.edit_json(path, lambda file: file["entries"][0]["hashed"]["limits"].update(model_turns=99))
    return path, "/entries/0/hash"
