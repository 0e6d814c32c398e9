"""words: everything the rule language can say, each a registered record with its signature and one-line description."""
