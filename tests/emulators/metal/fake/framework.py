"""The module `Metal` of pyobjc, as far as the runtime calls it: devices, and the clock by which their queues get on.

In: how many devices, of which family, which macOS. Out: what `import Metal` would give, with what went wrong in `faults`.
Always true: queues run only when the host waits or asks, one step of one queue at a time, in an order that a seed decides; threads may
call it as they may call Metal.
"""
from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Generator, Sequence
from typing import Any

from heddle.runtime.metal.framework import Framework
from tests.emulators.metal import compiler
from tests.emulators.metal.fake import objects
from tests.emulators.metal.fake.commands import CommandQueue
from tests.emulators.metal.fake.device import Device


class FakeMetal:
    """Where the runtime imports `Metal`, this stands."""

    MTLComputePipelineDescriptor = objects.MTLComputePipelineDescriptor
    MTLIndirectCommandBufferDescriptor = objects.MTLIndirectCommandBufferDescriptor

    def __init__(self, devices: int = 1, family: int = 8, macos: tuple[int, int] = (14, 5), memory: int = 1 << 32,
                 seed: int = 0) -> None:
        self.macos = macos
        self.MTLCompileOptions = objects.MTLCompileOptions15 if macos >= (15, 0) else objects.MTLCompileOptions
        self.devices = [Device(self, f"Apple M{family - 6}{' Pro' if n else ''}", family, memory) for n in range(devices)]
        self.queues: list[CommandQueue] = []
        self.faults: list[Exception] = []  # what kernels did wrong, newest last
        self.dispatches: list[str] = []  # kernels as they were encoded
        self.clock, self.hangs = 1.0, False
        self._here = threading.local()  # pools are of a thread
        self._stepping = threading.RLock()  # several threads may wait, and one thing is done at a time
        self.most_threads = compiler.MOST_THREADS
        self._random = random.Random(seed)
        self._failing: dict[str, int] = {}
        self._breaks: list[int] = []

    def MTLCreateSystemDefaultDevice(self) -> Device | None: return self.devices[0] if self.devices else None
    def MTLCopyAllDevices(self) -> Sequence[Device]: return list(self.devices)

    # ---- faults on order

    def fail(self, function: str, times: int = 1) -> None:
        """The next calls of that function give nothing."""
        self._failing[function] = times

    def _fails(self, function: str) -> bool:
        left = self._failing.get(function, 0)
        self._failing[function] = max(left - 1, 0)
        return left > 0

    def break_next(self, code: int) -> None:
        """The next command buffer ends with this error."""
        self._breaks.append(code)

    def _broken(self) -> int: return self._breaks.pop(0) if self._breaks else 0

    # ---- time

    def step(self) -> bool:
        """One step of some queue that can get on; False if none can."""
        if self.hangs: return False
        with self._stepping: return any(queue._step() for queue in self._random.sample(self.queues, len(self.queues)))

    def run(self, until: Callable[[], bool]) -> None:
        """Lets queues get on until that holds, or none can."""
        while not until() and self.step(): pass

    # ---- pools, in which objects that calls return live for a while

    @contextlib.contextmanager
    def pool(self) -> Generator[None]:
        """objc.autorelease_pool"""
        self._here.pools = self.pools + 1
        try: yield
        finally: self._here.pools -= 1

    @property
    def pools(self) -> int:
        """How many the thread is in."""
        return getattr(self._here, "pools", 0)

    def framework(self) -> Framework:
        """What the runtime is given in the place of pyobjc."""
        return Framework(self, self.pool, self.object_at, self.macos)

    # ---- objects by their address, as `objc.objc_object` finds them

    def object_at(self, pointer: int) -> Any:
        """The buffer that has this address as an object."""
        return next((b for device in self.devices for b in device._buffers if id(b) == pointer), None)
