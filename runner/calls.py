"""Hand-written lists of tool calls, such as `benchmarks/illustration/*.calls.json`."""

from typing import Annotated

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from sitegen.records.base import Name, Record


class Call(Record):
    """One call of a tool."""

    tool: Name
    """The server's name of the tool."""
    args: dict[str, JsonValue]
    """Its arguments."""


CALLS: TypeAdapter[tuple[Call, ...]] = TypeAdapter(Annotated[tuple[Call, ...], Field(min_length=1)])


def parse_calls(text: bytes) -> tuple[Call, ...]:
    """Return the calls of a list in their order.

    Raises:
        ValueError: It is none; the text says where.
    """
    try:
        return CALLS.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = "".join(f"/{part}" for part in first["loc"])
        raise ValueError(f"no list of calls: {place}: {first['msg']}") from None
