"""Where programs come from: this process, the disk, or codegen and a compiler."""
from __future__ import annotations

import gc
import marshal
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import heddle.device.interface
from heddle.codegen import pipeline, to_program
from heddle.device import Compiled, Compiler, Device, disk_cache
from heddle.dtype import dtypes
from heddle.engine import code_fingerprint
from heddle.engine import compile as engine_compile
from heddle.engine.compile import CompileRequest, obtain_programs, program_of, unpack, with_binary
from heddle.errors import CompileError
from heddle.process import interrupts
from heddle.settings import Context, settings
from heddle.tracing.counters import GlobalCounters
from heddle.uop import Ops, UOp
from tests.engine.kernels import add_constant

PASSES = len(pipeline())


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(settings, "VERIFY", 0)  # with it on, passes run again and the disk is not asked
    engine_compile._programs.clear()
    GlobalCounters.reset()
    yield
    engine_compile._programs.clear()


class Recorder(Compiler):
    """Compiles by turning the source into bytes; refuses what `refuses` says."""

    def __init__(self, cachekey: str = "recorder", refuses: str = "\0") -> None:
        super().__init__(cachekey)
        self.refuses, self.threads = refuses, set()

    def compile(self, source: str) -> bytes:
        import threading
        self.threads.add(threading.current_thread().name)
        if self.refuses in source: raise CompileError("the recorder refused a kernel", output="7: too loud")
        return source.encode()


def device(cachekey: str = "recorder", refuses: str = "\0", vector: str = "32") -> Compiled:
    null = Device[f"NULL::{vector}"]
    return Compiled("NULL", null.allocator, Recorder(cachekey, refuses), null.renderer)


def made() -> tuple[int, int]:
    """Kernels lowered and compiled since the last time."""
    counts = GlobalCounters.lowered_kernels, GlobalCounters.compiled_kernels
    GlobalCounters.reset()
    return counts


def forget_process() -> None: engine_compile._programs.clear()


def test_once_a_process():
    target = device()
    first = program_of(add_constant(8), target)
    assert program_of(add_constant(8), target) is first and made() == (1, 1)
    assert [s.op for s in first.src] == [Ops.SINK, Ops.SOURCE, Ops.BINARY] and first.src[2].arg == first.src[1].arg.encode()


def test_the_disk_gives_back_the_same_program():
    first = program_of(add_constant(8), device())
    forget_process()
    made()
    again = program_of(add_constant(8), device())
    assert again is first and made() == (0, 0)  # nodes are interned: the same content is the same object


def test_keys_from_the_disk_are_those_of_the_content():
    first = program_of(add_constant(8), device())
    keys = first.key, [part.key for part in first.src[1:]]
    ops = [(part.op, part.arg) for part in first.src[1:]]
    del first
    forget_process()
    gc.collect()
    again = program_of(add_constant(8), device())
    stored = [part._key for part in again.src[1:]]
    for node in (again, *again.src[1:]): node._key = None  # so that they are worked out from the content
    assert stored == [part.key for part in again.src[1:]] == keys[1] and again.key == keys[0]
    assert [(part.op, part.arg) for part in again.src[1:]] == ops


def test_an_edit_that_leaves_the_source_as_it_was_runs_no_compiler(monkeypatch):
    first = program_of(add_constant(8), device())
    for edit in (b"edited", b"edited again"):
        forget_process()
        made()
        monkeypatch.setattr(engine_compile, "code_fingerprint", lambda edit=edit: edit)
        assert program_of(add_constant(8), device()) is first and made() == (1, 0)
    assert set(disk_cache.report().by_kind) >= {"program", "variants"} and "binary" not in disk_cache.report().by_kind
    forget_process()
    made()
    monkeypatch.setattr(engine_compile, "code_fingerprint", lambda: b"a third time")
    assert program_of(add_constant(8), device("recorder 2")) is first and made() == (1, 1)  # of another compiler


def test_another_ast_of_equal_source_runs_no_compiler():
    ast = add_constant(8)
    first = program_of(ast, device())
    (total,) = [n for n in ast.toposort() if n.op is Ops.ADD and n.dtype is not dtypes.index]
    other = ast.substitute({total: total * 1})
    assert other is not ast
    forget_process()
    made()
    again = program_of(other, device())
    assert [s.arg for s in again.src[1:]] == [s.arg for s in first.src[1:]] and again.src[0] is other and made() == (1, 0)


