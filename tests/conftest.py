"""What tests of every folder may use."""

from contextlib import ExitStack
from typing import Any

import pytest

from tests.simulator.server import Simulator


@pytest.fixture
def simulate():
    """Return a function that starts a simulator of the providers with a script; all of them end with the test."""
    with ExitStack() as running:

        def start(scripts: Any, **options: Any) -> Simulator:
            return running.enter_context(Simulator(scripts, **options))

        yield start
