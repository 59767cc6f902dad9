"""Device registry: discovery, probing and opening of runtimes by device name.

Inputs: a device name. Outputs: a `Compiled`: allocator, compiler, renderer, program loader and, where supported, graphs.
Invariants: a device is imported and opened once, on first use; a device that was requested by name is never replaced by another one;
no backend is named here except in the fixed order in which a default device is chosen.
"""
from __future__ import annotations

import importlib
import os
import sys
import threading
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import NoReturn

from heddle.device import registry_hook
from heddle.device.allocator import Allocator, MemoryStats
from heddle.device.buffer import Buffer, has_buffer, set_uop_buffer, uop_buffer
from heddle.device.device_errors import (
    CompilerRow,
    DeviceRow,
    unknown_device,
    unusable_device,
    what_is_usable,
)
from heddle.device.device_lost import FORKED, Loss
from heddle.device.gpu_presence import gpu_may_be_here
from heddle.device.interface import Compiled, Compiler, Probe, Program
from heddle.device.target import Target, parse_target
from heddle.dtype import DTypeLike, to_dtype
from heddle.errors import DeviceError, InternalError, MissingAttributeError, nearest, warn_once
from heddle.settings import settings, use_color
from heddle.tracing.counters import GlobalCounters

__all__ = ["Allocator", "Buffer", "Compiled", "Compiler", "CompilerRow", "Device", "DeviceRow", "MemoryStats", "Probe", "Program",
           "Target", "canonicalize_device", "device_table", "empty_cache", "has_buffer",
           "is_dtype_supported", "memory_stats", "parse_target", "reset_peak_memory",
           "set_uop_buffer", "uop_buffer"]

#: Accelerators first, CPU last. A device that is not listed is used only by name.
DEFAULT_ORDER = ("METAL", "AMD", "NV", "CUDA", "QCOM", "CL", "WEBGPU", "CPU")
#: of those, the one that needs no GPU
_NEEDS_NO_GPU = "CPU"

_TEXT: type = str  # the type checker takes a name for a text in any case

# ---- the registry


