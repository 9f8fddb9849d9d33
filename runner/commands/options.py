"""Options that several commands have."""

from collections.abc import Callable

import click
from pydantic import TypeAdapter, ValidationError


def checked(adapter: TypeAdapter[str]) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """Return a callback that refuses an option's value unless it fits a field type of the records."""

    def check(_: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
        try:
            return None if value is None else adapter.validate_python(value)
        except ValidationError as error:
            raise click.BadParameter(f"{value!r}: {error.errors()[0]['msg']}", param=parameter) from None

    return check
