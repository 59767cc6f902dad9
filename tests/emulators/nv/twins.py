"""Twins of kernels: for the code that lies at a launch's address, the PTX that it was made of.

In: cubins with their PTX, as compilers make them in a test run (`watch`). Out: the kernel and its PTX for bytes that a GPU fetches.
Always true: a twin is known by its code bytes; PTX is made when a kernel is first run; what another process compiled is found by files
in a folder that both know.
"""
from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cubin import Kernel, kernels

_HEAD = 128  # bytes of code that kernels are looked up by


@dataclass(frozen=True)
class Twin:
    """A kernel of a cubin, and how to get the PTX of the same source."""

    kernel: Kernel
    ptx: Callable[[], str]


class Twins:
    """All kernels that were compiled."""

    def __init__(self, folder: Callable[[], Path] | None = None) -> None:
        self.folder = folder
        self._by_head: dict[bytes, list[Twin]] = {}
        self._patched: list[Twin] = []  # those that a loader patches within their head
        self._known: set[str] = set()

    def add(self, cubin: bytes, ptx: str | Callable[[], str]) -> None:
        """A cubin, and the PTX that it or its source gives."""
        name = hashlib.sha256(cubin).hexdigest()
        if name in self._known: return
        self._known.add(name)
        text = _kept(ptx)
        for kernel in kernels(cubin): self.add_kernel(Twin(kernel, text))

    def add_kernel(self, twin: Twin) -> None:
        """One kernel."""
        if any(at < _HEAD for at, _ in twin.kernel.holes): self._patched.append(twin)
        else: self._by_head.setdefault(twin.kernel.code[:_HEAD], []).append(twin)

    def find(self, fetch: Callable[[int], bytes]) -> list[Twin]:
        """The kernels whose code starts there, newest first; `fetch` reads so many bytes of it.

        There may be several: limits of a launch, which a source states, are not in the code.
        """
        return self._find(fetch) or (self._find(fetch) if self._read_folder() else [])

    def _find(self, fetch: Callable[[int], bytes]) -> list[Twin]:
        candidates = [*self._by_head.get(fetch(_HEAD), ()), *self._patched]
        return [twin for twin in reversed(candidates) if twin.kernel.matches(fetch(len(twin.kernel.code)))]

    # ---- what other processes compiled
    def keep(self, cubin: bytes, ptx: Callable[[], str]) -> None:
        """As `add`, and other processes of this run find it: their cubins come from a cache or from workers."""
        name = hashlib.sha256(cubin).hexdigest()
        if self.folder is not None and not ((folder := self.folder()) / f"{name}.ptx").exists():
            folder.mkdir(parents=True, exist_ok=True)
            for suffix, data in ((".cubin", cubin), (".ptx", ptx().encode())):  # the second tells that the first is whole
                part = folder / f"{name}{suffix}.{os.getpid()}"
                part.write_bytes(data)
                part.rename(folder / f"{name}{suffix}")
        self.add(cubin, ptx)

    def _read_folder(self) -> bool:
        """Whether there was something new."""
        before = len(self._known)
        for file in self.folder().glob("*.ptx") if self.folder is not None else ():
            if file.stem not in self._known: self.add(file.with_suffix(".cubin").read_bytes(), file.read_text(encoding="utf-8"))
        return len(self._known) > before

    def watch(self, compiler: type[Any], ptx_of: Callable[[Any, str], str]) -> Callable[[], None]:
        """Cubins that this compiler makes are kept from now on, with `ptx_of(compiler, source)`; what ends it."""
        compile_ = compiler.compile

        def watched(self_: Any, source: str) -> bytes:
            binary: bytes = compile_(self_, source)
            if binary[:4] == b"\x7fELF": self.keep(binary, lambda: ptx_of(self_, source))
            return binary

        compiler.compile = watched
        return lambda: setattr(compiler, "compile", compile_)


def _kept(ptx: str | Callable[[], str]) -> Callable[[], str]:
    """Asked once."""
    if isinstance(ptx, str): return lambda: ptx
    made: list[str] = []

    def text() -> str:
        if not made: made.append(ptx())
        return made[0]

    return text
