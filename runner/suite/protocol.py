"""`protocol.json` of a run: the exact task, schemas, configuration, runtime and machine, without host, user or path."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from runner.suite.machine import this_machine
from runner.suite.order import Place
from runner.suite.prepare import Prepared
from sitegen.layout import PROTOCOL_FILE
from sitegen.records.base import Name, Record
from sitegen.records.kinds.api import ApiProtocolEntry
from sitegen.records.model import Model
from sitegen.records.protocol import Machine
from sitegen.records.task import ModellingTask
from sitegen.store import stored_form, write_whole


class RunProtocol(Record):
    """Everything that a run was made under; private."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this record."""
    protocol: ApiProtocolEntry
    """Its rules, their hash, and the tools as sent."""
    task: ModellingTask
    """The task, word for word."""
    model: Model
    """The model as configured, with its prices."""
    machine: Machine
    """The machine."""
    runtime: dict[Name, Name]
    """Version of each distribution that was installed for the system under test."""


def keep_protocol(folder: Path, suite: Prepared, place: Place, entry: ApiProtocolEntry) -> None:
    """Write the `protocol.json` of a run whole.

    Raises:
        OSError: It cannot be written.
    """
    record = RunProtocol(
        schema_version=1,
        protocol=entry,
        task=suite.plan.task,
        model=place.model,
        machine=this_machine(),
        runtime=dict(suite.runtime),
    )
    write_whole(folder / PROTOCOL_FILE, stored_form(record.model_dump(mode="json")))
