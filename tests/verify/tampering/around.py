"""Falsified surroundings of the numbers: text twins, lists of pages, heads, script, style sheet, policies."""

from random import Random

from tests.verify.published import Published
from tests.verify.tampering.choice import Place, other_digit


def number_in_a_twin(site: Published, random: Random) -> Place:
    """Changes a median in the Markdown of a cohort, and nothing in its page."""
    path = random.choice(
        [one for one in site.addresses("benchmarks/cohorts/", ".md") if "\n| Turns |" in site.text(one)]
    )
    lines = site.text(path).split("\n")
    index = next(index for index, line in enumerate(lines) if line.startswith("| Turns |"))
    lines[index] = other_digit(lines[index], random)
    site.write(path, "\n".join(lines))
    return path, f"line {index + 1}"


def caveat_out_of_a_twin(site: Published, random: Random) -> Place:
    path = random.choice(
        [one for one in site.addresses("benchmarks/", ".md") if "## What limits these figures\n\n- " in site.text(one)]
    )
    text = site.text(path)
    start = text.index("- ", text.index("## What limits these figures"))
    site.write(path, text[:start] + text[text.index("\n", start) + 1 :])
    return path, "line "


def number_in_the_twin_of_a_run(site: Published, random: Random) -> Place:
    path = random.choice(
        [one for one in site.addresses("benchmarks/runs/", ".md") if "Wall time, s | not" not in site.text(one)]
    )
    lines = site.text(path).split("\n")
    index = next(index for index, line in enumerate(lines) if line.startswith("| Wall time, s |"))
    lines[index] = other_digit(lines[index], random)
    site.write(path, "\n".join(lines))
    return path, f"line {index + 1}"


def end_in_the_twin_of_a_run(site: Published, random: Random) -> Place:
    """Says of a failed run that it was completed."""
    path = random.choice([one for one in site.addresses("benchmarks/runs/", ".md") if ". Failed: " in site.text(one)])
    lines = site.text(path).split("\n")
    index = next(index for index, line in enumerate(lines) if ". Failed: " in line)
    lines[index] = f"{lines[index].partition('. Failed: ')[0]}. Completed."
    site.write(path, "\n".join(lines))
    return path, f"line {index + 1}"


def page_out_of_the_list(site: Published, random: Random) -> Place:
    lines = site.text("llms.txt").split("\n")
    index = random.choice([index for index, line in enumerate(lines) if "(benchmarks/cohorts/" in line])
    gone = lines.pop(index)
    site.write("llms.txt", "\n".join(lines))
    return "llms.txt", gone.partition("](")[2].partition(")")[0]


def count_in_the_list(site: Published, random: Random) -> Place:
    lines = site.text("llms.txt").split("\n")
    index = random.choice([index for index, line in enumerate(lines) if line.endswith(" failed.")])
    lines[index] = lines[index].replace(" failed.", "1 failed.").replace(" completed, ", " completed, 9", 1)
    site.write("llms.txt", "\n".join(lines))
    return "llms.txt", "benchmarks/cohorts/"


def other_script(site: Published, random: Random) -> Place:
    """Lets the script write what it likes."""
    site.write("fairtrial.js", site.text("fairtrial.js") + "document.title = 'All runs completed';\n")
    return "fairtrial.js", ""


def style_that_hides(site: Published, random: Random) -> Place:
    site.write("fairtrial.css", site.text("fairtrial.css") + ".banner { display: none }\n")
    return "fairtrial.css", ""


def policy_of_a_page(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/", ".html"))
    site.replace(path, "script-src &#39;self&#39;", "script-src &#39;self&#39; https://host.example")
    return path, "Content-Security-Policy"


def policy_of_the_host(site: Published, random: Random) -> Place:
    site.replace("_headers", "default-src 'none'", "default-src *")
    return "_headers", "Content-Security-Policy"


def script_within_a_page(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/", ".html"))
    site.replace(path, "</main>", "<script>document.title = 1</script></main>")
    return path, "script"


def handler_on_a_page(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/", ".html"))
    site.replace(path, '<main id="main"', '<main onfocus="alert()" id="main"')
    return path, "onfocus"


def picture_from_elsewhere(site: Published, random: Random) -> Place:
    path = random.choice(site.addresses("benchmarks/", ".html"))
    site.replace(path, "</main>", '<img src="https://host.example/chart.png" alt="">\n</main>')
    return path, "img"


REMADE = (
    number_in_a_twin,
    number_in_the_twin_of_a_run,
    end_in_the_twin_of_a_run,
    caveat_out_of_a_twin,
    page_out_of_the_list,
    count_in_the_list,
    other_script,
    style_that_hides,
    policy_of_a_page,
    policy_of_the_host,
    script_within_a_page,
    handler_on_a_page,
    picture_from_elsewhere,
)
