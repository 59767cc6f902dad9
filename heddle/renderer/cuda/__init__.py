"""CUDA C, with tensor cores and TMA."""
