"""Channels of an NVIDIA GPU: ring buffers of the host engine, one for kernels and one for copies, with a doorbell.

Inputs: command words. Outputs: in-order execution on the GPU. Invariants: a ring slot, and the words that it points to, are rewritten
only when the timeline says that they have run; faults of a channel are reported in its notifier.
"""
from __future__ import annotations

import ctypes

from heddle.errors import DeviceError
from heddle.runtime.common.hardware_queue import Room, Signal, Timeline, Words
from heddle.runtime.common.system import Registers, system
from heddle.runtime.nv import pushbuffer
from heddle.runtime.nv.gpu import GPU, PAGE, Memory
from heddle.runtime.nv.resource_manager import CHANNEL_GROUP, CONTEXT_SHARE, DEBUGGER, VIRTUAL_MEMORY, NVError

# classes, newest first, of which a GPU has one or more
_DOORBELLS = (0xC761, 0xC661, 0xC561)
_RINGS = (0xCA6F, 0xC96F, 0xC86F, 0xC76F, 0xC56F)
_COMPUTE = (0xCEC0, 0xCDC0, 0xCBC0, 0xC9C0, 0xC7C0, 0xC6C0)
_COPIES = (0xCAB5, 0xC9B5, 0xC8B5, 0xC7B5, 0xC6B5)
_FIRST_WITH_BAR1 = 0xC661  # doorbells from Hopper on may lie in the window of video memory, which is faster
_SCHEDULE, _TOKEN, _BOOST, _FAULT_INFO = 0xA06C0101, 0xC36F0108, 0x2080200A, 0x83DE0328
_GRAPHICS = 1  # the engine that a group of channels is for
_ASYNC = 1  # flags of a context share
_WHOLE_SPACE = 0x1_FFFF_FFFF_FFFF  # the last address
_FASTEST, _FOREVER = 0x52, 0xFFFFFFFF  # clocks, for CUDA's kind of work, until others are requested

_DOORBELL_BYTES, _DOORBELL = 0x10000, 0x90 // 4
_SLOTS = 1024  # of a ring, of 8 bytes
_USERD, _USERD_BYTES, _PUT = 8 * _SLOTS, 512, 0x8C // 4
_WORDS_BYTES = 1 << 20  # of words that a ring's slots point to
_STATE_BYTES = 64 << 20  # of addresses for what a channel keeps of itself
# a notifier: 64 bits of time, 32 of information, 16 of more, 16 of status
_NOTIFIER_BYTES, _STATUS, _CODE = 16, 14 // 2, 8 // 4

#: what the codes of a channel's error mean; they are those of Xid messages in the system's log
ERRORS = {13: "a kernel did what it may not (exception of the graphics engine)", 31: "an unmapped address was accessed (MMU fault)",
          32: "a queue's words are wrong", 43: "a channel was stopped", 45: "a channel was stopped after another one's error",
          69: "a method was given what it does not take (exception of the graphics engine)", 48: "memory had an error of two bits",
          94: "memory had an error that was contained", 109: "a context switch took too long"}


def choose(gpu: GPU, classes: tuple[int, ...], what: str) -> int:
    """The newest of these classes that the GPU has. DeviceError if it has none."""
    found = next((kind for kind in classes if kind in gpu.classes), None)
    if found is None:
        raise DeviceError(f"{gpu.info} has no class of {what} that NV supports", "Ampere and newer have one: use DEV=CUDA here.")
    return found


