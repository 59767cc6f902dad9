"""Settings: name, type, default, legal values, help, and effect on generated code of every switch.

Inputs: the environment (no other file reads it), `Context(...)` blocks, and assignments. Outputs: `settings.DEBUG` and the like,
typed. Invariants: a value that is read is legal; a `Context` changes values for its own thread or task only, and restores them.

An environment variable may be spelt `DEBUG` or `HEDDLE_DEBUG`; the longer form wins. A row that `affects_output` is part of every
cache key of generated code.
"""
from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar, Token
from functools import wraps
from types import MappingProxyType
from typing import Any, ParamSpec, Self, TypeVar

from heddle.errors import (
    HeddleWarning,
    MissingAttributeError,
    OldSpellingWarning,
    SettingError,
    nearest,
    warn_once,
)
from heddle.lazy_dataclass import dataclass
from heddle.process.fork_safety import free_in_child
from heddle.tracing.counters import Bytes, Seconds, format_bytes

_PREFIX = "HEDDLE_"

# ---- the kinds of value, and how each is read from text


def _to_bool(value: object) -> bool:
    word = str(value).strip().lower()
    if word in ("1", "true", "yes", "on"): return True
    if word in ("0", "false", "no", "off", ""): return False
    raise ValueError


def _to_int(value: object) -> int:
    if isinstance(value, (bool, int)): return int(value)
    word = str(value).strip().lower()
    return int(_to_bool(word)) if word in ("true", "false", "yes", "no", "on", "off", "") else int(word, 0)


_BYTE_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def _to_bytes(value: object) -> Bytes:
    if isinstance(value, int): return Bytes(value)
    word = str(value).strip().lower().removesuffix("b").removesuffix("i")
    digits = word.rstrip("kmgt")
    return Bytes(int(float(digits.strip() or "0") * _BYTE_UNITS[word[len(digits):]]))


Value = bool | int | float | str
Kind = Callable[..., Value]
# kind -> (how the docs call it, reader)
_KINDS: dict[Kind, tuple[str, Callable[[object], Value]]] = {
    bool: ("0 or 1", _to_bool), int: ("integer", _to_int), str: ("text", str),
    Bytes: ("bytes, such as 64M or 2G", _to_bytes), Seconds: ("seconds", lambda v: Seconds(float(str(v)))),
}


@dataclass(frozen=True)
class Setting:
    """One row. `least` and `greatest` bound numbers; an empty `choices` allows any value of the kind."""

    name: str
    kind: Kind
    default: Value
    help: str
    affects_output: bool = False
    least: float | None = None
    greatest: float | None = None
    choices: tuple[str, ...] = ()

    def read(self, value: object) -> Value:
        """`value` in this row's type. SettingError, with the legal values, if it is not one."""
        try: result = _KINDS[self.kind][1](value)
        except (ValueError, KeyError, TypeError): raise self._refuse(value) from None
        if self.choices and result not in self.choices: raise self._refuse(value)
        if isinstance(result, str): return result
        if (self.least is not None and result < self.least) or (self.greatest is not None and result > self.greatest):
            raise self._refuse(value)
        return result

    def legal(self) -> str:
        """The legal values in words."""
        if self.choices: return ", ".join(c or "(empty)" for c in self.choices)
        bounds = f" from {self.least:g}" if self.least is not None else ""
        if self.greatest is not None: bounds += f" to {self.greatest:g}"
        return _KINDS[self.kind][0] + bounds

    def _refuse(self, value: object) -> SettingError:
        return SettingError(f"{self.name}={value} is not legal", f"Legal values of {self.name}: {self.legal()}.")


