"""The device table says what is usable, why the rest is not, and the cure."""
import pytest

from heddle.device import CompilerRow, Device, DeviceRow
from heddle.errors import DeviceError
from heddle.tools import doctor


def text(row):
    return "\n".join(doctor.describe_device(row))


def test_a_usable_device_with_its_compilers():
    compilers = (CompilerRow("CLANG", False, False, "no clang was found; looked in PATH", "apt install clang-19"),
                 CompilerRow("LLVM", True, True, "the LLVM of llvmlite"))
    assert text(DeviceRow("CPU", True, True, "a processor", "", compilers)) == (
        "CPU      default  a processor\n"
        "           - CLANG  no clang was found; looked in PATH; cure: apt install clang-19\n"
        "           * LLVM   the LLVM of llvmlite")


def test_the_default_among_several_compilers_says_why():
    compilers = tuple(CompilerRow(name, True, name == "CLANG", f"{name} 22") for name in ("CLANG", "LLVM"))
    lines = doctor.describe_device(DeviceRow("CPU", True, False, "a processor", "", compilers))
    assert lines[0].startswith("CPU      usable") and "(default: first of the usable ones)" in lines[1] and "default" not in lines[2]


def test_compilers_with_nothing_to_say_share_a_line():
    compilers = tuple(CompilerRow(name, True, name == "CLANG", "") for name in ("CLANG", "LLVM"))
    assert text(DeviceRow("NULL", True, False, "runs nothing", "", compilers)).endswith("\n                  compilers: CLANG, LLVM")


def test_an_unusable_device_with_why_and_cure():
    row = DeviceRow("CL", False, False, "libOpenCL.so.1 was not found; looked in the loader's path",
                    "apt install ocl-icd-libopencl1", ())
    assert text(row) == ("CL       no       libOpenCL.so.1 was not found; looked in the loader's path\n"
                         "                  cure: apt install ocl-icd-libopencl1")


def test_long_texts_are_wrapped_under_their_beginning():
    lines = doctor.describe_device(DeviceRow("CL", True, False, "word " * 60, "", ()))
    assert len(lines) > 2 and all(len(line) <= 110 for line in lines)
    assert all(line.startswith(" " * 18 + "word") for line in lines[1:])


@pytest.mark.parametrize(("available", "usable"), [(["CPU"], True), ([], False)])
def test_it_fails_only_if_nothing_is_usable(monkeypatch, capsys, available, usable):
    monkeypatch.setattr(type(Device), "get_available_devices", lambda self: available)
    assert doctor.print_devices() is usable
    assert "CPU" in capsys.readouterr().out


def test_a_device_that_was_asked_for_in_vain_is_named(monkeypatch, capsys):
    def refuse(self, name): raise DeviceError("unknown device 'GPX'", "There are: CPU.", None)
    monkeypatch.setattr(type(Device), "canonicalize", refuse)
    from heddle import Context
    with Context(DEV="CPU"): doctor.print_devices()
    assert "DEV=CPU cannot be had: unknown device 'GPX'." in capsys.readouterr().out


def test_the_summary_has_a_line_for_each_usable_device(monkeypatch, capsys):
    rows = [DeviceRow("CL", True, False, "word " * 60, "", (), True), DeviceRow("CPU", True, True, "a processor", "", (), True),
            DeviceRow("CUDA", False, False, "no driver", "get one", (), True), DeviceRow("NULL", True, False, "runs nothing", "", ())]
    monkeypatch.setattr(doctor, "device_table", lambda: rows)
    monkeypatch.setattr(doctor, "own_command", lambda: "heddle")
    doctor.print_usable_devices()
    cl, cpu, others = capsys.readouterr().out.splitlines()
    assert cl.startswith("CL       usable   word word") and len(cl) <= 110 and cl.endswith("…")
    assert cpu == "CPU      default  a processor" and others == "2 others: `heddle devices`"
