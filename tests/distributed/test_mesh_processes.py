"""Meshes over real processes: values against NumPy, training against one process, and what a mistake says."""
from __future__ import annotations

import os
import re

import pytest

from tests.distributed.launching import launch, needs_mpi

pytestmark = needs_mpi

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

GRAPHS = """
    import sys
    sys.path.insert(0, {root!r})
    import heddle.distributed as distributed
    from heddle import Mesh
    from tests.distributed.mesh_graphs import check

    distributed.initialize()
    size, devices = distributed.size(), tuple(sys.argv[2].split(","))
    sizes = [int(n) for n in sys.argv[1].split("x")]
    check(Mesh({f"axis{i}": n for i, n in enumerate(sizes)}, devices), range(int(sys.argv[3]), int(sys.argv[4])))
    print("equal", flush=True)
""".replace("{root!r}", repr(_ROOT))


@pytest.mark.parametrize(("count", "sizes", "devices", "seeds"), [
    (2, "2", "CPU", (0, 8)),
    (2, "2x2", "CPU,CPU:1", (8, 16)),
    *[pytest.param(count, sizes, devices, (0, 60), marks=pytest.mark.slow) for count, sizes, devices in (
        (2, "2x1", "CPU"), (2, "2x2", "CPU,CPU:1"), (2, "4", "CPU,CPU:1"), (4, "2x2", "CPU"), (4, "4", "CPU"), (8, "2x2x2", "CPU"))]])
def test_random_graphs_equal_numpy(tmp_path, count, sizes, devices, seeds):
    done = launch(tmp_path, count, GRAPHS, sizes, devices, *map(str, seeds)).checked()
    assert done.said.count("equal") == count


DTYPES = """
    import numpy as np
    import heddle.distributed as distributed
    from heddle import Mesh, Tensor, dtypes

    distributed.initialize()
    mesh = Mesh({"data": distributed.size()})
    rng = np.random.default_rng(0)
    for dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "bfloat16",
                  "float32", "float64"):
        values = rng.integers(0, 100, (8, 5))
        x, one = (Tensor(values, dtype=getattr(dtypes, dtype)) for _ in range(2))
        x = x.shard(mesh, {"data": 0})
        for f in (lambda t: t.sum(0, dtype=t.dtype), lambda t: t.max(0), lambda t: t.min(0), lambda t: t.prod(0), lambda t: t[::-1],
                  lambda t: (t > 90).any(0), lambda t: (t > 3).all(0), lambda t: t.T.contiguous()):
            np.testing.assert_array_equal(f(x).numpy(), f(one).numpy(), err_msg=dtype)
    x = Tensor([1.0, float("nan"), 2.0, 3.0]).shard(mesh, {"data": 0})
    assert np.isnan(x.max().item()) and x.sum().isnan().item()
    table = Tensor.arange(24).reshape(8, 3)
    for cut in (0, None):
        spread = table.shard(mesh, {} if cut is None else {"data": cut})
        np.testing.assert_array_equal(spread[Tensor([7, 0, 3, 5]).shard(mesh)].numpy(), table.numpy()[[7, 0, 3, 5]])
    print("equal", flush=True)
"""


def test_every_dtype_is_reduced_as_on_one_device(tmp_path):
    assert launch(tmp_path, 2, DTYPES).checked().said.count("equal") == 2


