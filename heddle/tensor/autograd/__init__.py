"""Automatic differentiation and function transformations."""
