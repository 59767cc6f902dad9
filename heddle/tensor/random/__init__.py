"""Random numbers: a counter-based generator and distributions."""
