"""One Chromium for the browser tests, and the built site of the repository's own content."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from sitegen.layout import OVERVIEW, RESULTS_JSON
from tests.trees.history import add_history
from tests.unit.build.trees import copy_project, make_project, run_build

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="module")
def browser():
    """Chromium; it goes with its module, for its event loop would be in the way of tests that run one of their own."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The published site, built from `content/`."""
    root = copy_project(ROOT, tmp_path_factory.mktemp("site"))
    assert not run_build(root, jobs=2).failed
    return root / "public"


@pytest.fixture(scope="session")
def every_state(tmp_path_factory):
    """A generated site that shows every state."""
    root = make_project(tmp_path_factory.mktemp("states") / "project", seed=7)
    add_history(root)
    assert not run_build(root, jobs=2).failed
    return root / "public"


@pytest.fixture(scope="module")
def results(every_state):
    """The published numbers of the site that shows every state."""
    return json.loads((every_state / RESULTS_JSON).read_text())


@pytest.fixture
def page(browser, every_state):
    """Its overview in a browser; a test fails with whatever the console says."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.faults = []
    page.on("console", lambda message: page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.goto((every_state / OVERVIEW).as_uri())
    yield page
    assert page.faults == []
    context.close()
