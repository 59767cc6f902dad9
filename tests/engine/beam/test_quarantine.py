"""What crashed is not tried again, by any process, until something changes."""
from __future__ import annotations

import pytest

from heddle.device import Device
from heddle.engine.beam import quarantine
from heddle.settings import Context, settings
from tests.engine.beam.kernels import column_sums

ACTIONS = ("split 0 by 4 as unroll", "mark 1 as unroll")


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    yield
    quarantine._here.clear()


def test_it_is_on_disk_at_once():
    ast, device = column_sums(), Device["CPU"]
    assert quarantine.reason(ast, device, ACTIONS) is None
    quarantine.quarantine(ast, device, ACTIONS, "the worker was ended by SIGSEGV")
    quarantine._here.clear()  # as in another process
    assert quarantine.reason(ast, device, ACTIONS) == "the worker was ended by SIGSEGV"


def test_it_is_of_one_kernel_device_list_and_version(monkeypatch):
    ast, device = column_sums(), Device["CPU"]
    quarantine.quarantine(ast, device, ACTIONS, "it hung")
    assert quarantine.reason(column_sums(96, 81), device, ACTIONS) is None
    assert quarantine.reason(ast, Device["NULL"], ACTIONS) is None
    assert quarantine.reason(ast, device, ACTIONS[:1]) is None
    monkeypatch.setattr(quarantine, "code_fingerprint", lambda: b"repaired")
    assert quarantine.reason(ast, device, ACTIONS) is None


def test_without_a_disk_cache_this_process_remembers():
    with Context(CACHE=0):
        quarantine.quarantine(column_sums(), Device["CPU"], ACTIONS, "it hung")
        assert quarantine.reason(column_sums(), Device["CPU"], ACTIONS) == "it hung"
