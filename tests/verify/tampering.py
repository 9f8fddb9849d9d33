"""Ways to falsify a published site, written down from the threats before the checker was: each edits a site of its own
choice and returns where a reader must be pointed to: a file, a part of the place within it, and, where the place has
a name beside its pointer, that name.

`HASHED` leave the hashes as they were, `REMADE` make every hash anew, as one would who can write the whole site.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.verify.published import Published

Place = tuple[str, str] | tuple[str, str, str]
Tampering = Callable[[Published, Random], Place]

RESULTS = "benchmarks/results.json"
TABLE = "benchmarks/results.csv"


def _other_digit(text: str, random: Random) -> str:
    places = [index for index, character in enumerate(text) if character.isdigit()]
    place = places[-1]
    digit = random.choice([d for d in "123456789" if d != text[place]])
    return text[:place] + digit + text[place + 1 :]


def _known(site: Published, random: Random, interval: bool = False) -> tuple[int, int, Any]:
    """Return the places of a cohort and of a measure with a median, and its summary."""
    found = [
        (c, m, measure["all_runs"])
        for c, cohort in enumerate(site.results()["cohorts"])
        for m, measure in enumerate(cohort["measures"])
        if measure["all_runs"]["state"] == "known" and (measure["all_runs"]["interval"] or not interval)
    ]
    return random.choice(found)


def _records(site: Published, fits: Callable[[Any], bool]) -> Sequence[tuple[str, Any]]:
    barred = {one["id"] for one in site.results()["suites"] if one["state"] == "invalidated"}
    return [(path, run) for path, run in site.records().items() if run["suite"] not in barred and fits(run)]


# Numbers of the data files.


def digit_in_a_median(site: Published, random: Random) -> Place:
    c, m, _ = _known(site, random)

    def edit(results: Any) -> None:
        figure = results["cohorts"][c]["measures"][m]["all_runs"]
        figure["median"] = _other_digit(figure["median"], random)

    site.edit_results(edit)
    return RESULTS, f"/cohorts/{c}/measures/{m}/all_runs/median"


def narrower_interval(site: Published, random: Random) -> Place:
    c, m, _ = _known(site, random, interval=True)

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
        claim["sentence"] = claim["sentence"].replace(claim["value"], _other_digit(claim["value"], random))

    site.edit_results(edit)
    return RESULTS, f"/claims/{k}/sentence"


# Records: the evidence itself, with every hash made anew.


def run_left_out(site: Published, random: Random) -> Place:
    path, run = random.choice(_records(site, lambda run: run["status"] == "failed"))
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
    path, run = random.choice(_records(site, lambda run: run["status"] == "failed"))
    site.edit_json(path, lambda record: record.update(status="completed", stop={"reason": "answered", "detail": None}))
    return RESULTS, "/status", f"{run['suite']}--{run['id']}"


def quicker_run(site: Published, random: Random) -> Place:
    path, run = random.choice(_records(site, lambda run: run["wall_ms"]))
    site.edit_json(path, lambda record: record.update(wall_ms=record["wall_ms"] // 2))
    return RESULTS, "/wall_ms", f"{run['suite']}--{run['id']}"


def unknown_usage_made_zero(site: Published, random: Random) -> Place:
    path, run = random.choice(_records(site, lambda run: run["usage"]["input"] is None))
    site.edit_json(path, lambda record: record["usage"].update(input=0, missing={}))
    return RESULTS, "/input", f"{run['suite']}--{run['id']}"


def run_moved_to_another_cohort(site: Published, random: Random) -> Place:
    path, run = random.choice(_records(site, lambda run: run["kind"] == "api" and run["settings"]))
    site.edit_json(path, lambda record: record.update(settings={}))
    return RESULTS, "/settings", f"{run['suite']}--{run['id']}"


def source_renamed_by_hash(site: Published, random: Random) -> Place:
    path, run = random.choice(_records(site, lambda run: run["kind"] == "api"))
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
        _records(site, lambda run: run["cost"]["estimated_ticks"] and run["cost"]["provider_ticks"] is None)
    )
    site.edit_json(path, lambda record: record["cost"].update(estimated_ticks=record["cost"]["estimated_ticks"] // 2))
    return path, "/cost/estimated_ticks"


def token_sum_of_a_run(site: Published, random: Random) -> Place:
    path, _ = random.choice(_records(site, lambda run: run["kind"] == "api" and run["usage"]["output"]))
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


# Pages.


def median_on_a_cohort_page(site: Published, random: Random) -> Place:
    return _cell(site, random, "benchmarks/cohorts/", 'data-h="Median">')


def range_on_a_cohort_page(site: Published, random: Random) -> Place:
    return _cell(site, random, "benchmarks/cohorts/", 'data-h="Range">')


def value_in_the_table_of_runs(site: Published, random: Random) -> Place:
    return _cell(site, random, "benchmarks/cohorts/", 'data-h="Wall time, s">')


def count_on_a_suite_page(site: Published, random: Random) -> Place:
    return _cell(site, random, "benchmarks/protocols/", 'data-h="Planned">')


def figure_on_the_overview(site: Published, random: Random) -> Place:
    return _cell(site, random, "benchmarks/index.html", 'data-h="Wall time, s">')


def value_on_a_run_page(site: Published, random: Random) -> Place:
    return _cell(site, random, "benchmarks/runs/", 'data-h="This run">')


def _cell(site: Published, random: Random, prefix: str, opening: str) -> Place:
    """Change the last digit of the number that follows an opening tag on some page."""
    pages = [path for path in site.addresses(prefix, ".html") if _numbers(site.text(path), opening)]
    path = random.choice(pages)
    text = site.text(path)
    start, end = random.choice(_numbers(text, opening))
    site.write(path, text[:start] + _other_digit(text[start:end], random) + text[end:])
    return path, ""


def _numbers(text: str, opening: str) -> list[tuple[int, int]]:
    found = []
    start = text.find(opening)
    while start >= 0:
        start += len(opening)
        end = start
        while text[end] in "0123456789.,":
            end += 1
        if end > start:
            found.append((start, end))
        start = text.find(opening, end)
    return found


def sentence_on_a_cohort_page(site: Published, random: Random) -> Place:
    """Says that no run failed, where one did."""
    pages = [path for path in site.addresses("benchmarks/cohorts/", ".html") if " failed" in _lede(site.text(path))]
    pages = [path for path in pages if not _lede(site.text(path)).endswith(" 0 failed.")]
    path = random.choice(pages)
    text, lede = site.text(path), _lede(site.text(path))
    words = lede.split(" ")
    place = words.index("failed.") if "failed." in words else words.index("failed;")
    words[place - 1] = _other_digit(words[place - 1], random)
    site.write(path, text.replace(lede, " ".join(words), 1))
    return path, ""


def _lede(text: str) -> str:
    return text.partition('<p class="lede">')[2].partition("</p>")[0]


def words_of_a_chart(site: Published, random: Random) -> Place:
    """Changes what a chart says to those who cannot see it."""
    pages = [path for path in site.addresses("benchmarks/cohorts/", ".html") if ">Median " in site.text(path)]
    path = random.choice(pages)
    text = site.text(path)
    start = text.index(">Median ") + len(">Median ")
    end = text.index(" ", start)
    site.write(path, text[:start] + _other_digit(text[start:end], random) + text[end:])
    return path, ""


def claim_on_a_page(site: Published, random: Random) -> Place:
    pages = [path for path in site.addresses("benchmarks/cohorts/", ".html") if "is not made here." in site.text(path)]
    path = random.choice(pages)
    site.replace(path, "claim withheld", "claim made")
    return path, ""


def row_hidden_from_a_page(site: Published, random: Random) -> Place:
    """Takes a run out of the table of its cohort's page."""
    path = random.choice(
        [path for path in site.addresses("benchmarks/cohorts/", ".html") if ">failed</span>" in site.text(path)]
    )
    text = site.text(path)
    runs = text.index('id="runs"')
    start = text.index("<tr><th", text.index("<tbody>", runs))
    end = text.index("</tr>", start) + len("</tr>\n")
    site.write(path, text[:start] + text[end:])
    return path, ""