TABLE: tuple[Setting, ...] = (
    Setting("DEV", str, "", "device to use: [INTERFACE+]DEVICE[:INDEX][:COMPILER[:ARCH]]; empty takes the best usable one"),
    Setting("VISIBLE_DEVICES", str, "", "devices that may be opened, such as CPU,CL:1 (CL for all of that kind); empty for all. Files "
            "and devices without hardware are always there"),
    Setting("DEBUG", int, 0, "1 shows the device chosen, 2 each kernel with its time, 3 the optimiser's actions, 4 source, 5 the "
            "kernel's graph, 6 the graph after each pass, 7 assembly", least=0, greatest=7),
    Setting("TRACEBACK", str, "short", "frames in the traceback of a mistake: short leaves out heddle's own, full shows them",
            choices=("short", "full")),
    Setting("FILTER", str, "", "debug output only for kernels, passes and files whose name contains this"),
    Setting("BEAM", int, 0, "width of the search for the fastest form of each kernel; 0 trusts the heuristic", True, least=0),
    Setting("BEAM_BUDGET", Seconds, Seconds(60.0), "time the search may take for one kernel", least=0),
    Setting("BEAM_TOTAL_BUDGET", Seconds, Seconds(0.0), "time that all searches of a process may take together; 0 for no limit",
            least=0),
    Setting("BEAM_TIMEOUT", Seconds, Seconds(10.0), "time that one form of a kernel may take to be compiled, or to run for the first "
            "time, before it is given up for good", least=0),
    Setting("NOOPT", bool, False, "leave kernels as they are scheduled, without optimising them", True),
    Setting("JIT", int, 1, "TinyJit: 1 captures functions and replays them, 2 replays their kernels one by one, without graphs of the "
            "device, 0 runs the functions in Python each time", least=0, greatest=2),
    Setting("VALIDATE_WITH_CPU", bool, False, "run each kernel on the CPU too and compare"),
    Setting("VALIDATE", bool, False, "compute and read every index and label where it is used, and name the first that is outside its "
            "axis, with its position and the line of the program (slow)"),
    Setting("INT8_ACTIVATIONS", bool, False, "rows that are multiplied with packed weights of GGUF files are rounded to 8 "
            "bits, each block by its largest number, as llama.cpp does"),
    Setting("TF32", bool, False, "products of float32 on matrix units, which round their factors to 10 bits of fraction (NVIDIA, from "
            "compute capability 8.0 on)", True),
    Setting("TMA", bool, True, "tiles of products are copied by the device itself where it can (NVIDIA, compute capability 9.0); "
            "0: by the items of each block, as on older GPUs", True),
    Setting("TEXTURES", bool, True, "factors of products are read through texture units where that takes fewer instructions (QCOM); "
            "0: always as other memory", True),
    Setting("VERIFY", bool, False, "check the graph after every pass and name the first that breaks a rule"),
    Setting("CHECK_OOB", bool, False, "prove that every access of a kernel stays inside its memory, by bounds and by the solver z3, "
            "before it is compiled", True),
    Setting("SCACHE", bool, True, "keep schedules of graphs seen before"),
    Setting("CACHE", bool, True, "keep compiled kernels on disk"),
    Setting("CACHE_DIR", str, "", "folder of the disk cache; empty for the system's place (~/.cache/heddle on Linux)"),
    Setting("CACHE_SIZE", Bytes, Bytes(1 << 30), "size limit of the cache; least recently used entries are evicted first", least=0),
    Setting("DATASETS", str, "", "folder with the files of MNIST and CIFAR-10; empty to fetch them"),
    Setting("MEMORY_LIMIT", Bytes, Bytes(0), "most memory that the buffers of one device may take; 0 for no limit", least=0),
    Setting("MEMORY_CACHE", Bytes, Bytes(2 << 30), "most freed memory that a device keeps to use again", least=0),
    Setting("THREADS", int, 0, "threads that a CPU kernel may use; 0 for as many as there are cores", True, least=0, greatest=4096),
    Setting("PROFILE", bool, False, "record when every kernel, copy and compilation ran; a table is printed when the process ends"),
    Setting("PROFILE_TRACE", str, "", "file for the timeline of PROFILE=1, to be opened in Perfetto or chrome://tracing"),
    Setting("KERNEL_TIMEOUT", Seconds, Seconds(600.0), "longest wait for a device, then it counts as lost; 0 waits for ever", least=0),
    Setting("COLLECTIVE_TIMEOUT", Seconds, Seconds(300.0), "longest wait of a process for the others, at start-up and in each "
            "collective; then it names those that did not come and ends", least=0.1),
    Setting("COLLECTIVE_BUCKET", Bytes, Bytes(1 << 20), "collectives of one kind that do not need each other are joined into messages "
            "of up to so many bytes; 0 sends each by itself", least=0),
    Setting("COLLECTIVE_OVERLAP", int, 4, "collectives that may be under way while kernels run; 0 waits for each at once", least=0),
    Setting("DEVICE_COLLECTIVES", str, "", "how collectives between GPUs of several processes go: by nccl in their streams, by an mpi "
            "that takes their memory, or through the host; empty takes the first of these that all ranks can",
            choices=("", "nccl", "mpi", "host")),
    Setting("WEBGPU_PROVIDER", str, "", "the library that WEBGPU is to use; empty for the first that is found",
            choices=("", "dawn", "wgpu")),
    Setting("NO_COLOR", str, "", "any value disables colours"),
)
_ROWS: dict[str, Setting] = {row.name: row for row in TABLE}
#: names that the reference has for rows of the table
ALSO = {"ALLOW_TF32": "TF32", "NUM_CPU_THREADS": "THREADS", "CCACHE": "CACHE"}
_OTHER_NAME = {row: other for other, row in ALSO.items()}
#: variables that are read once, when tensors are first imported (default_dtypes.py)
_AT_IMPORT = ("DEFAULT_FLOAT", "DEFAULT_INT")
_AFFECTING = tuple(row.name for row in TABLE if row.affects_output)

