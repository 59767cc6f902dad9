"""Faults of the disk cache, each with whole programs: killed writers, eight processes at once, damaged and unreadable entries, a full
disk, a read-only one. The result is right every time, and where the user can help there is one warning."""
from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import heddle
from heddle import Tensor
from heddle.device import disk_cache
from heddle.errors import HeddleWarning, StorageFullError
from heddle.settings import Context

# the profiler is on: one fault must not meet another there
PROGRAM = """
import heddle
from heddle import Tensor
from heddle.tracing.counters import GlobalCounters
with heddle.profile() as events:
    x = Tensor([[float(i * j % 7) for i in range(24)] for j in range(24)])
    y = ((x @ x).relu().sum(0) + x.max(1)).realize()
    print(y.sum().item(), (x * 3 - 1).mean().item())
assert any(e.kind == "kernel" for e in events.events)
print("compiled", GlobalCounters.lowered_kernels)
"""


def start(folder: Path, code: str = PROGRAM) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=os.environ | {"CACHE_DIR": str(folder), "CACHE": "1", "VERIFY": "0"})


def finish(process: subprocess.Popen[str]) -> tuple[str, int, str]:
    """(the numbers, how many kernels were compiled, what was said on stderr)"""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    numbers, compiled = out.splitlines()
    return numbers, int(compiled.split()[1]), err


def run(folder: Path, code: str = PROGRAM) -> tuple[str, int, str]: return finish(start(folder, code))


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with all entries of the program, and the right result."""
    folder = tmp_path_factory.mktemp("warm")
    numbers, compiled, err = run(folder)
    assert compiled > 0 and not err
    return folder, numbers


@pytest.fixture
def copy(warm: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    """A copy to do harm to."""
    subprocess.run(["cp", "-a", str(warm[0]), str(tmp_path / "cache")], check=True)
    return tmp_path / "cache", warm[1]


def entries(folder: Path) -> list[Path]: return sorted(folder.rglob("*.entry"))


# ---- killed writers

WRITERS = """
import os, random, signal, sys, time
import heddle
from heddle import Tensor; from heddle.device import disk_cache as diskcache
events = heddle.profile().__enter__()
rng = random.Random(1)
def value(at): return bytes([at % 251]) * (200_000 + at)
done = 0
for n in range(200):
    ready, begun = os.pipe()
    if (child := os.fork()) == 0:
        if n % 10 == 0: os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # all is written, and not in its place
        for at in range(n, n + 10_000):
            diskcache.put("program", (at % 40).to_bytes(4, "little"), value(at % 40))
            if at == n: os.write(begun, b"x")
        os._exit(0)
    os.close(begun)
    os.read(ready, 1)
    os.close(ready)
    time.sleep(rng.uniform(0, 0.002))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    for at in rng.sample(range(40), 5):
        found = diskcache.get("program", at.to_bytes(4, "little"))
        assert found is None or found == value(at), at
        done += found is not None
(Tensor([1.0]) + 1).realize()
assert [e.name for e in events.events if e.kind == "kernel"] == ["map_1"]
print(done)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_writers_killed_at_200_moments_leave_nothing_corrupt(tmp_path: Path) -> None:
    process = start(tmp_path, WRITERS)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0 and not err, err  # damage would have been warned of
    assert int(out) > 0  # reads found something
    with Context(CACHE_DIR=str(tmp_path)): assert disk_cache.verify().broken == 0
    assert len(list(tmp_path.rglob("*.tmp"))) >= 20  # what those had written that were killed in the middle: swept away later


# ---- many processes


def test_eight_processes_on_a_cold_cache(warm: tuple[Path, str], tmp_path: Path) -> None:
    for numbers, _, err in map(finish, [start(tmp_path) for _ in range(8)]): assert numbers == warm[1] and not err
    numbers, compiled, err = run(tmp_path)
    assert (numbers, compiled, err) == (warm[1], 0, "")
    with Context(CACHE_DIR=str(tmp_path)): assert disk_cache.verify().broken == 0


# ---- damaged and unreadable entries


