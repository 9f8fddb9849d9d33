"""Falsified data files: numbers, rows, claims."""

from random import Random
from typing import Any

from tests.verify.published import Published
from tests.verify.tampering.choice import RESULTS, TABLE, Place, known, other_digit


def digit_in_a_median(site: Published, random: Random) -> Place:
    c, m, _ = known(site, random)

    def edit(results: Any) -> None:
        figure = results["cohorts"][c]["measures"][m]["all_runs"]
        figure["median"] = other_digit(figure["median"], random)

    site.edit_results(edit)
    return RESULTS, f"/cohorts/{c}/measures/{m}/all_runs/median"


def narrower_interval(site: Published, random: Random) -> Place:
    c, m, _ = known(site, random, interval=True)

    def edit(results: Any) -> None:
        results["cohorts"][c]["measures"][m]["all_runs"]["interval"]["low_rank"] += 1

    site.edit_results(edit)
    return RESULTS, f"/cohorts/{c}/measures/{m}/all_runs/interval/low_rank"


def unavailable_made_a_median(site: Published, random: Random) -> Place:
    places = [
        (c, m)
        for c, cohort in enumerate(site.results()["cohorts"])
        for m, measure in enumerate(cohort["measures"])
        if measure["all_runs"]["state"] == "unavailable"
    ]
    c, m = random.choice(places)

    def edit(results: Any) -> None:
        measure = results["cohorts"][c]["measures"][m]
        lacking = measure["all_runs"]
        measure["all_runs"] = {
            "state": "known",
            "median": "0",
            "n": lacking["n"],
            "low": 0,
            "high": 0,
            "interval": None,
        }

    site.edit_results(edit)
    return RESULTS, f"/cohorts/{c}/measures/{m}/all_runs"


def smaller_denominator(site: Published, random: Random) -> Place:
    places = [c for c, cohort in enumerate(site.results()["cohorts"]) if cohort["build_check"]]
    c = random.choice(places)
    site.edit_results(lambda results: results["cohorts"][c]["build_check"].update(n=1, percent="100.0"))
    return RESULTS, f"/cohorts/{c}/build_check/"


def planned_runs_forgotten(site: Published, random: Random) -> Place:
    places = [s for s, suite in enumerate(site.results()["suites"]) if suite["counts"]["not_started"]]
    s = random.choice(places)
    site.edit_results(lambda results: results["suites"][s]["counts"].update(not_started=0))
    return RESULTS, f"/suites/{s}/counts/not_started"


def null_made_zero(site: Published, random: Random) -> Place:
    rows = site.results()["rows"]
    r, name = random.choice(
        [(r, name) for r, row in enumerate(rows) for name in ("cost_ticks", "reasoning") if row[name] is None]
    )
    site.edit_results(lambda results: results["rows"][r].update({name: 0}))
    return RESULTS, f"/rows/{r}/{name}"


def barred_suite_let_in(site: Published, random: Random) -> Place:
    s = next(s for s, suite in enumerate(site.results()["suites"]) if suite["state"] == "invalidated")
    site.edit_results(lambda results: results["suites"][s].update(state="published", reason=None))
    return RESULTS, f"/suites/{s}/"


def cohort_left_out(site: Published, random: Random) -> Place:
    c = random.randrange(len(site.results()["cohorts"]))
    site.edit_results(lambda results: results["cohorts"].pop(c))
    return RESULTS, "/cohorts"


def label_taken_away(site: Published, random: Random) -> Place:
    c = random.choice([c for c, cohort in enumerate(site.results()["cohorts"]) if cohort["labels"]])
    site.edit_results(lambda results: results["cohorts"][c].update(labels=[]))
    return RESULTS, f"/cohorts/{c}/labels"


def edited_cell_of_the_csv(site: Published, random: Random) -> Place:
    lines = site.text(TABLE).split("\n")
    failed = [index for index, line in enumerate(lines) if ",failed," in line]
    index = random.choice(failed)
    lines[index] = lines[index].replace(",failed,", ",completed,", 1)
    site.write(TABLE, "\n".join(lines))
    return TABLE, "/status"


def row_of_the_csv_left_out(site: Published, random: Random) -> Place:
    lines = site.text(TABLE).split("\n")
    failed = [index for index, line in enumerate(lines) if ",failed," in line]
    lines.pop(random.choice(failed))
    site.write(TABLE, "\n".join(lines))
    return TABLE, ""


# Claims.


def withheld_claim_made(site: Published, random: Random) -> Place:
    k = random.choice([k for k, claim in enumerate(site.results()["claims"]) if not claim["made"]])
    site.edit_results(lambda results: results["claims"][k].update(made=True))
    return RESULTS, f"/claims/{k}/made"


def condition_called_met(site: Published, random: Random) -> Place:
    places = [
        (k, c)
        for k, claim in enumerate(site.results()["claims"])
        for c, condition in enumerate(claim["conditions"])
        if not condition["met"]
    ]
    k, c = random.choice(places)

    def edit(results: Any) -> None:
        claim = results["claims"][k]
        claim["conditions"][c]["met"] = True
        claim["made"] = all(condition["met"] for condition in claim["conditions"])

    site.edit_results(edit)
    return RESULTS, f"/claims/{k}/"


def value_in_a_sentence(site: Published, random: Random) -> Place:
    k = random.choice([k for k, claim in enumerate(site.results()["claims"]) if claim["value"]])

    def edit(results: Any) -> None:
        claim = results["claims"][k]
        claim["sentence"] = claim["sentence"].replace(claim["value"], other_digit(claim["value"], random))

    site.edit_results(edit)
    return RESULTS, f"/claims/{k}/sentence"
