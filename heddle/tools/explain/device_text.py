"""Devices of the disk cache's keys in words: target, compiler, and the capabilities that differ.

Inputs: the part `device` of keys, as `Compiled.kernel_key` writes it: target, compiler and options, then NAME=VALUE per capability.
Outputs: text of a line or two. Invariants: what two keys have in common is not repeated.
"""
from __future__ import annotations

import re

_FIELD = re.compile(r" ([a-z_]+)=")
_LONGEST = 60  # characters of a value that is shown


def split_device(part: str) -> tuple[str, dict[str, str]]:
    """Target with compiler, and the capabilities by name."""
    head, *rest = _FIELD.split(part)
    return head, dict(zip(rest[::2], rest[1::2]))


def device_text(old: str, new: str) -> str:
    """How a device differs from another one."""
    (head, before), (other, now) = split_device(old), split_device(new)
    found = [f"{head} became {other}"] if head != other else []
    found += [_capability_text(name, before.get(name, ""), now[name]) for name in now if before.get(name) != now[name]]
    return f"device: {'; '.join(found)}"


def _capability_text(name: str, old: str, new: str) -> str:
    before, now = (set(re.findall(r"'(?:\w+\.)?(\w+)'", text)) for text in (old, new))
    lost, gained = (", ".join(sorted(names)) for names in (before - now, now - before))
    if not lost and not gained: return f"{name} {_short(old) or 'none'} became {_short(new) or 'none'}"
    words = [f"without {lost}"] if lost else []
    return f"{name} {' and '.join([*words, *([f'with {gained}'] if gained else [])])}"


def _short(text: str) -> str: return text if len(text) <= _LONGEST else text[:_LONGEST - 1] + "…"
