"""Game, strategies → text of restricted Python over plain integers → results of many games: the compiled executor."""
