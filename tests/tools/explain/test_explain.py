"""`heddle explain`: each reason for which something was not fused, was made again, or was not replayed, by a small program."""
from __future__ import annotations

import inspect

import pytest

import heddle
from heddle import Context, Tensor, TinyJit
from heddle.device import disk_cache
from heddle.engine import compile, launch
from heddle.engine.key_history import remember_parts
from heddle.errors import JitError
from heddle.schedule import schedule_cache
from heddle.schedule.fusion_report import Reason
from heddle.tools.explain import Observer, unfused
from heddle.tools.explain.findings import Finding
from heddle.tracing import bus
from heddle.tracing.events import Jitted, Programmed, Repeated, Scheduled
from tests.caches import forget


@pytest.fixture(autouse=True)
def own_caches(tmp_path):
    """A disk cache of its own, kernels that nobody made before, and no passes that have to run."""
    forget()
    with Context(CACHE_DIR=str(tmp_path), VERIFY=0, DEV="CPU"): yield
    forget()


def memory(*shape: int) -> Tensor: return Tensor.ones(*shape).contiguous().realize()


def only(seen: Observer, section: str) -> tuple[Finding, int]:
    """The one finding of a section, whose line is in this file."""
    ((finding, times),) = seen.findings.of(section)
    assert finding.loc is not None and finding.loc[0] == __file__
    return finding, times


def line_of(text: str) -> int:
    """The number of the line of this file that holds `text` first, counting from the function that asks."""
    frame = inspect.currentframe().f_back
    lines, start = inspect.getsourcelines(frame.f_code)
    return start + next(i for i, line in enumerate(lines) if text in line)


# ---- fusion


def test_what_was_not_fused_with_kernels_line_reason_and_cure():
    x = memory(64, 64)
    with Observer() as seen:
        y = x.exp().contiguous()
        (y.T + 1).sum(0).realize()
    finding, times = only(seen, "fusion")
    assert times == 1 and finding.loc[1] == line_of(".contiguous()\n")
    assert finding.what == "map_64_64 writes 64x64 float32, 16 KiB; reduce_64_over_64 reads it"
    assert finding.why == "the program asks for it, by .contiguous() or the like" and "Leave .contiguous() out" in finding.cure


def test_the_costs_that_decided_are_told():
    a = memory(64, 64)
    with Observer() as seen: ((a @ a) @ a).realize()
    finding, _ = only(seen, "fusion")
    assert "computing it again" in finding.why and " against " in finding.why and "by estimate" in finding.why


def test_scans_are_kernels_of_their_own():
    x = memory(8, 1 << 15)
    with Observer() as seen: (x.cumsum(1) * 2).sum().realize()
    found = seen.findings.of("fusion")
    assert any("scan" in f.why and "kernel of its own" in f.cure for f, _ in found)


def test_every_reason_has_a_cure():
    assert {*unfused._CURES} == {*Reason}


def test_what_is_fused_is_not_told_of():
    x = memory(64, 64)
    with Observer() as seen: x.softmax().realize()
    assert not len(seen.findings)


def test_values_realised_before_the_only_line_that_reads_them():
    a = memory(8)
    with Observer() as seen:
        b = (a * 2).realize()
        (b + 1).realize()
    finding, _ = only(seen, "early")
    assert finding.loc[1] == line_of("(b + 1)") and f":{line_of('(a * 2)')}" in finding.why


def test_values_that_are_read_again_are_not_told_of():
    a = memory(8)
    with Observer() as seen:
        b = (a * 2).realize()
        (b + 1).realize()
        (b + 2).realize()
    assert seen.findings.of("early") == []


# ---- made again


@pytest.mark.parametrize(("values", "difference", "cure"), [
    ([lambda x: x[:3], lambda x: x[:5]], "sizes: 3x8 became 5x8", "Variable("),
    ([lambda x: x * 0.5, lambda x: x * 0.25], "constants: 0.5 became 0.25", "pass what changes as a tensor"),
    ([lambda x: x.cast("float16"), lambda x: x.cast("float64")], "dtypes: float16 became float64", "Use one number format"),
    ([lambda x: x.exp2(), lambda x: x.exp2().sin()], "operations: 1 more SIN", "Python conditions"),
    ([lambda x: x.max(0), lambda x: x.sum(0)], "arguments: ", "axes and orders"),
])
def test_what_differs_from_the_last_time(values, difference, cure):
    x = memory(8, 8)
    with Observer() as seen:
        for value in values:
            y = value(x)
            (y + 1).contiguous().realize()
    finding, times = only(seen, "schedule")
    assert times == 1 and finding.loc[1] == line_of("(y + 1)") and difference in finding.why and cure in finding.cure


