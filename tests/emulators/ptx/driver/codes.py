"""Numbers of cuda.h: status codes with their names, and which attribute has which number."""

from __future__ import annotations

from ..errors import (
    AsyncMisuse,
    BarrierMisuse,
    Endless,
    Misaligned,
    OutOfBounds,
    PtxError,
    PtxSyntaxError,
    TooLarge,
    Trap,
)

STATUS = {
    0: ("SUCCESS", "no error"),
    1: ("ERROR_INVALID_VALUE", "invalid argument"),
    2: ("ERROR_OUT_OF_MEMORY", "out of memory"),
    3: ("ERROR_NOT_INITIALIZED", "initialization error"),
    4: ("ERROR_DEINITIALIZED", "driver shutting down"),
    100: ("ERROR_NO_DEVICE", "no CUDA-capable device is detected"),
    101: ("ERROR_INVALID_DEVICE", "invalid device ordinal"),
    200: ("ERROR_INVALID_IMAGE", "device kernel image is invalid"),
    201: ("ERROR_INVALID_CONTEXT", "invalid device context"),
    209: ("ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"),
    218: ("ERROR_INVALID_PTX", "a PTX JIT compilation failed"),
    222: ("ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."),
    400: ("ERROR_INVALID_HANDLE", "invalid resource handle"),
    401: ("ERROR_ILLEGAL_STATE", "the operation cannot be performed in the present state"),
    500: ("ERROR_NOT_FOUND", "named symbol not found"),
    600: ("ERROR_NOT_READY", "device not ready"),
    700: ("ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"),
    701: ("ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"),
    702: ("ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"),
    704: ("ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is already enabled"),
    705: ("ERROR_PEER_ACCESS_NOT_ENABLED", "peer access has not been enabled"),
    709: ("ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"),
    710: ("ERROR_ASSERT", "device-side assert triggered"),
    712: ("ERROR_HOST_MEMORY_ALREADY_REGISTERED", "part or all of the requested memory range is already mapped"),
    713: ("ERROR_HOST_MEMORY_NOT_REGISTERED", "pointer does not correspond to a registered memory region"),
    715: ("ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"),
    716: ("ERROR_MISALIGNED_ADDRESS", "misaligned address"),
    719: ("ERROR_LAUNCH_FAILED", "unspecified launch failure"),
    720: ("ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in cooperative launch"),
    801: ("ERROR_NOT_SUPPORTED", "operation not supported"),
    803: ("ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"),
    804: ("ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "forward compatibility was attempted on non supported HW"),
    910: ("ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the graph update was not performed because it included changes which "
          "violated constraints specific to instantiated graph update"),
    912: ("ERROR_INVALID_CLUSTER_SIZE", "invalid cluster size"),
    999: ("ERROR_UNKNOWN", "unknown error"),
}  # fmt: skip

INVALID_VALUE, OUT_OF_MEMORY, NOT_INITIALIZED, NO_DEVICE, INVALID_DEVICE = 1, 2, 3, 100, 101
INVALID_IMAGE, INVALID_CONTEXT, NO_BINARY, INVALID_PTX, UNSUPPORTED_PTX = 200, 201, 209, 218, 222
INVALID_HANDLE, ILLEGAL_STATE, NOT_FOUND, NOT_READY = 400, 401, 500, 600
OUT_OF_RESOURCES, PEER_ALREADY, PEER_NOT, NOT_REGISTERED, ALREADY_REGISTERED = 701, 704, 705, 713, 712
UPDATE_FAILURE, NOT_SUPPORTED, UNKNOWN = 910, 801, 999

#: what the driver would report where the emulator knows more; all but the last two lose the context
FAULTS: tuple[tuple[type[PtxError], int], ...] = (
    (OutOfBounds, 700),
    (Misaligned, 716),
    (Trap, 710),
    (Endless, 702),
    (BarrierMisuse, 719),
    (AsyncMisuse, 719),
    (PtxSyntaxError, INVALID_PTX),
    (TooLarge, OUT_OF_RESOURCES),
    (PtxError, 719),
)


def code_of(error: PtxError) -> int:
    return next(code for kind, code in FAULTS if isinstance(error, kind))


class Failure(Exception):
    """A status other than success, on its way out of an entry point."""

    def __init__(self, code: int, why: str = ""):
        super().__init__(f"{STATUS.get(code, ('?', '?'))[0]}: {why}")
        self.code, self.why = code, why
