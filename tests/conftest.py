"""For all tests: the flag that accepts what golden files are compared with."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write golden files anew; then read the difference")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    accepted: bool = request.config.getoption("--accept")
    return accepted
