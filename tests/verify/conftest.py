"""A built site, and copies of it to spoil."""

import shutil
from pathlib import Path

import pytest

from tests.refresh_golden import build_example
from tests.verify.published import Published


@pytest.fixture(scope="session")
def example(tmp_path_factory) -> Path:
    return build_example(tmp_path_factory.mktemp("example"))


@pytest.fixture
def site(example, tmp_path) -> Published:
    shutil.copytree(example, tmp_path / "site")
    return Published(tmp_path / "site")