def test_an_edit_that_changes_the_source_compiles_it(monkeypatch):
    program_of(add_constant(8), device())
    forget_process()
    made()
    monkeypatch.setattr(engine_compile, "code_fingerprint", lambda: b"edited")
    lower = engine_compile._lower

    def edited(w):
        program = lower(w)
        return program.replace(src=(program.src[0], UOp(Ops.SOURCE, arg=program.src[1].arg + "// edited")))
    monkeypatch.setattr(engine_compile, "_lower", edited)
    assert program_of(add_constant(8), device()).src[2].arg.endswith(b"// edited") and made() == (1, 1)


def test_a_program_that_has_its_source_is_kept_like_others():
    target = device()
    source = to_program(add_constant(8), target.renderer)
    first = with_binary(source, target)
    assert [s.op for s in first.src] == [Ops.SINK, Ops.SOURCE, Ops.BINARY] and first.arg == source.arg and made() == (0, 1)
    assert with_binary(first, target) is first
    forget_process()
    assert with_binary(source, device()) is first and made() == (0, 0)
    with Context(BEAM=2): assert with_binary(source, device()) is first  # there is nothing to search


def test_programs_are_kept_up_to_a_number_of_bytes(monkeypatch):
    target = device()
    size = engine_compile._nbytes(program_of(add_constant(8), target))
    monkeypatch.setattr(engine_compile, "_KEPT_BYTES", 3 * size + size // 2)
    for n in range(108, 118): program_of(add_constant(n), target)
    assert 1 <= len(engine_compile._programs) <= 3
    assert engine_compile._held[0] == sum(map(engine_compile._nbytes, engine_compile._programs.values()))
    made()
    program_of(add_constant(117), target)
    assert made() == (0, 0)  # the last one is among them


def test_a_compiler_keeps_binaries_up_to_a_number_of_bytes(monkeypatch):
    monkeypatch.setattr(heddle.device.interface, "_KEPT_BYTES", 100)
    compiler = Recorder()
    for n in range(20): compiler.compile_cached(f"{n:030}")
    assert [len(b) for b in compiler._binaries.values()] == [30] * 3 and compiler._held == 90


def test_same_kernels_are_made_once():
    found = obtain_programs([CompileRequest(add_constant(n), device()) for n in (8, 9, 8, 8)])
    assert found[0] is found[2] is found[3] is not found[1] and made()[0] == 2


@pytest.mark.parametrize("change", ["ast", "compiler", "limits", "NOOPT", "BEAM", "THREADS", "code"])
def test_what_changes_the_binary_is_in_the_key(change, monkeypatch):
    program_of(add_constant(8), device())
    made()
    ast = add_constant(8, 2.0) if change == "ast" else add_constant(8)
    target = device("other" if change == "compiler" else "recorder", vector="16" if change == "limits" else "32")
    if change == "code": monkeypatch.setattr(engine_compile, "code_fingerprint", lambda: b"edited")
    if change == "code": forget_process()
    setting = {change: 1} if change.isupper() else {}
    with Context(**setting): program_of(ast, target)
    assert made()[0] == 1


def test_what_changes_nothing_is_not():
    program_of(add_constant(8), device())
    made()
    forget_process()
    with Context(DEBUG=1, MEMORY_LIMIT="1G", PROFILE=1): program_of(add_constant(8), device())
    assert made() == (0, 0)


def test_passes_run_where_they_are_to_be_seen_or_verified(capsys):
    request = CompileRequest(add_constant(8), device())
    program_of(request.ast, request.device)
    forget_process()
    made()
    with Context(DEBUG=6): program_of(request.ast, request.device)
    assert made()[0] == 1 and "after simplify\n" in capsys.readouterr().err
    assert engine_compile._from_disk(request) is not None
    with Context(VERIFY=1): assert engine_compile._from_disk(request) is None


@pytest.mark.parametrize("chosen, passes", [
    ("", 2 * PASSES), ("map_8", PASSES), ("optimise", 2), ("map", 2 * PASSES), ("nothing", 0)])
def test_a_filter_chooses_the_passes_of_a_kernel_or_one_pass_of_all(chosen, passes, capsys):
    with Context(DEBUG=6, FILTER=chosen, CACHE=0):
        for n in (8, 9): program_of(add_constant(n), device())
    told = re.findall(r"^(map_\d+) after (.*)$", capsys.readouterr().err, re.MULTILINE)
    assert len(told) == passes and all(chosen in kernel or chosen in name for kernel, name in told)
    assert chosen != "map_8" or {kernel for kernel, _ in told} == {"map_8"}


def test_a_broken_entry_is_made_again(tmp_path):
    program_of(add_constant(8), device())
    for entry in (tmp_path / "cache").rglob("*.entry"): entry.write_bytes(b"heddle?")
    forget_process()
    made()
    assert program_of(add_constant(8), device()).src[2].arg and made()[0] == 1


@pytest.mark.parametrize("data", [b"", b"heddle?", marshal.dumps(7), marshal.dumps((1, 2, 3, 4)), marshal.dumps(((), 2, 3, 4)),
                                  marshal.dumps(((), 2, 3, 4, 5))])
def test_an_entry_of_another_form_is_none(data):
    assert unpack(data) is None


def test_without_disk(tmp_path):
    with Context(CACHE=0): program_of(add_constant(8), device())
    assert not (tmp_path / "cache").exists()


def test_compilers_run_in_helper_threads_and_results_keep_their_order():
    target = device()
    asts = [add_constant(n) for n in range(8, 20)]
    found = obtain_programs([CompileRequest(ast, target) for ast in asts])
    assert [p.src[0] for p in found] == asts and made() == (12, 12)
    assert target.compiler.threads and all(name.startswith("heddle-helper") for name in target.compiler.threads)
    target = device()
    program_of(add_constant(99), target)
    assert all(name.startswith("heddle-helper") for name in target.compiler.threads)  # out of reach of Ctrl-C


def test_ctrl_c_while_kernels_are_compiled_keeps_nothing_busy(monkeypatch):
    """The wait ends at once, kernels that no compiler has begun are left out, and the next time all is compiled."""
    # an interrupt that comes while a node is freed is raised again by heddle's hook, which pytest's stands before
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    interrupts.install()
    class Slow(Recorder):
        def compile(self, source):
            if once and once.pop(): os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
            return super().compile(source)
    target, once = device(), [True]
    target.compiler = slow = Slow()
    asts = [add_constant(n) for n in range(8, 40)]
    with pytest.raises(KeyboardInterrupt): obtain_programs([CompileRequest(ast, target) for ast in asts])
    assert made()[1] < 32
    found = obtain_programs([CompileRequest(ast, target) for ast in asts])
    assert [p.src[0] for p in found] == asts and not slow._busy


def test_settings_of_the_caller_hold_in_the_threads():
    class Asks(Recorder):
        def compile(self, source): return str(settings.BEAM).encode()
    target = device()
    target.compiler = Asks()
    with Context(BEAM=3): found = obtain_programs([CompileRequest(add_constant(n), target) for n in (4, 5)])
    assert [p.src[2].arg for p in found] == [b"3", b"3"]


def test_a_refused_kernel_names_itself_the_line_and_a_reproducer():
    with pytest.raises(CompileError) as caught: program_of(add_constant(8), device(refuses="map_8"), ("train.py", 41, "forward"))
    fault = caught.value
    assert fault.kernel == "map_8" and "map_8" in fault.source and "at train.py:41, in forward" in str(fault)
    assert "The compiler said:\n  7: too loud" in str(fault) and f"Reproducer: {fault.reproducer}" in str(fault)


def test_one_refused_kernel_of_many_stops_the_rest_in_order():
    target = device(refuses="map_9")
    with pytest.raises(CompileError, match="the recorder refused"):
        obtain_programs([CompileRequest(add_constant(n), target) for n in (8, 9, 10)])
    assert program_of(add_constant(8), target)


def test_what_was_compiled_before_a_refused_kernel_stays_on_disk():
    with pytest.raises(CompileError): obtain_programs([CompileRequest(add_constant(n), device(refuses="map_10")) for n in (8, 9, 10)])
    assert len(list(disk_cache.entries("program"))) == 2
    forget_process()
    made()
    obtain_programs([CompileRequest(add_constant(n), device()) for n in (8, 9)])
    assert made() == (0, 0)


def test_programs_are_on_disk_before_the_last_is_compiled():
    """The disk is written to while a compiler works, and not after it."""
    class Waits(Recorder):
        def compile(self, source: str) -> bytes:
            end = time.monotonic() + 20
            while "map_10" in source and len(list(disk_cache.entries("program"))) < 2 and time.monotonic() < end: time.sleep(0.01)
            return str(len(list(disk_cache.entries("program")))).encode() if "map_10" in source else b""
    target = device()
    target.compiler = Waits()
    assert obtain_programs([CompileRequest(add_constant(n), target) for n in (8, 9, 10)])[-1].src[2].arg == b"2"


def test_the_reproducer_runs_and_shows_the_kernel():
    with pytest.raises(CompileError) as caught: program_of(add_constant(8), device(refuses="map_8"))
    done = subprocess.run([sys.executable, caught.value.reproducer], capture_output=True, text=True,
                          env={**os.environ, "DEBUG": "4", "CACHE": "0", "PYTHONPATH": os.getcwd()})
    assert done.returncode == 0 and "map_8" in done.stderr, done.stderr  # NULL itself refuses nothing


def test_the_fingerprint_of_the_code_follows_the_files(tmp_path, monkeypatch):
    (tmp_path / "uop").mkdir()
    for name in ("dtype.py", "device.py", "uop/ops.py"): (tmp_path / name).write_text("x = 1")
    files = [str(tmp_path / name) for name in ("dtype.py", "device.py", "uop/ops.py")]
    def fingerprint():
        monkeypatch.setattr(code_fingerprint, "_code_at_start", code_fingerprint._state(files))
        return code_fingerprint.code_fingerprint.__wrapped__()
    first = fingerprint()
    os.utime(files[2], (1, 1))
    assert fingerprint() == first
    (tmp_path / "uop" / "ops.py").write_text("x = 2")
    assert fingerprint() != first


def test_what_was_made_while_somebody_edits_the_code_is_not_kept(tmp_path, monkeypatch):
    (tmp_path / "lower.py").write_text("x = 1")
    monkeypatch.setattr(code_fingerprint, "_code_at_start", code_fingerprint._state([str(tmp_path / "lower.py")]))
    target = device()
    obtain_programs([CompileRequest(add_constant(8), target)])
    assert len(list(disk_cache.entries("program"))) == 1
    (tmp_path / "lower.py").write_text("x = 22")
    obtain_programs([CompileRequest(add_constant(9), target)])
    assert len(list(disk_cache.entries("program"))) == 1  # the old text made it, or the new one: nobody knows
    fingerprint = code_fingerprint.code_fingerprint.__wrapped__
    assert fingerprint() != fingerprint()


def test_a_warm_process_imports_neither_codegen_nor_a_compiler(tmp_path):
    code = """
import sys
from heddle.engine.execute import run_linear
from heddle.tracing.counters import GlobalCounters
from tests.engine.kernels import *
a, b = buffer(8, values=[1] * 8), buffer(8)
run_linear(linear(call(add_constant(8), b, a)))
assert values(b) == [2] * 8
print(GlobalCounters.lowered_kernels, GlobalCounters.compiled_kernels,
      [m for m in sys.modules if m.startswith(("heddle.codegen", "llvmlite", "numpy"))])
"""
    environ = {**os.environ, "CACHE_DIR": str(tmp_path / "cache"), "DEV": "CPU", "PYTHONPATH": os.getcwd()}
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ) for _ in range(2)]
    assert runs[0].stdout.startswith("1 1 ") and runs[1].stdout == "0 0 []\n", runs[1].stdout + runs[1].stderr


# ---- what levels 3 to 7 show


@pytest.mark.parametrize("level, shown", [(2, []), (3, ["map_8 for NULL", "optimised: "]), (4, ["void map_8("]),
                                          (5, ["SINK void", "void map_8("]), (7, ["no disassembler"])])
def test_levels(level, shown, capsys):
    with Context(DEBUG=level): program_of(add_constant(8), device(), ("train.py", 41, "forward"))
    text = capsys.readouterr().err
    assert all(part in text for part in shown) and bool(text) == bool(shown)
    if shown: assert "made at train.py:41, in forward" in text
    if level < 4: assert "void map_8(" not in text


def test_levels_show_what_comes_from_disk_too(capsys):
    program_of(add_constant(8), device())
    forget_process()
    with Context(DEBUG=4): program_of(add_constant(8), device())
    assert "void map_8(" in capsys.readouterr().err and disk_cache.report().entries
