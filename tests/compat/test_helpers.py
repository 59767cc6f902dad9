"""Helpers and switches of the reference: all that its version 0.14.0 has, with what it gives (see programs/helper_values.py)."""
from __future__ import annotations

import ctypes
import io
import json
import os
import subprocess
import sys
import threading
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest

import heddle
from heddle import Context, Tensor, TinyJit, dtypes, errors, helpers
from heddle.compat.helpers import EXCUSED
from heddle.compat.switches import LEFT_OUT, ContextVar, switch_names
from heddle.errors import CommandError, FileFormatError, FileMissingError, HeddleWarning, SettingError
from heddle.settings import settings
from heddle.tensor.io.download import fetch

HERE = Path(__file__).resolve().parent
RECORDED: dict[str, Any] = json.loads((HERE / "helper_values.json").read_text())
#: another class of error, with a cure, or a value that is the machine's
OURS = {"get_single_element([])", "get_single_element([1, 2])", "argfix((1, 2), 3)"}


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(HERE.parent.parent), "DEBUG": "0"} | more
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, env=env, check=False)


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the helpers give here."""
    cache = str(tmp_path_factory.mktemp("cache"))
    done = run("-m", "heddle.compat", str(HERE / "programs/helper_values.py"), CACHE_DIR=cache)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["values"]


@pytest.mark.parametrize("call", RECORDED["values"])
def test_helpers_give_what_the_reference_s_give(values: dict[str, str], call: str) -> None:
    expected, found = RECORDED["values"][call], values[call]
    if call in OURS: assert found.startswith("raises ") and "Error" in found
    elif expected.startswith("raises "): assert set(expected[7:].split("/")[:1]) <= set(found[7:].split("/"))
    else: assert found == expected


@pytest.mark.parametrize("name", RECORDED["names"])
def test_every_helper_is_there_or_excused(name: str) -> None:
    if name not in EXCUSED:
        assert getattr(helpers, name) is not None and name in dir(helpers)
        return
    with pytest.raises(AttributeError, match=name): getattr(helpers, name)


def test_nothing_is_excused_that_nobody_knows() -> None:
    assert EXCUSED.keys() <= set(RECORDED["names"]) and all(EXCUSED.values())
    assert not EXCUSED.keys() & set(dir(helpers))


@pytest.mark.parametrize("name", RECORDED["switches"])
def test_every_switch_is_there_and_can_be_set(name: str) -> None:
    errors.warn_again()
    switch = getattr(helpers, name)
    value = "float16" if name == "DEFAULT_FLOAT" else "int64" if name == "DEFAULT_INT" else "PYTHON" if name == "DEV" else 1
    if name == "NO_COLOR": value = "1"
    before = switch.value
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with Context(**{name: value}): assert switch.value == value
    assert switch.value == before and switch.key == name
    assert len(told) == (name in LEFT_OUT and LEFT_OUT[name] != value)


def test_what_is_left_out_is_told_once() -> None:
    errors.warn_again()
    with pytest.warns(HeddleWarning, match="WINO steers"), Context(WINO=1): pass
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with Context(WINO=1): assert helpers.WINO.value == 1
        with Context(JIT=1, RING=1): """As they are there: nothing is to be told."""


def test_switches_of_the_environment() -> None:
    code = ("from tinygrad import Tensor, dtypes\nfrom tinygrad.helpers import WINO, ALLOW_TF32, NUM_CPU_THREADS, DEFAULT_FLOAT\n"
            "print(Tensor([1.5]).dtype == dtypes.half, Tensor([1]).dtype == dtypes.int64, WINO.value, ALLOW_TF32 == 1, "
            "NUM_CPU_THREADS == 1)")
    done = run("-m", "heddle.compat", "-c", code, DEFAULT_FLOAT="HALF", DEFAULT_INT="INT64", WINO="1", ALLOW_TF32="1",
               NUM_CPU_THREADS="1", IMAGE="0")
    assert done.stdout == "True True 1 True True\n", done.stderr
    assert done.stderr.count("WINO steers") == 1 and "IMAGE" not in done.stderr
    wrong = run("-m", "heddle.compat", "-c", "import tinygrad", DEFAULT_FLOAT="nofloat")
    assert wrong.returncode and "nofloat" in wrong.stderr


def test_default_dtypes_go_back() -> None:
    with Context(DEFAULT_FLOAT="float16", DEFAULT_INT=dtypes.int64):
        assert Tensor([1.5]).dtype is dtypes.float16 and Tensor([1]).dtype is dtypes.int64
        with Context(DEFAULT_FLOAT="DOUBLE"): assert Tensor([1.5]).dtype is dtypes.float64
        assert helpers.DEFAULT_FLOAT.value == "float16"
    assert Tensor([1.5]).dtype is dtypes.float32 and Tensor([1]).dtype is dtypes.int32
    with pytest.raises(errors.DTypeError): Context(DEFAULT_FLOAT="nofloat")
    with pytest.raises(ZeroDivisionError), Context(DEFAULT_FLOAT="half", TRAINING=1): print(1 / 0)
    assert dtypes.default_float is dtypes.float32 and not Tensor.training


def test_a_program_s_own_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPEED_OF_MINE", "4")
    mine = ContextVar("SPEED_OF_MINE", 3)
    assert mine.value == 4 and mine > 3 and int(mine) == 4 and [0, 1, 2, 3, 4][mine] == 4 and ContextVar("SPEED_OF_MINE") is mine
    with Context(SPEED_OF_MINE=7):
        assert mine == 7
        seen: list[int] = []
        thread = threading.Thread(target=lambda: seen.append(mine.value))
        thread.start()
        thread.join()
        assert seen == [4]
    assert mine == 4 and mine.tolist() == ["4"]
    mine.value = 9
    assert mine == 9
    with pytest.raises(SettingError, match="SPEED_OF_NOBODY"): Context(SPEED_OF_NOBODY=1)


def test_settings_have_the_reference_s_names_too() -> None:
    with Context(ALLOW_TF32=1, NUM_CPU_THREADS=3): assert settings.TF32 and settings.THREADS == 3 and helpers.NUM_CPU_THREADS == 3
    with Context(CCACHE=0): assert not settings.CACHE
    assert {"WINO", "DEBUG", "TRAINING", "ALLOW_TF32"} <= set(switch_names())
    with pytest.raises(AttributeError, match="Did you mean 'WINO'"): print(helpers.WINNO)


def test_contexts_decorate_and_nest() -> None:
    @Context(TRAINING=1, BEAM=1)
    def inside() -> tuple[bool, int]: return Tensor.training, settings.BEAM
    assert inside() == (True, 1) and not Tensor.training and settings.BEAM == 0
    with Context(BEAM=helpers.DEBUG): assert settings.BEAM == settings.DEBUG


# ---- what does more than give a value


def test_memory() -> None:
    data = bytearray(b"abcdef")
    array = helpers.from_mv(memoryview(data), ctypes.c_uint16)
    array[0] = 0
    assert data[:3] == b"\0\0c" and len(array) == 3
    assert bytes(helpers.to_mv(helpers.mv_address(memoryview(data)), 6)) == bytes(data)
    assert helpers.from_mv(memoryview(bytearray(b"xyz"))).raw == b"xyz"


def test_the_collector_is_off_inside() -> None:
    import gc
    with helpers.disable_gc(): assert not gc.isenabled()
    assert gc.isenabled()


def test_what_is_kept_on_disk_is_found_again(tmp_path: Path) -> None:
    calls: list[int] = []
    def slow(x: int, y: int = 0) -> list[int]:
        calls.append(x)
        return [x, y]
    with Context(CACHE_DIR=str(tmp_path)):
        kept = helpers.diskcache(slow)
        assert kept(1) == [1, 0] == kept(1) and kept(1, y=2) == [1, 2] and calls == [1, 1]
        assert helpers.diskcache_get("t", {"a": 1, "b": 2}) is None
        helpers.diskcache_put("t", {"b": 2, "a": 1}, None)
        helpers.diskcache_put("t", "k", "old")
        helpers.diskcache_put("t", "k", "new")
        assert helpers.diskcache_get("t", "k") == "new" and helpers.cache_dir == str(tmp_path)
        helpers.diskcache_clear()
        assert helpers.diskcache_get("t", "k") is None


def test_profiles_and_events(capsys: pytest.CaptureFixture[str]) -> None:
    with helpers.Profiling(frac=1.0): sorted(range(1000), key=lambda x: -x)
    assert "tot:" in capsys.readouterr().out
    with helpers.Profiling(enabled=False): pass
    assert capsys.readouterr().out == ""
    before = len(helpers.cpu_events)
    with helpers.cpu_profile("work") as event: pass
    helpers.profile_marker("here")
    assert event.en is not None and event.en >= event.st and len(helpers.cpu_events) == before + 2


def test_where_a_program_is() -> None:
    trace = helpers.get_stacktrace(sys._getframe(), max_frames=2)
    assert len(trace) == 2 and trace[0][2] == "test_where_a_program_is" and "get_stacktrace" in trace[0][3]
    assert helpers.printable((__file__, 1)).startswith('"""Helpers') and helpers.lines(__file__)[0].endswith("\n")


