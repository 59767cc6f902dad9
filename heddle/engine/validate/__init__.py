"""Kernel validation: comparison with the CPU, tolerances, and files that reproduce a failure."""