class _Devices:
    """`Device["CPU"]` opens a device; `Device.DEFAULT` is the default one."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._opened: dict[Target, Compiled] = {}
        self._by_text: dict[tuple[str, str], Compiled] = {}
        self._defaults: dict[tuple[str, str], str] = {}
        self._lost: dict[str, Loss] = {}  # memory names that may not be used, and why
        if hasattr(os, "register_at_fork"): os.register_at_fork(after_in_child=self._after_fork)

    def __getitem__(self, name: str) -> Compiled:
        """The open device called `name`. DeviceError, listing all devices, if there is none or it cannot be used."""
        key = (name, settings.DEV)
        found = self._by_text.get(key)
        return found if found is not None else self._open(name, key)

    def __getattr__(self, name: str) -> NoReturn:
        raise MissingAttributeError.of(self, "Device", name)

    def _open(self, name: str, key: tuple[str, str]) -> Compiled:
        target = self.resolve(name)
        with self._lock:
            if target.name in self._lost: raise self._lost[target.name].error(target.name)
            device = self._opened.get(target)
            if device is None: device = self._opened[target] = self._make(target, name)
            if len(self._by_text) > 4096: self._by_text.clear()
            self._by_text[key] = device
        return device

    def _make(self, target: Target, written: str) -> Compiled:
        self._check_usable(target, written)
        probe = self.probe(target.device)
        module = _import_runtime(target.device)
        device = getattr(module, _class_name(module, target.device))(target.name, target.compiler, target.arch, target.interface)
        device.opened_as = str(target)
        # compilers of one device work on the same memory
        for other, opened in self._opened.items():
            if other.name == target.name: device.allocator = opened.allocator
        if settings.DEBUG >= 1: _say(f"opened {target}: {probe.detail}")
        return device

    def resolve(self, name: str) -> Target:
        """`name` in parts, with the compiler and interface that DEV (or an older spelling) asks of this device.

        DeviceError, listing all devices, if there is none of that name; whether it can be used is not looked at.
        """
        target = parse_target(name)
        if target.device not in self.names(): raise _unknown(name)
        wish = parse_target(settings.DEV) if settings.DEV else target
        if wish.device != target.device: wish = target
        named = target.compiler or target.arch
        compiler = target.compiler if named else wish.compiler or settings.compilers.get(target.device)
        interface = target.interface or wish.interface or settings.interfaces.get(target.device)
        return Target(target.device, target.index, compiler, target.arch if named else wish.arch, interface)

    @property
    def default(self) -> Compiled:
        """The default device, opened: `Device[Device.DEFAULT]`."""
        return self[self.DEFAULT]

    def get_class(self, ix: str) -> type[Compiled]:
        """The class of the device called `ix`, which is not opened. DeviceError if there is none of that name."""
        target = self.resolve(ix)
        module = _import_runtime(target.device)
        return getattr(module, _class_name(module, target.device))

    def canonicalize(self, device: str | None) -> str:
        """The canonical form of a device's name: `cpu:0` is `CPU`; None is the default. DeviceError if there is no such device."""
        name = device
        if name is None: return self.DEFAULT
        if not isinstance(name, _TEXT):
            raise DeviceError(f'a device is called by a text such as "CPU:1", not {name!r}',
                              'Write "CPU" or "CPU:1".')
        target = parse_target(name)
        if target.device not in self.names(): raise _unknown(name)
        return str(target)

    @property
    def DEFAULT(self) -> str:  # noqa: N802 (the public name)
        """Name of the default device: the one in DEV, else the first usable one."""
        wish = settings.DEV
        found = self._defaults.get((wish, settings.VISIBLE_DEVICES))
        return found if found is not None else self._find_default(wish)

    @DEFAULT.setter
    def DEFAULT(self, name: str) -> None:  # noqa: N802
        target = self.resolve(name)
        self._check_usable(target, name)
        settings.DEV = str(target)

    def _find_default(self, wish: str) -> str:
        if wish:
            target = self.resolve(wish)
            self._check_usable(target, wish)
            name, why = target.name, f"DEV={wish}"
        else: name, why = self._first_usable()
        with self._lock: self._defaults[wish, settings.VISIBLE_DEVICES] = name
        if settings.DEBUG >= 1: _say(f"default device {name}: {why}")
        return name

    def _check_usable(self, target: Target, written: str) -> None:
        _check_parts(target)
        probe = _hidden(target) or self.probe(target.device)
        if not probe.usable: raise unusable_device(target.device, probe, device_table(), written)

    def _first_usable(self) -> tuple[str, str]:
        """The first usable device in order, of those that VISIBLE_DEVICES names if it names any.

        Says why a better one was passed over, if its hardware is there.
        """
        if visible := _visible(): return self._first_visible(visible)
        gpu = gpu_may_be_here()
        for name in (n for n in DEFAULT_ORDER if n in self.names()):
            if not gpu and name != _NEEDS_NO_GPU: continue
            probe = self.probe(name)
            if probe.usable and probe.by_default: return name, probe.detail
            if probe.hardware and not probe.usable:
                warn_once(f"{name} is present but cannot be used: {probe.why_not()}. {probe.cure}", key=f"passed over {name}")
        raise DeviceError("no device can be used", "\n  ".join(what_is_usable(device_table())))

    def _first_visible(self, visible: Sequence[Target]) -> tuple[str, str]:
        """The first usable of the devices that VISIBLE_DEVICES names: as without it, and if that finds none, in the order written."""
        if unknown := [t for t in visible if t.device not in self.names()]:
            raise _unknown(unknown[0].device, "VISIBLE_DEVICES names the ")
        probes = {t: self.probe(t.device) for t in visible}
        ranked = sorted(visible, key=lambda t: DEFAULT_ORDER.index(t.device) if t.device in DEFAULT_ORDER else len(DEFAULT_ORDER))
        usual = [t for t in ranked if probes[t].usable and probes[t].by_default]
        for target in (*usual, *visible):
            if probes[target].usable: return target.name, probes[target].detail
        why = "; ".join(f"{t.device}: {probes[t].why_not()}" for t in visible)
        cures = " ".join(dict.fromkeys(probes[t].cure for t in visible))
        raise DeviceError(f"VISIBLE_DEVICES={settings.VISIBLE_DEVICES} leaves no device that can be used: {why}",
                          f"{cures} Or name a device that can be used: {', '.join(self._usable_names())}.")

    def _usable_names(self) -> list[str]:
        """Devices that would be usable here if all were visible."""
        return [name for name in self.names() if _import_runtime(name).probe().usable]

    def names(self) -> tuple[str, ...]:
        """All devices with a runtime, found by file name."""
        if (found := _runtime_names.get("all")) is None: found = _runtime_names["all"] = _find_runtimes()
        return found

    def get_available_devices(self) -> list[str]:
        """Names of the devices that can be the default here, in order of preference."""
        return [n for n in DEFAULT_ORDER if n in self.names() and self.probe(n).usable]

    def probe(self, name: str) -> Probe:
        """Whether the device can be used here, opening as little as possible. DeviceError if there is none of that name."""
        device = parse_target(name).device
        if device not in self.names(): raise _unknown(name)
        if (hidden := _hidden(Target(device), any_index=True)) is not None: return hidden
        try: module = _import_runtime(device)
        except ImportError as fault:
            return Probe(False, reason=f"its runtime cannot be imported: {fault}", cure="Install what is missing.")
        return module.probe()

    def importing_device(self, dlpack_type: int, index: int | None) -> str | None:
        """The device that can use memory of a DLPack device type in place: the default one, else the first in order.

        `index` is None for memory of the host, which has no number. None if there is no such device.
        """
        default = parse_target(self.DEFAULT)
        if self.can_import(default.name, dlpack_type, index): return default.name
        found = ((name, self._importing_index(name, dlpack_type, index)) for name in self.names())
        return next((Target(name, own).name for name, own in found if own is not None), None)

    def can_import(self, name: str, dlpack_type: int, index: int | None) -> bool:
        """Whether the device called `name` can use such memory in place."""
        target = parse_target(name)
        own = self._importing_index(target.device, dlpack_type, index)
        return own is not None if index is None else own == target.index

    def _importing_index(self, device: str, dlpack_type: int, index: int | None) -> int | None:
        """Which device of a kind can use such memory in place; None if none can. DLPack's numbers may count unusable ones."""
        if not (probe := self.probe(device)).usable: return None
        module = _import_runtime(device)
        if dlpack_type not in getattr(module, "DLPACK_TYPES", ()): return None
        translate: Callable[[int], int | None] = getattr(module, "index_of_ordinal", int)
        own = 0 if index is None else translate(index)
        return own if own is None or probe.count is None or own < probe.count else None

    def holding(self, torch_device: str) -> str | None:
        """The device that uses memory of torch's devices of that kind, where these expose objects; None if there is none."""
        runtimes = ((name, getattr(_import_runtime(name), "TORCH_DEVICE", None)) for name in self.names())
        return next((name for name, kind in runtimes if kind == torch_device and self.probe(name).usable), None)

    def opened(self) -> list[Compiled]:
        """The open devices."""
        return list(self._opened.values())

    def _after_fork(self) -> None:
        """In the child: threads, contexts and queues of the parent's devices are gone, so these may not be used."""
        self._lock = threading.RLock()
        GlobalCounters.lock = threading.Lock()  # another thread of the parent may have held it
        for target, device in self._opened.items():
            self._lost[target.name] = FORKED
            device.lose(FORKED)
        self._opened.clear()
        self._by_text.clear()
        settings.renew()
        for forget in on_fork: forget()


