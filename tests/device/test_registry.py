"""The registry: what devices there are, which is the default, and what is said when one cannot be used."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time

import pytest

import heddle.runtime
from heddle.device import (
    Compiler,
    Device,
    Probe,
    canonicalize_device,
    device_table,
    is_dtype_supported,
    memory_stats,
)
from heddle.device import registry as device_module
from heddle.device.allocator import MemoryStats
from heddle.device.buffer import Buffer
from heddle.dtype import dtypes
from heddle.errors import CompileError, DeviceError, DTypeError, HeddleWarning
from heddle.settings import Context, settings
from heddle.tracing.counters import GlobalCounters

TOY = '''
from heddle.device import Compiled, Compiler, Probe
from heddle.renderer import Renderer
from heddle.runtime.ops_null import NullAllocator

COMPILERS = ("FAST", "SLOW")
INTERFACES = ("WIRE",)
FOUND = Probe(True, detail="a toy")

def probe(): return FOUND
def probe_compiler(name): return Probe(True, "quick") if name == "FAST" else Probe(False, reason="no slowcc", cure="Install slowcc.")

class {name}Device(Compiled):
    def __init__(self, name, compiler, arch, interface):
        super().__init__(name, NullAllocator(name), Compiler("toy"), Renderer("toy"))
        self.made_with = compiler, arch, interface
'''


@pytest.fixture
def add_runtime(tmp_path, monkeypatch):
    """Puts runtimes of a test beside the real ones; gives back their modules."""
    monkeypatch.setattr(heddle.runtime, "__path__", [*heddle.runtime.__path__, str(tmp_path)])
    added = []

    def add(name: str):
        (tmp_path / f"ops_{name.lower()}.py").write_text(TOY.format(name=name))
        device_module.forget_runtimes()
        added.append(f"heddle.runtime.ops_{name.lower()}")
        return __import__(added[-1], fromlist=["x"])
    yield add
    monkeypatch.undo()
    for module in added: sys.modules.pop(module, None)
    device_module.forget_runtimes()
    Device._opened = {t: d for t, d in Device._opened.items() if t.device in Device.names()}
    Device._by_text.clear()
    Device._defaults.clear()


@pytest.fixture(autouse=True)
def no_choice_made():
    with Context(DEV=""): yield


def test_found_by_file_name():
    assert {"CPU", "DISK", "NULL"} <= set(Device.names())
    assert all(name == name.upper() for name in Device.names())


def test_opened_once_and_by_any_spelling():
    assert Device["null"] is Device["NULL"] is Device["NULL:0"] and Device["NULL:1"] is not Device["NULL"]
    assert Device["NULL:1"].name == "NULL:1"


@pytest.mark.parametrize("name, canonical", [("cpu", "CPU"), ("Cpu:0", "CPU"), ("null:3", "NULL:3"), ("null:llvm", "NULL:LLVM"),
                                             ("disk:/A/b", "DISK:/A/b")])
def test_canonical_names(name, canonical):
    assert Device.canonicalize(name) == canonical


@pytest.mark.parametrize("name, near", [("cpuu", "CPU"), ("CPY", "CPU"), ("dsik:/tmp/x", "DISK"), ("NUL", "NULL"), ("nulll", "NULL"),
                                        ("diskk", "DISK"), ("PCU", "CPU"), ("cp", "CPU"), ("N_ULL", "NULL"), ("disc", "DISK")])
def test_misspelt_names_get_the_nearest_and_what_is_usable(name, near):
    for use in (lambda: Device[name], lambda: Device.canonicalize(name)):
        with pytest.raises(DeviceError) as caught: use()
        text = str(caught.value)
        assert f"unknown device {name!r}" in text and f"Did you mean {near!r}?" in text and "test_registry.py" in text
        assert "\n    CPU: " in text and "NULL" in text and "`python -m heddle devices`" in text
        assert all(re.search(rf"\b{n}\b", text) for n in Device.names())


def test_unknown_compiler_and_interface(add_runtime):
    add_runtime("Toy")
    with pytest.raises(DeviceError) as caught: Device["TOY:FSAT"]
    text = str(caught.value)
    assert "TOY has no compiler 'FSAT'" in text and "Did you mean 'FAST'?" in text
    assert "FAST (usable: quick)" in text and "SLOW (not usable: no slowcc -> Install slowcc.)" in text
    with pytest.raises(DeviceError, match="TOY has no interface 'WIRES'"): Device["WIRES+TOY"]
    with pytest.raises(DeviceError, match=r"NULL has no interface 'PCI'.*\n.*\n  It has none to choose from"): Device["PCI+NULL"]


def test_a_device_that_cannot_be_used_says_why(add_runtime):
    toy = add_runtime("Toy")
    toy.FOUND = Probe(False, reason="libtoy.so is missing", requires="libtoy 2 or newer", looked="/usr/lib", cure="Install libtoy.")
    with pytest.raises(DeviceError) as caught: Device["TOY"]
    assert "TOY cannot be used here: libtoy.so is missing; requires libtoy 2 or newer; looked in /usr/lib." in str(caught.value)
    assert "Install libtoy." in str(caught.value)
    with Context(DEV="TOY"), pytest.raises(DeviceError): print(Device.DEFAULT)
    with pytest.raises(DeviceError): Device.DEFAULT = "TOY"


def test_parts_of_dev_reach_the_device(add_runtime):
    add_runtime("Toy")
    assert Device["WIRE+TOY:FAST:x,-y"].made_with == ("FAST", "x,-y", "WIRE")
    with Context(DEV="WIRE+TOY:1:FAST:z"):
        assert Device.DEFAULT == "TOY:1" and Device["TOY:1"].made_with == ("FAST", "z", "WIRE")
        assert Device["TOY"].made_with == ("FAST", "z", "WIRE") and Device["TOY::other"].made_with == (None, "other", "WIRE")
    assert Device["TOY"].made_with == (None, None, None)


def test_older_compiler_spellings_reach_the_device(add_runtime, monkeypatch):
    add_runtime("Toy")
    monkeypatch.setitem(settings.compilers, "TOY", "FAST")
    monkeypatch.setitem(settings.interfaces, "TOY", "WIRE")
    assert Device["TOY"].made_with == ("FAST", None, "WIRE")


def test_compilers_of_one_device_share_its_memory():
    assert Device["NULL"].allocator is Device["NULL:LLVM"].allocator is Device["NULL:CLANG"].allocator
    assert Device["NULL"].allocator is not Device["NULL:1"].allocator
    with Context(DEV="NULL:LLVM"): assert Device["NULL"] is Device["NULL:LLVM"]


def test_default_is_the_first_usable_in_order(add_runtime, monkeypatch):
    assert Device.DEFAULT in Device.get_available_devices() and Device.DEFAULT not in ("NULL", "DISK", "PYTHON")
    monkeypatch.setattr(device_module, "DEFAULT_ORDER", ("TOY", "CPU"))
    monkeypatch.setattr(device_module, "gpu_may_be_here", lambda: True)
    add_runtime("Toy")
    Device._defaults.clear()
    assert Device.DEFAULT == "TOY"


def test_default_passes_over_what_cannot_be_used_and_says_so_if_it_is_there(add_runtime, monkeypatch):
    toy = add_runtime("Toy")
    monkeypatch.setattr(device_module, "DEFAULT_ORDER", ("TOY", "CPU"))
    monkeypatch.setattr(device_module, "gpu_may_be_here", lambda: True)
    toy.FOUND = Probe(False, reason="the driver is too old", cure="Update the driver.", hardware=True)
    Device._defaults.clear()
    with pytest.warns(HeddleWarning, match="TOY is present but cannot be used: the driver is too old. Update the driver."):
        assert Device.DEFAULT == "CPU"
    toy.FOUND = Probe(True, by_default=False)
    Device._defaults.clear()
    assert Device.DEFAULT == "CPU"


def test_without_a_gpu_no_driver_is_asked(add_runtime, monkeypatch):
    toy = add_runtime("Toy")
    monkeypatch.setattr(device_module, "DEFAULT_ORDER", ("TOY", "CPU"))
    monkeypatch.setattr(device_module, "gpu_may_be_here", lambda: False)
    monkeypatch.setattr(toy, "probe", lambda: pytest.fail("a driver would have been loaded"))
    Device._defaults.clear()
    assert Device.DEFAULT == "CPU"


def test_default_may_be_chosen():
    assert Device.DEFAULT != "NULL"
    with Context(DEV="null:2"): assert Device.DEFAULT == "NULL:2"
    with Context(DEV="NULL:LLVM"): assert Device.DEFAULT == "NULL"
    with Context(DEV="CPUU"), pytest.raises(DeviceError, match="Did you mean 'CPU'"): print(Device.DEFAULT)


def test_default_may_be_set():
    code = ("from heddle.device import Device; before = Device.DEFAULT; Device.DEFAULT = 'null'; print(Device.DEFAULT); "
            "Device.DEFAULT = before; print(Device.DEFAULT == before)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["NULL", "True"], done.stderr


def test_debug_1_names_the_default_device():
    code = "from heddle.device import Device; print(Device.DEFAULT)"
    environ = {**os.environ, "DEBUG": "1", "DEV": "NULL"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ)
    assert done.stdout == "NULL\n" and done.stderr == "default device NULL: DEV=NULL\n"


def test_table(add_runtime):
    toy = add_runtime("Toy")
    toy.FOUND = Probe(False, reason="nothing plugged in", cure="Plug it in.")
    rows = {row.name: row for row in device_table()}
    assert set(rows) == set(Device.names()) and sum(row.is_default for row in rows.values()) == 1
    assert not rows["TOY"].usable and rows["TOY"].detail == "nothing plugged in" and rows["TOY"].cure == "Plug it in."
    assert [(c.name, c.usable, c.is_default) for c in rows["TOY"].compilers] == [("FAST", True, True), ("SLOW", False, False)]
    assert not rows["NULL"].is_default and rows["NULL"].usable


def test_a_runtime_that_cannot_be_imported_is_shown_and_stops_nothing(add_runtime, tmp_path):
    add_runtime("Toy")
    (tmp_path / "ops_bad.py").write_text("import no_such_package")
    device_module.forget_runtimes()
    row = next(row for row in device_table() if row.name == "BAD")
    assert not row.usable and "No module named 'no_such_package'" in row.detail and row.compilers == ()
    with pytest.raises(DeviceError, match="No module named 'no_such_package'"): Device["BAD"]


def test_devices_may_be_hidden():
    with Context(VISIBLE_DEVICES="cpu:1,CL"):
        assert Device["CPU:1"].name == "CPU:1" and Device.probe("CPU").usable
        with pytest.raises(DeviceError, match="CPU cannot be used here: VISIBLE_DEVICES=cpu:1,CL hides it"): Device.DEFAULT = "CPU"
        with pytest.raises(DeviceError, match="Add CPU:6 to VISIBLE_DEVICES"): Device["CPU:6"]
        webgpu = next(row for row in device_table() if row.name == "WEBGPU")
        assert not webgpu.usable and "hides it" in webgpu.detail
        assert Device.probe("NULL").usable and Device.probe("DISK").usable  # what has no hardware cannot be hidden


def test_a_hidden_device_is_no_default():
    with Context(VISIBLE_DEVICES="METAL", DEV=""), pytest.raises(DeviceError,
            match="VISIBLE_DEVICES=METAL leaves no device that can be used: METAL: Metal needs") as caught:
        str(Device.DEFAULT)
    assert "CPU" in caught.value.cure


@pytest.mark.parametrize("visible, chosen", [("CPU", "CPU"), ("cpu:1", "CPU:1"), ("NULL", "NULL"), ("PYTHON,NULL", "PYTHON"),
                                             ("METAL,PYTHON", "PYTHON"), ("NULL,CPU", "CPU"), (" CPU , ", "CPU"), (",", "CPU")])
def test_what_is_visible_leaves_a_default_that_works(visible, chosen, monkeypatch):
    monkeypatch.setattr(device_module, "gpu_may_be_here", lambda: False)
    with Context(VISIBLE_DEVICES=visible, DEV=""):
        assert chosen == Device.DEFAULT and Device[chosen].name == chosen


def test_a_device_that_is_named_as_visible_is_a_default_though_it_would_not_be_one_by_itself(add_runtime, monkeypatch):
    """As OpenCL on a processor is: usable, and passed over where nothing is named."""
    monkeypatch.setattr(add_runtime("Toy"), "probe", lambda: Probe(True, detail="a toy", by_default=False))
    with Context(VISIBLE_DEVICES="METAL,TOY", DEV=""): assert Device.DEFAULT == "TOY"


@pytest.mark.parametrize("visible, what", [("FOO", "VISIBLE_DEVICES names the unknown device 'FOO'"), ("CPU,FOO:1",
    "unknown device 'FOO'"),
                                           ("FOO,CPU", "unknown device 'FOO'")])
def test_what_is_visible_and_does_not_exist(visible, what):
    with Context(VISIBLE_DEVICES=visible, DEV=""), pytest.raises(DeviceError) as caught: str(Device.DEFAULT)
    assert what in caught.value.what and "Usable here:" in caught.value.cure


@pytest.mark.parametrize("named, what, cure", [
    ("PCI+AMD", "AMD has no interface 'PCI', which PCI+AMD names", "It has: KFD"),
    ("FOO+NV", "NV has no interface 'FOO', which FOO+NV names", "It has: NVK"),
    ("PCI+CPU", "CPU has no interface 'PCI', which PCI+CPU names", "none to choose from"),
    ("AMD:PTX", "AMD has no compiler 'PTX', which AMD:PTX names", "It has: LLVM"),
    ("NV:FOO", "NV has no compiler 'FOO', which NV:FOO names", "NVRTC"),
    ("METAL:FOO", "METAL has no compiler 'FOO'", "none to choose from"),
    ("CPU:LLVMM", "CPU has no compiler 'LLVMM'", "Did you mean 'LLVM'?"),
    ("AMD::gfx9", "no AMD architecture 'gfx9'", "gfx1100"), ("NV::sm_1", "no NVIDIA architecture 'sm_1'", "sm_75"),
    ("CUDA::foo", "no NVIDIA architecture 'foo'", "sm_90"), ("METAL::apple99", "no Metal architecture 'apple99'", "apple7"),
    ("FOO+QCOM", "QCOM has no interface 'FOO', which FOO+QCOM names", "It has: KGSL"),
    ("QCOM::a540", "no Adreno GPU 'a540'", "a630"), ("QCOM:CLANG", "QCOM has no compiler 'CLANG', which QCOM:CLANG names", "IR3"),
    ("CL::foo", "CL has no architectures to choose from, and CL::foo names one", "Leave it out"),
    ("PYTHON::foo", "PYTHON has no architectures", "Leave it out"), ("WEBGPU::foo", "WEBGPU has no architectures", "Leave it out")])
def test_interfaces_compilers_and_architectures_are_named_whether_the_device_is_here_or_not(named, what, cure):
    """And not the driver's file, which is missing too."""
    for ask in (lambda: Device[named], lambda: setattr(Device, "DEFAULT", named)):
        with pytest.raises(DeviceError) as caught: ask()
        assert what in caught.value.what and cure in caught.value.cure and "/dev/" not in caught.value.what
    with Context(DEV=named), pytest.raises(DeviceError) as caught: str(Device.DEFAULT)
    assert what in caught.value.what


