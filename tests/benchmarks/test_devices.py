"""The table of devices: medians, minima, and which is how many times as fast."""
from benchmarks.devices import table
from benchmarks.rounds import Cell
from benchmarks.setup import DEVICES, environment
from benchmarks.workloads import DEVICE_WORKLOADS


def test_ratios_above_one_say_that_heddle_is_faster():
    results = {"matmul_512": {"heddle-cl": Cell([2e-3, 1e-3, 4e-3]), "tinygrad-cl": Cell([3e-3, 4e-3, 8e-3])},
               "sum_4m": {"heddle-cl": Cell([1e-3]), "tinygrad-cl": Cell(failed="not done after 150 s")}}
    product, total = table(results, "heddle-cl", "tinygrad-cl").splitlines()[2:]
    assert product == ("| matmul_512: product of two 512 x 512 | 2 ms ±75% (least 1 ms) | 4 ms ±62% (least 3 ms) | 2.00× | 3.00× |")
    assert total.endswith("| 1 ms ±0% (least 1 ms) | – | – | – |")


def test_both_peers_run_on_the_device(tmp_path):
    for device in DEVICES:
        for peer in ("heddle", "tinygrad"): assert environment(f"{peer}-{device.lower()}", 1, tmp_path)["DEV"] == device


def test_rows_fit_the_smallest_buffer_that_devices_offer():
    assert max(w.bytes for w in DEVICE_WORKLOADS) <= 128 << 20
