"""Falsified words and pictures beside the tables: sentences, verdicts, banners, caveats, bars, dots, days."""

import re
from collections.abc import Callable
from random import Random

from tests.verify.published import Published
from tests.verify.tampering.choice import Place, other_digit

COHORTS, RUNS = "benchmarks/cohorts/", "benchmarks/runs/"
HOME, OVERVIEW = "index.html", "benchmarks/index.html"


def _page(site: Published, random: Random, prefix: str, fits: Callable[[str], bool]) -> str:
    return random.choice([path for path in site.addresses(prefix, ".html") if fits(site.text(path))])


def _swap(site: Published, path: str, pattern: str, make: Callable[[re.Match[str]], str]) -> None:
    """Replace the first match of a pattern that must be there by something else."""
    text = site.text(path)
    found = re.search(pattern, text)
    assert found, (path, pattern)
    new = make(found)
    assert new != found[0]
    site.write(path, text[: found.start()] + new + text[found.end() :])


def _digit(random: Random) -> Callable[[re.Match[str]], str]:
    return lambda found: found[0].replace(found[1], other_digit(found[1], random), 1)


def headline_time_of_a_run(site: Published, random: Random) -> Place:
    pattern = r"<dt>Wall time, s</dt><dd>([\d,.]+)</dd>"
    path = _page(site, random, RUNS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, _digit(random))
    return path, "Wall time, s"


def verdict_of_a_trial(site: Published, random: Random) -> Place:
    path = _page(site, random, RUNS, lambda text: "<dt>Verdict</dt><dd>not resolved<" in text)
    site.replace(path, "<dt>Verdict</dt><dd>not resolved<", "<dt>Verdict</dt><dd>resolved<")
    return path, "Verdict"


def end_of_a_run(site: Published, random: Random) -> Place:
    path = _page(site, random, RUNS, lambda text: "Failed: " in text)
    _swap(site, path, r"Failed: [^.<]*\.", lambda _: "Completed.")
    return path, "the sentence under the title"


def version_that_a_run_reports(site: Published, random: Random) -> Place:
    pattern = r'<dt>Model, reported</dt><dd><span class="m">([^<]*\d)</span>'
    path = _page(site, random, RUNS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda found: found[0].replace(found[1], f"{found[1]}-plus"))
    return path, "Model, reported"


def hash_in_the_command(site: Published, random: Random) -> Place:
    pattern = '<code>echo "([0-9a-f]{64})'
    path = _page(site, random, RUNS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda found: found[0].replace(found[1], "0" * 64))
    return path, "command that checks the record"


def output_of_a_trial(site: Published, random: Random) -> Place:
    pattern = r'<th scope="row">Output, all</th><td class="n">([\d,]+)</td></tr>'
    path = _page(site, random, RUNS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, _digit(random))
    return path, "Output, all"


def failures_around_a_run(site: Published, random: Random) -> Place:
    pattern = r", (\d+) of them failed\."
    path = _page(site, random, RUNS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, _digit(random))
    return path, "In its cohort"


def banner_taken_off(site: Published, random: Random) -> Place:
    """Makes a fixture look like results."""
    pattern = r'<div class="banner" role="note">.*?</div>'
    path = _page(site, random, COHORTS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda _: "")
    return path, "banner"


def banner_of_a_run_taken_off(site: Published, random: Random) -> Place:
    pattern = r'<div class="banner" role="note">.*?</div>'
    path = _page(site, random, RUNS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda _: "")
    return path, "banner"


def caveat_taken_off(site: Published, random: Random) -> Place:
    pattern = r'<ul class="caveats">\n<li>.*?</li>\n'
    path = _page(site, random, COHORTS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda _: '<ul class="caveats">\n')
    return path, "caveat "


def caveat_taken_back(site: Published, random: Random) -> Place:
    """Takes a caveat out of the data as well: the records still call for it."""
    c = random.choice([c for c, cohort in enumerate(site.results()["cohorts"]) if cohort["caveats"]])
    site.edit_results(lambda results: results["cohorts"][c]["caveats"].pop(0))
    return "benchmarks/results.json", f"/cohorts/{c}/caveats"


def dot_moved(site: Published, random: Random) -> Place:
    """Draws a slow run as a quick one."""
    pattern = r'(tabindex="-1"><circle class="d" cx=")(\d+)\.'
    path = _page(site, random, COHORTS, lambda text: bool(re.search(pattern, text)))
    _swap(
        site,
        path,
        pattern,
        lambda found: f"{found[1]}{int(found[2]) - 1 if int(found[2]) > 50 else int(found[2]) + 1}.",
    )
    return path, "chart "


