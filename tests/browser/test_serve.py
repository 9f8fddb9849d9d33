"""The preview: an open page loads itself anew after a build; the page for missing addresses works at any depth."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.test_pages import AXE
from tests.unit.build.trees import make_project

pytestmark = pytest.mark.browser


@pytest.fixture
def preview(tmp_path):
    root = make_project(tmp_path / "project", runs=10)
    config = root / "content/site.toml"
    config.write_text(f'base_url = "https://bench.example.org/deep/site"\n{config.read_text()}')
    (root / "content/pages").mkdir()
    (root / "content/pages/about.md").write_text(
        '+++\ntitle = "About"\ndescription = "What this is."\n+++\n\nSome words.\n'
    )
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "sitegen.cli", "serve", "--root", str(root), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    line = next(line for line in process.stdout if line.startswith("http://127.0.0.1:"))
    yield root, line.split()[0]
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    process.stdout.close()


def test_an_open_page_shows_the_new_build_by_itself(browser, preview):
    root, address = preview
    page = browser.new_page()
    errors = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}about.html")
    assert "Quite new" not in page.inner_text("main")
    source = root / "content/pages/about.md"
    source.write_text(source.read_text() + "\nQuite new.\n")
    page.wait_for_selector("text=Quite new", timeout=60_000)
    assert errors == []
    assert "reload" not in (root / "public/about.html").read_text()
    page.close()


def test_a_missing_address_has_its_page_with_style_and_links_at_any_depth(browser, preview):
    _, address = preview
    page = browser.new_page()
    answer = page.goto(f"{address}benchmarks/runs/deeper/nothing.html")
    assert answer is not None
    assert answer.status == 404
    assert page.inner_text("h1") == "No page at this address"
    assert page.evaluate("getComputedStyle(document.querySelector('.skip')).position") == "absolute"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate("axe.run(document, {preload: false})")["violations"] == []
    page.click("main a >> nth=0")
    assert page.inner_text("h1") == "Benchmarks"
    page.close()
