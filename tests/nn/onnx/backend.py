"""All cases of `onnx.backend.test`, run by heddle: `python -m tests.nn.onnx.backend [--batches 8] [--only TEXT] [--device DEV]`.

Inputs: the cases of the package onnx: of every node, of small models, and of models that PyTorch exported. Outputs: for each
case nothing,
or why it fails. Invariants: each batch runs in a process of its own, so that a crash or a leak of one ends that batch alone.
"""
from __future__ import annotations

import argparse
import functools
import importlib
import json
import pkgutil
import subprocess
import sys
import time
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import onnx.backend.test
import onnx.backend.test.case.model as model_cases_of_onnx
import onnx.backend.test.case.node as node_cases_of_onnx
from onnx import OptionalProto, SequenceProto, TensorProto, ValueInfoProto, numpy_helper

from heddle import Tensor
from heddle.nn.onnx import OnnxRunner
from heddle.nn.onnx.values import is_host_only

ROOT = Path(__file__).resolve().parents[3]
_FOLDERS = ("simple", "pytorch-converted", "pytorch-operator")
_SMALL = 200  # elements up to which interpreting a case is faster than compiling it
#: results that are drawn: their shapes and dtypes are compared
_DRAWN = ("test_bernoulli", "test_training_dropout")
_DRAWN_EXACTLY = ("test_training_dropout_zero_ratio", "test_training_dropout_default_zero")


@dataclass(frozen=True)
class Case:
    """A model, its inputs and what it should give, in order; `rtol` and `atol` as the package states them."""

    name: str
    model: onnx.ModelProto
    data_sets: Sequence[tuple[Sequence[Any], Sequence[Any]]]
    rtol: float
    atol: float

    @functools.cached_property
    def size(self) -> int:
        """Elements of all inputs of the first data set."""
        return sum(np.size(x) for x in self.data_sets[0][0] if isinstance(x, np.ndarray)) if self.data_sets else 0


@functools.cache
def cases() -> tuple[Case, ...]:
    """All of them, by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for package in (node_cases_of_onnx, model_cases_of_onnx):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."): importlib.import_module(module.name)
    made = [*node_cases_of_onnx._NodeTestCases, *model_cases_of_onnx._SimpleModelTestCases]
    found = {c.name: Case(c.name, c.model, [_as_values(c.model, *s) for s in c.data_sets], c.rtol, c.atol) for c in made}
    data = Path(onnx.backend.test.__file__).parent / "data"
    for folder in _FOLDERS:
        for where in sorted((data / folder).iterdir()):
            if (where / "model.onnx").is_file() and where.name not in found: found[where.name] = _read(where)
    return tuple(found[name] for name in sorted(found))


def _as_values(model: onnx.ModelProto, inputs: Sequence[Any], results: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    return [_value(x) for x in inputs], [_value(x) for x in results]


def _value(x: Any) -> Any:
    """A value as arrays, lists of them, or None."""
    if isinstance(x, TensorProto): return numpy_helper.to_array(x)
    if isinstance(x, SequenceProto): return numpy_helper.to_list(x)
    if isinstance(x, OptionalProto): return numpy_helper.to_optional(x)
    return x


def _read(where: Path) -> Case:
    model = onnx.load(where / "model.onnx")
    data_sets = []
    for folder in sorted(where.glob("test_data_set_*")):
        rows = []
        for kind, described in (("input", model.graph.input), ("output", model.graph.output)):
            files = sorted(folder.glob(f"{kind}_*.pb"), key=lambda p: int(p.stem.split("_")[1]))
            rows.append([_value(_parsed(f.read_bytes(), info)) for f, info in zip(files, described, strict=False)])
        data_sets.append((rows[0], rows[1]))
    return Case(where.name, model, data_sets, 1e-3, 1e-7)


def _parsed(data: bytes, info: ValueInfoProto) -> Any:
    kinds = {"tensor_type": TensorProto, "sequence_type": SequenceProto, "optional_type": OptionalProto}
    found = kinds[info.type.WhichOneof("value") or "tensor_type"]()
    found.ParseFromString(data)
    return found


# ---- running


def check(case: Case, device: str | None = None) -> None:
    """Runs the case and compares every result: shape, dtype, values. AssertionError says which differs."""
    assert case.data_sets, f"{case.name} has no data"
    where = device or ("PYTHON" if case.size <= _SMALL else None)
    runner = OnnxRunner(case.model, where)
    for inputs, results in case.data_sets:
        given = [_given(x, where) for x in inputs]
        found = runner(dict(zip([i.name for i in case.model.graph.input], given, strict=False)))
        drawn = case.name.startswith(_DRAWN) and not case.name.startswith(_DRAWN_EXACTLY)
        for described, want in zip(case.model.graph.output, results, strict=True):
            compare(case.name, found[described.name], want, max(case.rtol, 1e-3), max(case.atol, 1e-5), not drawn)


def _given(x: Any, device: str | None) -> Any:
    """An input as a tensor wherever one can hold it, so that nothing is computed by ONNX's own evaluator that need not be."""
    if isinstance(x, (list, tuple)): return [_given(v, device) for v in x]
    array = x if x is None else np.asarray(x)
    return x if array is None or is_host_only(array) else Tensor(array, device=device)


