"""Simulators that end with the test, each with a client."""

from typing import Any

import httpx
import pytest

from tests.simulator.client import Client


@pytest.fixture
def http():
    with httpx.Client(timeout=10, trust_env=False, verify=False) as client:
        yield client


@pytest.fixture
def play(simulate, http):
    """Start a simulator with a script and return a client of it."""

    def start(scripts: Any, **options: Any) -> Client:
        return Client(simulate(scripts, **options), http)

    return start
