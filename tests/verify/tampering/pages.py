"""Falsified pages: tables, sentences, charts, claims, links."""

from random import Random

from tests.verify.published import Published
from tests.verify.tampering.choice import Place, other_digit


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
    site.write(path, text[:start] + other_digit(text[start:end], random) + text[end:])
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
    words[place - 1] = other_digit(words[place - 1], random)
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
    site.write(path, text[:start] + other_digit(text[start:end], random) + text[end:])
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
    site.write(path, text[:start] + other_digit(text[start:end], random) + text[end:])
    return path, ""


def data_for_the_script(site: Published, random: Random) -> Place:
    """Changes a median that the script of the overview compares with its own."""
    path = "benchmarks/index.html"
    text = site.text(path)
    start = text.index('"medians":["') + len('"medians":["')
    end = text.index('"', start)
    site.write(path, text[:start] + other_digit(text[start:end], random) + text[end:])
    return path, "/cohorts/"


def value_in_the_data_for_the_script(site: Published, random: Random) -> Place:
    path = "benchmarks/index.html"
    text = site.text(path)
    start = text.index("[", text.index('"rows":[') + len('"rows":['))
    end = text.index("]", start)
    site.write(path, text[:start] + other_digit(text[start:end], random) + text[end:])
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