# ---- older spellings: a flag that is on, and what it says in the form DEV=[INTERFACE+]DEVICE[:INDEX][:COMPILER]

_OLD_DEVICES = {"CLANG": "CPU:CLANG", "LLVM": "CPU:LLVM", "CPU": "CPU", "GPU": "CL", "CL": "CL", "CUDA": "CUDA", "NV": "NV",
                "AMD": "AMD", "METAL": "METAL", "QCOM": "QCOM", "WEBGPU": "WEBGPU"}
_OLD_COMPILERS = {"NV_PTX": ("NV", "PTX"), "CUDA_PTX": ("CUDA", "PTX"), "AMD_LLVM": ("AMD", "LLVM"),
                  "AMD_HIP": ("AMD", "HIP"), "CPU_LLVM": ("CPU", "LLVM")}
_OLD_INTERFACES = {"NV_IFACE": "NV", "AMD_IFACE": "AMD"}


def _is_on(environ: Mapping[str, str], name: str) -> bool:
    # other programs use some of these names too (CL holds options for a Windows compiler): only a plain 1 is ours
    return environ.get(name, "") == "1"


_NO_OVERRIDES: Mapping[str, Value] = MappingProxyType({})
_overrides: ContextVar[Mapping[str, Value]] = ContextVar("heddle_settings", default=_NO_OVERRIDES)


#: the settings as they are at a moment, in one thread or task: see `Settings.state`
State = tuple[object, Mapping[str, Value]]


