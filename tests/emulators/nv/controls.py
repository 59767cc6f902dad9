"""RM_CONTROL: what each command answers.

In: an object and the command's structure. Out: the answer in the structure. Always true: a command's structure has exactly the size of
the release's, and its object is of the kind that the command is for.
"""
from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from .channel import Channel
from .errors import DeviceFault, Refused, Status
from .objects import EXTERNALLY_OWNED, GRAPHICS, Client, Debugger, Device, Engine, Group, Object, Subdevice
from .structs import View

if TYPE_CHECKING:
    from .mock import NVMock

Handler = Callable[["NVMock", Object, View], None]
NO_ID = 0xFFFFFFFF
_MOST_BOOST = 3600  # seconds


@dataclass(frozen=True)
class Command:
    kind: type[Object]
    params: str
    answer: Handler


COMMANDS: dict[int, Command] = {}


def command(number: int, kind: type[Object], params: str) -> Callable[[Handler], Handler]:
    def add(handler: Handler) -> Handler:
        COMMANDS[number] = Command(kind, params, handler)
        return handler
    return add


def u32s(values: list[int]) -> bytes: return b"".join(v.to_bytes(4, "little") for v in values)


# ---- client
@command(0x13E, Client, "NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS")
def build_version(mock: NVMock, client: Object, p: View) -> None:
    p.write("driverVersionBuffer", mock.version.encode() + b"\0")
    p.write("versionBuffer", f"NVIDIA UNIX Open Kernel Module {mock.version}\0".encode())
    p.write("titleBuffer", b"NVIDIA Accelerated Graphics Driver\0")


@command(0x205, Client, "NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS")
def id_info(mock: NVMock, client: Object, p: View) -> None:
    """Source: client_resource.c: cliresCtrlCmdGpuGetIdInfoV2_IMPL; gpu_mgr.c: gpumgrGetGpuIdInfoV2."""
    gpu = next((g for g in mock.gpus if g.gpu_id == p["gpuId"]), None)
    if gpu is None: raise Refused(Status.INVALID_ARGUMENT, f"no GPU {p['gpuId']:#x}")
    p["deviceInstance"], p["subDeviceInstance"], p["gpuInstance"] = mock.instance(gpu), 0, mock.instance(gpu)
    p["sliStatus"], p["boardId"], p["numaId"] = 0, gpu.bus, NO_ID


@command(0x214, Client, "NV0000_CTRL_GPU_GET_PROBED_IDS")
def probed_ids(mock: NVMock, client: Object, p: View) -> None:
    p.write("gpuIds", u32s([*(g.gpu_id for g in mock.gpus), *[NO_ID] * (32 - len(mock.gpus))]))
    p.write("excludedGpuIds", u32s([NO_ID] * 32))


@command(0x215, Client, "NV0000_CTRL_GPU_ATTACH_IDS")
def attach_ids(mock: NVMock, client: Object, p: View) -> None:
    """Source: ctrl0000gpu.h: NV0000_CTRL_CMD_GPU_ATTACH_IDS."""
    wanted = list(memoryview(p.raw("gpuIds")).cast("I"))
    for gpu_id in wanted[:wanted.index(NO_ID) if NO_ID in wanted else 32]:
        if all(g.gpu_id != gpu_id for g in mock.gpus):
            p["failedId"] = gpu_id
            raise Refused(Status.INVALID_ARGUMENT, f"no GPU {gpu_id:#x}")


# ---- device
@command(0x800201, Device, "NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS")
def class_list(mock: NVMock, device: Object, p: View) -> None:
    """Source: device_ctrl.c: deviceCtrlCmdGpuGetClasslist_IMPL; gpu_resource_desc.c: gpuGetClassList_IMPL."""
    classes = device.of_gpu().spec.family.classes()
    if p["classList"]:
        if p["numClasses"] < len(classes):
            raise Refused(Status.INVALID_PARAM_STRUCT, f"room for {p['numClasses']} classes of {len(classes)}")
        ctypes.memmove(p["classList"], u32s(classes), 4 * len(classes))
    p["numClasses"] = len(classes)


# ---- subdevice
@command(0x2080014A, Subdevice, "NV2080_CTRL_GPU_GET_GID_INFO_PARAMS")
def gid_info(mock: NVMock, subdevice: Object, p: View) -> None:
    """Source: ctrl2080gpu.h: NV2080_GPU_CMD_GPU_GET_GID_FLAGS_*; subdevice_ctrl_gpu_kernel.c: subdeviceCtrlCmdGpuGetGidInfo_IMPL."""
    uuid = subdevice.of_gpu().uuid
    if p["index"]: raise Refused(Status.INVALID_ARGUMENT, "index")
    text = uuid if p["flags"] & 2 else f"GPU-{UUID(bytes=uuid)}\0".encode()
    p.write("data", text)
    p["length"] = len(text)


