"""Deprecated alias of `heddle.device.allocator`, kept for plug-ins that import it; it warns."""
from heddle.errors import moved_to

__getattr__ = moved_to("heddle.device.allocator", __name__)
