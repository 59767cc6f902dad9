"""Schedule templates in the disk cache: a process does not decide again what another has decided.

Inputs: the form of a graph, the capabilities of its devices. Outputs: the template that another process made of an equal graph.
Invariants: everything that a schedule depends on is in the key: the graph's content, the capabilities, the settings, and heddle's own
source text; an entry that can't be read, or does not fit the graph, is a miss, and written again.
"""
from __future__ import annotations

import sys
from collections.abc import Sequence

from heddle.device import disk_cache
from heddle.engine import debug_output
from heddle.engine.code_fingerprint import is_scheduler_unchanged, schedule_fingerprint
from heddle.process.collector import paused_collector
from heddle.schedule import exchange_settings
from heddle.schedule.cache_key import Form
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.content_key import NotStorable, content_key
from heddle.schedule.template import Template
from heddle.settings import settings
from heddle.tracing.bus import listeners_to
from heddle.tracing.events import Scheduled

_KIND, _FORMAT = "schedule", 1  # of entries on disk, and their version
#: Nodes of the smallest graph that has an entry. Scheduling 16 nodes takes about 0.4 ms, reading an entry 0.08 ms and writing it 1 ms.
_LEAST_NODES = 16
_listeners = listeners_to(Scheduled)


class DiskTemplates:
    """The store of the disk cache."""

    def key(self, form: Form, capabilities: Sequence[SchedulingCapabilities]) -> bytes | None:
        """None where passes have to run, to be printed, verified or listened to, and for graphs that have no text of their own."""
        if not settings.CACHE or settings.VERIFY or settings.DEBUG >= 6 or _listeners or len(form.nodes) < _LEAST_NODES: return None
        try: content = content_key(form)
        except NotStorable: return None
        return disk_cache.key_of(content, repr([tuple(c) for c in capabilities]), f"{exchange_settings()} {settings.cache_key()}",
                                 schedule_fingerprint(), f"{_FORMAT} {'.'.join(map(str, sys.version_info[:2]))}")

    def read(self, key: bytes, form: Form) -> Template | None:
        """The template; None, with a line at DEBUG=1, if the entry holds none that fits."""
        if (data := disk_cache.get(_KIND, key)) is None: return None
        from heddle.schedule.template_codec import FAULTS, read_template  # with the parser of JSON: 1.5 ms
        try:
            with paused_collector(): return read_template(data, form)
        except FAULTS as fault:
            if settings.DEBUG: debug_output.say(f"schedule {key.hex()[:16]} of the disk cache is made again: {fault!r}")
            return None

    def write(self, key: bytes, form: Form, template: Template) -> None:
        """Writes an entry, unless the template has something that it can't hold, or somebody edits the scheduler meanwhile."""
        if not is_scheduler_unchanged(): return
        from heddle.schedule.template_codec import write_template
        try: data = write_template(template, form)
        except NotStorable: return
        disk_cache.put(_KIND, key, data)


templates_on_disk = DiskTemplates()