@command(0x20801201, Subdevice, "NV2080_CTRL_GR_GET_INFO_PARAMS")
def gr_info(mock: NVMock, subdevice: Object, p: View) -> None:
    """What is called LITTER is what the chip can have at most, whatever is there.

    Source: ctrl0080gr.h: NV0080_CTRL_GR_INFO_INDEX_*; kernel_graphics.c: subdeviceCtrlCmdKGrGetInfo_IMPL.
    """
    spec = subdevice.of_gpu().spec
    answers = {0x0C: spec.sm_version(mock.release), 0x0D: spec.family.warps, 0x0E: 32, 0x14: spec.gpcs, 0x17: spec.tpcs,
               0x20: spec.sms, 0x23: 4 * spec.tpc_count * spec.sms}
    _answer_list(p["grInfoList"], p["grInfoListSize"], answers, zero_if_unknown=True)


@command(0x2080122A, Subdevice, "NV2080_CTRL_GR_GET_GPC_MASK_PARAMS")
def gpc_mask(mock: NVMock, subdevice: Object, p: View) -> None:
    """Source: kernel_graphics.c: subdeviceCtrlCmdKGrGetGpcMask_IMPL."""
    spec = subdevice.of_gpu().spec
    p["gpcMask"] = sum(1 << gpc for gpc in range(spec.gpcs) if spec.tpc_mask(gpc))


@command(0x2080122B, Subdevice, "NV2080_CTRL_GR_GET_TPC_MASK_PARAMS")
def tpc_mask(mock: NVMock, subdevice: Object, p: View) -> None:
    """0 for a GPC that is not there, and for one that the chip cannot have.

    Source: kernel_graphics.c: subdeviceCtrlCmdKGrGetTpcMask_IMPL; kernel_graphics_manager.c: kgrmgrGetLegacyTpcMask_IMPL.
    """
    spec = subdevice.of_gpu().spec
    p["tpcMask"] = spec.tpc_mask(p["gpcId"]) if p["gpcId"] < spec.gpcs else 0


@command(0x20801301, Subdevice, "NV2080_CTRL_FB_GET_INFO_PARAMS")
def fb_info(mock: NVMock, subdevice: Object, p: View) -> None:
    """Source: ctrl2080fb.h: NV2080_CTRL_FB_INFO_INDEX_*."""
    gpu = subdevice.of_gpu()
    total, free = gpu.spec.memory >> 10, gpu.spec.memory - gpu.used >> 10
    _answer_list(p["fbInfoList"], p["fbInfoListSize"], {0x08: total, 0x09: total, 0x16: free, 0x1B: 4 << 20}, zero_if_unknown=False)


def _answer_list(at: int, count: int, answers: dict[int, int], zero_if_unknown: bool) -> None:
    """A list of {index, data}.

    Source: kernel_graphics.c: subdeviceCtrlCmdKGrGetInfo_IMPL; ctrl2080fb.h: NV2080_CTRL_CMD_FB_GET_INFO.
    """
    if not at or not count: raise Refused(Status.INVALID_ARGUMENT, "no list")
    for i in range(count):
        index = ctypes.c_uint32.from_address(at + 8 * i).value
        if index not in answers and not zero_if_unknown: raise Refused(Status.INVALID_ARGUMENT, f"index {index:#x}")
        ctypes.c_uint32.from_address(at + 8 * i + 4).value = answers.get(index, 0)


@command(0x2080200A, Subdevice, "NV2080_CTRL_PERF_BOOST_PARAMS")
def boost(mock: NVMock, subdevice: Object, p: View) -> None:
    """Source: ctrl2080perf.h: NV2080_CTRL_PERF_BOOST_FLAGS_*, NV2080_CTRL_PERF_BOOST_DURATION_MAX."""
    if p["duration"] != 0xFFFFFFFF and p["duration"] > _MOST_BOOST: raise Refused(Status.INVALID_ARGUMENT, "duration")
    if p["flags"] & 3 == 3: raise Refused(Status.INVALID_ARGUMENT, "command 3")


@command(0x20800403, Subdevice, "NV2080_CTRL_TIMER_GET_TIME_PARAMS")
def get_time(mock: NVMock, subdevice: Object, p: View) -> None: p["time_nsec"] = subdevice.of_gpu().now()


# ---- channels
def _check_schedulable(channels: list[Channel]) -> None:
    """Channels for graphics in an address space that is owned externally are scheduled once UVM has bound their context: before, a
    context switch would use addresses of nothing.

    Source: kernel_channel.c: kchannelIsSchedulable_IMPL; bIsContextBound is set by nv_gpu_ops.c: nvGpuOpsBindChannelResources, which
    uvm_user_channel.c: uvm_register_channel calls.
    """
    for channel in channels:
        group, space = channel.parent, channel.va_space()
        is_graphics = not isinstance(group, Group) or group.engine == GRAPHICS
        if is_graphics and space is not None and space.flags & EXTERNALLY_OWNED and not channel.is_registered:
            raise Refused(Status.INVALID_STATE, f"channel {channel.handle:#x} is scheduled before UVM has registered it")


