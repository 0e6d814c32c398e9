"""model: the values of the card table and of the machine: decks, zones, programs, games, states, moves, events, views."""