def compare(what: str, got: Any, want: Any, rtol: float, atol: float, values: bool = True) -> None:
    """A value with what it should be. Formats of 16 bits and less may differ by a step."""
    if want is None:
        assert got is None, f"{what}: {got}, not the empty optional"
    elif isinstance(want, (list, tuple)):
        assert isinstance(got, list) and len(got) == len(want), f"{what}: {got}, not {len(want)} values"
        for one, other in zip(got, want, strict=True): compare(what, one, other, rtol, atol, values)
    elif isinstance(want, dict):
        assert isinstance(got, dict) and list(got) == list(want), f"{what}: {got}, not {want}"
        np.testing.assert_allclose(list(got.values()), list(want.values()), rtol=rtol, atol=atol)
    else: _compare_arrays(what, got, np.asarray(want), rtol, atol, values)


_NAMES = {"float8_e4m3fn": "fp8e4m3", "float8_e5m2": "fp8e5m2"}


def _compare_arrays(what: str, got: Any, want: np.ndarray, rtol: float, atol: float, values: bool) -> None:
    kind = want.dtype.name
    if isinstance(got, Tensor):
        assert _NAMES.get(kind, kind) == got.dtype.name, f"{what}: the dtype {got.dtype.name}, not {kind}"
        array = got.numpy()
    else:
        assert isinstance(got, np.ndarray), f"{what}: a {type(got).__name__}"
        assert (got.dtype.kind in "OUS") == (want.dtype.kind in "OUS") and (want.dtype.kind in "OUS" or got.dtype == want.dtype), \
            f"{what}: the dtype {got.dtype}, not {kind}"
        array = got
    assert array.shape == want.shape, f"{what}: the shape {array.shape}, not {want.shape}"
    if not values: return
    if want.dtype.kind in "OUS":
        assert array.astype(str).tolist() == _texts(want), f"{what}: {array.tolist()}, not {_texts(want)}"
        return
    if want.dtype.itemsize <= 2 and want.dtype.kind not in "iub":
        if want.dtype != np.float16 and not kind.startswith(("int", "uint")):
            rtol = max(rtol, 2 * float(ml_dtypes.finfo(want.dtype).eps))
        if want.dtype == np.float16: rtol = max(rtol, 2 * float(np.finfo(np.float16).eps))
        atol = max(atol, rtol * 2.0 ** -4)
        want, array = want.astype(np.float32), array.astype(np.float32)
    np.testing.assert_allclose(array, want, rtol=rtol, atol=atol, err_msg=what)


def _texts(x: np.ndarray) -> Any:
    return np.array([t.decode() if isinstance(t, bytes) else str(t) for t in x.reshape(-1)], object).reshape(x.shape).tolist()


def failures(which: Iterable[Case], device: str | None = None) -> dict[str, str]:
    """Why each of the cases fails that do."""
    found: dict[str, str] = {}
    for case in which:
        try: check(case, device)
        except Exception as fault: found[case.name] = f"{type(fault).__name__}: {' '.join(str(fault).split())[:400]}"
    return found


# ---- a process per batch


def run_batches(batches: int, only: str = "", device: str | None = None, timeout: float = 1200) -> tuple[int, dict[str, str]]:
    """(cases run, why each of them fails that do), one process at a time for each batch."""
    names = [c.name for c in cases() if only in c.name]
    failed: dict[str, str] = {}
    for number in range(batches):
        mine = names[number::batches]
        if not mine: continue
        command = [sys.executable, "-m", "tests.nn.onnx.backend", "--names-from-input", *(["--device", device] if device else [])]
        done = subprocess.run(command, input="\n".join(mine), capture_output=True, text=True, cwd=ROOT, timeout=timeout, check=False)
        try: failed.update(json.loads(done.stdout.splitlines()[-1]))
        except (IndexError, json.JSONDecodeError):
            failed.update(dict.fromkeys(mine, f"the process of the batch ended with {done.returncode}: {done.stderr[-300:]}"))
    return len(names), failed


def main() -> int:
    """Runs what the command line asks for and prints a row for each failure and the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=8)
    parser.add_argument("--only", default="")
    parser.add_argument("--device")
    parser.add_argument("--here", action="store_true", help="in this process, with the time that each takes")
    parser.add_argument("--names-from-input", action="store_true")
    given = parser.parse_args()
    if given.names_from_input:
        wanted = set(sys.stdin.read().split("\n"))
        print(json.dumps(failures((c for c in cases() if c.name in wanted), given.device)))
        return 0
    begin = time.perf_counter()
    if given.here:
        chosen = [c for c in cases() if given.only in c.name]
        count, failed = len(chosen), failures(chosen, given.device)
    else: count, failed = run_batches(given.batches, given.only, given.device)
    for name, why in sorted(failed.items()): print(f"{name}: {why}")
    print(f"{count - len(failed)} of {count} pass, in {time.perf_counter() - begin:.0f} s")
    return int(bool(failed))


if __name__ == "__main__": sys.exit(main())
