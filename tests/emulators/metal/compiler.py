"""Kernels in Metal's language compiled for the host: as C++ against `include/metal_stdlib`, with every access to memory checked.

In: MSL. Out: a `Library` of functions, whose arguments are those that the text declares. MetalCompileError with clang's words.
Always true: what is compiled lies in a folder of this process, which goes when it ends.
"""
from __future__ import annotations

import atexit
import ctypes
import functools
import hashlib
import platform
import re
import shutil
import subprocess
import tempfile
from ctypes import CDLL, POINTER, Structure, c_char_p, c_int, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path

from heddle.runtime.cpu.clang import find_clang
from tests.emulators.metal.errors import MetalCompileError, MetalFault

HERE = Path(__file__).parent
#: bytes of threadgroup memory that a kernel may have, and buffers, on every family of GPUs (Metal feature set tables)
MOST_SHARED, MOST_BUFFERS, MOST_THREADS = 32768, 31, 1024
_STACK = 64 << 10  # bytes of a thread's stack
_MESSAGE = 1024

# ---- the host's compiler


@functools.cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="metal-emulator-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@functools.cache
def _tools() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How clang and a linker are started."""
    clang, passed = find_clang()
    if clang is None: raise MetalCompileError(f"the emulator of Metal needs clang: pip install ziglang ({'; '.join(passed)})")
    if len(clang.command) > 1: return clang.command, (clang.command[0], "ld.lld")
    linker = shutil.which("ld.lld") or shutil.which("ld")
    if linker is None: raise MetalCompileError("the emulator of Metal needs a linker: pip install ziglang")
    return clang.command, (linker,)


_MACHINES = {"x86_64": ("-target-cpu", "x86-64-v3"), "aarch64": ("-target-feature", "+fullfp16", "-target-feature", "+neon")}
_OPTIONS = ("-O1", "-mrelocation-model", "pic", "-pic-level", "2", "-ffreestanding", "-fwrapv", "-relaxed-aliasing", "-x", "c++",
            "-std=c++20", "-nostdsysteminc", "-nobuiltininc")
_CHECKED = ("-fsanitize=thread", "-mllvm", "-tsan-instrument-func-entry-exit=0")


def clang(source: str, *options: str) -> str:
    """Runs the compiler on C++. What it says; MetalCompileError if it refuses."""
    machine = platform.machine()
    command = [*_tools()[0], "-cc1", "-triple", f"{machine}-unknown-linux-gnu", *_MACHINES[machine], *_OPTIONS, *options, "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    if done.returncode: raise MetalCompileError(done.stderr)
    return done.stderr


def _shared_object(name: str, source: str, *options: str) -> Path:
    """The file of what is made of `source`."""
    path = _folder() / f"{name}.so"
    if not path.exists():
        object_file = path.with_suffix(".o")
        clang(source, "-emit-obj", "-o", str(object_file), *options)
        subprocess.run([*_tools()[1], "-shared", "-o", str(path), str(object_file)], check=True, capture_output=True)
    return path


# ---- what runs kernels


class Range(Structure):
    """Memory that a launch may touch."""

    _fields_ = [("begin", c_void_p), ("end", c_void_p), ("index", c_int), ("writable", c_int)]


class _Launch(Structure):
    _fields_ = [("entry", c_void_p), ("arguments", POINTER(c_void_p)), ("ranges", POINTER(Range)), ("shared", c_void_p),
                ("stacks", c_void_p), ("message", c_char_p), ("n_ranges", c_uint64), ("shared_size", c_uint64),
                ("stack_size", c_uint64), ("room", c_uint64), ("groups", c_uint32 * 3), ("items", c_uint32 * 3), ("meets", c_uint32)]


@functools.cache
def _runtime() -> CDLL:
    """The scheduler of threads, whose functions kernels call."""
    return CDLL(str(_shared_object("runtime", (HERE / "runtime.cpp").read_text())), mode=ctypes.RTLD_GLOBAL)


@functools.cache
def _stacks() -> ctypes.Array[ctypes.c_char]:
    return (ctypes.c_char * (_STACK * (MOST_THREADS + 1)))()


# ---- the text of a library


@dataclass(frozen=True)
class Argument:
    """One of a kernel's: a buffer of the table at `index`, or else what the launch says of a thread (`kind`)."""

    text: str
    kind: str
    index: int = 0
    space: str = ""
    element: str = ""
    written: bool = False


