"""A stand-in for libcuda: see api.py."""

from . import devices, graphs, memory, modules, queues, tensormaps  # they register their entry points
from .api import DeviceSpec, StandIn
from .codes import STATUS, Failure
