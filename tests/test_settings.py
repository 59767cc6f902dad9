"""Settings are typed, thread-local inside a Context, and explain themselves."""
from __future__ import annotations

import re
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

from heddle import errors
from heddle import settings as settings_module
from heddle.errors import HeddleWarning, OldSpellingWarning, SettingError
from heddle.settings import (
    TABLE,
    Context,
    Settings,
    cache_folder,
    current_overrides,
    settings,
    settings_table,
)


def read(**environ: str) -> Settings:
    errors.warn_again()
    return Settings(environ)


def test_every_row_is_annotated_with_its_type():
    for row in TABLE:
        name = getattr(row.kind, "__name__", str(row.kind))
        assert Settings.__annotations__[row.name] == name
        assert row.read(row.default) == row.default and row.help


@pytest.mark.parametrize("environ, name, value", [
    ({"DEBUG": "2"}, "DEBUG", 2), ({"DEBUG": "true"}, "DEBUG", 1), ({"HEDDLE_DEBUG": "3", "DEBUG": "1"}, "DEBUG", 3),
    ({"NOOPT": "1"}, "NOOPT", True), ({"CACHE": "off"}, "CACHE", False), ({"MEMORY_LIMIT": "64M"}, "MEMORY_LIMIT", 64 << 20),
    ({"MEMORY_LIMIT": "1.5 GiB"}, "MEMORY_LIMIT", 3 << 29), ({"CACHE_SIZE": "1000"}, "CACHE_SIZE", 1000),
    ({"BEAM_BUDGET": "2.5"}, "BEAM_BUDGET", 2.5), ({"DEV": "CPU:LLVM"}, "DEV", "CPU:LLVM"), ({}, "SCACHE", True)])
def test_reading(environ, name, value):
    found = getattr(read(**environ), name)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize("name, value, says", [
    ("DEBUG", "9", "integer from 0 to 7"), ("DEBUG", "loud", "integer from 0 to 7"), ("NOOPT", "maybe", "0 or 1"),
    ("MEMORY_LIMIT", "64X", "bytes, such as 64M or 2G"), ("THREADS", "-1", "integer from 0 to 4096")])
def test_illegal_values_are_refused_when_read(name, value, says):
    found = read(**{name: value})
    with pytest.raises(SettingError) as caught: getattr(found, name)
    assert f"{name}={value} is not legal" in str(caught.value) and says in str(caught.value)
    setattr(found, name, 1)
    assert getattr(found, name) == 1


def test_unknown_settings():
    with pytest.raises(SettingError, match="Did you mean 'DEBUG'"): Context(DEBGU=1)
    with pytest.raises(SettingError, match="unknown setting 'SPEED'"): settings.get("SPEED")
    with pytest.raises(SettingError): settings.SPEED = 1
    with pytest.raises(AttributeError): print(settings.SPEED)


def test_unknown_variable_warns_with_the_nearest_name():
    with pytest.warns(HeddleWarning, match="no setting HEDDLE_DEBGU; did you mean HEDDLE_DEBUG"): read(HEDDLE_DEBGU="1")


def test_context_nests_and_restores():
    before = settings.DEBUG
    with Context(DEBUG=2, BEAM=1):
        assert (settings.DEBUG, settings.BEAM, settings.get("debug")) == (2, 1, 2)
        with Context(DEBUG=5): assert (settings.DEBUG, settings.BEAM) == (5, 1)
        assert settings.DEBUG == 2 and current_overrides() == {"DEBUG": 2, "BEAM": 1}
        with pytest.raises(SettingError), Context(DEBUG=99): pass
    assert settings.DEBUG == before and "DEBUG" in vars(settings)


def test_context_decorates():
    @Context(DEBUG=4)
    def level(depth: int) -> int: return settings.DEBUG if depth == 0 else level(depth - 1)
    assert level(3) == 4 and settings.DEBUG == 0


def test_context_restores_after_an_error():
    with pytest.raises(ZeroDivisionError), Context(DEBUG=3): 1 / 0
    assert settings.DEBUG == 0


def test_context_is_for_one_thread():
    seen, inside, done = [], threading.Event(), threading.Event()

    def other():
        inside.wait(10)
        seen.append(settings.DEBUG)
        with Context(DEBUG=6): seen.append(settings.DEBUG)
        done.set()

    thread = threading.Thread(target=other)
    thread.start()
    with Context(DEBUG=2):
        inside.set()
        done.wait(10)
        assert settings.DEBUG == 2
    thread.join()
    assert seen == [0, 6] and settings.DEBUG == 0