#: called in a forked child, so that nothing of the parent's devices is used
on_fork: list[Callable[[], None]] = []

_runtime_names: dict[str, tuple[str, ...]] = {}
Device = _Devices()
registry_hook.devices = Device


def canonicalize_device(device: str | Sequence[str] | None) -> str | tuple[str, ...]:
    """The canonical form of a device's name, or of several: `("cpu", "cpu:1")` is `("CPU", "CPU:1")`, a single one is its name.

    None is the default. DeviceError if there is no such device.
    """
    if device is None or isinstance(device, str): return Device.canonicalize(device)
    names = tuple([Device.canonicalize(name) for name in device])
    return names[0] if len(names) == 1 else names


def _find_runtimes() -> tuple[str, ...]:
    from heddle import runtime
    files = (file for folder in runtime.__path__ for file in os.listdir(folder))
    found = {f[len("ops_"):-len(".py")].upper() for f in files if f.startswith("ops_") and f.endswith(".py")}
    return tuple(n for n in DEFAULT_ORDER if n in found) + tuple(sorted(found - set(DEFAULT_ORDER)))


def forget_runtimes() -> None:
    """Discovers runtime files again: for those who add a folder to `heddle.runtime.__path__`."""
    _runtime_names.clear()


def _import_runtime(device: str) -> ModuleType:
    return importlib.import_module(f"heddle.runtime.ops_{device.lower()}")


def _class_name(module: ModuleType, device: str) -> str:
    class_name = f"{device}device".lower().replace("_", "")
    for name in vars(module):
        if name.lower() == class_name: return name
    raise InternalError(f"{module.__name__} has no class {device.capitalize()}Device")


def _hidden(target: Target, any_index: bool = False) -> Probe | None:
    """Why VISIBLE_DEVICES hides a device; None if it does not. `any_index`: whether all of its kind are hidden."""
    if target.device not in DEFAULT_ORDER or not (texts := _visible_texts()): return None
    for text in texts:
        seen = parse_target(text)
        if seen.device == target.device and (any_index or ":" not in text or seen.index == target.index): return None
    return Probe(False, reason=f"VISIBLE_DEVICES={settings.VISIBLE_DEVICES} hides it",
        cure=f"Add {target.name} to VISIBLE_DEVICES, or leave that empty.")


