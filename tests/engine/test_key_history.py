"""What keys are made of, kept by kernel."""
from __future__ import annotations

from heddle import Context
from heddle.engine import key_history
from heddle.engine.key_history import earlier_parts, remember_parts


def test_the_newest_are_kept_once_each(tmp_path, monkeypatch):
    monkeypatch.setattr(key_history, "_KEPT", 3)
    with Context(CACHE_DIR=str(tmp_path)):
        assert earlier_parts(b"kernel") == ()
        for n in (1, 2, 1, 3, 4): remember_parts(b"kernel", {"settings": str(n)})
        assert [p["settings"] for p in earlier_parts(b"kernel")] == ["1", "3", "4"]
        assert earlier_parts(b"another") == ()


def test_without_a_cache_there_is_nothing_to_tell(tmp_path):
    with Context(CACHE_DIR=str(tmp_path), CACHE=0):
        remember_parts(b"kernel", {"settings": "1"})
        assert earlier_parts(b"kernel") == ()