def test_devices_differ():
    with Observer() as seen:
        for device in ("CPU", "CPU:1"):
            (Tensor([1.0, 2.0], device=device) + 1).contiguous().realize()
    finding, _ = only(seen, "schedule")
    assert "devices: " in finding.why and "CPU:1" in finding.why and "one device" in finding.cure


def test_compilers_of_a_device_differ():
    x = Tensor.empty(256, 4096, device="NULL").realize()
    with Observer() as seen:
        for name in ("NULL:CLANG", "NULL:METAL"):
            with Context(DEV=name): x.cumsum(1).realize()
    finding, _ = only(seen, "schedule")
    assert finding.why == "devices: NULL:CLANG became NULL:METAL" and "compiler" in finding.cure


def test_kernels_made_again_count_and_name_the_first_reasons():
    x = memory(16, 8)
    with Observer() as seen:
        for n in range(2, 8): (x[:n] * 2).sum().realize()
    finding, times = only(seen, "compiled")
    assert times == 5 and finding.why.startswith("sizes: 2 became 3; then sizes: 3 became 4") and "was compiled" in finding.what


def test_kernels_of_one_graph_are_not_compared_with_each_other():
    x = memory(16, 8)
    with Observer() as seen:
        for _ in range(3): Tensor.realize(x.sum(0), x.sum(1))
    assert seen.findings.of("compiled") == seen.findings.of("schedule") == []


def test_bound_variables_are_not_told_of_when_scheduled_once():
    x = memory(8)
    with Observer() as seen:
        for _ in range(3): (x + 3).realize()
    assert not len(seen.findings)


def test_the_schedule_cache_may_be_off_or_too_small(monkeypatch):
    x = memory(8)
    with Observer() as seen, Context(SCACHE=0): (x + 1).realize()
    assert only(seen, "schedule")[0].why == "the schedule cache is off: SCACHE=0"
    with Observer() as seen:
        for _ in range(2):
            (x + 2).realize()
            schedule_cache.clear()
    assert "had been dropped" in only(seen, "schedule")[0].why


# ---- the disk cache


@pytest.mark.parametrize(("change", "why", "cure"), [
    ({"THREADS": 3}, "settings: THREADS=0 became THREADS=3", "same settings"),
    ({"DEV": "CPU:CLANG"}, "device: ", "device, compiler"),
    ({"CACHE": 0}, "the disk cache is off: CACHE=0", "CACHE=1"),
    ({"VERIFY": 1}, "verified", "VERIFY=0"),
])
def test_which_part_of_the_key_changed(change, why, cure):
    x = memory(8)
    (x * 3).realize()
    forget()
    with Observer() as seen, Context(**change): (x * 3).realize()
    finding, _ = only(seen, "disk")
    assert why in finding.why and cure in finding.cure and finding.what == "map_8 was compiled"


def test_heddle_itself_has_changed(monkeypatch):
    x = memory(8)
    (x * 3).realize()
    forget()
    monkeypatch.setattr(compile, "code_fingerprint", lambda: b"other")
    with Observer() as seen: (x * 3).realize()
    assert only(seen, "disk")[0].why == "heddle's own code is another one"


def test_an_entry_that_is_gone(tmp_path):
    x = memory(8)
    (x * 3).realize()
    forget()
    for entry in (*tmp_path.glob("program/*/*.entry"), *tmp_path.glob("binary/*/*.entry")): entry.unlink()
    with Observer() as seen: (x * 3).realize()
    finding, _ = only(seen, "disk")
    assert "its entry is gone" in finding.why and "CACHE_SIZE" in finding.cure


def test_a_kernel_that_another_process_adds_meanwhile_is_no_entry_that_is_gone(monkeypatch):
    def compile_while_another_does(wanted):
        compiled = [program for w in wanted for program in lower_and_compile([w])]
        for w, program in zip(wanted, compiled, strict=True):
            disk_cache.put("program", w.disk_key(), compile._pack(program, w))
            remember_parts(w.ast.key, w.parts())
        return compiled

    x, lower_and_compile = memory(16, 8), compile._lower_and_compile
    monkeypatch.setattr(compile, "_lower_and_compile", compile_while_another_does)
    with Observer() as seen:
        for n in (3, 5): (x[:n] * 2).sum().realize()
    assert seen.findings.of("disk") == [] and only(seen, "compiled")[0].why == "sizes: 3 became 5"


