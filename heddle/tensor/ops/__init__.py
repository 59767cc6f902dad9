"""Tensor methods by kind: elementwise, movement, reductions, products, indexing."""
