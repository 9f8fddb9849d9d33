"""A preview: `public/` on 127.0.0.1, built again whenever the content changes."""

import functools
import threading
from collections.abc import Mapping
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from sitegen.build.pipeline import Options, build
from sitegen.figures import plural
from sitegen.layout import CONTENT, PUBLIC
from sitegen.publish import PublishError
from sitegen.report import render
from sitegen.scan import walk

_BETWEEN_S = 0.5


class _Handler(SimpleHTTPRequestHandler):
    """Serves files of one folder, without caching and without a log line per request."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet; the build's own words matter more."""


def serve(root: Path, port: int, environ: Mapping[str, str]) -> None:
    """Build, serve until interrupted, and build again on every change of the content."""
    options = Options(root, 1, environ)
    _build(options)
    handler = functools.partial(_Handler, directory=str(root / PUBLIC))
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
            _watch(options)
        except KeyboardInterrupt:
            click.echo("")
        finally:
            server.shutdown()


def _watch(options: Options) -> None:
    seen = walk(options.root, CONTENT).files
    pause = threading.Event()
    while not pause.wait(_BETWEEN_S):
        try:
            now = walk(options.root, CONTENT).files
        except OSError:
            continue  # a file went away while it was looked at; the next look finds it gone
        if now != seen:
            seen = now
            _build(options)


def _build(options: Options) -> None:
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
