"""heddle: a tensor library and compiler in Python; tensor programs are compiled into kernels for the available device.

All public names are exported here and loaded lazily, so that `import heddle` is cheap.
"""
from __future__ import annotations

from heddle.process import prompt

TYPE_CHECKING = False  # as `typing` has it, which takes as long to load as all of this
if TYPE_CHECKING:
    from heddle import nn
    from heddle.compat.switches import Context
    from heddle.device import Buffer, Device, empty_cache, memory_stats, reset_peak_memory
    from heddle.distributed.mesh import Mesh
    from heddle.dtype import dtypes
    from heddle.jit.jit import TinyJit
    from heddle.settings import getenv
    from heddle.tensor import Tensor
    from heddle.tensor.autograd.autocast import autocast
    from heddle.tensor.autograd.checkpoint import checkpoint
    from heddle.tensor.autograd.control_flow import cond, scan, while_loop
    from heddle.tensor.autograd.custom_gradient import custom_gradient
    from heddle.tensor.autograd.derivatives import grad, hessian, jacobian, jvp, value_and_grad, vjp
    from heddle.tensor.autograd.vmap import vmap
    from heddle.tensor.function import function
    from heddle.tensor.io.download import fetch
    from heddle.tensor.ops import fft
    from heddle.tools.profiling import profile
    from heddle.tracing.counters import GlobalCounters
    from heddle.uop import UOp, Variable
    from heddle.web import export_web

__version__ = "0.1.0"

# public name -> the module that has it
_HOMES = {
    "Tensor": "heddle.tensor", "Device": "heddle.device", "Buffer": "heddle.device", "memory_stats": "heddle.device",
    "empty_cache": "heddle.device", "reset_peak_memory": "heddle.device",
    "Mesh": "heddle.distributed.mesh",
    "TinyJit": "heddle.jit.jit", "dtypes": "heddle.default_dtypes", "Context": "heddle.compat.switches",
    "GlobalCounters": "heddle.tracing.counters", "UOp": "heddle.uop", "Variable": "heddle.uop",
    "fetch": "heddle.tensor.io.download", "function": "heddle.tensor.function", "getenv": "heddle.settings",
    "autocast": "heddle.tensor.autograd.autocast", "checkpoint": "heddle.tensor.autograd.checkpoint",
    "cond": "heddle.tensor.autograd.control_flow", "scan": "heddle.tensor.autograd.control_flow",
    "while_loop": "heddle.tensor.autograd.control_flow", "grad": "heddle.tensor.autograd.derivatives",
    "hessian": "heddle.tensor.autograd.derivatives", "jacobian": "heddle.tensor.autograd.derivatives",
    "jvp": "heddle.tensor.autograd.derivatives", "value_and_grad": "heddle.tensor.autograd.derivatives",
    "vjp": "heddle.tensor.autograd.derivatives", "vmap": "heddle.tensor.autograd.vmap",
    "custom_gradient": "heddle.tensor.autograd.custom_gradient", "profile": "heddle.tools.profiling", "export_web": "heddle.web",
}

# the same for modules
_MODULES = {"nn": "heddle.nn", "fft": "heddle.tensor.ops.fft"}

__all__ = ["Buffer", "Context", "Device", "GlobalCounters", "Mesh", "Tensor", "TinyJit", "UOp", "Variable", "autocast", "checkpoint",
           "cond", "custom_gradient", "dtypes", "empty_cache", "export_web", "fetch", "fft", "function", "getenv", "grad", "hessian",
           "jacobian", "jvp", "memory_stats", "nn", "profile", "reset_peak_memory", "scan", "value_and_grad", "vjp", "vmap",
           "while_loop"]

prompt.install()


def __getattr__(name: str) -> object:
    if name in _HOMES: value = getattr(_load(_HOMES[name]), name)
    elif name in _MODULES: value = _load(_MODULES[name])
    else:
        from heddle.names_elsewhere import missing_in_package
        raise missing_in_package(tuple(__all__), name)
    globals()[name] = value
    return value


def _load(module: str) -> object:
    """Imports it while Python's garbage collector pauses: what modules make stays, and would be walked dozens of times. Nor does the
    next pass walk it: once frozen and released, it belongs to the oldest objects."""
    import gc
    import importlib

    from heddle.process.collector import paused_collector
    with paused_collector():
        found = importlib.import_module(module)
        if gc.get_freeze_count() == 0:  # else what somebody has frozen would be released
            gc.freeze()
            gc.unfreeze()
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
