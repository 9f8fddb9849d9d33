"""One page of each kind in Chromium: accessible, inside the screen, without errors, complete without a script."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

AXE = Path(__file__).resolve().parents[2] / "node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true })"
SCREENS = [("light", 1280), ("dark", 390)]
ALL_LAID_OUT = "* { content-visibility: visible !important; }"
"""What lies far below the screen is else not laid out, and has no size."""


def kinds(public):
    """Return the address of one page of each kind, and of runs and cohorts in several states."""
    results = json.loads((public / "benchmarks/results.json").read_text())
    cohorts = [f"benchmarks/cohorts/{cohort['id']}.html" for cohort in results["cohorts"]]
    suites = [f"benchmarks/suites/{suite['id']}.html" for suite in results["suites"]]
    states: dict[tuple[str, str, bool], str] = {}
    for row in results["rows"]:
        states.setdefault((row["kind"], row["status"], row["fixture"]), f"benchmarks/runs/{row['address']}.html")
    barred = [f"benchmarks/suites/{one['id']}.html" for one in results["suites"] if one["state"] == "invalidated"]
    fixed = ["index.html", *(f"benchmarks/{name}.html" for name in ("index", "method", "marks", "data", "changes"))]
    protocols = [f"benchmarks/protocols/{one['kind']}.html" for one in results["protocols"]]
    compared = sorted(path.relative_to(public).as_posix() for path in public.glob("benchmarks/compare/*.html"))
    chosen = [suites[0], suites[-1], *barred[:1], cohorts[0], cohorts[-1], compared[0], compared[-1]]
    changes = sorted(path.relative_to(public).as_posix() for path in public.glob("benchmarks/changes/*.html"))
    withdrawn = [f"benchmarks/runs/{one['address']}.html" for one in results["withdrawn"]]
    there = sorted(path.relative_to(public).as_posix() for path in public.glob("benchmarks/cohorts/*.html"))
    gone = [path for path in there if path not in cohorts][:1]
    return [*fixed, *protocols, *chosen, *states.values(), *changes, *withdrawn, *gone]


@pytest.mark.parametrize(("scheme", "width"), SCREENS)
def test_axe_finds_nothing(browser, site, every_state, scheme, width):
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True)
    page = context.new_page()
    errors = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    source = AXE.read_text(encoding="utf-8")
    rules = {"preload": False, "resultTypes": ["violations"], "runOnly": {"type": "tag", "values": RULES}}
    for public in (site, every_state):
        for path in kinds(public):
            page.goto((public / path).as_uri())
            page.add_style_tag(content=ALL_LAID_OUT)
            page.evaluate(OPEN_ALL)
            page.evaluate(source)
            found = page.evaluate("rules => axe.run(document, rules)", rules)
            broken = [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"]]
            assert broken == [], f"{path} in {scheme} at {width} px"
    assert errors == []
    context.close()


@pytest.mark.parametrize("width", [320, 768])
def test_nothing_is_wider_than_the_screen(browser, site, every_state, width):
    context = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True)
    page = context.new_page()
    for public in (site, every_state):
        for path in kinds(public):
            page.goto((public / path).as_uri())
            page.add_style_tag(content=ALL_LAID_OUT)
            page.evaluate(OPEN_ALL)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{path} is {wide} px wide on a screen of {width} px"
    context.close()


@pytest.mark.parametrize("width", [320, 390])
def test_the_tables_of_runs_need_no_scrolling_on_a_phone(browser, site, every_state, width):
    context = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True)
    page = context.new_page()
    for public in (site, every_state):
        page.goto((public / "benchmarks/index.html").as_uri())
        page.add_style_tag(content=ALL_LAID_OUT)
        page.evaluate(OPEN_ALL)
        boxes = page.evaluate(
            "[...document.querySelectorAll('.runs > .scroll')].map(one => [one.scrollWidth, one.clientWidth])"
        )
        assert boxes
        for needed, there in boxes:
            assert needed <= there
    context.close()


def test_pages_are_the_same_without_a_script(browser, site):
    texts = []
    for enabled in (True, False):
        context = browser.new_context(java_script_enabled=enabled)
        page = context.new_page()
        text = {}
        for path in kinds(site):
            page.goto((site / path).as_uri())
            page.evaluate("document.querySelectorAll('#explore, .mark').forEach(one => one.remove())")
            text[path] = " ".join(page.locator("main").inner_text().split())
        texts.append(text)
        context.close()
    assert texts[0] == texts[1]


def test_every_link_leads_somewhere(browser, site):
    """Relative links only, so that the site works from the disk and below any folder."""
    context = browser.new_context()
    page = context.new_page()
    for path in kinds(site):
        page.goto((site / path).as_uri())
        links = page.evaluate(
            "[...document.querySelectorAll('[href], [src]')].map(one => one.getAttribute('href') || one.src)"
        )
        for link in links:
            if link.startswith(("https://", "#", "file://")) or not link:
                continue
            assert not link.startswith("/"), f"{path} links to {link}"
            target = ((site / path).parent / link.partition("#")[0]).resolve()
            assert target.exists(), f"{path} links to {link}"
    context.close()


def test_on_paper_everything_stands_open_in_dark_ink_without_controls(browser, site):
    context = browser.new_context(color_scheme="dark", viewport={"width": 720, "height": 1000})
    page = context.new_page()
    page.goto((site / "benchmarks/index.html").as_uri())
    page.emulate_media(media="print")
    style = "one => getComputedStyle(document.querySelector(one))"
    assert page.evaluate(f"({style})('body').color") == "rgb(25, 28, 31)"
    assert page.evaluate(f"({style})('#explore').display") == "none"
    assert page.evaluate(f"({style})('summary').display") == "none"
    closed = page.locator("details:not([open]) table").first
    assert closed.bounding_box()["height"] > 20
    assert len(page.pdf(format="A4")) > 20_000
    context.close()
