"""The command line, in processes of its own: exit status, what is printed where, and no traces for users' mistakes."""
import os
import subprocess
import sys

import pytest

from heddle import __version__


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
    program = "import heddle.cli, sys; heddle.cli.run([]); assert not {'click', 'rich', 'llvmlite'} & set(sys.modules)"
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


def test_the_version_is_told():
    assert heddle("--version").stdout == f"heddle {__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands(shell):
    script = heddle("completion", shell).stdout
    assert f"_HEDDLE_COMPLETE={shell}_complete" in script
    done = heddle(_HEDDLE_COMPLETE=f"{shell}_complete", COMP_WORDS="heddle vi", COMP_CWORD="vi" if shell == "fish" else "1")
    assert done.returncode == 0 and "view" in done.stdout and "devices" not in done.stdout and "CPU" not in done.stdout


def test_help_has_a_line_for_each_command():
    told = heddle("--help").stdout
    for name in ("devices", "demo", "cache", "beam", "explain", "view", "settings", "completion"):
        assert f"\n  {name} " in told
    assert heddle("demo", "-h").returncode == heddle("beam", "show", "--help").returncode == 0


def test_ctrl_c_in_a_command_is_no_abort():
    """Whatever the command-line library does with it."""
    program = "import sys\nfrom heddle import cli\nfrom heddle.tools import show_settings\n" \
              "def stop(): raise KeyboardInterrupt\nshow_settings.print_settings = stop\nsys.exit(cli.run(['settings']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 130 and done.stderr.endswith("stopped\n") and "Abort" not in done.stderr
