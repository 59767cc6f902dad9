"""WebGPU adapters and devices: opening, querying, waiting, and loss.

Inputs: the library. Outputs: `WGInfo`, the properties of an adapter, and `WGDevice`, whose requests are synchronous.
Invariants: an uncaptured error is raised by the next call that checks; every use of a lost device raises; a wait ends after
`KERNEL_TIMEOUT` seconds.
"""
from __future__ import annotations

import ctypes
import itertools
import re
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, Structure, c_uint32, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from heddle.device.device_lost import Losable
from heddle.errors import DeviceError
from heddle.process import interrupts
from heddle.runtime.webgpu import library as gpu
from heddle.runtime.webgpu.library import Library, StringView
from heddle.runtime.webgpu.providers import PROVIDERS
from heddle.settings import settings

if TYPE_CHECKING:
    from heddle.runtime.common.native import CFunction

_SLICE = 100_000_000  # nanoseconds of a wait before signals are looked at

# ---- answers to requests

T = TypeVar("T")
_answers: dict[int, object] = {}
_tokens = itertools.count(1)


class Reply(Generic[T]):
    """A callback that puts an answer of type T down, under the number of its request."""

    def __init__(self, function: CFunction) -> None: self.function = function


def _plain(status: int, token: int, unused: int) -> None: _answers[token] = (status,)
def _text(status: int, text: StringView, token: int, unused: int) -> None: _answers[token] = status, text.text()
def _object(status: int, found: int, text: StringView, token: int, unused: int) -> None: _answers[token] = status, found, text.text()
def _error(status: int, kind: int, text: StringView, token: int, unused: int) -> None: _answers[token] = status, kind, text.text()


def _done_with_text(status: int, text: StringView, token: int, unused: int) -> None: _answers[token] = (status,)


def _messages(message: type[Structure]) -> Callable[..., None]:
    """The answer with what a compiler said, in a provider's structure of a message."""
    def answer(status: int, found: int | None, token: int, unused: int) -> None:
        listed = gpu.Messages.from_address(found) if found else gpu.Messages()
        messages = (message * listed.count).from_address(listed.messages) if listed.count else ()
        _answers[token] = status, [(m.kind, m.line, m.message.text()) for m in messages]
    return answer


_TEXT: Reply[tuple[int, str]] = Reply(gpu.AnswerWithText(_text))
_OBJECT: Reply[tuple[int, int, str]] = Reply(gpu.AnswerWithObject(_object))
_ERROR: Reply[tuple[int, int, str]] = Reply(gpu.AnswerWithError(_error))
_DONE: dict[str, Reply[tuple[int]]] = {
    p.name: Reply(CFUNCTYPE(None, *p.done)(_done_with_text if StringView in p.done else _plain)) for p in PROVIDERS}
_MESSAGES: dict[str, Reply[tuple[int, list[tuple[int, int, str]]]]] = {
    p.name: Reply(gpu.AnswerWithMessages(_messages(p.message))) for p in PROVIDERS}