@pytest.mark.parametrize("harm", ["truncated", "flipped"])
def test_damaged_entries_are_compiled_again(copy: tuple[Path, str], harm: str) -> None:
    folder, wanted = copy
    rng = random.Random(harm)
    for path in entries(folder):
        data = bytearray(path.read_bytes())
        if harm == "truncated": data = data[:rng.randrange(len(data))]
        if harm == "flipped": data[rng.randrange(8, len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
    numbers, compiled, err = run(folder)
    assert numbers == wanted and compiled > 0
    assert err.count("an entry of the disk cache was damaged") == 1 and "compiled again" in err
    assert run(folder) == (wanted, 0, "")


@pytest.mark.parametrize("seed", range(20))
def test_any_flipped_bit_is_found(seed: int, tmp_path: Path) -> None:
    with Context(CACHE_DIR=str(tmp_path), CACHE=True):
        disk_cache.put("program", b"key", random.Random(0).randbytes(300))
        path, = entries(tmp_path)
        data = bytearray(path.read_bytes())
        at = random.Random(seed).randrange(len(data) * 8)
        data[at // 8] ^= 1 << at % 8
        path.write_bytes(data)
        # a flipped version number means that another version wrote it, which is no fault
        if at // 8 in (6, 7): assert disk_cache.get("program", b"key") is None
        else:
            with pytest.warns(HeddleWarning, match="was damaged"): assert disk_cache.get("program", b"key") is None
    assert not path.exists()


def test_entries_that_cannot_be_read(copy: tuple[Path, str]) -> None:
    """Folders in the place of files stand for what the system refuses to read: they do so for the superuser too."""
    folder, wanted = copy
    for path in entries(folder):
        path.unlink()
        path.mkdir()
    numbers, compiled, err = run(folder)
    assert numbers == wanted and compiled > 0
    assert err.count("an entry of the disk cache cannot be read") == 1 and "Check its permissions" in err


# ---- disks


def mounted(folder: Path, options: str) -> bool:
    """Whether a small file system in memory could be mounted there."""
    folder.mkdir(exist_ok=True)
    return subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for a few entries; skips where it may not be mounted."""
    folder = tmp_path / "disk"
    if not sys.platform.startswith("linux") or not mounted(folder, "size=32k"): pytest.skip("a tmpfs cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(warm: tuple[Path, str], small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(bytes(20_000))
    for _ in range(2):
        numbers, compiled, err = run(small_disk)
        assert numbers == warm[1] and compiled > 0
        assert err.count("cannot be written") == 1 and "No space left on device" in err and "CACHE_DIR" in err
    with Context(CACHE_DIR=str(small_disk)): assert disk_cache.verify().broken == 0
    assert not list(small_disk.rglob("*.tmp"))


def test_files_that_may_not_grow(tmp_path: Path) -> None:
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limit[1]))
    try:
        with Context(CACHE_DIR=str(tmp_path / "cache"), CACHE=True), heddle.profile() as events:
            disk_cache.put("program", b"small", bytes(1000))
            with pytest.warns(HeddleWarning, match=r"cannot be written \(File too large\)"):
                disk_cache.put("program", b"large", bytes(9000))
            assert disk_cache.get("program", b"small") == bytes(1000) and disk_cache.get("program", b"large") is None
            assert not list(tmp_path.rglob("*.tmp"))
            (Tensor([1.0]) + 1).realize()
        assert [e.name for e in events.events if e.kind == "kernel"] == ["map_1"]
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, limit[1]))
        with pytest.raises(StorageFullError, match=r"trace\.json"): events.save(tmp_path / "trace.json")
    finally: resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    events.save(tmp_path / "trace.json")


def test_a_read_only_disk(warm: tuple[Path, str], tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    if not sys.platform.startswith("linux") or not mounted(folder, "size=4m"): pytest.skip("a tmpfs cannot be mounted here")
    try:
        subprocess.run(["cp", "-a", f"{warm[0]}/.", str(folder)], check=True)
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        assert run(folder) == (warm[1], 0, "")  # warm: nothing is missed
        numbers, compiled, err = run(folder, PROGRAM.replace("x * 3 - 1", "x * 5 - 2"))
        assert numbers.split()[0] == warm[1].split()[0] and compiled > 0
        assert err.count("cannot be written") == 1 and "Read-only file system" in err
    finally: subprocess.run(["umount", str(folder)], check=True)
