"""Copies of tiles to a memory scope: registers, scratch memory, shared memory, TMA, and pipelines of them."""
