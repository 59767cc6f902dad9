"""Legalization: ops, number formats and vectors that a device lacks, expressed in what it has."""
