"""What all tests share: the devices found on this machine, and texts that are kept in files and compared.

`device` runs a test once for each runtime that computes here, `fast_device` leaves out those that interpret. A new runtime is found
by itself: what can add two numbers is one.
"""
from __future__ import annotations

import gc
import os
import random
import re
import shutil
import signal
import tempfile
import weakref
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

import heddle.runtime
from heddle.errors import warn_again
from heddle.settings import settings as switches
from heddle.tensor import aliasing
from heddle.tensor.weak_list import ThreadLists
from tests import emulators
from tests.runtime_report import PROPERTY, RuntimeReport, not_exercised

# examples are the same in every run: a failure on one machine is a failure on all
settings.register_profile("heddle", derandomize=True, deadline=None, max_examples=6,
                          suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
# the first example is the simplest there is (no axes, the first dtype), which says little: a drawn one comes after it
settings.register_profile("few", settings.get_profile("heddle"), max_examples=2)
settings.load_profile("heddle")

# a device with very little of everything, for tests alone
heddle.runtime.__path__.append(str(Path(__file__).parent / "emulators"))

# EMULATE=AMD, CUDA, METAL, NV or QCOM: GPUs that are not there, emulated, for the whole suite on them
_emulator = emulators.install()

# Ctrl-C is heard, by processes that tests start too: a shell has those that it starts in the background ignore it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN: signal.signal(signal.SIGINT, signal.default_int_handler)

# every graph is checked after every pass, and what is compiled here stays out of the user's cache. Workers, and the test runs that
# tests start, share the folder of the process that was first, which removes it: the others still need it
switches.VERIFY = True
_leads = "CACHE_OF_TEST_RUN" not in os.environ
if _leads: os.environ["CACHE_OF_TEST_RUN"] = tempfile.mkdtemp(prefix="heddle-tests-")
switches.CACHE_DIR = os.environ["CACHE_OF_TEST_RUN"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keeps the million and a half objects of the tests out of every search for garbage, of which each would take a second."""
    gc.disable()
    try: return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _what_a_file_leaves_is_out_of_the_way() -> Iterator[None]:
    """Caches grow to hundreds of thousands of nodes in a whole run, and searches for garbage take seconds that look at them again."""
    yield
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Removes the cache of the run, at its end."""
    if _leads: shutil.rmtree(os.environ["CACHE_OF_TEST_RUN"], ignore_errors=True)


@cache
def computing_devices() -> tuple[str, ...]:
    """DEVICE or DEVICE:COMPILER of everything that computes here."""
    from heddle.device import device_table
    names: list[str] = []
    for row in device_table():
        if not row.usable: continue
        names += [f"{row.name}:{c.name}" for c in row.compilers if c.usable] or [row.name]
    return tuple(name for name in names if _adds(name))


def _adds(name: str) -> bool:
    """Whether a sum comes out right: files and what only renders do not compute."""
    from heddle import Context, Tensor
    from heddle.errors import HeddleError
    with Context(DEV=name):
        try: return (Tensor([1.5]) + Tensor([2.0])).tolist() == [3.5]
        except HeddleError: return False


@cache
def is_interpreted(name: object) -> bool:
    """Whether kernels run as Python."""
    from heddle.device import Device
    from heddle.runtime.ops_python import PythonRenderer
    return isinstance(Device[str(name)].renderer, PythonRenderer)


@cache
def has_groups(name: object) -> bool:
    """Whether kernels are made for work-groups."""
    from heddle.device import Device
    return Device[str(name)].renderer.capabilities.workgroup is not None


def is_sampled(name: object) -> bool:
    """Whether a driver compiles the kernels, which takes most of a second each: then a part of the tests runs by default."""
    return has_groups(name) and not is_interpreted(name)


@pytest.fixture(autouse=_emulator is not None)
def _no_faults_of_kernels() -> Iterator[None]:
    """What a kernel did wrong on an emulated device fails its test, whatever was computed."""
    assert _emulator is not None
    before = len(_emulator.faults())
    yield
    if found := _emulator.faults()[before:]:
        _emulator.revive()
        pytest.fail("\n".join(map(str, found)), pytrace=False)


@pytest.fixture(autouse=True)
def _warnings_anew() -> None:
    """What is warned of once a process is warned of once a test."""
    warn_again()


@pytest.fixture
def nothing_else_is_pending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tensors and assignments that the tests before this one have left are not seen: they keep a result from being computed alone."""
    monkeypatch.setattr(aliasing, "_of_threads", every := [])
    monkeypatch.setattr(aliasing, "_pending", ThreadLists(every))
    monkeypatch.setattr(aliasing, "assigns", assigns := weakref.WeakKeyDictionary())
    monkeypatch.setattr(aliasing, "any_assigns", assigns.data)


@pytest.fixture
def open_gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """open_gpu(gpus=2, memory=…): CUDA is emulated GPUs, of which nothing is known yet; the driver that stands in for theirs.

    No fault of the emulator itself stays unseen.
    """
    from tests.emulators.ptx.driver import DeviceSpec, StandIn
    opened: list[StandIn] = []

    def install(version: int = 12080, gpus: int = 1, **spec: Any) -> StandIn:
        standin = StandIn([DeviceSpec(**spec) for _ in range(gpus)], version=version)
        emulators.use_driver(monkeypatch, lambda name: standin)
        opened.append(standin)
        return standin
    yield install
    gc.collect()
    assert not [fault for standin in opened for fault in standin.internal_errors]


@pytest.fixture(params=computing_devices())
def device(request: pytest.FixtureRequest) -> Iterator[str]:
    """The default device inside the test, one after the other."""
    yield from _as_default(request)


@pytest.fixture(params=computing_devices())
def fast_device(request: pytest.FixtureRequest) -> Iterator[str]:
    """As `device`; the plain interpreter has its turn with the slow tests. (TINY is quick: hardly any kernel of it is large.)"""
    yield from _as_default(request)


def _skip_without_float64(patch: pytest.MonkeyPatch, name: str) -> None:
    """A test in float64 does not apply to a device without it."""
    from heddle.device import Device
    from heddle.dtype import dtypes
    from heddle.engine import compile
    from heddle.errors import DTypeError
    check: Callable[..., None] = compile.check_dtypes
    if dtypes.float64 in Device[name].renderer.capabilities.dtypes: return

    def skip_or_check(ast: object, device: object, loc: object = None) -> None:
        try: check(ast, device, loc)
        except DTypeError as fault:
            if "has no float64" not in fault.what: raise
            pytest.skip(fault.what)

    patch.setattr(compile, "check_dtypes", skip_or_check)


def is_slow(name: object) -> bool:
    """Whether a whole op suite with all examples takes hours there."""
    return is_interpreted(name) or has_groups(name)


def _as_default(request: pytest.FixtureRequest) -> Iterator[str]:
    from heddle import Context
    patch = pytest.MonkeyPatch()
    _skip_without_float64(patch, request.param)
    options = request.config.option
    few = has_groups(request.param) and options.markexpr or options.few_examples and is_slow(request.param)
    with Context(DEV=request.param):
        if few: settings.load_profile("few")
        yield request.param
        patch.undo()
        if few: settings.load_profile("heddle")


#: one in so many tests of a device whose driver compiles is fast enough for every run; `make test-all` runs the others too
_SAMPLED = 8


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Marks what is slow before tests are left out by their marks; draws a sample of those that are left."""
    _mark_what_is_slow(items)
    yield
    if (count := config.option.sample) is None: return
    chosen = random.Random(emulators.SEED).sample(items, min(count, len(items)))
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


def _mark_what_is_slow(items: list[pytest.Item]) -> None:
    for item in items:
        params: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
        name = params.get("device") or params.get("fast_device")
        if name not in computing_devices(): continue
        item.user_properties.append((PROPERTY, name))
        is_large = is_interpreted(name) and re.search("larger|_many", item.name) is not None
        if is_large and not has_groups(name): item.add_marker(pytest.mark.skip("takes the plain interpreter minutes"))
        if is_sampled(name): left_out = crc32(item.nodeid.encode()) % _SAMPLED != 0
        elif is_interpreted(name): left_out = is_large if has_groups(name) else "fast_device" in params
        else: continue
        if left_out: item.add_marker(pytest.mark.slow)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the kept texts anew instead of comparing with them")
    parser.addoption("--few-examples", action="store_true", help="two examples a property on devices where all take hours")
    parser.addoption("--sample", type=int, metavar="COUNT", help="so many of the tests, and their examples, drawn by SAMPLE_SEED")
    parser.addoption("--runtime-results", type=Path, metavar="FILE", help="put what the run shows of each runtime into this file")


def pytest_configure(config: pytest.Config) -> None:
    """The table of runtimes is kept by the process that leads. What is drawn for a sample is other than what every run tries."""
    if config.option.sample is not None:
        config.option.hypothesisseed = emulators.SEED
        drawn = settings(settings.get_profile("few"), derandomize=False, database=None)
        for name in ("heddle", "few"): settings.register_profile(name, drawn)
        settings.load_profile("heddle")
    if not hasattr(config, "workerinput"): config.pluginmanager.register(RuntimeReport(config.option.runtime_results), "runtimes")


def pytest_report_header() -> str:
    """A line at the begin of a run."""
    return f"drawn by SAMPLE_SEED={emulators.SEED}: the part of the suite that runs on emulated GPUs"


def pytest_unconfigure(config: pytest.Config) -> None:
    """The last lines of a run: which runtimes no test ran on, and how to get them."""
    terminal: Any = config.pluginmanager.get_plugin("terminalreporter")
    lines = [] if hasattr(config, "workerinput") or config.option.collectonly else not_exercised()
    if terminal is None or not lines: return
    terminal.section("runtimes that were not exercised")
    for line in lines: terminal.line(line)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """golden(name, text): `text` equals the file `golden/name` beside the test."""
    folder = Path(request.path).parent / "golden"

    def check(name: str, text: str) -> None:
        file = folder / name
        if request.config.getoption("--update-golden"):
            folder.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file} is missing: run pytest --update-golden and read what it writes"
        assert text == file.read_text(encoding="utf-8")

    return check
