"""Searches for melds: Game, a query of a program → text of functions that answer it, and what such text needs."""
