"""Random numbers: a counter-based generator and the distributions made of it."""