def test_commands_and_conditions() -> None:
    with pytest.raises(CommandError, match="status 1"): helpers.system("false")
    with pytest.raises(FileMissingError, match="no command"): helpers.system("no_such_command_here")
    with pytest.raises(TimeoutError, match="nothing came"): helpers.wait_cond(lambda: 0, timeout_ms=1, msg="nothing came")
    with pytest.raises(ExceptionGroup): helpers.select_first_inited([lambda: 1 / 0, lambda: [][0]], "none")
    cache: dict[Any, Any] = {}
    made = helpers.select_first_inited([object], "none", cache)
    assert helpers.select_first_inited([object], "none", cache) is made


def test_archives_are_extracted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive: archive.writestr("a/b.txt", "hello")
    monkeypatch.setattr("heddle.tensor.io.download._content", lambda *_: data.getvalue())
    with Context(CACHE_DIR=str(tmp_path)):
        folder = fetch("https://nowhere/a.zip", extract=True)
        assert (folder / "a/b.txt").read_text() == "hello" and fetch("https://nowhere/a.zip", extract=True) == folder
        with pytest.raises(FileFormatError, match="no gzip file"): fetch("https://nowhere/b", gunzip=True)
        monkeypatch.setattr("heddle.tensor.io.download._content", lambda *_: b"no archive at all")
        with pytest.raises(FileFormatError, match="no archive"): fetch("https://nowhere/c", extract=True)
        assert not [p for p in (tmp_path / "downloads").iterdir() if p.is_dir() and p != folder]


