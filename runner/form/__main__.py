"""Start FORM over stdio: `python -m runner.form [--workspace FOLDER]`."""

import signal
from pathlib import Path

import anyio
import click

from runner.form.server import serve
from runner.form.session import Session


@click.command()
@click.option(
    "--workspace",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    help="The only folder that save, export and open use; by default the current one.",
)
def main(workspace: Path) -> None:
    """Serve an empty FORM document over MCP on standard input and output."""
    # The thread that waits for input would hold up an orderly end; files are written whole, so none is needed.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(serve, Session(workspace.resolve()))


if __name__ == "__main__":
    main()
