"""What is read of this machine, and the architectures that can be asked for."""
from __future__ import annotations

import os

import pytest

from heddle.runtime import ops_cpu
from heddle.runtime.cpu import cpuinfo
from heddle.runtime.cpu.system import linux


def test_the_host_is_described() -> None:
    cpu = cpuinfo.host()
    assert cpu.machine == os.uname().machine and cpu.model and cpu.flags
    assert 1 <= cpu.cores <= (os.cpu_count() or 1)
    assert list(cpu.cache) == sorted(cpu.cache) and cpu.cache[0] >= 8 << 10 and cpu.line in (32, 64, 128, 256)


@pytest.mark.parametrize("text,count", [("0", 1), ("0-3", 4), ("0-3,8,10-11", 7), ("", 1)])
def test_lists_of_cores_are_counted(text: str, count: int) -> None:
    assert linux.count(text) == count


def files(monkeypatch: pytest.MonkeyPatch, contents: dict[str, str]) -> None:
    def read(path: str) -> str:
        if path not in contents: raise FileNotFoundError(path)
        return contents[path]

    monkeypatch.setattr(linux, "read", read)


def test_a_cache_that_cores_share_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("Data", "1", "48K", "0-1", "64"), ("Instruction", "1", "32K", "0-1", "64"), ("Unified", "2", "2M", "0-1", "64"),
            ("Unified", "3", "36M", "0-11", "64")]
    names = ("type", "level", "size", "shared_cpu_list", "coherency_line_size")
    files(monkeypatch, {f"/sys/devices/system/cpu/cpu0/cache/index{i}/{name}": value
                        for i, row in enumerate(rows) for name, value in zip(names, row, strict=True)})
    assert linux.read_caches() == ((24 << 10, 1 << 20, 3 << 20), 64)


def test_without_facts_about_caches_usual_ones_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    files(monkeypatch, {})
    assert linux.read_caches() == ((32 << 10, 512 << 10), 64)


def test_architectures_that_give_other_code_have_other_keys() -> None:
    machine = cpuinfo.host().machine
    texts = (None, f"{machine},-avx512f", f"{machine},+avx512f", f"{machine},generic", f"{machine},generic,-avx512f")
    assert len({cpuinfo.parse_arch(t).key for t in texts}) == len(texts)
    assert cpuinfo.parse_arch("native").key == cpuinfo.parse_arch(None).key == cpuinfo.parse_arch(machine).key


@pytest.mark.parametrize(("cache", "cores", "mebibytes"), [
    ((32 << 10, 1 << 20, 16 << 20), 2, 32), ((32 << 10, 1 << 20, 6 << 20), 4, 24), ((32 << 10, 1 << 20, 1 << 20), 8, 16),
    ((48 << 10, 2 << 20, 2 << 20), 96, 32), ((64 << 10, 4 << 20), 8, 16)])
def test_results_that_the_last_cache_holds_are_left_to_it(cache: tuple[int, ...], cores: int, mebibytes: int) -> None:
    """Within bounds: what many cores share is not one program's, and there may be no third cache."""
    assert ops_cpu._streamed(cpuinfo.host()._replace(cache=cache, cores=cores)) == mebibytes << 20