class Settings:
    """The values now: `settings.DEBUG` reads one, `settings.DEBUG = 2` sets it for every thread that is not inside a Context.

    A value is a plain attribute as long as no thread anywhere overrides it, because DEBUG is read for every kernel; while a
    Context is open the attribute is taken away, and `__getattr__` asks the thread's own overrides.
    """

    DEV: str
    VISIBLE_DEVICES: str
    DEBUG: int
    TRACEBACK: str
    FILTER: str
    BEAM: int
    BEAM_BUDGET: Seconds
    BEAM_TIMEOUT: Seconds
    BEAM_TOTAL_BUDGET: Seconds
    NOOPT: bool
    TF32: bool
    INT8_ACTIVATIONS: bool
    TMA: bool
    JIT: int
    VALIDATE: bool
    VALIDATE_WITH_CPU: bool
    TEXTURES: bool
    VERIFY: bool
    CHECK_OOB: bool
    SCACHE: bool
    CACHE: bool
    CACHE_DIR: str
    CACHE_SIZE: Bytes
    DATASETS: str
    MEMORY_LIMIT: Bytes
    MEMORY_CACHE: Bytes
    THREADS: int
    PROFILE: bool
    PROFILE_TRACE: str
    KERNEL_TIMEOUT: Seconds
    COLLECTIVE_TIMEOUT: Seconds
    COLLECTIVE_BUCKET: Bytes
    COLLECTIVE_OVERLAP: int
    DEVICE_COLLECTIVES: str
    WEBGPU_PROVIDER: str
    NO_COLOR: str

    def __init__(self, environ: Mapping[str, str]) -> None:
        vars(self).update(_lock=free_in_child(threading.RLock()), _values={}, _faults={}, _open={}, _watchers={}, _state=object())
        vars(self).update(compilers={}, interfaces={}, _key=None)
        self.reload(environ)

    #: compiler and interface that older spellings ask for, by device
    compilers: dict[str, str]
    interfaces: dict[str, str]
    _lock: threading.RLock
    _values: dict[str, Value]  # what holds outside every Context
    _faults: dict[str, SettingError]  # illegal values of the environment, raised by the first read
    _open: dict[str, int]  # how many open Contexts override a name
    _watchers: dict[str, Callable[..., None]]
    _state: object  # another one after each change
    _key: tuple[State, str] | None  # the last `cache_key`, and when it held

    def reload(self, environ: Mapping[str, str]) -> None:
        """Reads every row from `environ` again."""
        with self._lock:
            self._values.clear()
            self._faults.clear()
            for row in TABLE:
                text = environ.get(row.name, environ.get(_OTHER_NAME.get(row.name, row.name), row.default))
                text = environ.get(_PREFIX + row.name, text)
                try: self._values[row.name] = row.read(text)
                except SettingError as fault: self._faults[row.name] = fault
            self._read_old_spellings(environ)
            _warn_unknown(environ)
            for row in TABLE: self._publish(row.name)
        self.renew()

    def _read_old_spellings(self, environ: Mapping[str, str]) -> None:
        """Reads CUDA=1, CPU_LLVM=1 and the like, which stand for DEV; if several name different devices, reading DEV is a
        SettingError."""
        self.compilers.clear()
        self.interfaces.clear()
        for name, (device, compiler) in _OLD_COMPILERS.items():
            if not _is_on(environ, name): continue
            self.compilers[device] = compiler
            _note_old(f"{name}=1", f"DEV={device}:{compiler}")
        for name, device in _OLD_INTERFACES.items():
            if not (interface := environ.get(name)): continue
            self.interfaces[device] = interface.upper()
            _note_old(f"{name}={interface}", f"DEV={interface.upper()}+{device}")
        devices = [name for name in _OLD_DEVICES if _is_on(environ, name)]
        for name in devices: _note_old(f"{name}=1", f"DEV={_OLD_DEVICES[name]}")
        if not devices or self._values.get("DEV"): return
        if len({_OLD_DEVICES[name].split(":")[0] for name in devices}) > 1:
            self._faults["DEV"] = SettingError(f"{' and '.join(f'{n}=1' for n in devices)} ask for different devices",
                                               f"Keep one, as DEV={_OLD_DEVICES[devices[0]]}.")
            del self._values["DEV"]
        else: self._values["DEV"] = _OLD_DEVICES[devices[0]]

    def _publish(self, name: str) -> None:
        if name in self._values and not self._open.get(name): vars(self)[name] = self._values[name]
        else: vars(self).pop(name, None)
        if name in self._watchers: self._watchers[name](vars(self).get(name))

    def watch(self, name: str, callback: Callable[..., None]) -> None:
        """Calls back now and on every change with the value of a setting in all threads: None where Contexts differ or it is illegal.

        A setting has one watcher.
        """
        with self._lock:
            self._watchers[name] = callback
            callback(vars(self).get(name))

    def __getattr__(self, name: str) -> Value:
        if name not in _ROWS: raise MissingAttributeError.of(self, "settings", name)
        override = _overrides.get()
        if name in override: return override[name]
        if name in self._faults: raise SettingError(self._faults[name].what, self._faults[name].cure)
        return self._values[name]

    def __setattr__(self, name: str, value: object) -> None:
        value = find_setting(name).read(value)
        with self._lock:
            self._values[name] = value
            self._faults.pop(name, None)
            self._publish(name)
        self.renew()

    def get(self, name: str) -> Any:
        """The value of `name`. SettingError if there is no such setting."""
        return getattr(self, find_setting(name).name)

    def cache_key(self) -> str:
        """The values that change generated code, as text."""
        if (known := self._key) is not None and self.is_still(known[0]): return known[1]
        state = self.state()  # first: another thread may change a value meanwhile
        key = " ".join([f"{name}={getattr(self, name)}" for name in _AFFECTING])
        vars(self)["_key"] = state, key
        return key

    def state(self) -> State:
        """What is the same (`is_still`) as long as every setting has the value that it has now in this thread or task."""
        return self._state, _overrides.get()

    def is_still(self, state: State) -> bool:
        """Whether no setting has changed since, so that what was worked out from them holds."""
        return state[0] is self._state and state[1] is _overrides.get()

    def renew(self) -> None:
        """Nothing holds any more that was worked out from settings, or from the devices that they name."""
        vars(self)["_state"] = object()

    def opened(self, names: Iterable[str], by: int) -> None:
        """Notes that `by` more Contexts override `names`."""
        with self._lock:
            for name in names:
                self._open[name] = self._open.get(name, 0) + by
                self._publish(name)


