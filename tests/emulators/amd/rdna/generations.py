"""The decoder of each generation."""

from __future__ import annotations

from .decode import Decoder
from .decode10 import Decoder10
from .decode12 import Decoder12

GENERATIONS: dict[int, type[Decoder]] = {10: Decoder10, 11: Decoder, 12: Decoder12}
