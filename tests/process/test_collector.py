"""Pauses of the collector: nested, over several threads, after a fault, in a forked child, and where it was off before."""
from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator

import pytest

from heddle import Tensor
from heddle.process.collector import paused_collector


@pytest.fixture(autouse=True)
def collector_is_on() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.enable()


def test_it_runs_again_after_the_last_of_nested_blocks() -> None:
    with paused_collector():
        with paused_collector(): assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_runs_again_after_a_fault() -> None:
    with pytest.raises(ValueError, match="a fault"), paused_collector(): raise ValueError("a fault")
    assert gc.isenabled()


def test_one_that_was_off_stays_off() -> None:
    gc.disable()
    with paused_collector(): pass
    assert not gc.isenabled()


def test_the_blocks_of_threads_overlap() -> None:
    inside, ends = threading.Event(), threading.Event()

    def other() -> None:
        with paused_collector():
            inside.set()
            ends.wait()
    thread = threading.Thread(target=other)
    with paused_collector():
        thread.start()
        inside.wait()
    assert not gc.isenabled()
    ends.set()
    thread.join()
    assert gc.isenabled()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_that_is_forked_in_a_block_collects() -> None:
    with paused_collector():
        child = os.fork()
        at_once = gc.isenabled()
        if child: assert not at_once
    if child == 0: os._exit(0 if at_once and gc.isenabled() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert gc.isenabled()


def test_it_runs_after_kernels_were_compiled() -> None:
    a = Tensor([1.0, 2.0, 3.0])
    Tensor.realize(a * 7.25, (a + 11.25).sum())
    assert gc.isenabled()
