"""Device diagnosis: a table of what works on this machine, what does not and why, and the cure.

Inputs: the results of the probes. Outputs: text. Invariants: diagnosis opens no device, and an unusable one is a line and not a
traceback.
"""
from __future__ import annotations

import shutil
import sys
import textwrap

from heddle.device import CompilerRow, Device, DeviceRow, device_table
from heddle.errors import DeviceError
from heddle.installation import own_command
from heddle.settings import settings
from heddle.tools.console import strong, styled

_NAME = 9  # width of the column of names
_PIPE_WIDTH = 110  # of the text where there is no terminal that has one


def print_devices() -> bool:
    """Prints the table; whether there is a device to compute on."""
    for row in device_table():
        for line in describe_device(row): print(line)
    if settings.DEV and (fault := _fault_of_default()): print(styled(f"DEV={settings.DEV} cannot be had: {fault}", "red"))
    return bool(Device.get_available_devices())


def print_usable_devices() -> None:
    """Prints a line for each device that may be the default one and can be used, and how many others there are."""
    rows = device_table()
    shown = [row for row in rows if row.usable and row.may_be_default]
    for row in shown: print(_in_one_line(row))
    if others := len(rows) - len(shown): print(f"{others} other{'s' if others > 1 else ''}: `{own_command()} devices`")


def _in_one_line(row: DeviceRow) -> str:
    detail = textwrap.shorten(row.detail, max(_width() - _NAME - 9, 30), placeholder=" …")
    return f"{strong(f'{row.name:{_NAME}}')}{_mark(row)}  {detail}".rstrip()


def _fault_of_default() -> str:
    """What is wrong with the device that DEV names; empty if nothing is."""
    try: Device.canonicalize(None)
    except DeviceError as e: return e.what
    return ""


def describe_device(row: DeviceRow) -> list[str]:
    """A device's lines: its name and what it is, or why not and the cure; then its compilers."""
    lines = _hang(f"{strong(f'{row.name:{_NAME}}')}{_mark(row)}  ", _NAME + 9, row.detail)
    if not row.usable and row.cure: lines += _hang(" " * (_NAME + 9), _NAME + 9, f"cure: {row.cure}")
    if row.compilers and not any(c.why for c in row.compilers):
        return lines + _hang(" " * (_NAME + 9), _NAME + 9, f"compilers: {', '.join(c.name for c in row.compilers)}")
    for compiler in row.compilers: lines += _describe_compiler(row, compiler)
    return lines


def _mark(row: DeviceRow) -> str:
    return styled("default", "green") if row.is_default else styled("usable ", "green") if row.usable else styled("no     ", "red")


def _describe_compiler(row: DeviceRow, compiler: CompilerRow) -> list[str]:
    mark = "*" if compiler.is_default else " " if compiler.usable else "-"
    text = compiler.why + (f"; cure: {compiler.cure}" if not compiler.usable and compiler.cure else "")
    if compiler.is_default and sum(c.usable for c in row.compilers) > 1: text += " (default: first of the usable ones)"
    return _hang(f"{'':{_NAME}}  {mark} {compiler.name:6} ", _NAME + 11, text.strip())


def _hang(head: str, indent: int, text: str) -> list[str]:
    """`head` and `text`, later lines of the text under its first one. `indent` is the width of `head` as seen."""
    first, *rest = textwrap.wrap(text, max(_width() - indent, 30), break_long_words=False, break_on_hyphens=False) or [""]
    return [(head + first).rstrip(), *(" " * indent + line for line in rest)]


def _width() -> int: return shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPE_WIDTH
