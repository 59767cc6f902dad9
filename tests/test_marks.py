"""What a run leaves out."""
from __future__ import annotations

import pytest


def test_slow_tests_are_left_out_unless_asked_for(request: pytest.FixtureRequest) -> None:
    """Those marked while tests are collected too: the op suite of a device whose driver compiles takes minutes."""
    slow = [item.nodeid for item in request.session.items if item.get_closest_marker("slow") is not None]
    assert not slow or request.config.option.markexpr != "not slow", slow[:5]
