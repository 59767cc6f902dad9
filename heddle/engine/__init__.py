"""Execution engine: compiles the kernels of a LINEAR and runs its CALLs in order. The only package that uses the whole pipeline."""
