"""Game, players, seeds → records → summary: play, simulate, statistics, traces, and the tables of the public API."""
