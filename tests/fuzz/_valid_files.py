"""Small valid files of every format that heddle reads, and how each is loaded.

Inputs: a path. Outputs: bytes of a valid file; what a load of it gives, as names with dtype, shape and bytes. Invariants: files are
made
once per process and are the same in each.
"""
from __future__ import annotations

import bz2
import functools
import gzip
import io
import json
import lzma
import marshal
import sqlite3
import struct
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from heddle import Tensor, TinyJit
from heddle.device import disk_cache
from heddle.nn.state import gguf_load, safe_load, tar_extract, torch_load, zip_extract
from heddle.settings import Context
from heddle.tensor.io.safetensors import make_header
from tests.fuzz import _damage
from tests.fuzz._damage import Damage

#: elements up to which a tensor is read: a damaged file may declare more, which nobody reads then
_READ = 1 << 12
_KEY = b"k" * 16
Content = dict[str, Any]


class Format(NamedTuple):
    """A file format. `json` changes values of its header, checksums put right again; `checked`: a checksum covers all of the
    content."""

    make: Callable[[], bytes]
    load: Callable[[Path], Any]
    json: Callable[[bytes, list[Damage]], bytes] | None = None
    checked: bool = False


def contents(x: Any) -> Any:
    """What was loaded, as values that can be compared."""
    if isinstance(x, Tensor):
        return x.dtype.name, x.shape, bytes(x._bytes()) if x.numel() <= _READ and x.device.startswith("DISK") else None
    if isinstance(x, dict): return {str(k): contents(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)): return [contents(v) for v in x]
    return repr(x)


# ---- safetensors


@functools.cache
def safetensors_file() -> bytes:
    rows = [("a", Tensor.empty(2, 3)), ("b.weight", Tensor.empty(4, dtype="int64")), ("c", Tensor.empty(0, 5, dtype="float16"))]
    header = make_header([(name, t.dtype, t.shape) for name, t in sorted(rows, key=lambda r: -r[1].dtype.itemsize)], {"by": "test"})
    return header + bytes(range(56))


def safetensors_values(data: bytes, damages: list[Damage]) -> bytes:
    length = int.from_bytes(data[:8], "little")
    text = _damage.damaged_json(data[8:8 + length], damages)
    return len(text).to_bytes(8, "little") + text + data[8 + length:]


# ---- GGUF


def _text(x: str) -> bytes: return struct.pack("<Q", len(x.encode())) + x.encode()


@functools.cache
def gguf_file() -> bytes:
    keys = [_text("general.name") + struct.pack("<I", 8) + _text("x"), _text("general.alignment") + struct.pack("<II", 4, 32),
            _text("list") + struct.pack("<IIQ3i", 9, 5, 3, 1, 2, 3), _text("words") + struct.pack("<IIQ", 9, 8, 2) + _text("p") +
                _text("q")]
    rows = [("a", (3, 2), 0, 0), ("b", (5,), 24, 32), ("q", (32, 2), 8, 64)]
    header = b"GGUF" + struct.pack("<IQQ", 3, len(rows), len(keys)) + b"".join(keys)
    for name, sizes, kind, offset in rows: header += _text(name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, kind, offset)
    return header + bytes(-len(header) % 32) + bytes(range(64 + 68))


# ---- archives

_MEMBERS = {"a": b"hello" * 20, "folder/b": bytes(range(256)) * 2, "../up": b"x", "empty": b""}