def tick_of_the_median_moved(site: Published, random: Random) -> Place:
    pattern = r'(<line class="md" x1=")(\d+)\.'
    path = _page(site, random, COHORTS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda found: f"{found[1]}{int(found[2]) + 1}.")
    return path, "md"


def failed_run_drawn_as_completed(site: Published, random: Random) -> Place:
    pattern = r'<use href="#m-x" class="bad" x="([\d.]+%)" y="([\d.]+)"/></a>'
    path = _page(site, random, COHORTS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda found: f'<circle class="d" cx="{found[1]}" cy="{found[2]}" r="3.1"/></a>')
    return path, "chart "


def dot_of_a_run_moved(site: Published, random: Random) -> Place:
    pattern = r'(<circle class="d" cx=")(\d+)(\.\d\d%" cy="20" r="3.1"/></svg>)'
    path = _page(site, random, RUNS, lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, lambda found: f"{found[1]}{int(found[2]) + 1}{found[3]}")
    return path, "chart "


def legend_of_a_share(site: Published, random: Random) -> Place:
    pattern = r"<b>(\d+)</b> resolved"
    path = _page(site, random, "benchmarks/suites/", lambda text: bool(re.search(pattern, text)))
    _swap(site, path, pattern, _digit(random))
    return path, "legend"


def count_on_the_home_page(site: Published, random: Random) -> Place:
    _swap(site, HOME, r"([\d,]+) completed, [\d,]+ failed", _digit(random))
    return HOME, "what is published"


def count_on_the_overview(site: Published, random: Random) -> Place:
    _swap(site, OVERVIEW, r"([\d,]+) completed, [\d,]+ failed", _digit(random))
    return OVERVIEW, "what is published"


def cohorts_on_the_home_page(site: Published, random: Random) -> Place:
    _swap(site, HOME, r'data-h="Evidence">([\d,]+) cohort', _digit(random))
    return HOME, "Evidence"


def day_of_a_suite(site: Published, random: Random) -> Place:
    _swap(site, OVERVIEW, r'data-h="Last run">(\d{4}-\d\d-\d\d)<', _digit(random))
    return OVERVIEW, "days of "


def day_in_the_words_of_the_time_line(site: Published, random: Random) -> Place:
    _swap(site, OVERVIEW, r"(\d{4}-\d\d-\d\d), \d+ days?[.;]", _digit(random))
    return OVERVIEW, "time line of "


def description_of_a_cohort(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses(COHORTS, ".html"))
    _swap(site, path, r'name="description" content="[^"]*?(\d+) failed', _digit(random))
    return path, "description"


def page_slipped_in(site: Published, random: Random) -> Place:
    """Puts a page among those of the site, and into every list."""
    other = random.choice(site.addresses(COHORTS, ".html"))
    site.write("benchmarks/summary.html", site.text(other).replace("../runs/", "runs/").replace("../../", "../"))
    return "benchmarks/summary.html", ""


def meaning_of_a_column(site: Published, random: Random) -> Place:
    path = "benchmarks/datapackage.json"
    fields = site.json(path)["resources"][0]["schema"]["fields"]
    index = random.randrange(len(fields))
    site.edit_json(path, lambda said: said["resources"][0]["schema"]["fields"][index].update(description="Whatever."))
    return path, f"/fields/{index}/description"


def meaning_in_croissant(site: Published, random: Random) -> Place:
    path = "benchmarks/croissant.json"
    index = random.randrange(len(site.json(path)["recordSet"][0]["field"]))
    site.edit_json(path, lambda said: said["recordSet"][0]["field"][index].update(description="Whatever."))
    return path, f"/field/{index}/description"


REMADE = (
    headline_time_of_a_run,
    verdict_of_a_trial,
    end_of_a_run,
    version_that_a_run_reports,
    hash_in_the_command,
    output_of_a_trial,
    failures_around_a_run,
    banner_taken_off,
    banner_of_a_run_taken_off,
    caveat_taken_off,
    caveat_taken_back,
    dot_moved,
    tick_of_the_median_moved,
    failed_run_drawn_as_completed,
    dot_of_a_run_moved,
    legend_of_a_share,
    count_on_the_home_page,
    count_on_the_overview,
    cohorts_on_the_home_page,
    day_of_a_suite,
    day_in_the_words_of_the_time_line,
    description_of_a_cohort,
    page_slipped_in,
    meaning_of_a_column,
    meaning_in_croissant,
)
