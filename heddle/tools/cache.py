"""`heddle cache`: shows, clears or verifies the disk cache of compiled kernels, and explains an entry."""
from __future__ import annotations

import time

from heddle.device import Compiled, Device, device_table, disk_cache
from heddle.device.disk_cache import Entry
from heddle.engine.compile import Kept, surroundings, unpack
from heddle.errors import FileMissingError, HeddleError
from heddle.settings import cache_folder, settings
from heddle.tools.console import strong, styled
from heddle.tools.explain.device_text import split_device
from heddle.tools.work import format_operations
from heddle.tracing.counters import format_bytes, format_seconds

_LISTED = 12  # kernels that `show` names
_DIGITS = 12  # of a key, enough to tell entries apart
_COMPUTE_NOTHING = ("DISK", "NULL")
_OLDER = "written by another version of heddle"
_KINDS = {
    "program": "a kernel: its source, binary and launch",
    "variants": "what the keys of the programs of one kernel are made of", "source": "the program that was compiled of a source",
    "schedule": "what was decided for a graph: its kernels, their order, memory",
    "pool": "the CPU's worker threads, compiled",
    "winner": "what a search found for a kernel", "quarantine": "actions on a kernel that crashed or hung",
    "code": "a fingerprint of heddle's own code", "ceiling": "the best rates a device has been seen to reach",
}


def show() -> None:
    """Prints the folder of the cache, its contents, and the kernels used last."""
    _print_report(disk_cache.report())
    programs = disk_cache.entries("program")
    if programs: print(f"kernels used last ({strong('heddle cache explain KEY')} shows more):")
    for entry in programs[:_LISTED]:
        value = disk_cache.peek(entry)
        kept = None if value is None else unpack(value)
        name = kept.info.name if kept is not None else styled("damaged", "red") if value is None else _OLDER
        print(f"  {entry.key.hex()[:_DIGITS]}  {format_bytes(entry.bytes):>9}  {_age(entry):>12}  {name}")


def verify() -> None:
    """Checks every entry, removes the broken ones, and prints what is left."""
    report = disk_cache.verify()
    _print_report(report)
    print(f"{report.broken} broken entries removed" if report.broken else "every entry is whole")


def clear() -> None:
    """Removes every entry."""
    print(f"removed {disk_cache.clear()} entries from {cache_folder()}")


def explain(key: str) -> None:
    """Prints what an entry is, what its key is made of, and whether it would be found now.

    `key`: the first digits of the key. FileMissingError if there is no such entry, or if there are several.
    """
    for line in describe_entry(_find(key)): print(line)


def _find(key: str) -> Entry:
    word = key.lower().strip()
    found = disk_cache.entries(prefix=word) if word else []
    if len(found) == 1: return found[0]
    if found:
        rows = ", ".join(f"{e.key.hex()[:_DIGITS]} ({e.kind})" for e in found[:6])
        raise FileMissingError(f"{len(found)} entries of the disk cache start with {key}: {rows}", "Write more digits.")
    raise FileMissingError(f"no entry of the disk cache in {cache_folder()} starts with {key!r}",
                           "`heddle cache show` lists the kernels used last.")


def describe_entry(entry: Entry) -> list[str]:
    """The lines that `explain` prints."""
    lines = [f"{strong(entry.key.hex())}: {_KINDS.get(entry.kind, entry.kind)}",
             f"  {format_bytes(entry.bytes)} in {entry.path}", f"  used {_age(entry)}"]
    value = disk_cache.peek(entry)
    if value is None: return [*lines, styled("  damaged: it is removed at its next use", "red")]
    if entry.kind != "program": return lines
    return [*lines, f"  {_OLDER}"] if (kept := unpack(value)) is None else lines + _describe_program(kept)


def _describe_program(kept: Kept) -> list[str]:
    info = kept.info
    work = f"{format_operations(info.ops)}, {format_bytes(info.bytes)} read and written a launch"
    lines = [f"  kernel {strong(info.name)}, {info.extent()}; {work}",
             f"  optimised: {', '.join(info.applied) or 'not at all'}",
             f"  source {format_bytes(len(kept.source))}, binary {format_bytes(len(kept.binary))}", "  its key is made of:"]
    lines += [f"    {name}: {_part_text(name, value)}" for name, value in kept.parts.items()]
    return [*lines, _verdict(kept)]


def _part_text(name: str, value: str) -> str:
    if name != "device": return value
    head, capabilities = split_device(value)
    return f"{head} (and {len(capabilities)} capabilities)" if capabilities else head


def _verdict(kept: Kept) -> str:
    """Whether the same kernel would find this entry here and now, on the default device or on another one, and if not, why."""
    from heddle.tools.explain.again import explain_parts
    if not settings.CACHE: return styled("  not used now: the disk cache is off, CACHE=0", "yellow")
    try: default = Device[Device.DEFAULT]
    except HeddleError as fault: return styled(f"  not used now: {fault.what}", "yellow")
    devices = {Device.DEFAULT: default, **_other_devices()}
    for name, device in devices.items():
        if not _difference(kept, device): return styled(f"  used now, {'by' if device is default else 'with'} {name}", "green")
    alike = {name: d for name, d in devices.items() if kept.parts["device"].startswith(f"{d.renderer.target} ")}
    if not alike:
        here = ", ".join(dict.fromkeys(device.renderer.target for device in devices.values()))
        return styled(f"  not used now: it is for a device or compiler of another kind than those here, which are: {here}", "yellow")
    name, device = next(iter(alike.items()))
    why, cure = explain_parts({**kept.parts, **_difference(kept, device)}, (kept.parts,))
    return styled(f"  not used now, by {name}: {why}. {cure}", "yellow")


def _difference(kept: Kept, device: Compiled) -> dict[str, str]:
    """The parts of the key that are others for the same kernel on `device`, here and now."""
    return {name: value for name, value in surroundings(device).items() if kept.parts[name] != value}


def _other_devices() -> dict[str, Compiled]:
    """The usable devices that compute, with each of their compilers, as DEV names them."""
    found: dict[str, Compiled] = {}
    for row in device_table():
        for name in [f"{row.name}:{c.name}" for c in row.compilers if c.usable] or [row.name]:
            if row.usable and row.name not in _COMPUTE_NOTHING: found[f"DEV={name}"] = Device[name]
    return found


def _age(entry: Entry) -> str:
    seconds = max(0.0, time.time() - entry.last_used)
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length: return f"{seconds / length:.0f} {unit} ago"
    return f"{format_seconds(round(seconds))} ago"


def _print_report(report: disk_cache.CacheReport) -> None:
    off = "" if settings.CACHE else "  (off: CACHE=0)"
    print(f"{strong(report.folder)}{off}")
    print(f"{report.entries} entries, {format_bytes(report.bytes)} of at most {format_bytes(report.limit)}")
    for kind, (entries, size) in sorted(report.by_kind.items()): print(f"  {kind}: {entries} entries, {format_bytes(size)}")
