"""Well-known models, written on heddle.nn after their papers: what tests and benchmarks run."""