_POSITIONS = {"threadgroup_position_in_grid": "group", "thread_position_in_threadgroup": "item", "threadgroups_per_grid": "groups",
              "threads_per_threadgroup": "items"}
_NUMBERS = {"thread_index_in_threadgroup": "index", "thread_index_in_simdgroup": "lane", "simdgroup_index_in_threadgroup": "simd"}
_KERNEL = re.compile(r"(?:\[\[\s*max_total_threads_per_threadgroup\((\d+)\)\s*\]\]\s*)?\bkernel\s+void\s+(\w+)\s*\(([^{]*)\)\s*\{")
_SHARED = re.compile(r"(?m)^(\s*)threadgroup\s+((?:alignas\(\d+\)\s+)?\w+\s+\w+\s*(?:\[[^\]]*\]\s*)*;)")
#: where the linker puts it
_SHARED_MEMORY = """extern "C" {
extern char __start_metal_shared[] __attribute__((weak)), __stop_metal_shared[] __attribute__((weak));
__attribute__((no_sanitize("thread"))) void metal_shared_memory(char **ends) {
  ends[0] = __start_metal_shared, ends[1] = __stop_metal_shared;
}
}
"""
_MEETS = re.compile(r"\b(threadgroup_barrier|simdgroup_\w+|simd_\w+)\b")


def _argument(text: str) -> Argument:
    found = re.fullmatch(r"(.*?)\s*\[\[\s*(\w+)(?:\((\d+)\))?\s*\]\]", text.strip(), re.S)
    if found is None: raise MetalCompileError(f"error: the argument {text.strip()!r} of a kernel has no attribute")
    declared, kind, index = found[1], found[2], int(found[3] or 0)
    if kind != "buffer":
        if kind not in _POSITIONS | _NUMBERS: raise MetalCompileError(f"error: unknown attribute {kind!r} of an argument")
        return Argument(declared, kind)
    parts = re.fullmatch(r"((?:(?:const|device|constant)\s+)+)([\w:<>, ]+?)\s*([*&])\s*(?:const\s+)?(\w+)", declared)
    words = parts[1].split() if parts else []
    if parts is None or ("device" in words) == ("constant" in words):
        raise MetalCompileError(f"error: {declared!r} must be a pointer or a reference to device or constant memory")
    if index >= MOST_BUFFERS: raise MetalCompileError(f"error: 'buffer' attribute parameter must be between 0 and 30: {index}")
    space = "device" if "device" in words else "constant"
    return Argument(declared, kind, index, space, parts[2] + parts[3], space == "device" and "const" not in words)


@dataclass(frozen=True)
class Declaration:
    """A kernel as its text has it."""

    name: str
    arguments: tuple[Argument, ...]
    most_threads: int

    def entry(self) -> str:
        """The C function by which a thread runs it."""
        return (f'extern "C" __attribute__((visibility("default"), no_sanitize("thread"))) void entry_{self.name}'
                f"(char *const *arguments, const metal_position *at) {{ {self.name}({', '.join(map(_given, self.arguments))}); }}\n")


def _given(a: Argument) -> str:
    if a.kind in _NUMBERS: return f"at->{_NUMBERS[a.kind]}"
    if a.kind in _POSITIONS:
        three = [f"at->{_POSITIONS[a.kind]}[{d}]" for d in range(3)]
        count = re.match(r"(?:uint|ushort)([23]?)\b", a.text)
        if count is None: raise MetalCompileError(f"error: invalid type of {a.text!r}: a position is a uint, uint2 or uint3")
        return three[0] if not count[1] else f"uint{count[1]}({', '.join(three[:int(count[1])])})"
    pointer = f"({a.space} {a.element.rstrip('*&')} *)arguments[{a.index}]"
    return f"*{pointer}" if a.element.endswith("&") else pointer


