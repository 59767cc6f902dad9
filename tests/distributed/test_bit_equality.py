"""Values on several ranks that equal those of one device bit for bit: where no sum crosses a cut."""
from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.distributed.launching import launch, needs_mpi

pytestmark = needs_mpi

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

FORWARD = """
    import sys
    sys.path.insert(0, {root!r})
    import heddle.distributed as distributed
    from heddle import Mesh, Tensor, nn
    from tests.distributed.decoder import Decoder

    distributed.initialize()
    n = distributed.size()
    length = 8 * n  # kernels of fewer rows than 8 add up in another order

    def made(kind, *arguments):
        Tensor.manual_seed(0)
        return kind(*arguments)

    def decoder(): return made(Decoder, 32, length, 32, max(4, n), 1)
    def rows(x): return x.softmax(-1).cumsum(1) * x.std(1, keepdim=True)

    data, model, sequence = (Mesh({name: n}) for name in ("data", "model", "sequence"))
    Tensor.manual_seed(1)
    tokens, values = Tensor.randint(8, length, high=32).realize(), Tensor.randn(8, 32).realize()
    scores, wide = decoder()(tokens), made(nn.Linear, 32, 64)(values)
    found = {
        "data parallel": (distributed.data_parallel(decoder(), data)(tokens.shard(data, {"data": 0})), scores),
        "sharded parameters": (distributed.shard_parameters(decoder(), data)(tokens.shard(data, {"data": 0})), scores),
        "sequence parallel": (distributed.data_parallel(decoder(), sequence)(tokens.shard(sequence, {"sequence": 1})), scores),
        "columns": (distributed.tensor_parallel(made(nn.Linear, 32, 64), model, {"*": "columns"})(values.shard(model)), wide),
        "rows of a batch": (rows(values.shard(data, {"data": 0})), rows(values)),
    }
    for name, (sharded, alone) in found.items():
        equal = sharded.numpy().tobytes() == alone.numpy().tobytes()
        print(f"{name}: {'equal' if equal else 'other'}", flush=True)
""".replace("{root!r}", repr(_ROOT))


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow), pytest.param(8, marks=pytest.mark.slow)])
def test_forward_passes_whose_sums_cross_no_cut_equal_one_device(tmp_path: Path, count: int) -> None:
    said = launch(tmp_path, count, FORWARD).checked().said
    names = "data parallel", "sharded parameters", "sequence parallel", "columns", "rows of a batch"
    assert re.findall(r"(.*): (\w+)\n", said) == count * [(name, "equal") for name in names]
