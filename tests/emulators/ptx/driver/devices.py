"""cuInit, devices, contexts, errors in words."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from .api import Context, entry, put
from .codes import INVALID_DEVICE, INVALID_VALUE, NO_DEVICE, PEER_ALREADY, PEER_NOT, STATUS, Failure

if TYPE_CHECKING:
    from .api import DeviceSpec, StandIn

INT, UINT, SIZE = ctypes.c_int, ctypes.c_uint, ctypes.c_size_t


def attributes(spec: DeviceSpec) -> dict[int, int]:
    """CUdevice_attribute numbers and their values."""
    return {
        1: 1024, 2: 1024, 3: 1024, 4: 64,  # threads per block, block dims
        5: (1 << 31) - 1, 6: 65535, 7: 65535,  # grid dims
        8: spec.shared_per_block, 9: 65536, 10: 32, 12: spec.registers, 13: 1_000_000,
        16: spec.multiprocessors, 17: 0, 18: 0, 19: 1, 20: 0, 31: 1, 32: 0, 33: 0, 34: 0, 36: 1_000_000, 37: 4096,
        38: 4 << 20, 39: 2048, 40: 2, 41: 1, 50: 0,
        75: spec.capability[0], 76: spec.capability[1], 78: 1, 81: spec.shared_opt_in + 1024, 82: spec.registers, 83: 1,
        88: 0, 89: 0, 90: 1, 91: 1, 95: 1, 97: spec.shared_opt_in, 99: 1, 100: 0, 102: 0, 106: 32, 111: 1024, 115: 1,
        119: 0, 120: int(spec.capability[0] >= 9), 121: 0, 124: 0,
    }  # fmt: skip


@entry("cuInit", "u")
def init(s: StandIn, flags: int) -> None:
    s.inject("cuInit")
    if not s.specs:
        raise Failure(NO_DEVICE)
    s.ready = True


@entry("cuDriverGetVersion", "p")
def driver_version(s: StandIn, out: int) -> None:
    put(out, s.version, INT)


@entry("cuGetErrorName", "ip")
def error_name(s: StandIn, code: int, out: int) -> None:
    if code not in STATUS:
        put(out, 0)
        raise Failure(INVALID_VALUE)
    put(out, s.c_text("CUDA_" + STATUS[code][0]))


@entry("cuGetErrorString", "ip")
def error_string(s: StandIn, code: int, out: int) -> None:
    if code not in STATUS:
        put(out, 0)
        raise Failure(INVALID_VALUE)
    put(out, s.c_text(s.text_of(code)))


# -- devices
def spec_of(s: StandIn, device: int) -> DeviceSpec:
    if not 0 <= device < len(s.specs):
        raise Failure(INVALID_DEVICE, f"device {device}")
    return s.specs[device]


@entry("cuDeviceGetCount", "p")
def device_count(s: StandIn, out: int) -> None:
    put(out, len(s.specs), INT)


@entry("cuDeviceGet", "pi")
def device_get(s: StandIn, out: int, ordinal: int) -> None:
    spec_of(s, ordinal)
    put(out, ordinal, INT)


@entry("cuDeviceGetName", "pii")
def device_name(s: StandIn, out: int, room: int, device: int) -> None:
    name = spec_of(s, device).name.encode()[: room - 1] + b"\0"
    ctypes.memmove(out, name, len(name))


@entry("cuDeviceGetUuid cuDeviceGetUuid_v2", "pi")
def device_uuid(s: StandIn, out: int, device: int) -> None:
    spec_of(s, device)
    ctypes.memmove(out, b"ptx emulator\0" + bytes([*s.serial.to_bytes(2), device]), 16)


@entry("cuDeviceGetPCIBusId", "pii")
def device_bus(s: StandIn, out: int, room: int, device: int) -> None:
    spec_of(s, device)
    text = f"0000:{device:02x}:00.0".encode()[: room - 1] + b"\0"
    ctypes.memmove(out, text, len(text))


@entry("cuDeviceTotalMem cuDeviceTotalMem_v2", "pi")
def total_memory(s: StandIn, out: int, device: int) -> None:
    put(out, spec_of(s, device).memory, SIZE)


@entry("cuDeviceGetAttribute", "pii")
def device_attribute(s: StandIn, out: int, which: int, device: int) -> None:
    table = attributes(spec_of(s, device))
    if which not in table:
        raise Failure(INVALID_VALUE, f"attribute {which} is not in the stand-in's table")
    put(out, table[which], INT)


@entry("cuDeviceComputeCapability", "ppi")
def capability(s: StandIn, major: int, minor: int, device: int) -> None:
    put(major, spec_of(s, device).capability[0], INT)
    put(minor, spec_of(s, device).capability[1], INT)


@entry("cuDeviceCanAccessPeer", "pii")
def can_access_peer(s: StandIn, out: int, device: int, peer: int) -> None:
    spec_of(s, device), spec_of(s, peer)
    put(out, int(device != peer), INT)


# -- contexts
@entry("cuDevicePrimaryCtxRetain", "pi")
def primary_retain(s: StandIn, out: int, device: int) -> None:
    spec_of(s, device)
    if device not in s.primary:
        s.primary[device] = s.handle(Context(device))
    s.get(s.primary[device], Context).retained += 1
    put(out, s.primary[device])


@entry("cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2", "i")
def primary_release(s: StandIn, device: int) -> None:
    if device not in s.primary:
        raise Failure(INVALID_VALUE, "released more often than retained")
    context = s.get(s.primary[device], Context)
    context.retained -= 1
    if context.retained == 0:
        del s.handles[s.primary.pop(device)]


@entry("cuDevicePrimaryCtxReset cuDevicePrimaryCtxReset_v2", "i")
def primary_reset(s: StandIn, device: int) -> None:
    if device in s.primary:
        s.get(s.primary[device], Context).lost = 0


@entry("cuDevicePrimaryCtxGetState", "ipp")
def primary_state(s: StandIn, device: int, flags: int, active: int) -> None:
    put(flags, 0, UINT)
    put(active, int(device in s.primary), INT)


@entry("cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2", "iu")
def primary_flags(s: StandIn, device: int, flags: int) -> None:
    spec_of(s, device)


@entry("cuCtxCreate cuCtxCreate_v2", "pui")
def context_create(s: StandIn, out: int, flags: int, device: int) -> None:
    spec_of(s, device)
    handle = s.handle(Context(device, retained=1))
    s.stack.append(handle)
    put(out, handle)


@entry("cuCtxDestroy cuCtxDestroy_v2", "p")
def context_destroy(s: StandIn, context: int) -> None:
    s.drop(context, Context)
    if context in s.stack:
        s.stack.remove(context)


@entry("cuCtxSetCurrent", "p")
def context_set(s: StandIn, context: int) -> None:
    if s.stack:
        s.stack.pop()
    if context:
        s.get(context, Context)
        s.stack.append(context)


@entry("cuCtxPushCurrent cuCtxPushCurrent_v2", "p")
def context_push(s: StandIn, context: int) -> None:
    s.get(context, Context)
    s.stack.append(context)


@entry("cuCtxPopCurrent cuCtxPopCurrent_v2", "p")
def context_pop(s: StandIn, out: int) -> None:
    s.context()
    handle = s.stack.pop()
    if out:
        put(out, handle)


@entry("cuCtxGetCurrent", "p")
def context_get(s: StandIn, out: int) -> None:
    put(out, s.stack[-1] if s.stack else 0)


@entry("cuCtxGetDevice", "p")
def context_device(s: StandIn, out: int) -> None:
    put(out, s.context().device, INT)


@entry("cuCtxGetApiVersion", "pp")
def context_version(s: StandIn, context: int, out: int) -> None:
    put(out, 3020, UINT)


@entry("cuCtxSetLimit", "iz")
def set_limit(s: StandIn, which: int, value: int) -> None:
    s.context()


@entry("cuCtxGetStreamPriorityRange", "pp")
def priorities(s: StandIn, least: int, greatest: int) -> None:
    put(least, 0, INT)
    put(greatest, -5, INT)


@entry("cuCtxEnablePeerAccess", "pu")
def enable_peer(s: StandIn, peer: int, flags: int) -> None:
    own, other = s.context(), s.get(peer, Context)
    if own.device == other.device:
        raise Failure(INVALID_VALUE, "a device is no peer of itself")
    if other.device in own.peers:
        raise Failure(PEER_ALREADY)
    own.peers.add(other.device)


@entry("cuCtxDisablePeerAccess", "p")
def disable_peer(s: StandIn, peer: int) -> None:
    other = s.get(peer, Context)
    if other.device not in s.context().peers:
        raise Failure(PEER_NOT)
    s.context().peers.remove(other.device)
