"""Older name of `heddle.uop.interpreter.ops`, which the docs showed to programs: it still works, with a warning."""
from heddle.errors import moved_to

__getattr__ = moved_to("heddle.uop.interpreter.ops", __name__)
