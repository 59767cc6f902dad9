"""The registry of devices, for buffers, which it is built on and whose methods open devices by name.

Inputs: an assignment in registry.py. Outputs: `devices`. Invariants: it is set once `heddle.device` is imported, and nothing else
assigns it.
"""
from __future__ import annotations

from typing import Any

devices: Any
