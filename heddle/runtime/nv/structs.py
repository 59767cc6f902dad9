"""Structures of NVIDIA's kernel driver interface, in the layout of each release from 535 on.

Inputs: a driver's release. Outputs: ctypes structures under their names in NVIDIA's headers. Invariants: sizes and offsets are those
of open-gpu-kernel-modules' headers for that release, compiled for x86-64 (tests compare every field); releases between two that
differ have the older layout.

A layout is written `field:bytes[count]`, a field of 4 bytes and a count of 1 being left out.
"""
from __future__ import annotations

import ctypes
import functools
import re
from typing import TYPE_CHECKING

from heddle.runtime.common.system import UNSIGNED

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

#: the oldest release whose layouts are here
OLDEST = 535

_CHANNEL_MEMORY = " ".join(f"{name}:8[3]" for name in ("instanceMem", "userdMem", "ramfcMem", "mthdbufMem"))
_CHANNEL = (f"hObjectError hObjectBuffer gpFifoOffset:8 gpFifoEntries flags hContextShare hVASpace hUserdMemory[8] userdOffset:8[8] "
            f"engineType cid subDeviceId hObjectEccError {_CHANNEL_MEMORY} hPhysChannelGroup internalFlags errorNotifierMem:8[3] "
            f"eccErrorNotifierMem:8[3] ProcessID SubProcessID encryptIv[3] decryptIv[3] hmacNonce[8]")
_DRIVER_MEMORY = ("owner type flags width height pitch attr attr2 format comprCovg zcullCovg rangeLo:8 rangeHi:8 size:8 alignment:8 "
                  "offset:8 limit:8 address:8 ctagOffset hVASpace internalflags tag")
_SPACE = "index flags vaSize:8 vaStartInternal:8 vaLimitInternal:8 bigPageSize vaBase:8"
_BUILD = "driverVersionBuffer:1[256] versionBuffer:1[256] {}titleBuffer:1[256] changelistNumber officialChangelistNumber"
#: so many GPUs may be named where one memory is mapped; each takes this many words: its UUID, and five
_MAPPED = "base:8 length:8 offset:8 perGpuAttributes[{}] gpuAttributesCount:8 rmCtrlFd hClient hMemory rmStatus"
MAPPING_WORDS = 9