def test_functions_are_taken_as_they_are() -> None:
    @heddle.function
    def twice(x: Tensor) -> Tensor: return x * 2
    @heddle.function(precompile=True)
    def thrice(x: Tensor) -> Tensor: return x * 3
    class Layer:
        def __init__(self) -> None: self.w = Tensor([2.0], requires_grad=True)
        @heddle.function(allow_implicit=True)
        def __call__(self, x: Tensor) -> Tensor: return thrice(twice(x)) * self.w
    layer = Layer()
    layer(Tensor([1.0])).sum().backward()
    assert layer.w.grad is not None and layer.w.grad.item() == 6 and layer(Tensor([1.0])).item() == 12 and twice.__name__ == "twice"
    with pytest.raises(errors.DTypeError, match="function needs a function"): heddle.function(5)  # type: ignore[call-overload]


def test_captures_take_the_reference_s_options() -> None:
    @TinyJit(prune=True)
    def step(x: Tensor) -> Tensor: return (x + 1).realize()
    assert [step(Tensor([float(i)])).item() for i in range(4)] == [1, 2, 3, 4]
    with pytest.raises(errors.JitError): TinyJit(5)  # type: ignore[call-overload]
    class Model:
        @TinyJit(optimize=True)
        def run(self, x: Tensor) -> Tensor: return (x * 2).realize()
    model = Model()
    assert [model.run(Tensor([float(i)])).item() for i in range(4)] == [0, 2, 4, 6]


# ---- the whole process


def test_default_dtypes_of_the_environment_hold_without_an_import_hook() -> None:
    code = "import heddle; print(heddle.dtypes.default_float, heddle.Tensor([1.5]).dtype, heddle.Tensor([1]).dtype)"
    assert run("-c", code, DEFAULT_FLOAT="HALF", DEFAULT_INT="int64").stdout == "dtypes.float16 dtypes.float16 dtypes.int64\n"
    both = run("-c", code, DEFAULT_FLOAT="half", HEDDLE_DEFAULT_FLOAT="bfloat16")
    assert both.stdout.startswith("dtypes.bfloat16 dtypes.bfloat16") and "no setting" not in both.stderr
    wrong = run("-c", code, DEFAULT_FLOAT="int8")
    assert wrong.returncode and "DEFAULT_FLOAT cannot be int8" in wrong.stderr


def test_jit_0_runs_functions_in_python() -> None:
    calls: list[int] = []
    @TinyJit
    def step(x: Tensor) -> Tensor:
        calls.append(len(calls))
        return (x + len(calls)).realize()
    with Context(JIT=0): found = [step(Tensor([0.0])).item() for _ in range(5)]
    assert found == [1, 2, 3, 4, 5] and step.captured is None
    with Context(JIT=0), pytest.raises(errors.JitError, match="Leave JIT=0 out"): step.save("nowhere")


def test_jit_can_be_switched_off_and_on_again() -> None:
    calls: list[int] = []
    @TinyJit
    def step(x: Tensor) -> Tensor:
        calls.append(1)
        return (x * 2).realize()
    for i in range(3): step(Tensor([float(i)]))
    assert len(calls) == 2
    with Context(JIT=0): assert step(Tensor([5.0])).item() == 10 and len(calls) == 3
    assert step(Tensor([6.0])).item() == 12 and len(calls) == 3


def test_jit_2_replays_kernels_one_by_one() -> None:
    with Context(JIT=2):
        step = TinyJit(lambda x: ((x + 1).contiguous() * x.sum()).realize())
        assert [step(Tensor([float(i), 1.0])).tolist() for i in range(4)] == [[(i + 1.0) ** 2, 2 * (i + 1.0)] for i in range(4)]
        assert "kernels and copies" in step.explain()


def test_type_variables_of_annotations() -> None: assert helpers.T.__name__ == "T" and helpers.U.__name__ == "U"
