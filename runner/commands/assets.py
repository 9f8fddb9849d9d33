"""`benchmark assets`: the illustration and the floor scores."""

from pathlib import Path

import click

from sitegen.layout import BENCHMARKS, CONTENT, ILLUSTRATIONS
from sitegen.store import write_whole


@click.command("assets")
@click.option(
    "--benchmarks",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=BENCHMARKS,
    show_default=True,
    help="Folder of the tasks and of the call lists in illustration/.",
)
@click.option(
    "--content",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=CONTENT,
    show_default=True,
    help="Content tree; its folder illustrations/ gets the files.",
)
def assets_command(benchmarks: Path, content: Path) -> None:
    """Build the illustration and the floor scores anew from their call lists."""
    from runner.illustration import ID, assets

    try:
        folder = content / ILLUSTRATIONS / ID
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in assets(benchmarks).items():
            path = folder / name
            same = path.is_file() and path.read_bytes() == data
            if not same:
                write_whole(path, data)
            click.echo(f"{path}: {'unchanged' if same else 'written'}")
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    except ValueError as error:
        raise click.ClickException(str(error)) from None