TRAINING = """
    import sys
    import numpy as np
    import heddle.distributed as distributed
    from heddle import GlobalCounters, Mesh, Tensor, TinyJit, nn
    from heddle.nn.optim import AdamW

    alone = sys.argv[1] == "alone"
    if not alone: distributed.initialize()
    mesh = None if alone else Mesh({"data": distributed.size()})

    class Model:
        def __init__(self): self.a, self.b = nn.Linear(12, 32), nn.Linear(32, 4)
        def __call__(self, x): return self.b(self.a(x).tanh().dropout(0.1))

    Tensor.manual_seed(0)
    model = Model()
    parameters = nn.state.get_parameters(model)
    if mesh is not None:
        for p in parameters: p.shard_(mesh)
    optimizer = AdamW(parameters, lr=0.01)

    @TinyJit
    def step(images, labels):
        optimizer.zero_grad()
        loss = model(images).sparse_categorical_crossentropy(labels)
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    with Tensor.train():
        for _ in range(8):
            images, labels = Tensor.randn(16, 12), Tensor.randint(16, high=4)
            if mesh is not None: images, labels = images.shard(mesh, {"data": 0}), labels.shard(mesh, {"data": 0})
            before = GlobalCounters.collective_bytes
            loss = step(images.realize(), labels.realize()).item()
            if distributed.rank() == 0: print(f"loss {loss!r} sent {GlobalCounters.collective_bytes - before}", flush=True)
    digest = [p.numpy().tobytes().hex() for p in parameters]
    import hashlib
    print("replica", hashlib.sha256("".join(digest).encode()).hexdigest(), flush=True)
"""


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow), pytest.param(8, marks=pytest.mark.slow)])
def test_data_parallel_training_equals_one_process(tmp_path, count):
    """Losses are equal to 1e-5; the replicas of the weights stay equal bit for bit; an all-reduce sends 2(n-1)/n of its bytes."""
    alone = launch(tmp_path, 1, TRAINING, "alone").checked().said
    together = launch(tmp_path, count, TRAINING, "together").checked().said
    losses = [[float(n) for n in re.findall(r"loss (\S+)", said)] for said in (alone, together)]
    assert len(losses[0]) == len(losses[1]) == 8
    assert losses[1] == pytest.approx(losses[0], rel=1e-5)
    assert len(set(re.findall(r"replica (\w+)", together))) == 1 and together.count("replica") == count
    sent = {int(n) for n in re.findall(r"sent (\d+)", together)[3:]}
    weights = 4 * (12 * 32 + 32 + 32 * 4 + 4)
    assert len(sent) == 1 and 2 * (count - 1) * weights // count <= sent.pop() <= 2 * (count - 1) * weights // count + 64


MISTAKE = """
    import heddle.distributed as distributed
    from heddle import Mesh, Tensor

    distributed.initialize()
    mesh = Mesh({"data": 2})
    x = Tensor.ones(4, 4).shard(mesh, {"data": 0}).realize()
    if distributed.rank() == 0: print(x.sum(0).tolist())
    x.sum(1).tolist()
"""


def test_work_on_one_rank_alone_is_named_on_both(tmp_path):
    done = launch(tmp_path, 2, MISTAKE, COLLECTIVE_TIMEOUT="20")
    assert done.status != 0
    assert done.said.count("the ranks call different collectives; number 1 of this run is") == 2, done.said
    assert "program.py:8:  if distributed.rank() == 0: print(x.sum(0).tolist())" in done.said
    assert "program.py:9:  x.sum(1).tolist()" in done.said


def test_a_mesh_that_does_not_fit_names_the_processes(tmp_path):
    text = """
    import heddle.distributed as distributed
    from heddle import Mesh
    distributed.initialize()
    try: Mesh({"data": 3})
    except ValueError as error: print(error, flush=True)
    """
    assert launch(tmp_path, 2, text).checked().said.count("a mesh of {'data': 3} has 3 members, and there are 2: 1 in each of 2") == 2


SCHEDULED = """
    import heddle.distributed as distributed
    import heddle.schedule as schedule
    from heddle import Mesh, Tensor
    distributed.initialize()
    made, whole = [], schedule._made
    schedule._made = lambda form, devices: made.append(len(form.nodes)) or whole(form, devices)
    mesh = Mesh({"data": distributed.size()})
    Tensor.manual_seed(0)
    w = Tensor.rand(6, 6, device="CPU").shard(mesh).realize()
    x = Tensor.rand(4 * distributed.size(), 6, device="CPU").shard(mesh, {"data": 0}).realize()
    made.clear()
    print("result", ((x @ w).softmax() * x.sum(0) - x.mean()).tanh().sum().item(), "made", sum(n > 30 for n in made), flush=True)
"""


@needs_mpi
def test_ranks_read_the_schedules_of_the_run_before(tmp_path) -> None:
    """Small ones, such as those of a single collective, have no entry."""
    said = [launch(tmp_path, 2, SCHEDULED, CACHE_DIR=str(tmp_path)).checked().said for _ in range(2)]
    runs = [re.findall(r"result (\S+) made (\d+)", text) for text in said]
    assert [[int(count) > 0 for _, count in run] for run in runs] == [[True, True], [False, False]]
    assert len({result for run in runs for result, _ in run}) == 1
