"""Models whose fields were damaged at random: typed errors, results, and nothing else."""
from __future__ import annotations

import random

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from heddle import Tensor
from heddle.errors import InternalError, UserError
from heddle.nn.onnx import OnnxRunner
from tests.nn.onnx.backend import Case, cases

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
_NUMBERS = (0, 1, -1, 2, 3, 7, -5, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63))
_FLOATS = (0.0, -1.0, 1e30, float("inf"), float("nan"))
_MOST = 1 << 20  # elements of a result up to which it is computed


def _small_cases() -> list[Case]:
    """Every fortieth case of few numbers."""
    small = [c for c in cases() if c.data_sets and c.size <= 100 and all(isinstance(x, np.ndarray) for x in c.data_sets[0][0])]
    return small[::40]


def _damaged(model: onnx.ModelProto, rng: random.Random) -> onnx.ModelProto:
    """A copy with one field changed: of a node, an attribute, a stored tensor, or a version."""
    made = onnx.ModelProto()
    made.CopyFrom(model)
    node = rng.choice(made.graph.node)
    match rng.randrange(8):
        case 0: made.opset_import[0].version = rng.choice((0, 1, 5, 7, 9, 10, 12, 17, 21, 99))
        case 1: node.op_type = rng.choice(("Add", "Reshape", "Gather", "Loop", "If", "SequenceAt", "Conv", "Split", "Resize",
                                           "Nothing"))
        case 2: node.input[:] = [*node.input[1:], *node.input[:1]]
        case 3: del node.input[rng.randrange(len(node.input) + 1):]
        case 4: node.output.append("more")
        case 5 if node.attribute:
            a = rng.choice(node.attribute)
            setattr(a, "type", rng.choice((1, 2, 3, 4, 5, 6, 7, 8)))  # noqa: B010, which the stubs do not allow otherwise
        case 6 if node.attribute:
            a = rng.choice(node.attribute)
            a.i, a.f, a.s = rng.choice(_NUMBERS), rng.choice(_FLOATS), bytes([rng.randrange(256)])
            for i in range(len(a.ints)): a.ints[i] = rng.choice(_NUMBERS)
        case _:
            for stored in made.graph.initializer:
                if stored.data_type == TensorProto.INT64:
                    values = [rng.choice(_NUMBERS) for _ in range(max(1, numpy_helper.to_array(stored).size))]
                    stored.CopyFrom(numpy_helper.from_array(np.array(values, np.int64), stored.name))
    return made


def _numbers(values: list[np.ndarray], rng: random.Random) -> list[np.ndarray]:
    """Inputs of which integers are sometimes others; floats sometimes are not numbers."""
    if rng.randrange(3): return values
    return [np.array([rng.choice(_NUMBERS[:7]) for _ in range(v.size)],
                     v.dtype).reshape(v.shape) if v.dtype == np.int64 else v for v in values]


def _run(model: onnx.ModelProto, inputs: list[np.ndarray]) -> None:
    names = [i.name for i in model.graph.input]
    given = dict(zip(names, inputs, strict=False))
    for value in OnnxRunner(model, "PYTHON")(given).values():
        if isinstance(value, Tensor) and value.numel() <= _MOST: value.numpy()


@pytest.mark.parametrize("seed", range(6))
def test_damage_gives_typed_errors(seed: int) -> None:
    rng, chosen = random.Random(seed), _small_cases()
    typed = 0
    for case in chosen:
        broken = _damaged(case.model, rng)
        try:
            with np.errstate(all="ignore"): _run(broken, _numbers(list(case.data_sets[0][0]), rng))
        except InternalError: raise
        except UserError as fault:
            typed += 1
            assert fault.cure, (case.name, fault)
        except Exception as fault: raise AssertionError(f"{case.name}: {type(fault).__name__}: {fault}") from fault
    assert typed > 5


@pytest.mark.parametrize("seed", range(4))
def test_damaged_bytes_give_typed_errors(seed: int) -> None:
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3, 4])
    y = helper.make_empty_tensor_value_info("y")
    nodes = [helper.make_node("Reshape", ["x", "s"], ["r"]), helper.make_node("Gather", ["r", "i"], ["g"], axis=1),
             helper.make_node("Softmax", ["g"], ["y"], axis=-1)]
    stored = [numpy_helper.from_array(np.array(v, np.int64), n) for n, v in (("s", [-1, 12]), ("i", [0, 5]))]
    whole = helper.make_model(helper.make_graph(nodes, "g", [x], [y], stored),
                              opset_imports=[helper.make_opsetid("", 17)]).SerializeToString()
    rng = random.Random(seed)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)): data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.randrange(4) == 0: del data[rng.randrange(len(data)):]
        try: _run(onnx.load_from_string(bytes(data)), [X]) if rng.randrange(2) else OnnxRunner(bytes(data), "PYTHON")
        except UserError as fault: assert fault.cure
        except Exception as fault:
            if type(fault).__name__ == "DecodeError": continue  # of the package onnx, which read the bytes here
            raise AssertionError(f"{type(fault).__name__}: {fault}") from fault