def difference_on_a_comparison(site: Published, random: Random) -> Place:
    return _cell(site, random, "benchmarks/compare/", 'data-h="Difference, %">+')


def sentence_about_pairs(site: Published, random: Random) -> Place:
    pages = [path for path in site.addresses("benchmarks/compare/", ".html") if "higher in " in site.text(path)]
    path = random.choice(pages)
    text = site.text(path)
    start = text.index("higher in ") + len("higher in ")
    end = text.index(",", start)
    site.write(path, text[:start] + _other_digit(text[start:end], random) + text[end:])
    return path, ""


def data_for_the_script(site: Published, random: Random) -> Place:
    """Changes a median that the script of the overview compares with its own."""
    path = "benchmarks/index.html"
    text = site.text(path)
    start = text.index('"medians":["') + len('"medians":["')
    end = text.index('"', start)
    site.write(path, text[:start] + _other_digit(text[start:end], random) + text[end:])
    return path, "/cohorts/"


def value_in_the_data_for_the_script(site: Published, random: Random) -> Place:
    path = "benchmarks/index.html"
    text = site.text(path)
    start = text.index("[", text.index('"rows":[') + len('"rows":['))
    end = text.index("]", start)
    site.write(path, text[:start] + _other_digit(text[start:end], random) + text[end:])
    return path, "/rows/"


