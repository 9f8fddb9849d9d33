"""Lighthouse on the page of all benchmarks with 500 runs; it takes half a minute and a quiet machine."""

import functools
import gzip
import json
import os
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.unit.build.trees import make_project, run_build

pytestmark = pytest.mark.soak

ROOT = Path(__file__).resolve().parents[2]
LEAST = 95
CATEGORIES = ("performance", "accessibility", "best-practices")
KINDS = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Host(SimpleHTTPRequestHandler):
    """A static host that compresses, as all do."""

    def do_GET(self):
        file = Path(self.translate_path(self.path))
        if not file.is_file():
            self.send_error(404)
            return
        data = gzip.compress(file.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", KINDS.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format, *args):
        """Keep quiet."""


def test_the_page_of_all_benchmarks_with_500_runs_scores_well(tmp_path):
    root = make_project(tmp_path / "project", seed=7, runs=500)
    assert not run_build(root, jobs=2).failed
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=str(root / "public")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    report = tmp_path / "report.json"
    try:
        subprocess.run(
            [
                ROOT / "node_modules/.bin/lighthouse",
                f"http://127.0.0.1:{server.server_address[1]}/benchmarks/index.html",
                "--quiet",
                "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
                f"--only-categories={','.join(CATEGORIES)}",
                "--output=json",
                f"--output-path={report}",
            ],
            env={**os.environ, "CHROME_PATH": "/usr/bin/chromium"},
            check=True,
            capture_output=True,
        )
    finally:
        server.shutdown()
        server.server_close()
    found = json.loads(report.read_text())["categories"]
    scores = {name: round(100 * found[name]["score"]) for name in CATEGORIES}
    print(scores)
    assert min(scores.values()) >= LEAST, scores
