"""Any value of the floors below → text: one file per output format."""
