"""Releases, pages of changes and withdrawn runs."""

import re
from random import Random

from tests.verify.published import Published
from tests.verify.tampering.choice import Place

PAGE = "benchmarks/changes/2026.12.html"
FILE = "benchmarks/releases/2026.12.toml"
FIRST = "benchmarks/releases/2026.11.toml"


def _withdrawn(site: Published, recorded: bool) -> str:
    """Return the address of a withdrawn run, with its record or without."""
    return next(str(one["address"]) for one in site.results()["withdrawn"] if one["recorded"] is recorded)


def withdrawal_called_an_addition(site: Published, random: Random) -> Place:
    site.replace(PAGE, "<dt>Added</dt><dd>3</dd>", "<dt>Added</dt><dd>5</dd>")
    return PAGE, "Added"


def figure_before_a_release(site: Published, random: Random) -> Place:
    text = site.text(PAGE)
    row = random.choice(re.findall(r'<tr><th scope="row">Wall time, s</th><td class="n" data-h="Before">[\d.,]+', text))
    site.replace(PAGE, row, f"{row[:-1]}{(int(row[-1]) + 1) % 10}")
    return PAGE, "Wall time, s, Before"


def moved_cohort_left_out(site: Published, random: Random) -> Place:
    text = site.text(PAGE)
    section, id = re.findall(r'(<section aria-labelledby="(api-[a-z0-9-]+)">.*?</section>)', text, re.S)[0]
    site.replace(PAGE, section, "")
    return PAGE, id


def median_of_a_release(site: Published, random: Random) -> Place:
    """In a cohort that has still the runs of then."""
    text = site.text(FILE)
    cohort = text[text.index('\nid = "imported-') :]
    found = re.search(r'wall_ms = \{ state = "known", median = "(\d+)', cohort)
    assert found is not None
    site.write(FILE, text.replace(found[0], found[0][:-1] + str((int(found[0][-1]) + 1) % 10), 1))
    return FILE, "/medians/wall_ms"


def run_left_out_of_a_release(site: Published, random: Random) -> Place:
    line = re.search(r"^core-two--\S+ completed \S+(?: \S+)?\n", site.text(FIRST), re.M)
    assert line is not None
    site.replace(FIRST, line[0], "")
    return PAGE, "Added"


def page_of_a_withdrawn_run_taken_away(site: Published, random: Random) -> Place:
    path = f"benchmarks/runs/{_withdrawn(site, recorded=False)}.html"
    (site.folder / path).unlink()
    return path, ""


def reason_on_the_page_of_a_withdrawn_run(site: Published, random: Random) -> Place:
    path = f"benchmarks/runs/{_withdrawn(site, recorded=True)}.html"
    site.replace(path, "uncommitted changes", "minor remarks")
    return path, ""


def reason_in_the_place_of_a_record(site: Published, random: Random) -> Place:
    path = f"benchmarks/runs/{_withdrawn(site, recorded=False)}.json"
    site.edit_json(path, lambda said: said.update(reason="It was not needed."))
    return path, "/reason"


def withdrawn_run_let_in(site: Published, random: Random) -> Place:
    """The list no longer has it, though no number counts it."""
    suite, _, run = _withdrawn(site, recorded=True).partition("--")
    text = site.text("benchmarks/withdrawn.toml")
    kept = [part for part in text.split("\n[[withdrawn]]\n") if f'suite = "{suite}"\nrun = "{run}"' not in part]
    site.write("benchmarks/withdrawn.toml", "\n[[withdrawn]]\n".join(kept))
    return "benchmarks/results.json", "/withdrawn"
