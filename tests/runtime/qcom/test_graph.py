"""Graphs of an Adreno GPU whose packets are more than one indirect buffer may have."""
from __future__ import annotations

import sys

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.common.hardware_queue import Words
from heddle.runtime.qcom import mesa, pm4
from heddle.runtime.qcom.graph import runs
from heddle.runtime.qcom.pm4 import PM4
from tests.emulators.qcom import packets
from tests.emulators.qcom.errors import CommandFault
from tests.emulators.qcom.install import as_device
from tests.emulators.qcom.models import A630
from tests.emulators.qcom.system import QCOMSystem
from tests.runtime.qcom.test_pm4 import Memory


def test_runs_begin_with_a_launch_and_are_as_few_as_may_be() -> None:
    assert runs([0, 10, 20, 30], 40, 100) == [(0, 40)]
    assert runs([0, 10, 20, 30], 40, 20) == [(0, 20), (20, 20)]
    assert runs([0, 10, 20, 30], 40, 25) == [(0, 20), (20, 20)]
    assert runs([0, 10, 20, 30], 40, 39) == [(0, 30), (30, 10)]
    assert runs([0], 7, 7) == [(0, 7)]
    starts = list(range(0, 3_000_000, 120))
    found = runs(starts, 3_000_000, pm4.LARGEST_RUN)
    assert len(found) == 3 and sum(count for _, count in found) == 3_000_000 and pm4.LARGEST_RUN == packets.MOST_WORDS
    assert all(start in set(starts) and count <= pm4.LARGEST_RUN for start, count in found)


def test_an_indirect_buffer_that_is_too_long_is_refused() -> None:
    for count in (packets.MOST_WORDS + 1, 0):
        words = Words()
        PM4(Adreno.parse("a630")).run(words, 0x1000, count)
        memory = Memory(words.words)
        with pytest.raises(CommandFault, match=f"an indirect buffer of {count} words"):
            packets.CommandProcessor(A630, memory).run(0, len(memory.data))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")
@pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")
@pytest.mark.parametrize(("most", "is_one"), [(200, False), (packets.MOST_WORDS, True)])
def test_a_replay_in_several_indirect_buffers(monkeypatch: pytest.MonkeyPatch, most: int, is_one: bool) -> None:
    """One submission all the same. With few words for each, kernels are run by several."""
    machine = as_device(monkeypatch, QCOMSystem())
    monkeypatch.setattr(pm4, "LARGEST_RUN", most)
    monkeypatch.setattr(packets, "MOST_WORDS", most)
    with Context(DEV="QCOM"):
        step = TinyJit(lambda x: x.sum(1).realize().softmax().realize().cumsum().realize())
        data = np.random.default_rng(most).random((4, 6, 8), np.float32)
        for n, x in enumerate([Tensor(part).realize() for part in data]):
            before, calls = machine.driver.indirect, len(machine.driver.calls)
            result = step(x)
            submitted = machine.driver.calls[calls:].count("GPU_COMMAND")
            sums = data[n].sum(1)
            wanted = np.cumsum(np.exp(sums - sums.max()) / np.exp(sums - sums.max()).sum())
            np.testing.assert_allclose(result.numpy(), wanted, rtol=1e-5)
    assert submitted == 1 and machine.driver.faults == []
    assert (machine.driver.indirect - before == 1) == is_one