def test_assignment_holds_for_all_threads():
    found = read()
    found.DEBUG = 3
    seen = []
    thread = threading.Thread(target=lambda: seen.append(found.DEBUG))
    thread.start()
    thread.join()
    assert seen == [3]


def test_a_watcher_is_told_what_holds_in_all_threads():
    found, told = Settings({}), []
    found.watch("THREADS", told.append)
    found.THREADS = 3
    found.opened({"THREADS": 1}, +1)
    found.opened({"THREADS": 1}, -1)
    found.opened({"DEBUG": 1}, +1)
    found.reload({"THREADS": "many"})
    assert told[1:] == [3, None, 3, None]


def test_cache_key_has_what_affects_output_and_nothing_else():
    for row in TABLE:
        text = row.choices[-1] if row.choices else "x"
        other = {bool: not row.default, str: text}.get(row.kind, 1 if row.default != 1 else 2)
        with Context(**{row.name: other}): changed = settings.cache_key()
        assert (changed != settings.cache_key()) == row.affects_output, row.name


@pytest.mark.parametrize("environ, dev", [
    ({"CPU": "1"}, "CPU"), ({"CLANG": "1"}, "CPU:CLANG"), ({"CPU": "1", "LLVM": "1"}, "CPU:LLVM"), ({"GPU": "1"}, "CL"),
    ({"CL": "1"}, "CL"), ({"CUDA": "1"}, "CUDA"), ({"NV": "1"}, "NV"), ({"AMD": "1"}, "AMD"), ({"METAL": "1"}, "METAL"),
    ({"QCOM": "1"}, "QCOM"), ({"WEBGPU": "1"}, "WEBGPU")])
def test_older_device_spellings(environ, dev):
    with pytest.warns(OldSpellingWarning, match="is an older spelling of DEV="): assert read(**environ).DEV == dev


@pytest.mark.parametrize("name, device, compiler", [
    ("NV_PTX", "NV", "PTX"), ("CUDA_PTX", "CUDA", "PTX"), ("AMD_LLVM", "AMD", "LLVM"),
    ("AMD_HIP", "AMD", "HIP"), ("CPU_LLVM", "CPU", "LLVM")])
def test_older_compiler_spellings(name, device, compiler):
    with pytest.warns(OldSpellingWarning, match=f"{name}=1 is an older spelling of DEV={device}:{compiler}"):
        assert read(**{name: "1"}).compilers == {device: compiler}


def test_older_interface_spellings():
    with pytest.warns(OldSpellingWarning, match=r"DEV=PCI\+NV"): assert read(NV_IFACE="pci").interfaces == {"NV": "PCI"}
    with pytest.warns(OldSpellingWarning): assert read(AMD_IFACE="USB").interfaces == {"AMD": "USB"}


def test_dev_rules_over_older_spellings_and_contradictions_are_refused():
    with pytest.warns(OldSpellingWarning): assert read(CPU="1", DEV="NULL").DEV == "NULL"
    with pytest.warns(OldSpellingWarning): both = read(CPU="1", CUDA="1")
    with pytest.raises(SettingError, match="CPU=1 and CUDA=1 ask for different devices"): print(both.DEV)


def test_a_flag_that_is_not_on_says_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(CL="/MP /O2", CUDA="0", GPU="").DEV == ""


def test_environment_reaches_a_fresh_process():
    code = "from heddle.settings import settings; print(settings.DEBUG, settings.MEMORY_LIMIT)"
    environ = {"DEBUG": "2", "HEDDLE_MEMORY_LIMIT": "1K"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True)
    assert done.stdout.split() == ["2", "1024"], done.stderr


def test_cache_folder(tmp_path, monkeypatch):
    with Context(CACHE_DIR=str(tmp_path)): assert cache_folder() == str(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform != "linux": return
    with Context(CACHE_DIR=""): assert cache_folder() == str(tmp_path / "heddle")


def test_table_lists_every_row():
    text = settings_table()
    assert all(f"| `{row.name}` |" in text for row in TABLE) and "`1 GiB`" in text


def test_no_other_file_reads_the_environment():
    package = Path(settings_module.__file__).parent
    readers = [file.relative_to(package).as_posix() for file in package.rglob("*.py")
               if re.search(r"os\.(environ|getenv)|from os import .*environ", file.read_text(encoding="utf-8"))]
    assert readers == ["settings.py"]
