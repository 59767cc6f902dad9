"""Drives the stages: compiles the kernels of a LINEAR and runs its CALLs in order. Alone in knowing the whole pipeline."""