class Instance:
    """The library at work, before there is a device."""

    def __init__(self, library: Library) -> None:
        self.library, self.provider = library, library.provider
        self.handle = library.CreateInstance(ctypes.byref(self.provider.instance()))
        if not self.handle: raise OSError(f"{library.path} makes no WebGPU instance")

    def request(self, function: str, *args: object, answer: Reply[T], seconds: float = 0.0) -> T:
        """The answer to a request. TimeoutError if none comes in that time; 0 waits for ever."""
        token = next(_tokens)
        callback = gpu.Callback(mode=gpu.WHEN_WAITED_FOR, function=ctypes.cast(answer.function, c_void_p), token=token)
        return cast("T", self.wait(self.library.functions[function](*args, callback), token, seconds))

    def wait(self, future: int, token: int, seconds: float) -> object:
        """The answer to the request of that number."""
        begin, pauses = time.monotonic(), _pauses()
        info = gpu.WaitInfo(future)
        while token not in _answers:
            interrupts.raise_deferred()
            if self.provider.waits: self._wait_a_while(info)
            else:
                self.library.InstanceProcessEvents(self.handle)
                if token not in _answers: time.sleep(next(pauses))
            if token not in _answers and 0 < seconds < time.monotonic() - begin: raise TimeoutError
        return _answers.pop(token)

    def _wait_a_while(self, info: Structure) -> None:
        status = self.library.InstanceWaitAny(self.handle, 1, ctypes.byref(info), _SLICE)
        if status not in (gpu.SUCCESS, gpu.TIMED_OUT): raise OSError(f"waiting failed with status {status}")

    def adapter(self) -> int:
        """The best adapter. OSError, with the library's words, if there is none."""
        options = self.provider.options(power=gpu.HIGH_PERFORMANCE)
        _name_runtime_folder()
        status, found, text = self.request("InstanceRequestAdapter", self.handle, ctypes.byref(options), answer=_OBJECT)
        if status != gpu.SUCCESS: raise OSError(text.strip() or f"the request for an adapter failed with status {status}")
        info = self.provider.info()
        self.library.AdapterGetInfo(found, ctypes.byref(info))
        if info.backend != gpu.BACKEND_NULL: return found
        self.library.AdapterRelease(found)
        raise OSError(f"there is only {self.provider.title}'s Null backend, which computes nothing")

    def release(self) -> None: self.library.InstanceRelease(self.handle)


def _pauses() -> Iterator[float]:
    """Seconds between one look and the next: none at first, then ever more."""
    yield from (0.0,) * 50
    pause = 20e-6
    while True:
        yield pause
        pause = min(pause * 1.1, 1e-3)


def _name_runtime_folder() -> None:
    """Some drivers of Linux complain on the terminal where the system gave the user no folder for running programs: names one."""
    if not sys.platform.startswith("linux"): return
    ctypes.CDLL(None).setenv(b"XDG_RUNTIME_DIR", tempfile.gettempdir().encode(), 0)  # 0: if there is none


# ---- what an adapter says of itself


@dataclass(frozen=True)
class WGInfo:
    """An adapter as WebGPU describes it. Sizes in bytes."""

    name: str
    driver: str
    is_cpu: bool
    has_timestamps: bool
    has_half: bool
    storage_buffers: int
    storage_size: int
    storage_alignment: int
    uniform_alignment: int
    buffer_size: int
    shared_memory: int
    group_items: int
    group_sizes: tuple[int, int, int]
    groups: int


def describe_adapter(library: Library, adapter: int) -> tuple[WGInfo, Structure]:
    """What there is to know of an adapter before it is opened, and its limits as the library writes them."""
    limits, info = library.provider.limits(), library.provider.info()
    library.AdapterGetLimits(adapter, ctypes.byref(limits))
    library.AdapterGetInfo(adapter, ctypes.byref(info))
    has = [bool(library.AdapterHasFeature(adapter, library.provider.features[f])) for f in ("timestamps", "f16")]
    return WGInfo(
        info.device.text() or info.vendor.text() or "a GPU", info.description.text(), info.kind == gpu.ADAPTER_IS_CPU, has[0],
        has[1] and library.provider.reinterprets_half,
        limits.storage_buffers, limits.storage_size, limits.storage_alignment, limits.uniform_alignment, limits.buffer_size,
        limits.shared_memory, limits.group_items, (limits.group_x, limits.group_y, limits.group_z), limits.groups), limits


# ---- the device


