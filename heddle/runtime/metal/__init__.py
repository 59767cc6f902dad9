"""Apple GPUs through the Metal framework."""
