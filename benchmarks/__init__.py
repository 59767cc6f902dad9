"""Benchmarks of heddle against the installed peers, in one interleaved run: `python -m benchmarks --help`."""