class WGDevice(Losable):
    """An open device and its queue."""

    def __init__(self, instance: Instance, name: str) -> None:
        super().__init__(name)
        self.instance, self.library, self.provider = instance, instance.library, instance.provider
        self.lock = interrupts.DeferringLock()  # what it guards takes several calls of the library
        self._faults: list[str] = []
        self._tell_lost, self._tell_error = gpu.TellOfDevice(self._was_lost), gpu.TellOfDevice(self._had_error)
        adapter = instance.adapter()
        try:
            self.info, limits = describe_adapter(self.library, adapter)
            self.handle = self._open(adapter, limits)
        finally: self.library.AdapterRelease(adapter)
        self.queue = self.library.DeviceGetQueue(self.handle)

    def _open(self, adapter: int, limits: Structure) -> int:
        features = [f for f in self.provider.features.values() if self.library.AdapterHasFeature(adapter, f)]
        # timestamps are rounded to a tenth of a millisecond otherwise
        rounded = ctypes.c_char_p(b"timestamp_quantization")
        toggles = gpu.Toggles(gpu.Chained(None, self.provider.stype_toggles or 0), 0, None, 1, ctypes.addressof(rounded))
        limits.next = None
        described = gpu.DeviceDescriptor(
            next=ctypes.addressof(toggles) if self.provider.stype_toggles else None,
            feature_count=len(features), features=(c_uint32 * len(features))(*features),
            limits=ctypes.addressof(limits),
            on_lost=gpu.Callback(mode=gpu.AT_ANY_TIME, function=ctypes.cast(self._tell_lost, c_void_p)),
            on_error=gpu.ErrorCallback(function=ctypes.cast(self._tell_error, c_void_p)))
        status, handle, text = self.instance.request("AdapterRequestDevice", adapter, ctypes.byref(described), answer=_OBJECT)
        if status != gpu.SUCCESS:
            raise DeviceError(f"{self.name} cannot be opened: {text.strip() or f'status {status}'}", "Update the driver, or use "
                              "another device.")
        return handle

    # ---- faults

    def _was_lost(self, device: int, reason: int, text: StringView, token: int, unused: int) -> None:
        if self.lost is None and reason not in (gpu.LOST_BY_US, gpu.LOST_BY_US + 1): self.lose(f"it was lost: {text.text().strip()}")

    def _had_error(self, device: int, kind: int, text: StringView, token: int, unused: int) -> None:
        self._faults.append(text.text().strip())

    def check(self) -> None:
        """DeviceError if the device was lost, or refused a command."""
        super().check()
        if not self._faults: return
        faults, self._faults = self._faults, []
        raise DeviceError(f"{self.name} refused a command: {faults[0]}", "Report this with the program that leads to it.")

    @contextmanager
    def errors(self, kind: int) -> Generator[list[str]]:
        """Errors of that kind made inside; the list has what went wrong, at the end. Others may not use the device meanwhile."""
        found: list[str] = []
        with self.lock:
            self.check()
            self.library.DevicePushErrorScope(self.handle, kind)
            yield found
            _, error, text = self.request("DevicePopErrorScope", self.handle, answer=_ERROR)
        if error != gpu.NO_ERROR: found.append(text.strip() or "no reason was given")

    # ---- waiting

    def request(self, function: str, *args: object, answer: Reply[T]) -> T:
        """The answer to a request. DeviceError if none comes within KERNEL_TIMEOUT."""
        try: return self.instance.request(function, *args, answer=answer, seconds=settings.KERNEL_TIMEOUT)
        except TimeoutError: raise self.hang() from None
        except OSError as fault: raise self.lose(f"it was lost: {fault}") from None

    def finish(self) -> None:
        """Returns when all that was submitted is done. DeviceError if the device was lost or refused a part of it."""
        self.request("QueueOnSubmittedWorkDone", self.queue, answer=_DONE[self.provider.name])
        self.check()

    def mapped(self, buffer: int, nbytes: int) -> int:
        """The address of a buffer that is mapped for reading, all that was submitted being done."""
        status, text = self.request("BufferMapAsync", buffer, gpu.MAP_READ, 0, nbytes, answer=_TEXT)
        self.check()
        if status != gpu.SUCCESS: raise self.lose(f"memory could not be read: {text.strip()}")
        return self.library.BufferGetConstMappedRange(buffer, 0, nbytes)

    def compiler_messages(self, module: int, refused: str) -> list[tuple[int, str]]:
        """(line, text) of each error in a shader module. `refused`: what was said of it as a whole."""
        if not self.provider.tells_lines: return [(int(n), refused) for n in re.findall(r"wgsl:(\d+):", refused)[:1]]
        _, messages = self.request("ShaderModuleGetCompilationInfo", module, answer=_MESSAGES[self.provider.name])
        return [(line, text) for kind, line, text in messages if kind == gpu.MESSAGE_ERROR]
