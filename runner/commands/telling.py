"""How commands tell what is wrong."""

from collections.abc import Iterable

import click

from sitegen.issues import Issue

FAULTS = 1
"""Exit code: the input has faults, all of them listed."""


def tell(faults: Iterable[Issue]) -> None:
    """Print every fault: where, what, and how it is mended."""
    for one in faults:
        place = f"{one.file} {one.pointer}".rstrip()
        text = f"{place}\n  {one.code}: found {one.found}, expected {one.expected}. Fix: {one.rule.fix}"
        say(text)


def say(text: str) -> None:
    """Print a text of unknown origin to standard error, without what could steer a terminal."""
    click.echo("".join(char if char.isprintable() or char == "\n" else "�" for char in text), err=True)
