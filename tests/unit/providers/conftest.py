"""The inputs of public bug reports."""

import json
from pathlib import Path

import pytest

from runner.providers.contract import Tool

CASES = Path(__file__).parents[2] / "data" / "cases"


@pytest.fixture
def case():
    """Return a function that reads a case's input by its file name."""
    return lambda name: (CASES / name).read_bytes()


@pytest.fixture
def listed(case):
    """Return a function that reads the tools of a case's server."""

    def tools(name):
        listing = json.loads(case(name))["tools"]
        return [Tool(one["name"], one["description"], one["inputSchema"]) for one in listing]

    return tools
