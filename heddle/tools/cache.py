"""`heddle cache`: the disk cache of compiled kernels, shown, cleared or verified."""
from __future__ import annotations

from heddle import diskcache
from heddle.settings import cache_folder, settings
from heddle.stats import format_bytes
from heddle.tools.console import strong


def show() -> None:
    """Prints where the cache lies and what it holds."""
    _print_report(diskcache.report())


def verify() -> None:
    """Checks every entry, removes the broken ones, and prints what is left."""
    report = diskcache.verify()
    _print_report(report)
    print(f"{report.broken} broken entries removed" if report.broken else "every entry is whole")


def clear() -> None:
    """Removes every entry."""
    print(f"removed {diskcache.clear()} entries from {cache_folder()}")


def _print_report(report: diskcache.CacheReport) -> None:
    off = "" if settings.CACHE else "  (off: CACHE=0)"
    print(f"{strong(report.folder)}{off}")
    print(f"{report.entries} entries, {format_bytes(report.bytes)} of at most {format_bytes(report.limit)}")
    for kind, (entries, size) in sorted(report.by_kind.items()): print(f"  {kind}: {entries} entries, {format_bytes(size)}")