def measure_called_silent(site: Published, random: Random) -> Place:
    """Says that no run reports a measure of which there is a median."""
    pages = [
        path for path in site.addresses("benchmarks/cohorts/", ".html") if "No run reports cost" in site.text(path)
    ]
    path = random.choice(pages)
    site.replace(path, "No run reports cost", "No run reports output, cost")
    return path, "what no run reports"


def broken_link(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/cohorts/", ".html"))
    text = site.text(path)
    start = text.index('href="../runs/') + len('href="../runs/')
    site.write(path, text[:start] + "no-such-" + text[start:])
    return path, "no-such-"


# Files and hashes.


def byte_of_a_record(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/runs/", ".json"))
    site.write(path, f"{site.text(path)} ")
    return path, ""


def file_taken_away(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/suites/", "protocol.json"))
    (site.folder / path).unlink()
    return path, ""


def file_slipped_in(site: Published, random: Random) -> Place:
    path = "benchmarks/runs/core-one--alder-2-espresso-v1-r999.json"
    site.write(path, "{}\n")
    return path, ""


def entry_of_the_manifest_left_out(site: Published, random: Random) -> Place:
    rows = site.json("manifest.json")["files"]
    gone = random.choice([row["path"] for row in rows if row["path"].endswith(".html")])
    site.edit_json(
        "manifest.json",
        lambda manifest: manifest.update(files=[row for row in manifest["files"] if row["path"] != gone]),
    )
    return gone, ""


def line_of_the_sums(site: Published, random: Random) -> Place:
    lines = site.text("SHA256SUMS").split("\n")
    index = random.randrange(len(lines) - 1)
    digest, _, path = lines[index].partition("  ")
    lines[index] = f"{digest[::-1]}  {path}"
    site.write("SHA256SUMS", "\n".join(lines))
    return "SHA256SUMS", ""


def size_in_the_manifest(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/cohorts/", ".html"))

    def edit(manifest: Any) -> None:
        next(row for row in manifest["files"] if row["path"] == path)["size"] += 1

    site.edit_json("manifest.json", edit)
    return path, ""


HASHED: tuple[Tampering, ...] = (
    digit_in_a_median,
    edited_cell_of_the_csv,
    median_on_a_cohort_page,
    swapped_artifact,
    byte_of_a_record,
    file_taken_away,
    file_slipped_in,
    entry_of_the_manifest_left_out,
    line_of_the_sums,
    size_in_the_manifest,
)
REMADE: tuple[Tampering, ...] = (
    digit_in_a_median,
    narrower_interval,
    unavailable_made_a_median,
    smaller_denominator,
    planned_runs_forgotten,
    null_made_zero,
    barred_suite_let_in,
    cohort_left_out,
    label_taken_away,
    edited_cell_of_the_csv,
    row_of_the_csv_left_out,
    withheld_claim_made,
    condition_called_met,
    value_in_a_sentence,
    run_left_out,
    failure_relabelled,
    quicker_run,
    unknown_usage_made_zero,
    run_moved_to_another_cohort,
    source_renamed_by_hash,
    cohort_key_changed,
    better_review,
    swapped_artifact,
    cheaper_run,
    token_sum_of_a_run,
    other_task,
    other_limits,
    median_on_a_cohort_page,
    range_on_a_cohort_page,
    value_in_the_table_of_runs,
    count_on_a_suite_page,
    figure_on_the_overview,
    value_on_a_run_page,
    sentence_on_a_cohort_page,
    words_of_a_chart,
    claim_on_a_page,
    row_hidden_from_a_page,
    difference_on_a_comparison,
    sentence_about_pairs,
    data_for_the_script,
    value_in_the_data_for_the_script,
    measure_called_silent,
    broken_link,
)
