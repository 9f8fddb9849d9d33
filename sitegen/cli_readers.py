"""`build-site verify` and `build-site sign`: what readers check a published site with, and how it is signed."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from sitegen import GENERATOR

if TYPE_CHECKING:
    from sitegen.verify.held import Source

EXIT_DIFFERS = 1


@click.command()
@click.argument("site", metavar="DIR|URL")
@click.option(
    "--allowed-signers",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The site must be signed by a key of this file, as ssh-keygen -Y verify reads it.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the outcome is printed.",
)
def verify(site: str, allowed_signers: Path | None, form: Literal["text", "json"]) -> None:
    """Check a published site from its own records: hashes, data, claims, tables, links.

    The numbers are worked out again by code that the build does not use. Where this version made the site, also leads,
    banners, caveats, bars, dots and Markdown twins must be what records and pages yield, and script and style sheet
    those of this version. Explanations, titles, captions, the turns and cost terms of a run, charts of comparisons and
    schemas are compared with their hashes only, which whoever writes the whole site can make anew.

    Exit code: 0 consistent, 1 something differs, 2 wrong call, or no site there.
    """
    from sitegen.layout import ASSETS, templates_dir
    from sitegen.report import Progress
    from sitegen.verify.check import verify as check
    from sitegen.verify.held import NotASite
    from sitegen.verify.program import Program
    from sitegen.verify.report import as_json, as_text

    try:
        allowed = allowed_signers.read_text(encoding="utf-8") if allowed_signers else None
        with Progress(sys.stderr) as progress:
            program = Program.shipped(GENERATOR, templates_dir() / ASSETS)
            report = check(_source(site), progress, program, allowed)
    except NotASite as error:
        raise click.UsageError(str(error)) from error
    except KeyboardInterrupt:
        click.echo("Stopped; nothing was decided.", err=True)
        sys.exit(130)
    click.echo(as_json(report) if form == "json" else as_text(report))
    sys.exit(0 if report.consistent else EXIT_DIFFERS)


def _source(site: str) -> "Source":
    """Return where the site is read from: an address, or a folder."""
    from sitegen.verify.folder import Folder

    if site.startswith(("http://", "https://")):
        from sitegen.verify.network import Network

        return Network(site)
    return Folder(Path(site))


@click.command()
@click.option(
    "--key",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="OpenSSH private key of type ed25519, without a passphrase.",
)
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path), default="public")
def sign(key: Path, directory: Path) -> None:
    """Sign the SHA256SUMS of a built site: writes SHA256SUMS.sig beside it.

    The same bytes as by ssh-keygen -Y sign -n file -f KEY SHA256SUMS, which also takes a key with a passphrase. The key
    stays where it is; keep it out of the project. Sign again after each build that changed something.
    """
    from sitegen.layout import CONTENT, SIGNATURE, SUMS
    from sitegen.store import write_whole
    from sitegen.verify.signature import NotAKey
    from sitegen.verify.signature import sign as signed

    sums = directory / SUMS
    if not sums.is_file():
        raise click.UsageError(f"{directory} has no {SUMS}. Build the site first, or name its folder.")
    place, held = directory.resolve(), key.resolve().parents
    if place in held:
        raise click.UsageError(f"{key} lies in the site and would be published with it. Keep it elsewhere.")
    if place.parent / CONTENT in held:
        raise click.UsageError(f"{key} lies in the content that sites are built from. Keep it outside the project.")
    try:
        signature, fingerprint = signed(sums.read_bytes(), key)
    except NotAKey as error:
        raise click.UsageError(str(error)) from error
    write_whole(directory / SIGNATURE, signature)
    click.echo(f"Signed {sums} with {fingerprint}. Publish {SIGNATURE} with the site, and the fingerprint elsewhere.")
