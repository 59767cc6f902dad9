"""Older name of `heddle.device.allocator`, which the docs showed to programs: it still works, with a warning."""
from heddle.errors import moved_to

__getattr__ = moved_to("heddle.device.allocator", __name__)
