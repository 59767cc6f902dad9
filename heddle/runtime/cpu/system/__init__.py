"""Operating system of the CPU runtime: memory, code, functions, processor and cores, behind one interface (`interface.HostSystem`).

Inputs: `sys.platform`. Outputs: the system that this process runs on. Invariants: only its own module is imported; nothing is loaded
and nothing is mapped before the first use, so that every runtime can be imported on every system.
"""
from __future__ import annotations

import sys

from heddle.runtime.cpu.system.interface import HostSystem

if sys.platform == "win32":
    from heddle.runtime.cpu.system.windows import Windows as _System
elif sys.platform == "darwin":
    from heddle.runtime.cpu.system.macos import MacOS as _System
elif sys.platform == "linux":
    from heddle.runtime.cpu.system.linux import Linux as _System
else:
    from heddle.runtime.cpu.system.linux import Other as _System

#: the system that this process runs on
host_system: HostSystem = _System()
