"""Every test that takes a `table` or a `ruleset` runs for all those on disk."""

from __future__ import annotations

import pytest

from tests.contract.found import RULESETS, Table, seated, tables_on_disk


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        found = list(tables_on_disk())
        ids = [f"{name}-{players}p{'-flipped' if options else ''}" for name, players, options in found]
        metafunc.parametrize("table", found, ids=ids, indirect=True)
    if "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", RULESETS)


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Table:
    name, players, options = request.param
    return seated(name, players, options)
