"""The interpreter: every op on Python numbers, and kernels compiled to Python."""