def test_an_older_spelling_of_an_interface_is_checked_too(monkeypatch):
    monkeypatch.setitem(settings.interfaces, "AMD", "FOO")
    with pytest.raises(DeviceError, match=r"AMD has no interface 'FOO', which FOO\+AMD names"): Device["AMD"]


def test_looking_opens_nothing():
    code = ("import sys; from heddle.device import Device, device_table; device_table(); Device.DEFAULT; "
            "print(len(Device.opened()), 'numpy' in sys.modules, 'llvmlite' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["0", "False", "False"], done.stderr


def test_memory_stats():
    held = Buffer("NULL:5", 1000, dtypes.float32).allocate()
    stats = memory_stats("null:5")
    assert isinstance(stats, MemoryStats) and stats.live == 4096 >= held.nbytes
    assert memory_stats()["NULL:5"] == stats
    del held
    assert memory_stats("NULL:5").live == 0 and memory_stats("NULL:5").cached == 4096
    device_module.empty_cache()
    assert memory_stats("NULL:5").cached == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_may_not_use_the_parents_devices():
    code = """
import os, sys
from heddle.device import Buffer, Device
from heddle.dtype import dtypes
from heddle.errors import DeviceError
buffer = Buffer("CPU", 4, dtypes.uint8).copyin(memoryview(b"abcd"))
if (child := os.fork()) == 0:
    for use in (lambda: Device["CPU"], buffer.tobytes, Buffer("CPU", 1, dtypes.int8).allocate, buffer.as_memoryview):
        try: use()
        except DeviceError as fault: assert "opened before this process was forked" in str(fault) and "spawn" in str(fault)
        else: os._exit(1)
    Device["NULL"]
    del buffer
    os._exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert buffer.tobytes() == b"abcd"
print("fine")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "fine\n", done.stderr


def test_threads_open_a_device_once():
    found = []
    threads = [threading.Thread(target=lambda: found.append(Device["NULL:77"])) for _ in range(8)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert len(set(map(id, found))) == 1


# ---- compilers


class Reverser(Compiler):
    def __init__(self, cachekey="reverser 1"):
        super().__init__(cachekey)
        self.asked = []

    def compile(self, source):
        self.asked.append(source)
        time.sleep(0.02)
        if "?" in source: raise CompileError("no questions", output="line 1")
        return source[::-1].encode()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))  # for all threads, as a Context would not be


def test_a_source_is_compiled_once_a_process(cache):
    compiler, results = Reverser(), []
    GlobalCounters.reset()
    threads = [threading.Thread(target=lambda: results.append(compiler.compile_cached("abc"))) for _ in range(8)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert results == [b"cba"] * 8 and compiler.asked == ["abc"] and GlobalCounters.compiled_kernels == 1


def test_a_source_whose_binary_is_found_is_not_compiled(cache):
    compiler, found = Reverser(), [None, b"found"]
    assert compiler.compile_cached("abc", found.pop) == b"found" and compiler.asked == []
    assert compiler.compile_cached("abc", found.pop) == b"found" and found == [None]  # nor looked for again
    assert compiler.compile_cached("bcd", found.pop) == b"dcb" and compiler.asked == ["bcd"]


def test_a_refusal_reaches_every_thread_and_is_not_kept(cache):
    compiler, refused = Reverser(), []

    def ask():
        try: compiler.compile_cached("what?")
        except CompileError as fault: refused.append(fault.output)
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert refused == ["line 1"] * 4 and len(compiler.asked) == 4


def test_the_names_of_the_reference():
    assert Device.default is Device[Device.DEFAULT] and Device["CPU"].device == "CPU" and Device.canonicalize(device="cpu:0") == "CPU"
    assert isinstance(Device["CPU"], Device.get_class("CPU")) and Device["PYTHON"].arch is None and Device["CPU"].arch is not None
    with pytest.raises(DeviceError): Device.get_class("NONE")


def test_formats_of_a_device():
    assert Device["CPU"].renderer.supported_dtypes() == set(dtypes.all)
    assert is_dtype_supported(dtypes.float64, "CPU") and is_dtype_supported("half")
    with pytest.raises(DTypeError): is_dtype_supported("float7")


def test_names_of_one_device_or_several() -> None:
    assert canonicalize_device("cpu:0") == canonicalize_device(["cpu"]) == "CPU" and canonicalize_device(None) == Device.DEFAULT
    assert canonicalize_device(("cpu", "cpu:1")) == ("CPU", "CPU:1")
    with pytest.raises(DeviceError): canonicalize_device(("CPU", "NOSUCH"))
