"""Checks of kernels: results compared with the CPU, tolerances, and files that reproduce a failure."""
