"""Plans of many ranks beside real runs of few: bytes and memory agree exactly; times follow the model."""
from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from heddle.distributed import planner
from heddle.distributed.planner import (
    Cluster,
    Link,
    Speed,
    bytes_by_link,
    messages,
    plan,
    quantities,
    seconds_of,
)
from heddle.errors import CommandError, FileMissingError
from tests.distributed.launching import needs_mpi
from tests.distributed.test_recipes import CASES, PROGRAM, heads_and_blocks, train
from tests.test_cli import heddle

CLUSTER = Cluster(Link(1e-5, 1e9), Link(1e-6, 1e11), 2, Speed(1e12, 1e11, 1e-6))


def planned(folder: Path, rank: int, size: int, recipe: str) -> tuple[dict[str, object], list[int], int]:
    """What the plan says of a rank, and the bytes of each step and at the end that the program prints itself."""
    file, program = folder / f"{rank}.json", folder / "train.py"
    program.write_text(textwrap.dedent(PROGRAM))
    line = [sys.executable, "-m", "heddle.distributed.planned_rank", str(file), str(rank), str(size), "NULL", str(program), recipe,
            *map(str, heads_and_blocks(size, recipe))]
    printed = subprocess.run(line, capture_output=True, text=True, check=True, timeout=300).stdout
    sent = [int(n) for n in re.findall(rf"rank {rank} loss 0\.0 sent (\d+)", printed)]
    return json.loads(file.read_text()), sent, int(re.findall(rf"rank {rank} memory (\d+)", printed)[0])


@needs_mpi
@pytest.mark.parametrize(("count", "recipe"), CASES)
def test_bytes_are_those_of_a_real_run(tmp_path: Path, count: int, recipe: str) -> None:
    real = train(tmp_path, count, recipe, *heads_and_blocks(count, recipe))
    for rank in range(count):
        found, sent, memory = planned(tmp_path, rank, count, recipe)
        assert sent == real.sent[rank] and memory == real.memory[rank]
        exchanges = found["exchanges"]
        assert isinstance(exchanges, list) and sum(e[5] for e in exchanges) == real.sent[rank][-1]
        links = [(e[5], sum(bytes_by_link(e, rank).values())) for e in exchanges if e[0] != "broadcast" or bytes_by_link(e, rank)]
        assert all(nbytes == by_link for nbytes, by_link in links), "a chain of broadcasts ends at a rank that sends nothing"


