"""Kernels written by users in UOps, and their checks."""