class Channel:
    """A ring and the words that its slots point to; the base of what runs kernels and of what copies."""

    def __init__(self, group: Group, kind: int, subchannel: int) -> None:
        self._group, self._subchannel = group, subchannel
        gpu, client = group.gpu, group.gpu.client
        self._notifier = gpu.alloc_system(PAGE)
        self._status = system().registers(self._notifier.address, _NOTIFIER_BYTES, 2)
        self._code = system().registers(self._notifier.address, _NOTIFIER_BYTES, 4)
        self._memory = ring = gpu.alloc_visible(_USERD + _USERD_BYTES)
        self._ring = system().registers(ring.address, _USERD, 8)
        self._userd = system().registers(ring.address + _USERD, _USERD_BYTES, 4)
        self.handle = client.alloc(group.handle, choose(gpu, _RINGS, "channels"), self._parameters(ring))
        self.object = client.alloc(self.handle, kind)
        self._kind, self._put, self._token = kind, 0, 0
        self._slots = [0] * _SLOTS  # the submission that used it last
        self._words = Room(group.timeline, gpu.alloc_visible(_WORDS_BYTES).address, _WORDS_BYTES)

    def _parameters(self, ring: Memory) -> ctypes.Structure:
        group = self._group
        params = group.gpu.client.structs("NV_CHANNEL_ALLOC_PARAMS", hObjectError=self._notifier.handle, hObjectBuffer=group.virtual,
                                          gpFifoOffset=ring.address, gpFifoEntries=_SLOTS, hContextShare=group.share)
        params.hUserdMemory[0], params.userdOffset[0] = ring.handle, _USERD
        return params

    def register(self) -> None:
        """Gets the doorbell's token, and has unified memory map the channel's context: a group is scheduled only after that."""
        gpu = self._group.gpu
        room = gpu.client.structs("NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS")
        gpu.client.control(self.handle, _TOKEN, room)
        self._token = room.workSubmitToken
        state = gpu.driver.low.take(_STATE_BYTES, PAGE)
        gpu.driver.uvm.register_channel(gpu.uuid, self.handle, state, _STATE_BYTES)

    def set_up(self, words: Words) -> None:
        """Appends what comes before all else."""
        words.add(*pushbuffer.set_object(self._subchannel, self._kind))

    # ---- the interface of an engine to a timeline

    def wait_for(self, words: Words, signal: Signal, number: int) -> None:
        """Appends what makes the ring wait until the signal is `number` or more."""
        words.add(*pushbuffer.wait(signal.address, number))

    def signal(self, words: Words, signal: Signal, number: int) -> None:
        """Appends what writes `number` and the clock once all before is done and seen."""
        words.add(*pushbuffer.release(signal.address, number))

    def stamp(self, words: Words, signal: Signal) -> None:
        """Appends what writes the clock once all before is done."""
        self.signal(words, signal, 0)

    def submit(self, words: Words) -> None:
        """Hands words over."""
        at = 0
        for end, run in words.runs:
            if at < end: self._put_in_ring(self._stored(words.words[at:end]), end - at)
            self._put_in_ring(run.address, run.count)
            at = end
        if at < len(words): self._put_in_ring(self._stored(words.words[at:]), len(words) - at)
        # the host maps video memory write-combined: without a fence GP_PUT, or the doorbell, may overtake what was stored before it
        system().barrier()
        self._userd[_PUT] = self._put % _SLOTS
        system().barrier()
        self._group.doorbell[_DOORBELL] = self._token

    def _stored(self, words: list[int]) -> int:
        """The address of a copy of them that the GPU sees, until the submission that is made next is done."""
        address = self._words.take(4 * len(words))
        (ctypes.c_uint32 * len(words)).from_address(address)[:] = words
        return address

    def _put_in_ring(self, address: int, count: int) -> None:
        """Writes a slot of the ring, once what it held is done. Nothing looks at it before GP_PUT is moved beyond it."""
        timeline, slot, following = self._group.timeline, self._put % _SLOTS, (self._put + 1) % _SLOTS
        # one slot stays empty: a ring whose slots are all full looks like one that has nothing in it
        if not timeline.is_done(self._slots[following]): timeline.wait(self._slots[following])
        self._slots[slot] = timeline.submitted + 1
        self._ring[slot] = address | count << 42
        self._put += 1

    def fault(self) -> str | None:
        """What went wrong in the channel, in words; None if nothing did."""
        if not self._status[_STATUS]: return None
        code = self._code[_CODE]
        return f"the GPU reports that {ERRORS.get(code, 'a channel failed')} (code {code})"


