"""The set-up of a fresh machine: what is asked of apt, and what is said where it cannot be had. apt and id are stand-ins in PATH."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "install_system_packages.sh"
TOOLS = ("bash", "mktemp", "cut", "timeout", "cat", "mkdir", "touch", "chmod")  # of the real system
#: what each package of the stand-in brings
BRINGS = {"pocl-opencl-icd": "etc/OpenCL/vendors/pocl.icd", "mesa-vulkan-drivers": "usr/share/vulkan/icd.d/lvp.json",
          "chromium": "bin/chromium", "chromium-driver": "bin/chromedriver", "oclgrind": "bin/oclgrind",
          "libc6-arm64-cross": "usr/aarch64-linux-gnu/lib/libc.so.6"}
ALL_MISSING = ("apt-get install pocl-opencl-icd ocl-icd-libopencl1 mesa-vulkan-drivers libvulkan1 oclgrind "
               "qemu-user libc6-arm64-cross chromium chromium-driver")

pytestmark = pytest.mark.skipif(shutil.which("timeout") is None, reason="no timeout(1) here")


class Machine:
    """A system in a folder, with a PATH of its own."""

    def __init__(self, root: Path) -> None:
        self.root, self.bin = root, root / "bin"
        self.bin.mkdir()
        for tool in TOOLS: (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        self.user(0)

    def command(self, name: str, text: str) -> None:
        (self.bin / name).write_text(f"#!/usr/bin/env bash\n{text}\n")
        (self.bin / name).chmod(0o755)

    def user(self, number: int) -> None: self.command("id", f"echo {number}")

    def apt(self, update: int = 0, broken: str = "none") -> None:
        """An apt-get that writes down what it is asked, installs, and fails at updating or at one package if it is told so."""
        brings = "\n".join(f'{name}) mkdir -p "{self.root}/{Path(file).parent}"; touch "{self.root}/{file}"; '
                           f'chmod 755 "{self.root}/{file}";;' for name, file in BRINGS.items())
        self.command("apt-get", f'''echo "$*" >>"{self.root}/asked"
[[ " $* " == *" update "* ]] && {{ echo "Err: no route to the mirror" >&2; exit {update}; }}
for word in "$@"; do [ "$word" = "{broken}" ] && {{ echo "E: unable to fetch" >&2; exit 100; }}; done
for word in "$@"; do case "$word" in
{brings}
esac; done''')

    def run(self) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(["bash", str(SCRIPT)], capture_output=True, text=True, timeout=60,
                              env={"PATH": str(self.bin), "HEDDLE_SYSTEM": str(self.root), "TMPDIR": str(self.root)})
        assert done.returncode == 0, done.stderr  # it never keeps `make test` from going on
        return done

    def asked(self) -> list[str]:
        file = self.root / "asked"
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_root_gets_all_packages_and_a_second_run_does_nothing(machine: Machine) -> None:
    machine.apt()
    done = machine.run()
    installed = [line.split("recommends ")[1] for line in machine.asked() if " install " in line]
    assert installed == ["pocl-opencl-icd ocl-icd-libopencl1", "mesa-vulkan-drivers libvulkan1", "oclgrind",
                         "qemu-user libc6-arm64-cross", "chromium", "chromium-driver"]
    assert done.stderr == "" and "installing system packages: oclgrind" in done.stdout
    again = machine.run()
    assert again.stdout == again.stderr == "" and len(machine.asked()) == 7


def test_who_is_not_root_is_told_what_stays_untested(machine: Machine) -> None:
    machine.apt()
    machine.user(1000)
    lines = machine.run().stderr.splitlines()
    assert lines[0] == "not everything is tested here, since this is no root shell:"
    assert "  the runtime CL: pocl-opencl-icd ocl-icd-libopencl1" in lines
    assert lines[-1] == f"to get it, as root on Debian or Ubuntu: {ALL_MISSING}" and not machine.asked()


def test_without_apt(machine: Machine) -> None:
    lines = machine.run().stderr.splitlines()
    assert lines[0] == "not everything is tested here, since there is no apt here:" and lines[-1].endswith(ALL_MISSING)


def test_without_a_network_the_lists_that_are_there_are_tried(machine: Machine) -> None:
    machine.apt(update=100)
    done = machine.run()
    assert done.stderr == "apt-get update failed: trying with the lists that are there\n" and len(machine.asked()) == 7


def test_a_package_that_cannot_be_had_keeps_no_other_away(machine: Machine) -> None:
    machine.apt(broken="libvulkan1")
    lines = machine.run().stderr.splitlines()
    assert lines[0].startswith("apt-get could not install mesa-vulkan-drivers libvulkan1 (see ")
    assert "unable to fetch" in Path(lines[0].split("see ")[1].rstrip(")")).read_text()
    assert lines[1:] == ["not everything is tested here:", "  the runtime WEBGPU: mesa-vulkan-drivers libvulkan1",
                         "to get it, as root on Debian or Ubuntu: apt-get install mesa-vulkan-drivers libvulkan1"]
    assert (machine.root / "bin" / "chromedriver").exists()


def test_packages_that_bring_nothing_are_reported(machine: Machine) -> None:
    """As Ubuntu's chromium, which is an empty package that wants snap."""
    machine.command("apt-get", "exit 0")
    assert machine.run().stderr.splitlines()[-1].endswith(ALL_MISSING)
