"""Tables of results: the best, ratios, failures, and the limit of the machine."""
import numpy as np
import pytest

from benchmarks import report
from benchmarks.machine import Peaks
from benchmarks.rounds import Cell, peer_process
from benchmarks.worker import relative_error
from benchmarks.workloads import BY_NAME, DEVICE_WORKLOADS, WORKLOADS

PEAKS = Peaks(cores=1, fma=100e9, read=10e9, triad=8e9)


@pytest.fixture
def results():
    return {"matmul_512": {"heddle": Cell([2e-3, 4e-3, 3e-3]), "heddle-clang": Cell([5e-3] * 3), "numpy": Cell([6e-3] * 3),
                           "jax": Cell(failed="not done after 150 s"), "tinygrad": Cell([0.03] * 3)}}


def test_a_row_has_medians_spreads_ratios_and_the_limit(results):
    lines = report.table(results, ["heddle", "heddle-clang", "numpy", "jax", "tinygrad"],
                   {"matmul_512": "product"}, PEAKS).splitlines()
    assert lines[0] == "| row | limit | heddle | heddle-clang | numpy | jax | tinygrad | heddle: % of limit |"
    assert lines[2] == ("| matmul_512: product | 2.68 ms | **3 ms ±33%** | 5 ms ±0% (1.67×) | 6 ms ±0% (2.00×) | – "
                        "| 30 ms ±0% (10.00×) | 89% |")


def test_ratios_take_the_better_compiler_of_each(results):
    assert report.ratios(results).splitlines()[-1] == "| matmul_512 | 2.00× | 10.00× |"


def test_failures_are_listed(results):
    assert report.failures(results) == "- matmul_512, jax: not done after 150 s"


def test_the_limit_is_arithmetic_or_traffic_whichever_is_more():
    assert report.least_time(BY_NAME["matmul_1024"], PEAKS) == pytest.approx(2 * 1024**3 / 100e9)
    assert report.least_time(BY_NAME["rowsum_8192"], PEAKS) == pytest.approx(8192**2 * 4 / 10e9)
    assert report.least_time(BY_NAME["softmax_4096"], PEAKS) == pytest.approx(2 * 4096**2 * 4 / 8e9)


def test_a_wrong_result_is_seen():
    assert relative_error(np.array([1.0, 2.0]), np.array([1.0, 2.0])) == 0
    assert relative_error(np.array([1.0, 2.2]), np.array([1.0, 2.0])) == pytest.approx(0.1)
    assert relative_error(np.zeros(2), np.zeros(3)) == float("inf")
    assert not relative_error(np.array([np.nan]), np.array([1.0])) <= 1


@pytest.mark.parametrize("peer", ["numpy", "heddle"])
def test_a_worker_prepares_checks_times_and_drops_a_row(peer, tmp_path):
    worker = peer_process(peer, 1, tmp_path)
    try:
        assert peer in worker.ask(60, do="hello")["version"]
        prepared = worker.ask(120, do="prepare", row="matmul_512", reference=str(tmp_path / "reference.npy"))
        assert prepared["error"] < BY_NAME["matmul_512"].tolerance
        assert worker.ask(60, do="time", seconds=0.01)["calls"] >= 1
        assert worker.ask(60, do="drop") == {}
        np.save(tmp_path / "other.npy", np.zeros((1, 512, 512)) + 7)
        assert "wrong result" in worker.ask(60, do="prepare", row="matmul_512", reference=str(tmp_path / "other.npy"))["failed"]
        assert worker.ask(60, do="prepare", row="nonsense", reference="")["failed"] == "KeyError: 'nonsense'"
    finally: worker.stop()


def test_rows_have_a_cost_and_a_name_of_their_own():
    assert len(BY_NAME) == len({*WORKLOADS, *DEVICE_WORKLOADS})
    assert all(w.flops > 0 and w.bound in ("memory", "arithmetic") for w in WORKLOADS)


def test_a_decoder_step_is_the_same_for_heddle_and_numpy():
    """A small one, over three places; caches hold what was there before and what the steps put in."""
    import numpy as np

    from benchmarks import decode
    from benchmarks.peers.numpy_peer import NumpyPeer
    from benchmarks.peers.tensor_api import TensorPeer
    inputs = decode.decode_inputs(np.random.default_rng(0), decode.Decoder(2, 24, 3, 50, 512))
    ours = TensorPeer("heddle")
    step, want = ours.decode({name: ours.put(a) for name, a in inputs.items()}), NumpyPeer().decode(inputs)
    for _ in range(3): np.testing.assert_allclose(step().numpy(), want(), rtol=1e-3, atol=1e-5)
