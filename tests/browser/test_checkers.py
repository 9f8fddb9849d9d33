"""The checkers that others use: html-validate, the Nu checker, lychee; and what the page of all benchmarks weighs."""

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sitegen.site.runs import MOST_ROWS
from tests.browser.test_pages import kinds
from tests.unit.build.trees import make_project, run_build

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "node_modules"
FIRST_LOAD_BYTES = 150_000
SCRIPT_BYTES = 20_000


@pytest.fixture(scope="module")
def one_of_each(site, every_state, tmp_path_factory):
    """One page of each kind of both sites, in a folder of their own."""
    folder = tmp_path_factory.mktemp("kinds")
    for name, public in (("site", site), ("states", every_state)):
        for path in ("404.html", *kinds(public)):
            target = folder / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(public / path, target)
    return folder


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return done.returncode, done.stdout + done.stderr


def test_html_validate_finds_nothing(one_of_each):
    code, said = run(MODULES / ".bin/html-validate", "--config", ".htmlvalidate.json", f"{one_of_each}/**/*.html")
    assert code == 0, said[-4_000:]


def test_the_nu_checker_finds_nothing(one_of_each):
    jar = MODULES / "vnu-jar/build/dist/vnu.jar"
    code, said = run("java", "-jar", jar, "--errors-only", "--skip-non-html", one_of_each)
    assert code == 0, said[-4_000:]


def test_lychee_finds_no_broken_link(site):
    lychee = Path(sys.executable).with_name("lychee")
    options = ("--offline", "--no-progress", "--include-fragments", "--root-dir", site)
    code, said = run(lychee, *options, f"{site}/**/*.html")
    assert code == 0, said[-4_000:]


def test_checkers_do_find_faults(tmp_path):
    """None of them is silent because it looked at nothing."""
    bad = (
        '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><p><a href="gone.html"><b></p></body></html>'
    )
    (tmp_path / "bad.html").write_text(bad)
    assert run(MODULES / ".bin/html-validate", "--config", ".htmlvalidate.json", f"{tmp_path}/*.html")[0] == 1
    assert run("java", "-jar", MODULES / "vnu-jar/build/dist/vnu.jar", "--skip-non-html", tmp_path)[0] == 1
    assert run(Path(sys.executable).with_name("lychee"), "--offline", f"{tmp_path}/*.html")[0] == 2


def test_the_first_load_with_500_runs_is_light_and_asks_no_one_else(browser, tmp_path):
    root = make_project(tmp_path / "project", seed=7, runs=500)
    assert not run_build(root, jobs=2).failed
    public = root / "public"
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((public / "benchmarks/index.html").as_uri())
    assert page.locator("[data-runs] tbody tr").count() > 450 < MOST_ROWS
    page.close()
    files = {Path(url.removeprefix("file://")) for url in asked}
    assert all(file.is_relative_to(public) for file in files)
    assert len(files) >= 3
    weights = {file.name: len(gzip.compress(file.read_bytes(), 6)) for file in files}
    assert sum(weights.values()) < FIRST_LOAD_BYTES, weights
    assert (public / "fairtrial.js").stat().st_size < SCRIPT_BYTES
