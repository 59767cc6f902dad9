"""The disk cache can cost time, never correctness."""
from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import warnings

import pytest

from heddle.device import disk_cache
from heddle.errors import HeddleWarning, warn_again
from heddle.settings import Context
from heddle.tracing.counters import GlobalCounters

KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def folder(tmp_path):
    with Context(CACHE_DIR=str(tmp_path / "cache"), CACHE=True): yield tmp_path / "cache"


def entries(folder) -> list:
    return sorted(folder.rglob("*.entry"))


def test_put_and_get(folder):
    assert disk_cache.get("program", KEY) is None
    disk_cache.put("program", KEY, b"code")
    assert disk_cache.get("program", KEY) == b"code"
    assert disk_cache.get("other", KEY) is None and disk_cache.get("program", KEY[::-1]) is None
    disk_cache.put("program", KEY, b"newer")
    assert disk_cache.get("program", KEY) == b"newer" and len(entries(folder)) == 1


@pytest.mark.parametrize("value", [b"", b"x", bytes(3_000_000)])
@pytest.mark.parametrize("key", [b"", b"short", bytes(1000)])
def test_any_size(key, value):
    disk_cache.put("kind", key, value)
    assert disk_cache.get("kind", key) == value


def test_hits_and_misses_are_counted():
    GlobalCounters.reset()
    disk_cache.get("program", KEY)
    disk_cache.put("program", KEY, b"code")
    disk_cache.get("program", KEY)
    assert (GlobalCounters.disk_hits, GlobalCounters.disk_misses) == (1, 1)


@pytest.mark.parametrize("harm", ["cut", "flip", "empty", "longer", "other kind", "version"])
def test_a_broken_entry_is_a_miss_and_is_removed(folder, harm):
    disk_cache.put("program", KEY, b"code" * 100)
    path, = entries(folder)
    data = bytearray(path.read_bytes())
    if harm == "cut": data = data[:-7]
    if harm == "flip": data[-1] ^= 1
    if harm == "empty": data = bytearray()
    if harm == "longer": data += b"x"
    if harm == "version": data[6] += 1
    if harm == "other kind":
        (folder / "other" / path.parent.name).mkdir(parents=True)
        path = path.rename(folder / "other" / path.parent.name / path.name)
    path.write_bytes(data)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert disk_cache.get("other" if harm == "other kind" else "program", KEY) is None
    # what another version wrote is no fault
    assert [("was damaged" in str(w.message), str(path) in str(w.message)) for w in caught] == [(True, True)] * (harm != "version")
    assert not path.exists()
    disk_cache.put("program", KEY, b"again")
    assert disk_cache.get("program", KEY) == b"again"