def find_setting(name: str) -> Setting:
    """The row called `name`, with or without the prefix. SettingError lists the rows if there is none."""
    found = _ROWS.get(ALSO.get(name, name.upper().removeprefix(_PREFIX)))
    if found is None: raise SettingError.unknown(name, _ROWS)
    return found


def is_setting(name: str) -> bool:
    """Whether there is a row of this name, in capitals and without the prefix."""
    return name in _ROWS or name in ALSO


def _note_old(old: str, new: str) -> None:
    warn_once(f"{old} is an older spelling of {new}", OldSpellingWarning)


def _warn_unknown(environ: Mapping[str, str]) -> None:
    for name in environ:
        if not name.startswith(_PREFIX) or name.removeprefix(_PREFIX) in (*_ROWS, *_AT_IMPORT): continue
        near = nearest(name.removeprefix(_PREFIX), _ROWS)
        hint = f"; did you mean {_PREFIX}{near}?" if near else ""
        warn_once(f"there is no setting {name}{hint}", HeddleWarning)


def came_by_ssh() -> bool:
    """Whether the user sits at another machine, as the server of SSH says (sshd(8), SSH_CONNECTION)."""
    return "SSH_CONNECTION" in os.environ


settings = Settings(os.environ)

_P = ParamSpec("_P")
_R = TypeVar("_R")


