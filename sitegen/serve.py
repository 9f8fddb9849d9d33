"""A preview: `public/` on 127.0.0.1, built again whenever the content changes; an open page then loads itself anew."""

import functools
import threading
import tomllib
from collections.abc import Mapping
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import click

from sitegen.build.pipeline import Options, build
from sitegen.figures import plural
from sitegen.layout import CONTENT, NOT_FOUND, PUBLIC, SITE_FILE
from sitegen.publish import PublishError
from sitegen.report import render
from sitegen.scan import walk

_BETWEEN_S = 0.5
_ADDED = "/-/"
"""Below it stands what only the preview has; no address of a site begins so."""
_RELOAD = b"""\
/* Asks the preview for its build by loading a script, which the pages' own policy allows, and reloads on a new one. */
(function () {
  'use strict';
  const drawn = document.currentScript.src.replace(/^.*\\?/, '');
  window.previewBuild = number => {
    if (String(number) !== drawn) location.reload();
  };
  setInterval(() => {
    const script = document.createElement('script');
    script.src = '/-/build.js?' + Date.now();
    script.onload = script.onerror = () => script.remove();
    document.head.append(script);
  }, 700);
}());
"""


class _Builds:
    """Counts the builds that changed the site, and knows below which path of its host it will stand."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.number = 0
        self.below = "/"

    def changed(self) -> None:
        """Note that the site is another one now."""
        self.number = next(self._numbers)


class _Handler(SimpleHTTPRequestHandler):
    """Serves files of one folder, without caching and without a log line per request; pages get the reload script."""

    builds: _Builds

    def __init__(self, *args: object, builds: _Builds, directory: str) -> None:
        self.builds = builds
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]  # as the server passes them

    def do_GET(self) -> None:
        """Serve a page with the reload script, the script itself, or a file."""
        path = self.path.partition("?")[0]
        if path.startswith(_ADDED):
            build = f"previewBuild({self.builds.number});\n".encode()
            self._send(200, build if path == f"{_ADDED}build.js" else _RELOAD, "text/javascript")
            return
        place = Path(self.translate_path(self.path))
        if not place.exists() and path.startswith(self.builds.below):
            # The page for missing addresses starts its links at the root of the host that it is made for.
            self.path = self.path[len(self.builds.below) - 1 :]
            place = Path(self.translate_path(self.path))
        place = place / "index.html" if place.is_dir() and path.endswith("/") else place
        if place.is_dir():
            super().do_GET()
        elif not place.is_file():
            self._page(404, Path(self.directory) / NOT_FOUND)
        elif place.suffix == ".html":
            self._page(200, place)
        else:
            super().do_GET()

    def _page(self, status: int, place: Path) -> None:
        try:
            html = place.read_bytes()
        except OSError:
            html = b"<!DOCTYPE html><title>Not built</title><p>There is no such page yet.</p></head>"
        tag = f'<script src="{_ADDED}reload.js?{self.builds.number}" defer></script>\n</head>'.encode()
        self._send(status, html.replace(b"</head>", tag, 1), "text/html; charset=utf-8")

    def _send(self, status: int, data: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet; the build's own words matter more."""


def serve(root: Path, port: int, environ: Mapping[str, str]) -> None:
    """Build, serve until interrupted, and build again on every change of the content."""
    options = Options(root, 1, environ)
    builds = _Builds()
    _build(options, builds)
    handler = functools.partial(_Handler, builds=builds, directory=str(root / PUBLIC))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise click.UsageError(
            f"port {port}: {error.strerror}. Choose another with --port, or 0 for a free one."
        ) from error
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        click.echo(f"http://127.0.0.1:{server.server_address[1]}/  (Ctrl-C ends)")
        try:
            _watch(options, builds)
        except KeyboardInterrupt:
            click.echo("")
        finally:
            server.shutdown()


def _watch(options: Options, builds: _Builds) -> None:
    seen = walk(options.root, CONTENT).files
    pause = threading.Event()
    while not pause.wait(_BETWEEN_S):
        try:
            now = walk(options.root, CONTENT).files
        except OSError:
            continue  # a file went away while it was looked at; the next look finds it gone
        if now != seen:
            seen = now
            _build(options, builds)


def _below(root: Path) -> str:
    """Return the path of the site's base address; `/` where it has none or can't be read, which the build reports."""
    try:
        given = tomllib.loads((root / CONTENT / SITE_FILE).read_text(encoding="utf-8")).get("base_url")
        return f"{urlsplit(given).path.rstrip('/')}/" if isinstance(given, str) else "/"
    except (OSError, ValueError):
        return "/"


def _build(options: Options, builds: _Builds) -> None:
    builds.below = _below(options.root)
    try:
        report = build(options, lambda _step, _done, _n: None)
    except PublishError as error:
        click.echo(str(error), err=True)
        return
    except OSError as error:
        click.echo(f"{error.filename2 or error.filename or 'file system'}: {error.strerror or error}.", err=True)
        return
    if report.issues:
        click.echo(render(report.issues, "text"), err=True)
    if report.published is not None:
        changed = len(report.published.written) + len(report.published.removed)
        click.echo(f"{plural(changed, 'file')} changed" if changed else "Nothing changed")
        if changed:
            builds.changed()