#: name -> layout by the release since which it holds
LAYOUTS: dict[str, dict[int, str]] = {
    # ---- the requests themselves
    "NVOS00_PARAMETERS": {535: "hRoot hObjectParent hObjectOld status"},
    "NVOS02_PARAMETERS": {535: "hRoot hObjectParent hObjectNew hClass flags pMemory:8 limit:8 status"},
    "NVOS21_PARAMETERS": {535: "hRoot hObjectParent hObjectNew hClass pAllocParms:8 paramsSize status"},
    "NVOS33_PARAMETERS": {535: "hClient hDevice hMemory offset:8 length:8 pLinearAddress:8 status flags"},
    "NVOS34_PARAMETERS": {535: "hClient hDevice hMemory pLinearAddress:8 status flags"},
    "NVOS54_PARAMETERS": {535: "hClient hObject cmd flags params:8 paramsSize status"},
    "nv_ioctl_nvos02_parameters_with_fd": {535: "params:8[6] fd"},
    "nv_ioctl_nvos33_parameters_with_fd": {535: "params:8[6] fd"},
    "nv_ioctl_register_fd_t": {535: "ctl_fd"},
    "nv_ioctl_card_info_t": {535: "valid:1 pci_info[3] gpu_id interrupt_line:2 reg_address:8 reg_size:8 fb_address:8 fb_size:8 "
                                  "minor_number dev_name:1[10]"},
    # ---- objects
    "NV0080_ALLOC_PARAMETERS": {535: "deviceId hClientShare hTargetClient hTargetDevice flags vaSpaceSize:8 vaStartInternal:8 "
                                     "vaLimitInternal:8 vaMode"},
    "NV2080_ALLOC_PARAMETERS": {535: "subDeviceId"},
    "NV83DE_ALLOC_PARAMETERS": {535: "hDebuggerClient_Obsolete hAppClient hClass3dObject"},
    "NVB0B5_ALLOCATION_PARAMETERS": {535: "version engineType"},
    "NV_CHANNEL_ALLOC_PARAMS": {535: _CHANNEL, 570: _CHANNEL + " tpcConfigID"},
    "NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS": {535: "hObjectError hObjectEccError hVASpace engineType bIsCallingContextVgpuPlugin:1"},
    "NV_CTXSHARE_ALLOCATION_PARAMETERS": {535: "hVASpace flags subctxId"},
    "NV_HOPPER_USERMODE_A_PARAMS": {535: "bBar1Mapping:1 bPriv:1"},
    "NV_MEMORY_ALLOCATION_PARAMS": {535: _DRIVER_MEMORY, 550: _DRIVER_MEMORY + " numaNode"},
    "NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS": {535: "offset:8 limit:8 hVASpace"},
    "NV_VASPACE_ALLOCATION_PARAMETERS": {535: _SPACE, 580: _SPACE + " pasid"},
    # ---- controls
    "NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS": {535: "gpuId gpuFlags deviceInstance subDeviceInstance sliStatus boardId gpuInstance "
                                                   "numaId"},
    "NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS": {535: _BUILD.format(""), 570: _BUILD.format("driverBranch:1[256] ")},
    "NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS": {535: "numClasses classList:8"},
    "NV2080_CTRL_FB_GET_INFO_PARAMS": {535: "fbInfoListSize fbInfoList:8"},
    "NV2080_CTRL_GPU_GET_GID_INFO_PARAMS": {535: "index flags length data:1[256]"},
    "NV2080_CTRL_GR_GET_INFO_PARAMS": {535: "grInfoListSize grInfoList:8 grRouteInfo:8[2]"},
    "NV2080_CTRL_GR_GET_TPC_MASK_PARAMS": {535: "grRouteInfo:8[2] gpcId tpcMask"},
    "NV2080_CTRL_PERF_BOOST_PARAMS": {535: "flags duration"},
    "NV2080_CTRL_TIMER_GET_TIME_PARAMS": {535: "time_nsec:8"},
    "NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS": {535: "mmuFaultInfoList:8[8] count"},
    "NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS": {535: "bEnable:1 bSkipSubmit:1", 580: "bEnable:1 bSkipSubmit:1 bSkipEnable:1"},
    "NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS": {535: "workSubmitToken"},
    # ---- unified virtual memory
    "UVM_INITIALIZE_PARAMS": {535: "flags:8 rmStatus"},
    "UVM_MM_INITIALIZE_PARAMS": {535: "uvmFd rmStatus"},
    "UVM_REGISTER_GPU_PARAMS": {535: "gpu_uuid:1[16] numaEnabled:1 numaNodeId rmCtrlFd hClient hSmcPartRef rmStatus"},
    "UVM_REGISTER_GPU_VASPACE_PARAMS": {535: "gpuUuid:1[16] rmCtrlFd hClient hVaSpace rmStatus"},
    "UVM_REGISTER_CHANNEL_PARAMS": {535: "gpuUuid:1[16] rmCtrlFd hClient hChannel base:8 length:8 rmStatus"},
    "UVM_CREATE_EXTERNAL_RANGE_PARAMS": {535: "base:8 length:8 rmStatus"},
    "UVM_MAP_EXTERNAL_ALLOCATION_PARAMS": {535: _MAPPED.format(32 * MAPPING_WORDS), 550: _MAPPED.format(256 * MAPPING_WORDS)},
    "UVM_FREE_PARAMS": {535: "base:8 length:8 rmStatus", 590: "base:8 rmStatus"},
    "UVM_ENABLE_PEER_ACCESS_PARAMS": {535: "gpuUuidA:1[16] gpuUuidB:1[16] rmStatus"},
}

_FIELD = re.compile(r"(\w+)(?::(\d+))?(?:\[(\d+)\])?")


class Structs:
    """The structures of one release: `structs("NVOS54_PARAMETERS", hClient=…)` is one with all other fields zero."""

    def __init__(self, release: int) -> None:
        self.release = release

    def __call__(self, name: str, **fields: object) -> ctypes.Structure:
        return self.kind(name)(**fields)

    def kind(self, name: str) -> type[ctypes.Structure]:
        """The type of this name."""
        layouts = LAYOUTS[name]
        return _structure(name, layouts[max((since for since in layouts if since <= self.release), default=OLDEST)])


@functools.cache
def _structure(name: str, layout: str) -> type[ctypes.Structure]:
    fields: list[tuple[str, CType]] = []
    for word in layout.split():
        found = _FIELD.fullmatch(word)
        assert found is not None, f"{name} has a field {word!r}"
        width, count = UNSIGNED[int(found[2] or 4)], found[3]
        fields.append((found[1], width * int(count) if count else width))
    return type(name, (ctypes.Structure,), {"_fields_": fields})
