"""Automatic differentiation and transformations of functions."""