class ComputeChannel(Channel):
    """The ring for kernels."""

    def set_up(self, words: Words) -> None:
        """Also says where shared and local memory are to generic addresses."""
        super().set_up(words)
        words.add(*pushbuffer.windows(*self._group.gpu.driver.windows))

    def wait_for(self, words: Words, signal: Signal, number: int) -> None:
        """Kernels then read what was written before."""
        super().wait_for(words, signal, number)
        words.add(*pushbuffer.settle())


class CopyChannel(Channel):
    """The ring for copies."""

    def signal(self, words: Words, signal: Signal, number: int) -> None:
        """The copy engine writes what it holds back before the host says that it is done."""
        words.add(*pushbuffer.flush_copies(self._group.scratch.address, 1))
        super().signal(words, signal, number)


class Group:
    """A GPU's channels, which share a context, and its timeline."""

    def __init__(self, gpu: GPU, name: str) -> None:
        self.gpu, client, objects = gpu, gpu.client, gpu.objects
        signals = gpu.alloc_system(PAGE).address
        self.timeline = Timeline(name, Signal(signals))
        self.begun, self.scratch = Signal(signals + 64), Signal(signals + 128)
        self.virtual = client.alloc(objects.device, VIRTUAL_MEMORY,
                                    client.structs("NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS", limit=_WHOLE_SPACE))
        self.doorbell = self._map_doorbell()
        self._boost()
        self.handle = client.alloc(objects.device, CHANNEL_GROUP, client.structs(
            "NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS", hVASpace=gpu.space, engineType=_GRAPHICS))
        self.share = client.alloc(self.handle, CONTEXT_SHARE, client.structs(
            "NV_CTXSHARE_ALLOCATION_PARAMETERS", hVASpace=gpu.space, flags=_ASYNC))
        self.compute = ComputeChannel(self, choose(gpu, _COMPUTE, "kernels"), pushbuffer.COMPUTE)
        self.copies = CopyChannel(self, choose(gpu, _COPIES, "copies"), pushbuffer.COPY)
        for channel in (self.compute, self.copies): channel.register()
        client.control(self.handle, _SCHEDULE, client.structs("NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS", bEnable=1))
        self.timeline.fault = self._fault
        for channel in (self.compute, self.copies):
            with self.timeline.submission(channel, "the channel's own set-up") as words: channel.set_up(words)
        self.timeline.finish()

    def _fault(self) -> str | None:
        """What went wrong in a channel; None if nothing did."""
        found = self.compute.fault() or self.copies.fault()
        return found and found + self._address_of_fault()

    def _address_of_fault(self) -> str:
        """Where memory was touched, in words; empty if the driver does not say."""
        client, debugger = self.gpu.client, self.gpu.client.structs("NV83DE_ALLOC_PARAMETERS")
        debugger.hAppClient, debugger.hClass3dObject = client.handle, self.compute.object
        room = client.structs("NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS")
        try: client.control(client.alloc(self.gpu.objects.device, DEBUGGER, debugger), _FAULT_INFO, room)
        except NVError: return ""  # what went wrong is known all the same
        return f", at the address {room.mmuFaultInfoList[0]:#x}" if room.count else ""

    def _map_doorbell(self) -> Registers:
        gpu, client = self.gpu, self.gpu.client
        kind = choose(gpu, _DOORBELLS, "doorbells")
        params = client.structs("NV_HOPPER_USERMODE_A_PARAMS", bBar1Mapping=1) if kind >= _FIRST_WITH_BAR1 else None
        handle = client.alloc(gpu.objects.subdevice, kind, params)
        file = client.open_gpu(gpu.info.minor)
        address = client.map(gpu.objects.subdevice, handle, _DOORBELL_BYTES, file)
        file.close()
        return system().registers(address, _DOORBELL_BYTES, 4)

    def _boost(self) -> None:
        """Requests the fastest clocks, which a GPU need not grant."""
        client = self.gpu.client
        try: client.control(self.gpu.objects.subdevice, _BOOST, client.structs("NV2080_CTRL_PERF_BOOST_PARAMS", flags=_FASTEST,
                                                                               duration=_FOREVER))
        except NVError: return  # clocks are then as they are