def _visible_texts() -> list[str]:
    """The names in VISIBLE_DEVICES; empty if it hides nothing."""
    return [text.strip() for text in settings.VISIBLE_DEVICES.split(",") if text.strip()]


def _visible() -> list[Target]: return [parse_target(text) for text in _visible_texts()]


def is_dtype_supported(dtype: DTypeLike, device: str | None = None) -> bool:
    """Whether kernels on `device`, or the default one, can read and write tensors of `dtype`. DeviceError, DTypeError."""
    return to_dtype(dtype) in Device[Device.canonicalize(device)].renderer.supported_dtypes()


# ---- errors

def _unknown(name: str, by: str = "") -> DeviceError:
    return unknown_device(name, device_table(), by)


def _check_parts(target: Target) -> None:
    """DeviceError for an interface, a compiler or an architecture that the device does not have, whether it is usable or not."""
    try: module = _import_runtime(target.device)
    except ImportError: return  # the probe reports it
    _check_choice("interface", target.interface, getattr(module, "INTERFACES", ()), target)
    _check_choice("compiler", target.compiler, getattr(module, "COMPILERS", ()), target)
    if target.arch is None: return
    check: Callable[[str], object] | None = getattr(module, "check_arch", _any_arch)
    if check is None:
        raise DeviceError(f"{target.device} has no architectures to choose from, and {target} names one",
                          "Leave it out.")
    check(target.arch)


def _any_arch(arch: str) -> None:
    """Accepts any architecture: for runtimes that check it when they open."""


def _check_choice(kind: str, chosen: str | None, legal: Sequence[str], target: Target) -> None:
    if chosen is None or chosen in legal: return
    device = target.device
    near = nearest(chosen, legal)
    rows = [_compiler_text(row) for row in _compiler_rows(device)] if kind == "compiler" else list(legal)
    cure = (f"Did you mean {near!r}? " if near else "") + (f"It has: {', '.join(rows)}." if rows else "It has none to choose from.")
    raise DeviceError(f"{device} has no {kind} {chosen!r}, which {target} names", cure)


def _compiler_text(row: CompilerRow) -> str:
    why = f": {row.why}" if row.why else ""
    return f"{row.name} ({'usable' if row.usable else 'not usable'}{why}{f' -> {row.cure}' if row.cure else ''})"


# ---- reports


def _compiler_rows(device: str) -> tuple[CompilerRow, ...]:
    """The compilers of a runtime, the first usable one being the default."""
    rows: list[CompilerRow] = []
    try: module = _import_runtime(device)
    except ImportError: return ()  # the probe has reported it
    probe_compiler: Callable[[str], Probe] | None = getattr(module, "probe_compiler", None)
    for name in getattr(module, "COMPILERS", ()):
        probe = probe_compiler(name) if probe_compiler is not None else Probe(True)
        is_default = probe.usable and not any(r.is_default for r in rows)
        rows.append(CompilerRow(name, probe.usable, is_default, probe.detail if probe.usable else probe.why_not(), probe.cure))
    return tuple(rows)


def device_table() -> list[DeviceRow]:
    """Every device with its state here, for display: probes that fail are rows and not errors."""
    free = (n for n in Device.get_available_devices() if Device.probe(n).by_default)
    default = parse_target(settings.DEV).device if settings.DEV else next(free, "")
    return [_device_row(name, default) for name in Device.names()]


def _device_row(name: str, default: str) -> DeviceRow:
    probe = Device.probe(name)
    detail = probe.detail if probe.usable else probe.why_not()
    return DeviceRow(name, probe.usable, name == default, detail, probe.cure, _compiler_rows(name), name in DEFAULT_ORDER)


def memory_stats(device: str | None = None) -> dict[str, MemoryStats] | MemoryStats:
    """Live, cached and peak bytes of `device`, or of every open device by name.

    A device that is named is opened if it has to be: DeviceError if it cannot be used.
    """
    by_name = {opened.name: opened.allocator.stats() for opened in Device.opened()}
    if device is None: return by_name
    name = Device.resolve(device).name
    return by_name[name] if name in by_name else Device[device].allocator.stats()


def reset_peak_memory() -> None:
    """Resets the peaks of `memory_stats` to the current use, on every device."""
    for device in Device.opened(): device.allocator.reset_peak()


def empty_cache() -> None:
    """Returns the cached memory of open devices to the system. Memory of tensors stays."""
    for device in Device.opened(): device.allocator.empty_cache()


def _say(text: str) -> None:
    print(f"\033[36m{text}\033[0m" if use_color(sys.stderr) else text, file=sys.stderr)
