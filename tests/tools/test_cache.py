"""`heddle cache`: what is listed, and what is told of one entry."""
from __future__ import annotations

import marshal

import pytest

from heddle import Context, Tensor
from heddle.device import disk_cache
from heddle.engine import compile
from heddle.errors import FileMissingError
from heddle.tools import cache
from heddle.tools.explain.device_text import device_text, split_device
from tests.caches import forget


@pytest.fixture(autouse=True)
def own_cache(tmp_path):
    forget()
    with Context(CACHE_DIR=str(tmp_path), VERIFY=0, DEV="CPU"):
        (Tensor.ones(6).contiguous().realize() * 7).realize()
        yield
    forget()


def entry_of(name: str):
    return next(e for e in disk_cache.entries("program") if compile.unpack(disk_cache.peek(e)).info.name == name)


def test_kernels_are_listed_by_name_and_key(capsys):
    cache.show()
    shown = capsys.readouterr().out
    assert f"{entry_of('map_6').key.hex()[:12]}" in shown and "map_6" in shown and "program: 2 entries" in shown


def test_an_entry_is_explained_by_the_first_digits_of_its_key(capsys):
    key = entry_of("map_6").key.hex()
    cache.explain(key[:10].upper())
    shown = capsys.readouterr().out
    assert key in shown and "kernel map_6, grid" in shown and "settings: " in shown and "used now, by CPU" in shown
    with Context(THREADS=3): cache.explain(key)
    assert "not used now, by CPU: " in (shown := capsys.readouterr().out) and "THREADS=0 became THREADS=3" in shown
    with Context(CACHE=0): cache.explain(key)
    assert "the disk cache is off" in capsys.readouterr().out


def test_entries_of_other_devices_are_explained_in_words(capsys, monkeypatch):
    (Tensor.ones(5, device="PYTHON").contiguous().realize() * 7).realize()
    key = entry_of("map_5").key.hex()
    cache.explain(key)
    shown = capsys.readouterr().out
    assert "device: python python (and " in shown and "used now, with DEV=PYTHON" in shown and "Ops." not in shown
    monkeypatch.setattr(cache, "_other_devices", dict)
    cache.explain(key)
    shown = capsys.readouterr().out.splitlines()[-1]
    assert "it is for a device or compiler of another kind than those here, which are: CPU " in shown and len(shown) < 200


def test_devices_that_differ_are_told_by_what_differs():
    old = "CPU CLANG x clang -std=gnu17 -o - dtypes=['dtypes.int8', 'dtypes.float64'] vector=32 cache=(1, 2)"
    assert split_device(old) == ("CPU CLANG x clang -std=gnu17 -o -", {"dtypes": "['dtypes.int8', 'dtypes.float64']", "vector": "32",
                                                                       "cache": "(1, 2)"})
    new = old.replace("'dtypes.int8'", "'dtypes.bfloat16'").replace("vector=32", "vector=64")
    assert device_text(old, new) == "device: dtypes without int8 and with bfloat16; vector 32 became 64"
    newer = new.replace("clang", "clang 22")
    assert device_text(old, newer).startswith("device: CPU CLANG x clang -std=gnu17 -o - became CPU CLANG x clang 22 ")


def test_other_kinds_and_damaged_entries(capsys):
    (binary,) = (e for e in disk_cache.entries("variants") if e.key == disk_cache.entries("variants")[0].key)
    cache.explain(binary.key.hex())
    assert "what the keys of the programs of one kernel are made of" in capsys.readouterr().out
    entry = entry_of("map_6")
    with open(entry.path, "r+b") as file: file.truncate(60)
    cache.explain(entry.key.hex())
    assert "damaged" in capsys.readouterr().out
    cache.show()
    assert "damaged" in capsys.readouterr().out


def test_entries_of_older_versions_are_listed_and_left_alone(capsys):
    disk_cache.put("program", b"older", marshal.dumps((("map", 1), "source", b"binary", {})))
    disk_cache.put("binary", b"a kind that is no longer written", b"code")
    cache.show()
    assert "written by another version of heddle" in (shown := capsys.readouterr().out) and "binary: 1 entries" in shown
    for entry in (*disk_cache.entries("binary"), *disk_cache.entries("program", b"older".hex())): cache.explain(entry.key.hex())
    assert "damaged" not in (shown := capsys.readouterr().out) and "written by another version" in shown
    forget()
    assert (Tensor.ones(6).contiguous().realize() * 7).tolist() == [7.0] * 6 and disk_cache.entries("binary")


def test_keys_that_fit_none_or_several():
    with pytest.raises(FileMissingError, match="no entry of the disk cache"): cache.explain("nonsense")
    with pytest.raises(FileMissingError, match="no entry of the disk cache"): cache.explain("")
    for n in range(17): disk_cache.put("program", bytes([n]) * 4, b"x")  # two of them start with the same digit
    with pytest.raises(FileMissingError, match="entries of the disk cache start with 0"): cache.explain("0")