def test_kernels_that_the_disk_cache_did_not_have_are_compared_with_those_of_their_line_all_the_same():
    x = memory(16, 8)
    with Observer() as seen, Context(CACHE=0):
        for n in (3, 5): (x[:n] * 2).sum().realize()
    assert only(seen, "disk")[1] == 2 and only(seen, "compiled")[0].why == "sizes: 3 became 5"


def test_hits_and_first_times_are_not_told_of():
    x = memory(8)
    with Observer() as seen:
        (x * 5).realize()
        forget()
        (x * 5).realize()
    assert seen.findings.of("disk") == []


# ---- caches of this process


def test_the_runtime_cache_is_too_small(monkeypatch):
    monkeypatch.setattr(launch, "_LOADED_KEPT", 1)
    monkeypatch.setattr(launch, "runtime_cache", {})
    monkeypatch.setattr(launch, "_dropped", set())
    x = memory(8)
    with Observer() as seen:
        for value in (3, 4, 3): (x * value).realize()
    finding, _ = only(seen, "memory")
    assert finding.what == "a kernel was loaded again" and "the runtime cache keeps 1 kernels" in finding.why


def test_the_source_cache_is_too_small(monkeypatch):
    monkeypatch.setattr(heddle.device.interface, "_KEPT", 1)
    compiler = heddle.Device["CPU"].compiler
    for name, empty in {"_binaries": {}, "_held": 0, "_dropped": set()}.items(): monkeypatch.setattr(compiler, name, empty)
    x = memory(8)
    with Observer() as seen, Context(CACHE=0):
        for _ in range(2):
            (x * 3).realize()
            (x * 4).realize()
            forget()
    (found,) = {f.why for f, _ in seen.findings.of("memory") if f.what == "a kernel was compiled again"}
    assert found == "the source cache keeps 1 kernels, and had dropped it"


# ---- TinyJit


def test_calls_that_a_capture_refuses():
    step, x = TinyJit(lambda t: t * 2), memory(4)
    with Observer() as seen:
        for _ in range(3): step(x)
        with pytest.raises(JitError): step(memory(5))
    finding, _ = only(seen, "jit")
    assert "refused a call" in finding.what and "shape (4,) expected" in finding.why and finding.cure


def test_captures_that_are_reset():
    step, x = TinyJit(lambda t: t * 2), memory(4)
    with Observer() as seen:
        for _ in range(2):
            for _ in range(2): step(x)
            step.reset()
    finding, times = only(seen, "jit")
    assert times == 2 and finding.why == "reset() was called" and finding.loc[1] == line_of("step.reset()")


def test_tinyjits_made_again_and_again():
    def double(t: Tensor) -> Tensor: return t * 2
    x = memory(4)
    with Observer() as seen:
        for _ in range(3):
            step = TinyJit(double)
            for _ in range(2): step(x)
    finding, _ = only(seen, "jit")
    assert "there are 3 TinyJits of it" in finding.why and "once" in finding.cure


def test_functions_that_are_called_once():
    step, x = TinyJit(lambda t: t * 2), memory(4)
    with Observer() as seen: step(x)
    assert "it was called once" in only(seen, "jit")[0].why


def test_arguments_that_overlap_what_is_assigned():
    state, step = memory(4), TinyJit(lambda t: state.assign(state + t))
    other = memory(4)
    with Observer() as seen, pytest.warns(UserWarning, match="same memory"):
        for _ in range(3): step(other)
        step(state)
    assert any("ran in Python" in f.what and "same memory" in f.why for f, _ in seen.findings.of("jit"))


def test_states_that_move():
    held, t = {}, memory(4)
    jitted = TinyJit(lambda t: held["x"].realize() * t)
    with Observer() as seen:
        for _ in range(3):
            held["x"] = t + 1
            jitted(t)
    assert any(f.what.endswith("was captured in vain") and ".assign()" in f.cure for f, _ in seen.findings.of("jit"))


def test_captures_inside_captures():
    @TinyJit
    def double(t: Tensor) -> Tensor: return t * 2

    @TinyJit
    def outer(t: Tensor) -> Tensor: return double(t) + 1
    x = memory(4)
    with Observer() as seen:
        for _ in range(3): outer(x)
    assert any("captured itself" in f.why for f, _ in seen.findings.of("jit"))


def test_nobody_is_told_afterwards():
    with Observer(): pass
    assert not any(bus.listeners_to(kind) for kind in (Scheduled, Programmed, Jitted, Repeated))
