"""The rules that the runs of a suite followed, as sent."""

from typing import Literal

from pydantic import Field

from sitegen.records.base import Count, JsonObject, Name, Positive, Record, Sha256, Text


class SentTool(Record):
    """One tool as the provider received it."""

    name: Name
    """Name as sent."""
    description: Text
    """Description as sent."""
    input_schema: JsonObject
    """Schema as sent."""
    changed: tuple[Text, ...] = ()
    """What the adapter changed against the server's own listing."""


class Machine(Record):
    """The machine the runs were made on, without its name."""

    os: Name
    """Operating system and version."""
    cpu: Name
    """Processor model."""
    cores: Positive
    """Processor cores."""
    ram_mib: Count
    """Memory in MiB."""
    python: Name
    """Python version."""


class ProtocolEntryBase(Record):
    """One protocol of the suite; the hash covers `hashed` alone."""

    hash: Sha256
    """sha256 of the canonical JSON of `hashed`."""
    tools: tuple[SentTool, ...] = ()
    """The tools as sent; recorded beside the hash, not part of it."""


class ProtocolFileBase(Record):
    """`protocol.json` of a suite."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    machine: Machine | None
    """The machine; null where the origin says nothing of it."""