@functools.cache
def tar_file(compress: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in _MEMBERS.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            if name == "a": member.pax_headers = {"comment": "é" * 10}
            archive.addfile(member, io.BytesIO(data))
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
            link = tarfile.TarInfo(f"link{kind!r}")
            link.type, link.linkname = kind, "/etc/passwd"
            archive.addfile(link)
    plain = out.getvalue()
    return {"": plain, "gz": gzip.compress(plain, mtime=0), "bz2": bz2.compress(plain), "xz": lzma.compress(plain)}[compress]


@functools.cache
def zip_file(how: int) -> bytes: return _zip(_MEMBERS, how)


def _zip(members: dict[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, data in members.items(): archive.writestr(zipfile.ZipInfo(name), data, how)
    return out.getvalue()


# ---- torch

#: was called by a pickle: code of a file has run
executed: list[str] = []


def execute(*args: Any) -> None:
    """What pickles of this fuzzer call if their reader lets them."""
    executed.append(repr(args))


def _storage(kind: str, key: str, count: int) -> bytes:
    return b"(U\x07storagectorch\n" + kind.encode() + b"\nU" + bytes([len(key)]) + key.encode() + b"U\x03cpuK" + bytes([count]) + b"tQ"


def _pickled_tensor(kind: str, key: str, count: int, offset: int, size: tuple[int, ...], stride: tuple[int, ...]) -> bytes:
    def several(numbers: tuple[int, ...]) -> bytes: return b"(" + b"".join(b"K" + bytes([n]) for n in numbers) + b"t"
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + _storage(kind, key,
        count) + b"K" + bytes([offset]) + several(size) + several(stride) + \
        b"\x89ccollections\nOrderedDict\n)RtR"


@functools.cache
def torch_file() -> bytes:
    pickled = b"\x80\x02}(X\x01\x00\x00\x00a" + _pickled_tensor("FloatStorage", "0", 6, 0, (2, 3), (3, 1)) + b"X\x01\x00\x00\x00b" + \
        _pickled_tensor("LongStorage", "1", 4, 1, (2,), (2,)) + b"X\x05\x00\x00\x00epochI3\nX\x04\x00\x00\x00list](K\x01\x88Ne" + b"u."
    return _zip({"x/data.pkl": pickled, "x/byteorder": b"little", "x/data/0": bytes(range(24)), "x/data/1": bytes(range(32)),
                 "x/version": b"3\n"})


_OPCODES = (b"ctests.fuzz._valid_files\nexecute\n(tR0", b"cos\nsystem\n(U\x04truetR0", b"cbuiltins\neval\n(U\x011tR0", b"]" * 2000,
    b"(" * 50,
            b"0", b"\x93", b"\x81", b"b", b"s", b"u", b"Q", b"P0\n", b"r\xff\xff\xff\x7f", b"j\xff\xff\xff\x7f", b"\x8d" + b"\xff" * 8,
            b"\x96" + b"\xff" * 8, b"\x8a\xff" + b"\xff" * 255, b"I" + b"9" * 5000 + b"\n", b"Lx\n", b"\x95" + b"\xff" * 8, b"2t",
                b"d", b"R",
            b"ctorch\nSize\n(K\x01tR0", b"ccollections\nOrderedDict\n(K\x01tR0", b"F1e999\n0", b"V\\ud800\n0", b"i", b"e", b"\x90",
                b"c\n\n")


def torch_values(data: bytes, damages: list[Damage]) -> bytes:
    """Other opcodes in the pickle, or its bytes changed, in an archive whose checksums are right."""
    members = _unzipped(data)
    pickled = members["x/data.pkl"]
    for d in damages:
        at = int(d.at * len(pickled))
        if d.kind in ("replace", "double"): pickled = pickled[:at] + _OPCODES[d.size % len(_OPCODES)] + pickled[at:]
        elif d.kind == "remove": pickled = pickled[:at] + pickled[at + 1 + d.size % 8:]
        else: pickled = pickled[:at] + bytes([d.size * 37 % 256]) + pickled[at + 1:]
    return _zip(members | {"x/data.pkl": pickled})


def _unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive: return {name: archive.read(name) for name in archive.namelist()}


# ---- captures


@functools.cache
def capture_file() -> bytes:
    state = Tensor([1.0, 2.0, 3.0, 4.0], device="PYTHON").realize()

    def step(x: Tensor, n: int) -> dict[str, Any]: return {"y": (x * n + state).realize(), "n": n, "rows": [x]}
    captured = TinyJit(step)
    for _ in range(3): captured(Tensor.ones(4, device="PYTHON").contiguous().realize(), 3)
    with tempfile.TemporaryDirectory() as folder:
        captured.save(Path(folder) / "x")
        return (Path(folder) / "x").read_bytes()


def capture_values(data: bytes, damages: list[Damage]) -> bytes:
    members = _unzipped(data)
    if damages[0].size % 4 == 0:  # the contents' header, or a kernel
        name = sorted(members)[damages[0].size // 4 % len(members)]
        if name == "buffers.safetensors": return _zip(members | {name: safetensors_values(members[name], damages)})
        if name.endswith(".ast"): return _zip(members | {name: text_values(members[name], damages)})
    return _zip(members | {"capture.json": _damage.damaged_json(members["capture.json"], damages)})


# ---- results of searches, as text


@functools.cache
def winners_file() -> bytes:
    from heddle.engine.beam.winners import Winner, to_text
    from heddle.uop.printer import show_graph
    from tests.engine.beam.kernels import column_sums
    ast = show_graph(column_sums(4, 8), locations=False)
    return to_text([Winner("sums", "c x86_64", 2, ("split 0 by 2 as vector",), 3.5e-05, 4e-05, ast),
                    Winner("others", "c x86_64", 4, (), 1e-05, 1e-05, ast)]).encode()


_WORDS = (b"-1", b"0", b"99999999999999999999999", b"inf", b"nan", b"[]", b"{}", b'"x"', b"true", b"ADD", b"float32", b"()",
    b"dtypes.int8",
          b"-'x'", b"(1).vec(3)", b"RANGE", b"4.vec(99999999)", b"Ops.ADD", b"frozenset({1})", b"1979-05-27", b"\\", b"'''",
              b"split 0 by 0 as loop",
          b"split 7 by 3 as vector", b"1" * 5000, b"(" * 300, b"-" * 3000, b"\xff")


def text_values(data: bytes, damages: list[Damage]) -> bytes:
    """Words replaced by others."""
    for d in damages:
        words = data.split(b" ")
        at = int(d.at * len(words))
        if d.kind == "exchange": words[at], words[d.size % len(words)] = words[d.size % len(words)], words[at]
        elif d.kind == "remove": words[at:at + 1 + d.size % 3] = []
        elif d.kind == "double": words[at:at] = words[at:at + 1 + d.size % 10]
        else: words[at] = _WORDS[d.size % len(_WORDS)]
        data = b" ".join(words)
    return data


def load_winners(path: Path) -> Any:
    from heddle.engine.beam import winners
    from heddle.tools.beam import read_winners
    with Context(CACHE=0):
        found = read_winners(path)
        taken, refused = winners.take_in(found)
        winners._here.clear()
    return [repr(w) for w in found], taken, [r.why for r in refused]


# ---- recordings


@functools.cache
def recording_file() -> bytes:
    from heddle.tools.view.format import create
    with tempfile.TemporaryDirectory() as folder:
        db = create(Path(folder) / "x.heddle")
        rows: dict[str, list[tuple[Any, ...]]] = {
            "meta": [("version", "1")], "location": [(1, "a.py", 3, "f", "x + y")],
            "node": [(i, "ADD" if i > 2 else "CONST", "float32", "[4]", "1", f"{i - 1} {i - 2}" if i > 2 else "", 1) for i in
                range(1, 8)],
            "graph": [(1, 7, 1, 1, 0.5)], "call": [(1, 0, "kernel", 1, 1)], "operand": [(1, 0, 0, "b", "CPU", "float32", 16, 1)],
            "boundary": [(1, 0, 0, "1", "ADD", "float32", "[4]", 16, 1, "read twice")],
            "kernel": [(1, "e_4", "CPU", 7, 1, "source", "assembly", '{"ops": 4, "bytes": 16}', None)],
            "stage": [(1, 1, None, 0, "first", 7, 7, ""), (2, None, 1, 0, "second", 6, 6, "")],
            "rewriting": [(1, 1, 0, "rules", 7, 6, 1, 0)], "step": [(1, 0, 7, 6, 1)],
            "rule": [(1, "add_zero", "x + 0 = x", "r.py", 1)],
            "event": [(1, "kernel", "e_4", "CPU", 0, 0.1, 0.2, 4, 16, 1, 1, "")], "memory": [(1, "CPU", 0.1, 16, 0)]}
        for table, several in rows.items():
            for row in several: db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        db.close()
        return (Path(folder) / "x.heddle").read_bytes()


def recording_values(data: bytes, damages: list[Damage]) -> bytes:
    """Other values in the tables, or other tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        path.write_bytes(data)
        db = sqlite3.connect(path)
        columns = [(t, c[1]) for (t,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'") for c in
                   db.execute(f"PRAGMA table_info({t})")]
        for d in damages:
            table, column = columns[int(d.at * len(columns))]
            value: Any = _CELLS[d.size % len(_CELLS)]
            try:
                if d.kind == "remove": db.execute(f"ALTER TABLE {table} RENAME TO t{d.size}")
                elif d.kind == "double": db.execute(f"CREATE VIEW v{d.size} AS SELECT {column} FROM {table}")
                else: db.execute(f"UPDATE {table} SET {column} = ?", (value,))
            except sqlite3.Error: continue  # SQLite itself refuses: another change is drawn next time
        db.commit()
        db.close()
        return path.read_bytes()


_CELLS: tuple[Any, ...] = ("", "x", b"\xff", -1, 0, 1 << 62, 1e308, "7 6", "7", "9999999", "-1 -2", "{", "[1]", '"x"', "1.5", "7 " *
    3000)


def load_recording(path: Path) -> Any:
    """Every answer that the page takes, of the first of each thing."""
    from heddle.errors import FileFormatError
    from heddle.tools.view.read import Reader
    from heddle.tools.view.serve import ANSWERS, Query, answer
    reader = Reader(path)
    query = Query("id=1&root=7&rewriting=1&step=1&position=0&graph=1&kernel=1&begin=0&end=1&start=0&count=50&by=1&search=&order=time")
    found, faults = {}, []
    try:
        for name in ANSWERS:
            try: found[name] = answer(reader, name, query)
            except FileFormatError as fault: faults.append(fault)
            except KeyError: found[name] = None  # not in the recording: the page says so
    finally: reader.db.close()
    if faults: raise faults[0]
    return json.dumps(found)


# ---- entries of the disk cache


@functools.cache
def entry_file() -> bytes:
    value = marshal.dumps(("info", "source", b"binary", ()))
    return disk_cache._HEADER.pack(b"heddle", 1, len(value), disk_cache._checksum("fuzz", _KEY, value)) + value


def load_entry(path: Path) -> Any:
    """The value, or None."""
    return None if (value := disk_cache._read(str(path), "fuzz", _KEY, warns=False)) is None else repr(value)


# ---- models of ONNX


@functools.cache
def onnx_file() -> bytes:
    from onnx import TensorProto, helper, numpy_helper
    weights = [numpy_helper.from_array(np.arange(6, dtype=np.float32).reshape(3, 2), "w"), numpy_helper.from_array(np.array([1, 4]),
        "s")]
    nodes = [helper.make_node("MatMul", ["x", "w"], ["a"], name="product"), helper.make_node("Reshape", ["a", "s"], ["b"]),
             helper.make_node("Softmax", ["b"], ["c"], axis=1), helper.make_node("Shape", ["c"], ["n"]),
             helper.make_node("ConstantOfShape", ["n"], ["d"]), helper.make_node("Add", ["c", "d"], ["y"])]
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 4])], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]).SerializeToString(deterministic=True)


def onnx_values(data: bytes, damages: list[Damage]) -> bytes:
    """Fields of the model changed, as JSON has them."""
    from google.protobuf import json_format
    from onnx import ModelProto
    text = _damage.damaged_json(json_format.MessageToJson(ModelProto.FromString(data)).encode(), damages)
    try: return json_format.Parse(text, ModelProto(), ignore_unknown_fields=True).SerializeToString(deterministic=True)
    except (json_format.ParseError, ValueError, TypeError, OverflowError, RecursionError, AttributeError): return data  # no such model


def load_onnx(path: Path) -> Any:
    """The shapes of the results: nothing is computed. Errors of nodes name the node, and those of opening the file."""
    from heddle.errors import UserError
    from heddle.nn.onnx import OnnxRunner
    model = OnnxRunner(path)
    try: return {name: repr(t.shape) for name, t in model({"x": np.ones((2, 3), np.float32)}).items()}
    except UserError as fault:
        if not fault.what.startswith(("in ", "the input ")) and "input" not in fault.what: raise
        fault.what = f"{path}: {fault.what}"
        raise


# ---- the table

FORMATS: dict[str, Format] = {
    "safetensors": Format(safetensors_file, safe_load, safetensors_values),
    "gguf": Format(gguf_file, gguf_load),
    "torch": Format(torch_file, torch_load, torch_values),
    "tar": Format(lambda: tar_file(""), tar_extract),
    **{f"tar.{how}": Format(functools.partial(tar_file, how), tar_extract, checked=True) for how in ("gz", "bz2", "xz")},
    "zip": Format(lambda: zip_file(zipfile.ZIP_STORED), zip_extract),
    "zip-deflate": Format(lambda: zip_file(zipfile.ZIP_DEFLATED), zip_extract),
    "zip-bzip2": Format(lambda: zip_file(zipfile.ZIP_BZIP2), zip_extract),
    "capture": Format(capture_file, TinyJit.load, capture_values),
    "winners": Format(winners_file, load_winners, text_values),
    "recording": Format(recording_file, load_recording, recording_values),
    "onnx": Format(onnx_file, load_onnx, onnx_values),
    "entry": Format(entry_file, load_entry, checked=True),
}
