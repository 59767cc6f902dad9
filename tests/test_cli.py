"""The command line, in processes of its own: exit status, what is printed where, and no traces for users' mistakes."""
import os
import subprocess
import sys

import pytest


def heddle(*arguments, **environment):
    """`python -m heddle` with a plain environment; `environment` adds to it."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DEV", "DEBUG", "NO_COLOR") and not k.startswith("HEDDLE_")}
    return subprocess.run([sys.executable, "-m", "heddle", *arguments], env=kept | environment, capture_output=True, text=True,
                          timeout=120, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("arguments", [(), ("devices",)])
def test_the_device_table_names_cpu_with_its_compilers(arguments):
    done = heddle(*arguments)
    assert done.returncode == 0 and done.stderr == ""
    assert "CPU      default" in done.stdout
    assert "* " in done.stdout and "LLVM" in done.stdout and "CLANG" in done.stdout
    assert "\033" not in done.stdout  # a pipe shows no colours


def test_the_device_table_imports_no_command_line_library():
    program = "import heddle.cli, sys; heddle.cli.run([]); assert not {'typer', 'rich', 'llvmlite'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_a_device_that_is_not_there_is_told_below_the_table():
    done = heddle(DEV="FOO")
    assert "DEV=FOO cannot be had: unknown device 'FOO'" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize(("arguments", "said"), [
    (("nonsense",), "No such command 'nonsense'"),
    (("demo", "--batch", "0"), "--batch"),
    (("demo", "train", "--epochs", "many"), "--epochs"),
    (("demo", "--file", "/nowhere/a.txt"), "heddle: cannot read /nowhere/a.txt: No such file or directory."),
    (("demo", "train", "--plot", "/nowhere/a.png"), "heddle: cannot write /nowhere/a.png: there is no folder /nowhere."),
    (("demo", "train", "--plot", "a.doc"), "no picture format '.doc'"),
])
def test_mistakes_are_told_in_words(arguments, said):
    done = heddle(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_are_listed_with_their_values():
    done = heddle("settings", BEAM="2")
    assert "BEAM=2  (default 0)" in done.stdout and "DEBUG=0\n" in done.stdout


def test_an_illegal_setting_is_told_in_words():
    done = heddle("settings", DEBUG="99")
    assert done.returncode == 2
    assert done.stderr == "heddle: DEBUG=99 is not legal.\n  Legal values of DEBUG: integer from 0 to 7.\n"


def test_the_cache_is_shown_verified_and_cleared(tmp_path):
    folder = str(tmp_path / "cache")
    program = "from heddle.device import disk_cache as c; c.put('program', b'key', b'value'); c.put('program', b'other', b'value')"
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | {"CACHE_DIR": folder})
    shown = heddle("cache", CACHE_DIR=folder)
    assert folder in shown.stdout and "2 entries" in shown.stdout and "program: 2 entries" in shown.stdout
    assert shown.stdout.count("written by another version of heddle") == 2
    entry = next(p for p in (tmp_path / "cache").rglob("*.entry"))
    entry.write_bytes(entry.read_bytes()[:-1])
    assert "1 broken entries removed" in heddle("cache", "verify", CACHE_DIR=folder).stdout
    assert "every entry is whole" in heddle("cache", "verify", CACHE_DIR=folder).stdout
    assert "removed 1 entries" in heddle("cache", "clear", CACHE_DIR=folder).stdout
    assert "\n0 entries" in heddle("cache", CACHE_DIR=folder).stdout


def test_a_reader_that_goes_away_is_no_error():
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", "heddle"], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.returncode == 0 and done.stderr == ""