def _declarations(text: str) -> list[Declaration]:
    found: list[Declaration] = []
    for most, name, inside in _KERNEL.findall(text):
        parts = re.split(r",(?![^\[(<]*[\])>])", inside) if inside.strip() else []
        arguments = tuple(map(_argument, parts))
        taken = [a.index for a in arguments if a.kind == "buffer"]
        if len(set(taken)) != len(taken): raise MetalCompileError(f"error: two arguments of {name} have the same buffer index")
        found.append(Declaration(name, arguments, int(most or MOST_THREADS)))
    return found


class Library:
    """A compiled text. `language`: the version, such as (3, 1)."""

    def __init__(self, text: str, language: tuple[int, int] = (3, 1)) -> None:
        version = f"-D__METAL_VERSION__={language[0]}{language[1]}0"
        self.declarations = {d.name: d for d in _declarations(text)}
        body = _SHARED.sub(r"\1METAL_SHARED \2", text)
        if re.search(r"\bdouble\b", text): raise MetalCompileError("error: 'double' is not supported in Metal")
        body += "\n" + "".join(d.entry() for d in self.declarations.values())
        body += _SHARED_MEMORY
        _runtime()
        name = hashlib.blake2b(f"{version}\0{body}".encode(), digest_size=12).hexdigest()
        self._library = CDLL(str(_shared_object(name, body, *_CHECKED, version, "-I", str(HERE / "include"))))
        self.meets = _MEETS.search(text) is not None
        self.shared = self._shared()

    def _shared(self) -> tuple[int, int]:
        """Where threadgroup memory is, and its bytes."""
        ends = (c_void_p * 2)()
        self._library.metal_shared_memory(ends)
        return ends[0] or 0, (ends[1] or 0) - (ends[0] or 0)

    def entry(self, name: str) -> int:
        """Where the code of a kernel is."""
        return ctypes.cast(self._library[f"entry_{name}"], c_void_p).value or 0


def check_spaces(text: str, language: tuple[int, int] = (3, 1)) -> None:
    """MetalCompileError if pointers of the text do not keep to their address spaces."""
    body = _SHARED.sub(r"\1METAL_SHARED \2", text)
    clang(body, "-fsyntax-only", "-DMETAL_SPACES=1", f"-D__METAL_VERSION__={language[0]}{language[1]}0", "-I", str(HERE / "include"))


def run(library: Library, name: str, addresses: dict[int, tuple[int, int]], groups: tuple[int, ...], items: tuple[int, ...]) -> None:
    """Runs a kernel over `groups` threadgroups of `items` threads. MetalFault if it does wrong.

    `addresses`: (begin, end) of each buffer.
    """
    declared = library.declarations[name]
    arguments = (c_void_p * MOST_BUFFERS)(*(addresses.get(n, (0, 0))[0] for n in range(MOST_BUFFERS)))
    buffers = [a for a in declared.arguments if a.kind == "buffer"]
    ranges = (Range * max(len(buffers), 1))(*(Range(*addresses.get(a.index, (0, 0)), a.index, a.written) for a in buffers))
    message = ctypes.create_string_buffer(_MESSAGE)
    launch = _Launch(library.entry(name), arguments, ranges, library.shared[0], ctypes.addressof(_stacks()),
                     ctypes.cast(message, c_char_p), len(buffers), library.shared[1], _STACK, _MESSAGE,
                     (c_uint32 * 3)(*groups), (c_uint32 * 3)(*items), library.meets)
    if _runtime().metal_run(ctypes.byref(launch)): raise MetalFault(f"{name} {message.value.decode()}")
