"""Older name of `heddle.uop.printer`, which the docs showed to programs: it still works, with a warning."""
from heddle.errors import moved_to

__getattr__ = moved_to("heddle.uop.printer", __name__)
