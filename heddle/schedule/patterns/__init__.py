"""Fusion patterns: attention, epilogues, operand layouts, packed operands, scans."""
