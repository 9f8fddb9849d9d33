"""What is on disk: frozen models that refuse unknown fields, loose types and non-finite numbers.

The unions below are discriminated by protocol kind; one module in `kinds` holds each family.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from sitegen.records.kinds.api import ApiProtocolFile, ApiRun, ApiSuite
from sitegen.records.kinds.imported import ImportedProtocolFile, ImportedRun, ImportedSuite
from sitegen.records.task import Task

Run = Annotated[ApiRun | ImportedRun, Field(discriminator="kind")]
Suite = Annotated[ApiSuite | ImportedSuite, Field(discriminator="kind")]
ProtocolFile = Annotated[ApiProtocolFile | ImportedProtocolFile, Field(discriminator="kind")]

RUN: TypeAdapter[ApiRun | ImportedRun] = TypeAdapter(Run)
SUITE: TypeAdapter[ApiSuite | ImportedSuite] = TypeAdapter(Suite)
PROTOCOL: TypeAdapter[ApiProtocolFile | ImportedProtocolFile] = TypeAdapter(ProtocolFile)
TASK: TypeAdapter[Task] = TypeAdapter(Task)
