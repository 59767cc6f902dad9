"""VALIDATE_WITH_CPU finds a backend, or an optimisation, that computes something else, and writes down how to see it again."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import heddle.runtime
from heddle import Tensor
from heddle.device import registry
from heddle.engine.execute import run_linear
from heddle.engine.validate import compare
from heddle.engine.validate.compare import Inputs
from heddle.errors import MismatchError
from heddle.settings import Context, settings
from heddle.tracing.counters import GlobalCounters
from tests.codegen import kernels
from tests.engine.kernels import add_constant, buffer, call, linear, values

BROKEN, ROOT = Path(__file__).parent / "broken", Path(__file__).resolve().parents[3]


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """A device with faults, found by its file's name."""
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    heddle.runtime.__path__.append(str(BROKEN))
    registry.forget_runtimes()
    yield
    heddle.runtime.__path__.remove(str(BROKEN))
    registry.forget_runtimes()


def fails(constant: float, *inputs: float) -> MismatchError:
    """What validating `x + constant` on the broken device raises."""
    data = list(inputs) + [1.5] * (40 - len(inputs))
    a, b = buffer(40, "BROKEN", values=data), buffer(40, "BROKEN", values=[7.0] * 40)
    wrong = linear(call(add_constant(40, constant), b, a))
    with Context(VALIDATE_WITH_CPU=1), pytest.raises(MismatchError) as caught: run_linear(wrong)
    assert values(b) == [7.0] * 40 and values(a) == data  # as before the launch
    return caught.value


def run_again(fault: MismatchError) -> subprocess.CompletedProcess[str]:
    """Runs the reproducer in a process that knows the broken device, in a folder of its own, with an empty cache."""
    program = (f"import heddle.runtime, runpy; heddle.runtime.__path__.append({str(BROKEN)!r}); "
               f"runpy.run_path({fault.reproducer!r}, run_name='__main__')")
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "CACHE_DIR": str(Path(settings.CACHE_DIR) / "other")}
    return subprocess.run([sys.executable, "-c", program], env=environ, cwd=settings.CACHE_DIR, capture_output=True, text=True,
                          timeout=60)


def test_backends_that_agree():
    a, b = buffer(9, "CPU:LLVM", values=[1.5] * 9), buffer(9, "CPU:LLVM")
    with Context(VALIDATE_WITH_CPU=1): run_linear(linear(call(add_constant(9), b, a)))
    assert values(b) == [2.5] * 9


def test_a_backend_at_fault_is_named_with_kernel_source_and_first_difference(broken):
    fault = fails(2.5)
    assert (fault.kernel, fault.device, fault.slot, fault.index, fault.got, fault.expected) == ("map_40", "BROKEN", 0, 0, 5.0, 4.0)
    text = str(fault)
    assert "map_40 on BROKEN wrote 5.0 to element 0 of buffer 0 (float32), CPU wrote 4.0; 40 of 40 elements differ" in text
    wrong = "0x400C000000000000"  # 3.5
    assert "The kernel's source:" in text and wrong in text and wrong in fault.source and f"Reproducer: {fault.reproducer}" in text


def test_the_reproducer_fails_in_the_same_way_without_the_users_data(broken):
    fault = fails(2.5, 1234.5)
    file = Path(fault.reproducer).read_text()
    assert "none of your data is in here" in file and "1234.5" not in file and "0x400C000000000000" in file
    done = run_again(fault)
    assert done.returncode == 1 and "MismatchError: map_40 on BROKEN wrote" in done.stderr, done.stderr


def test_a_fault_of_certain_values_is_written_down_with_no_more_of_them_than_it_takes(broken):
    fault = fails(1.0, 3.0, 99.0, 12345.0, 77.0, 55.0)
    assert (fault.index, fault.got, fault.expected) == (2, -1.0, 12346.0)
    file = Path(fault.reproducer).read_text()
    assert "1 elements of your inputs are in here" in file and "inputs={'elements': {1: {2: '00e44046'}}}" in file
    done = run_again(fault)
    assert done.returncode == 1 and "wrote -1.0 to element 2 of buffer 0" in done.stderr, done.stderr


def test_a_repaired_backend_passes_its_reproducer(broken, capsys):
    import runpy
    fault = fails(2.5)
    text = Path(fault.reproducer).read_text().replace("device='BROKEN'", "device='CPU:LLVM'")
    Path(fault.reproducer).write_text(text)
    runpy.run_path(fault.reproducer, run_name="__main__")
    assert "map_40: no difference between CPU:LLVM and the CPU" in capsys.readouterr().out


def test_where_no_made_data_shows_it_and_the_users_is_too_much(broken, monkeypatch):
    monkeypatch.setattr(compare, "_MOST_ELEMENTS", 0)
    fault = fails(1.0, 12345.0)
    file = Path(fault.reproducer).read_text()
    assert "It may take values like yours" in file and run_again(fault).returncode == 0


def test_tensors_on_the_broken_device(broken):
    x = Tensor([[1.0, 2.0], [3.0, 4.0]], device="BROKEN")
    with Context(VALIDATE_WITH_CPU=1):
        assert (x * 2 + 1).sum(0).tolist() == [10.0, 14.0]
        with pytest.raises(MismatchError, match=r"test_compare.py:\d+, in test_tensors"): (x + 2.5).tolist()


# ---- the optimiser


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_optimised_kernels_of_the_cpu_are_compared_with_plain_ones(make):
    case = make()
    GlobalCounters.reset()
    with Context(VALIDATE_WITH_CPU=1, VERIFY=0): run_linear(linear(call(case.ast, *case.buffers)))
    assert GlobalCounters.kernel_count == 1  # what the user asked for


def test_an_optimisation_at_fault(monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    a, b = buffer(4096, values=[1.5] * 4096), buffer(4096)
    real = compare.program_of
    monkeypatch.setattr(compare, "program_of", lambda ast, device, loc: real(add_constant(4096, 2.0), device, loc))
    says = r"map_4096 on CPU wrote 2\.5 .* CPU without the optimiser wrote 3\.5"
    with Context(VALIDATE_WITH_CPU=1), pytest.raises(MismatchError, match=says):
        run_linear(linear(call(add_constant(4096), b, a)))


# ---- inputs


def test_inputs_of_all_kinds():
    ast = add_constant(6)
    made = Inputs("mixed", 3).data(ast)
    assert made == Inputs("mixed", 3).data(ast) and {slot: len(d) for slot, d in made.items()} == {0: 24, 1: 24}
    few = Inputs(elements={1: {5: "0000803f"}}).data(ast)
    assert few[0] == bytes(24) and few[1] == bytes(20) + b"\0\0\x80?"
