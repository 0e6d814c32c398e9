"""Every game on disk: the same bytes in processes of any hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.contract.found import ROOT

SCRIPT = """
from tests.contract.found import RULESETS, opened, seated
from tests.contract.play import positions, written
for name in RULESETS:
    table = seated(name, opened(name).players[-1])
    log = []
    for seating in table.seatings()[-1:]:
        for state in positions(table.machine, 4, seating, 2, log, most=20 if table.game.melds else 60):
            print(name, table.players, table.game.digest, written(state))
    print(log)
"""


def test_the_hash_seed_changes_nothing() -> None:
    """L1: the same seed gives the same game in another process, whatever its hash seed."""
    outputs = [run(hash_seed) for hash_seed in ("0", "1")]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 1000


def run(hash_seed: str) -> bytes:
    places = os.pathsep.join((str(ROOT / "interpreter"), str(ROOT)))
    settings = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": places, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=settings, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout
