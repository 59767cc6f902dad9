"""Apple's GPUs through the Metal framework."""