class Context:
    """`with Context(DEBUG=2, BEAM=0):` holds inside the block, for this thread or task; also a decorator of functions.

    SettingError for a name or value that is not legal.
    """

    def __init__(self, **values: object) -> None:
        self._values = {(row := find_setting(name)).name: row.read(value) for name, value in values.items()}
        self._tokens: list[Token[Mapping[str, Value]]] = []

    def __enter__(self) -> Self:
        settings.opened(self._values, +1)
        self._tokens.append(_overrides.set({**_overrides.get(), **self._values}))
        return self

    def __exit__(self, *_: object) -> None:
        _overrides.reset(self._tokens.pop())
        settings.opened(self._values, -1)

    def __call__(self, fn: Callable[_P, _R]) -> Callable[_P, _R]:
        @wraps(fn)
        def inside(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            with Context(**self._values): return fn(*args, **kwargs)
        return inside


def current_overrides() -> Mapping[str, Value]:
    """What the open Contexts of this thread change: hand it to `Context(**...)` in a helper thread."""
    return _overrides.get()


# ---- what depends on settings and on the system alone


def cache_folder() -> str:
    """Folder of the disk cache, whether it exists or not."""
    if settings.CACHE_DIR: return os.path.expanduser(settings.CACHE_DIR)
    # the platform's own convention; the library that knows more of them takes longer to import than a kernel to load
    if sys.platform == "win32": base = os.environ.get("LOCALAPPDATA", os.path.expanduser(r"~\AppData\Local"))
    elif sys.platform == "darwin": base = os.path.expanduser("~/Library/Caches")
    else: base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "heddle")


def getenv(key: str, default: Value = 0) -> Any:
    """What a user's own program asks of the environment, in the type of `default`: an integer, a float or text."""
    return type(default)(os.environ.get(key, default))


#: the variable by which a shell asks the command line for completions, as click names it
COMPLETION = "_HEDDLE_COMPLETE"


def is_completing() -> bool:
    """Whether a shell runs the command line for completions, and not for the user."""
    return COMPLETION in os.environ


#: by which a launcher gives a process its rank. PMIx (its standard, 10.1): PMIX_RANK; Open MPI (docs, "Environment variables set for
#: MPI applications"): OMPI_COMM_WORLD_RANK; PMI-1 as MPICH, Intel MPI and Flux have it (Flux RFC 13): PMI_RANK, and PMI_ID where the
#: server is found by a port; MVAPICH: MV2_COMM_WORLD_RANK; Slurm (srun(1)): SLURM_PROCID. That is also 0 in the script of a batch job,
#: from which another launcher may start the ranks, and so comes last.
_RANK_VARIABLES = ("PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMI_ID", "MV2_COMM_WORLD_RANK", "SLURM_PROCID")


def rank_of_launcher(environ: Mapping[str, str] = os.environ) -> int | None:
    """The rank that the launcher of this process gave it, known before MPI is initialised; None without a launcher."""
    return next((int(text) for name in _RANK_VARIABLES if (text := environ.get(name, "")).isdecimal()), None)


def search_path() -> list[str]:
    """The folders of PATH, in order: where programs such as compilers are looked for."""
    return os.environ.get("PATH", os.defpath).split(os.pathsep)


def use_color(stream: object = None) -> bool:
    """Whether `stream` (standard output if none is given) is a terminal that shows colours."""
    stream = sys.stdout if stream is None else stream
    return not settings.NO_COLOR and os.environ.get("TERM") != "dumb" and bool(getattr(stream, "isatty", bool)())


def settings_table() -> str:
    """Every setting as a Markdown table, for the docs."""
    lines = ["| setting | values | default | what it does | changes generated code |", "|---|---|---|---|---|"]
    for row in TABLE:
        default = format_bytes(int(row.default)) if row.kind is Bytes else int(row.default) if row.kind is bool else row.default
        shown = f"`{default}`" if default != "" else "empty"
        lines.append(f"| `{row.name}` | {row.legal()} | {shown} | {row.help} | {'yes' if row.affects_output else 'no'} |")
    return "\n".join(lines)


def old_spellings_table() -> str:
    """Every older spelling and its newer form, as a Markdown table, for the docs."""
    rows = [(f"{old}=1", f"DEV={new}") for old, new in _OLD_DEVICES.items()]
    rows += [(f"{old}=1", f"DEV={device}:{compiler}") for old, (device, compiler) in _OLD_COMPILERS.items()]
    rows += [(f"{old}=NAME", f"DEV=NAME+{device}") for old, device in _OLD_INTERFACES.items()]
    return "\n".join(["| older | newer |", "|---|---|", *(f"| `{old}` | `{new}` |" for old, new in rows)])