def test_switched_off(folder):
    with Context(CACHE=False):
        disk_cache.put("program", KEY, b"code")
        assert disk_cache.get("program", KEY) is None
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_warns_once_and_goes_on(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with Context(CACHE_DIR=str(tmp_path / "file" / "cache")):
        with pytest.warns(HeddleWarning, match="cannot be written .* CACHE=0") as caught:
            for n in range(3): disk_cache.put("program", bytes([n]), b"code")
        assert len(caught) == 1 and disk_cache.get("program", b"\0") is None


def test_a_full_disk_warns_once_and_leaves_nothing(folder, monkeypatch):
    class Full:
        def __enter__(self): return self
        def __exit__(self, *_): return False
        def write(self, data): raise OSError(28, "No space left on device")

    def full_open(path, mode):
        open(path, mode).close()
        return Full()
    monkeypatch.setattr(disk_cache, "open", full_open, raising=False)
    with pytest.warns(HeddleWarning, match="No space left on device"): disk_cache.put("program", KEY, b"code")
    assert disk_cache.get("program", KEY) is None and not list(folder.rglob("*.tmp"))


def test_a_read_only_folder_is_still_read(folder):
    disk_cache.put("program", KEY, b"code")
    path, = entries(folder)
    for parent in (path.parent, path.parent.parent, folder): parent.chmod(0o500)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            disk_cache.put("program", b"new", b"code")
        assert disk_cache.get("program", KEY) == b"code"
    finally:
        for parent in (folder, path.parent.parent, path.parent): parent.chmod(0o700)


def test_least_recently_used_goes_first(folder):
    keys = [bytes([n]) * 4 for n in range(8)]
    for age, key in enumerate(keys):
        disk_cache.put("program", key, bytes(1000))
        path = next(p for p in entries(folder) if p.stem == key.hex())
        os.utime(path, (time.time() - 1000 + age,) * 2)
    assert disk_cache.get("program", keys[0]) is not None  # used now
    assert disk_cache.shrink(str(folder), 4 * 1032) > 0
    left = {p.stem for p in entries(folder)}
    assert keys[0].hex() in left and keys[7].hex() in left and keys[1].hex() not in left
    assert sum(p.stat().st_size for p in entries(folder)) <= 4 * 1032


def test_it_stays_under_its_size(folder):
    with Context(CACHE_SIZE=100_000):
        for n in range(200): disk_cache.put("program", n.to_bytes(4, "little"), bytes(5_000))
        assert disk_cache.report().bytes <= 120_000
        disk_cache.put("program", b"huge", bytes(200_000))
        assert disk_cache.get("program", b"huge") is None


def test_entries_of_kinds_that_are_no_longer_written_are_evicted_like_others(folder):
    disk_cache.put("a kind of the past", KEY, bytes(1000))
    os.utime(entries(folder)[0], (1, 1))
    disk_cache.put("program", KEY, bytes(1000))
    assert disk_cache.verify().broken == 0 and disk_cache.report().by_kind["a kind of the past"][0] == 1
    assert disk_cache.shrink(str(folder), 1500) == 1 and set(disk_cache.report().by_kind) == {"program"}


def test_what_a_dead_process_left_is_swept_away(folder):
    disk_cache.put("program", KEY, b"code")
    old, new = (entries(folder)[0].with_suffix(f".{name}.tmp") for name in ("old", "new"))
    for path in (old, new): path.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    disk_cache.shrink(str(folder), 1 << 20)
    assert not old.exists() and new.exists() and disk_cache.get("program", KEY) == b"code"


def test_report_verify_clear(folder):
    for n in range(5): disk_cache.put("program", bytes([n]), b"code")
    disk_cache.put("winner", KEY, b"winner")
    entries(folder)[0].write_bytes(b"broken")
    assert disk_cache.report().by_kind["winner"][0] == 1
    found = disk_cache.verify()
    assert (found.broken, found.entries) == (1, 5)
    assert disk_cache.clear() == 5 and disk_cache.report().entries == 0


def test_key_of_keeps_its_parts_apart():
    assert disk_cache.key_of("ab", "c") != disk_cache.key_of("a", "bc") and disk_cache.key_of("a") == disk_cache.key_of(b"a")


@pytest.mark.parametrize("kind", ["fifo", "folder", "socket", "loop", "dangling", "device"])
def test_what_is_no_file_is_a_miss_and_waits_for_nothing(folder, kind, monkeypatch):
    disk_cache.put("program", KEY, b"code")
    path, = entries(folder)
    path.unlink()
    monkeypatch.chdir(path.parent)  # a socket's path has to be short
    if kind == "fifo": os.mkfifo(path)
    if kind == "folder": path.mkdir()
    if kind == "socket": socket.socket(socket.AF_UNIX).bind(path.name)
    if kind in ("loop", "dangling", "device"): path.symlink_to({"loop": path, "dangling": "nowhere", "device": "/dev/zero"}[kind])
    warn_again()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert disk_cache.get("program", KEY) is None
        assert [disk_cache.peek(e) for e in disk_cache.entries()] in ([], [None])
        disk_cache.report()
    assert ["cannot be read" in str(w.message) for w in caught] == ([] if kind == "dangling" else [True])
    disk_cache.put("program", KEY, b"again")
    assert disk_cache.get("program", KEY) == (None if kind == "folder" else b"again")
    assert disk_cache.verify().broken == 0


def test_files_of_others_are_left_alone(folder):
    disk_cache.put("program", KEY, b"code")
    other = entries(folder)[0].with_name("notes.entry")
    other.write_bytes(b"mine")
    assert [e.key for e in disk_cache.entries()] == [KEY] and disk_cache.verify().broken == 0
    disk_cache.clear()
    assert other.read_bytes() == b"mine"


def test_a_folder_that_is_removed_while_running_is_made_again(folder, monkeypatch):
    disk_cache.put("program", KEY, b"code")
    shutil.rmtree(folder)
    assert disk_cache.get("program", KEY) is None
    disk_cache.put("program", KEY, b"again")
    assert disk_cache.get("program", KEY) == b"again"
    real = os.makedirs
    def removed_at_once(path, exist_ok=False):
        real(path, exist_ok=exist_ok)
        if not gone: gone.append(shutil.rmtree(folder))
    gone = []
    monkeypatch.setattr(os, "makedirs", removed_at_once)
    disk_cache.put("program", KEY, b"third")
    assert gone and disk_cache.get("program", KEY) == b"third"


WORKER = """
import sys
from heddle.device import disk_cache as diskcache
seed = int(sys.argv[1])
for n in range(200):
    at = (n * 7 + seed * 3) % 50
    key, value = at.to_bytes(4, "little"), bytes([at]) * (at * 100)
    if (found := diskcache.get("program", key)) is not None: assert found == value, at
    diskcache.put("program", key, value)
print("done")
"""


def test_many_processes_some_killed(folder):
    env = {**os.environ, "CACHE_DIR": str(folder), "CACHE_SIZE": "100K"}
    workers = [subprocess.Popen([sys.executable, "-c", WORKER, str(n)], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
               for n in range(8)]
    time.sleep(0.3)
    for worker in workers[:3]: worker.send_signal(signal.SIGKILL)
    for worker in workers[3:]:
        out, err = worker.communicate(timeout=60)
        assert out.strip() == b"done" and not err, err.decode()
    for worker in workers[:3]: worker.communicate()
    assert disk_cache.verify().broken == 0