@command(0xA06C0101, Group, "NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS")
def schedule_group(mock: NVMock, group: Object, p: View) -> None:
    """All its channels, or none. Source: kernel_channel_group_api.c: kchangrpapiCtrlCmdGpFifoSchedule_IMPL."""
    channels = [c for c in group.children if isinstance(c, Channel)]
    _check_schedulable(channels)
    for channel in channels: channel.is_scheduled = bool(p["bEnable"])


@command(0xA06F0103, Channel, "NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS")
def schedule_channel(mock: NVMock, channel: Object, p: View) -> None:
    """Source: kernel_channel.c: kchannelCtrlCmdGpFifoSchedule_IMPL; in a group, each channel has a state of its own."""
    assert isinstance(channel, Channel)
    _check_schedulable([channel])
    channel.is_scheduled = bool(p["bEnable"])


@command(0xA06F0104, Channel, "NVA06F_CTRL_BIND_PARAMS")
def bind(mock: NVMock, channel: Object, p: View) -> None:
    """Source: ctrla06fgpfifo.h: NVA06F_CTRL_CMD_BIND; kernel_channel.c: kchannelCtrlCmdBind_IMPL."""
    if isinstance(channel.parent, Group): raise Refused(Status.INVALID_STATE, "a channel of a group has its engine from it")


@command(0xC36F0108, Channel, "NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS")
def token(mock: NVMock, channel: Object, p: View) -> None:
    """A channel has its token from the beginning, scheduled or not: UVM itself asks for it when it registers one.

    Source: kernel_channel.c: kchannelCtrlCmdGpfifoGetWorkSubmitToken_IMPL, kchannelNotifyWorkSubmitToken_IMPL (entry 1 of the
    notifier); nv_gpu_ops.c: nvGpuOpsRetainChannel.
    """
    assert isinstance(channel, Channel)
    gpu = channel.of_gpu()
    channel.token = next(t for t in range(0x10001, 0x20000) if gpu.channels.get(t, channel) is channel)
    gpu.channels[channel.token] = channel
    p["workSubmitToken"] = channel.token
    if channel.notifier is not None and channel.notifier.size >= 32:
        ctypes.c_uint32.from_address(channel.notifier.own + 16 + 8).value = channel.token  # entry 1


@command(0xC36F010A, Channel, "NVC36F_CTRL_SET_TOKEN_NOTIF_INDEX")
def token_index(mock: NVMock, channel: Object, p: View) -> None:
    """Source: ctrlc36f.h: NVC36F_CTRL_CMD_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX."""
    if p["index"] == 0: raise Refused(Status.INVALID_ARGUMENT, "entry 0 is for errors")


@command(0x906F0101, Channel, "NV906F_CTRL_GET_CLASS_ENGINEID")
def class_engine(mock: NVMock, channel: Object, p: View) -> None:
    """Source: kernel_channel_gm107.c: kchannelGetClassEngineID_GM107."""
    found = next((c for c in channel.children if isinstance(c, Engine) and c.handle == p["hObject"]), None)
    if found is None: raise Refused(Status.OBJECT_NOT_FOUND, "no such object on the channel")
    p["classID"], p["classEngineID"], p["engineID"] = found.number, found.number, 1


# ---- what went wrong
@command(0x83DE030C, Debugger, "NV83DE_CTRL_DEBUG_READ_ALL_SM_ERROR_STATES_PARAMS")
def sm_errors(mock: NVMock, debugger: Object, p: View) -> None:
    """Source: ctrl83dedebug.h: NV83DE_CTRL_CMD_DEBUG_READ_ALL_SM_ERROR_STATES."""
    gpu = debugger.of_gpu()
    count = gpu.spec.tpc_count * gpu.spec.sms
    if p["numSMsToRead"] > count - p["startingSM"]:
        raise Refused(Status.INVALID_ARGUMENT, f"{p['numSMsToRead']} multiprocessors of {count}")
    if gpu.exceptions: p["smErrorStateArray[].hwwGlobalEsr"] = p["smErrorStateArray[].hwwWarpEsr"] = 1  # of the first one
    if gpu.mmu_faults: p["mmuFault.valid"], p["mmuFault.faultInfo"], p["mmuFaultInfo"] = 1, 2, 2


@command(0x83DE0328, Debugger, "NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS")
def mmu_faults(mock: NVMock, debugger: Object, p: View) -> None:
    found: list[DeviceFault] = debugger.of_gpu().mmu_faults[-4:]
    rows = [(f.address or 0).to_bytes(8, "little") + u32s([2, int(f.write)]) for f in found]
    p.write("mmuFaultInfoList", b"".join(rows))
    p["count"] = len(rows)
