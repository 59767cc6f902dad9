"""Interpreter of ir3, the instruction set of Adreno GPUs."""