TRAIN = """
    import heddle, sys
    from heddle import Mesh, Tensor, TinyJit, distributed, nn
    from heddle.nn.optim import SGD
    distributed.initialize()
    mesh = Mesh({"data": distributed.size()})
    layer = distributed.data_parallel(nn.Linear(64, 32), mesh)
    optimizer = SGD(nn.state.get_parameters(layer), lr=0.1)

    @TinyJit
    def step(x):
        optimizer.zero_grad()
        loss = layer(x).square().mean()
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    with Tensor.train():
        for _ in range(4):
            loss = step(Tensor.ones(2 * distributed.size(), 64).contiguous().shard(mesh, {"data": 0}).realize())
            print("loss", loss.item(), sys.argv[1:])
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "train.py"
    path.write_text(textwrap.dedent(TRAIN))
    return str(path)


def test_a_thousand_ranks_need_none(program: str) -> None:
    found = plan([program], 1000, CLUSTER)
    assert [r.rank for r in found] == [0, 1, 500, 999] and {r.step for r in found} == {"step"}
    for r in found:
        gradients = sum(2 * 999 * nbytes // 1000 for nbytes in (64 * 32 * 4, 32 * 4))
        assert gradients <= r.sent <= gradients + 64 and r.sent_in_all > 3 * r.sent
        assert r.links == {(r.rank + 1) % 1000: r.sent}
        assert r.computing and r.kernels > 2 and r.peak >= r.live > 64 * 32 * 4 and r.operations > 2 * 2 * 64 * 32


def test_times_follow_the_model(program: str) -> None:
    [r] = plan([program], 16, CLUSTER, ranks=[3])
    count = sum(n for n, _, _ in r.lines.values())
    assert r.exchanging == pytest.approx(count * 2 * 4 * 1e-5 + r.sent / 1e9)
    assert r.computing is not None and r.computing >= r.kernels * 1e-6 + max(r.operations / 1e12, r.traffic / 1e11) - 1e-12
    [alone] = plan([program], 2, CLUSTER._replace(speed=None), ranks=[1])
    count = sum(n for n, _, _ in alone.lines.values())
    assert alone.computing is None and alone.exchanging == pytest.approx(count * 2 * 1e-6 + alone.sent / 1e11), "both are on one host"


def test_the_command_prints_and_writes_what_it_found(program: str, tmp_path: Path) -> None:
    options = "-n", "4", "--per-host", "2", "--rank", "1", "--rank", "2", "--json", str(tmp_path / "plan.json")
    done = heddle("plan", *options, program, "a")
    assert done.returncode == 0, done.stderr
    assert "4 ranks, 2 on a host; a step is between two replays of step" in done.stdout and "loss 0.0" not in done.stdout
    assert "The time of kernels is left out: give --speed" in done.stdout and "not known" in done.stdout
    ranks = json.loads((tmp_path / "plan.json").read_text())
    assert [r["rank"] for r in ranks] == [1, 2] and list(ranks[0]["links"]) == ["2"] and ranks[0]["sent"] == ranks[1]["sent"]
    shown = heddle("plan", "-n", "2", "--rank", "0", "--output", "--speed", "1TFLOPS,100GB/s,5us", program, "--epochs", "3")
    assert "loss 0.0 ['--epochs', '3']" in shown.stdout and "not known" not in shown.stdout


def test_a_module_is_planned_like_its_file(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("jobs").mkdir()
    Path("jobs/train.py").write_text(Path(program).read_text())
    [a], [b] = (plan(line, 4, CLUSTER, ranks=[1]) for line in (["-m", "jobs.train", "a"], [program, "a"]))
    assert a._replace(lines={}) == b._replace(lines={}) and a.sent > 0


def test_a_program_without_replays_is_one_step(tmp_path: Path) -> None:
    path = tmp_path / "once.py"
    path.write_text("from heddle import Mesh, Tensor, distributed\ndistributed.initialize()\n"
                    "print(Tensor.ones(8, 4).shard(Mesh({'data': 4}), {'data': 0}).sum().item())\n")
    [r] = plan([str(path)], 4, CLUSTER, ranks=[0])
    assert r.step == "" and r.sent == r.sent_in_all > 0
    assert "the whole program: no captured function was replayed twice" in planner.describe([r], 4, CLUSTER)


@pytest.mark.parametrize(("exchange", "rank", "links", "seconds"), [
    (("all_reduce", (0, 1, 2, 3), 0, (), 400, 600, ""), 3, {0: 600}, 4 * 1e-5 + 600 / 1e9),
    (("all_reduce", (2, 3), 0, (), 400, 400, ""), 2, {3: 400}, 2 * 1e-6 + 400 / 1e11),
    (("all_gather", (0, 2), 0, (), 400, 400, ""), 0, {2: 400}, 1e-5 + 400 / 1e9),
    (("all_to_all", (0, 1, 2, 3), 0, (), 400, 302, ""), 1, {0: 101, 2: 101, 3: 100}, 3 * 1e-5 + 302 / 1e9),
    (("broadcast", (0, 1, 2), 1, (), 400, 400, ""), 0, {}, 2 * 1e-5 + 400 / 1e9),
    (("broadcast", (0, 1, 2), 1, (), 400, 400, ""), 2, {0: 400}, 2 * 1e-5 + 400 / 1e9),
    (("permute", (0, 1, 2), 1, ((0, 1), (1, 2)), 400, 400, ""), 1, {2: 400}, 1e-5 + 400 / 1e9),
    (("permute", (0, 1, 2), 0, ((0, 1), (1, 2)), 400, 400, ""), 0, {1: 400}, 1e-6 + 400 / 1e11),
    (("permute", (0, 1, 2), 2, ((0, 1),), 400, 0, ""), 2, {}, 0.0),
    (("all_reduce", (5,), 0, (), 400, 0, ""), 5, {}, 0.0)])
def test_links_and_seconds_of_an_exchange(exchange: planner.Exchange, rank: int, links: dict[int, int], seconds: float) -> None:
    assert bytes_by_link(exchange, rank) == links and seconds_of(exchange, CLUSTER) == pytest.approx(seconds)


def test_messages_follow_one_another() -> None:
    assert [messages("all_reduce", n) for n in (1, 2, 5, 1024)] == [0, 2, 6, 20]
    assert [messages("all_to_all", n) for n in (1, 4)] == [0, 3] and messages("all_gather", 8) == 3


def test_quantities_have_units() -> None:
    assert quantities("10us,25GB/s", ("s", "B/s"), "a network") == pytest.approx((1e-5, 25e9))
    assert quantities("60TFLOPS, 2TB/s, 1.5e1us", ("FLOPS", "B/s", "s"), "a speed") == pytest.approx((6e13, 2e12, 1.5e-5))


@pytest.mark.parametrize("text", ["", "10us", "10us,25", "25GB/s,10us", "-1us,25GB/s", "0us,25GB/s", "10us,25GB/s,1s", "10us;25GB/s",
                                  "us,GB/s"])
def test_wrong_quantities_are_refused(text: str) -> None:
    with pytest.raises(CommandError, match="a network is not") as error: quantities(text, ("s", "B/s"), "a network")
    assert "Write it like 10us,25GB/s" in str(error.value)


def test_what_cannot_be_planned_is_refused(program: str, tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match=r"there is no program nowhere\.py"): plan(["nowhere.py"], 2, CLUSTER)
    with pytest.raises(CommandError, match="CPU computes"): plan([program], 2, CLUSTER, device="CPU")
    with pytest.raises(CommandError, match="there is no rank 2 among 2"): plan([program], 2, CLUSTER, ranks=[2])
    (tmp_path / "wrong.py").write_text("raise SystemExit(3)")
    with pytest.raises(CommandError, match="ended with status 3 as rank 0 of 2"): plan([str(tmp_path / "wrong.py")], 2, CLUSTER)
