"""Damage to files: what disks, networks and hostile authors do to bytes and to headers.

Inputs: a valid file and a random generator. Outputs: a list of `Damage`, plain data that `damaged` applies. Invariants: the same
damage to
the same bytes gives the same file.
"""
from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple


class Damage(NamedTuple):
    """One change: `kind` is a key of `BYTES` or of `VALUES`, `at` a fraction of the file or the number of a value, the rest its
    own."""

    kind: str
    at: float
    size: int
    value: Any


#: numbers that readers multiply, allocate and seek by
NUMBERS = (0, 1, 2, 7, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 40,
    10**9)
#: values of a wrong type or size, for headers that are JSON
STRANGE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 64, 65, 1 << 31, 1 << 63, 10**40, -10**40, 10**4000, 1.5, 1e308, -0.0,
    "", "F32", "x" * 5000, "\0", "\udc80", "../../x", "é", "CPU:7", "NULL",
    [], [[]], {}, ["F32"], [-1], [0], [1 << 62, 4], [0, 10**40], [1] * 1002, [[1]] * 3, {"a": 1})


# ---- bytes


def _at(data: bytes, d: Damage) -> int: return min(int(d.at * len(data)), max(len(data) - 1, 0))
def _flip(data: bytes, d: Damage) -> bytes:
    i = _at(data, d)
    return data[:i] + bytes(b ^ d.value for b in data[i:i + 1]) + data[i + 1:]


def _truncate(data: bytes, d: Damage) -> bytes: return data[:_at(data, d)]
def _insert(data: bytes, d: Damage) -> bytes: return data[:(i := _at(data, d))] + bytes([d.value]) * d.size + data[i:]
def _delete(data: bytes, d: Damage) -> bytes: return data[:(i := _at(data, d))] + data[i + d.size:]
def _repeat(data: bytes, d: Damage) -> bytes: return data[:(i := _at(data, d))] + data[i:i + d.size] * 2 + data[i + d.size:]


def _number(data: bytes, d: Damage) -> bytes:
    """A little-endian number over what is there."""
    width = 8 if d.size % 2 else 4
    return data[:(i := _at(data, d))] + (d.value % (1 << 8 * width)).to_bytes(width, "little") + data[i + width:]


def _swap(data: bytes, d: Damage) -> bytes:
    """Two neighbouring words change places: lengths, offsets."""
    width = 8 if d.size % 2 else 4
    i = _at(data, d)
    return data[:i] + data[i + width:i + 2 * width] + data[i:i + width] + data[i + 2 * width:]


def _splice(data: bytes, d: Damage) -> bytes:
    """Bytes of another part of the file over what is there."""
    i, j = _at(data, d), d.value % max(len(data), 1)
    return data[:i] + data[j:j + d.size] + data[i + d.size:]


def _text(data: bytes, d: Damage) -> bytes: return data[:(i := _at(data, d))] + d.value.encode("latin-1") + data[i + len(d.value):]
def _nest(data: bytes, d: Damage) -> bytes: return data[:(i := _at(data, d))] + d.value.encode() * d.size * 1000 + data[i:]


BYTES: dict[str, Callable[[bytes, Damage], bytes]] = {
    "flip": _flip, "truncate": _truncate, "insert": _insert, "delete": _delete, "repeat": _repeat, "number": _number, "swap": _swap,
    "splice": _splice, "text": _text, "nest": _nest}
_TEXTS = ("\xff\xfe\xff", "-1", "99999999999999999999", "\x00\x00\x00\x00", "../../", "\xed\xa0\x80", "nan", "((((((((")


def draw_bytes(rng: random.Random) -> Damage:
    """One change to bytes."""
    kind = rng.choice(("flip",) * 4 + ("truncate", "insert", "delete", "repeat", "number", "number", "swap", "splice", "text", "nest"))
    value: Any = {"flip": 1 << rng.randrange(8), "insert": rng.choice((0, 255, 65)), "number": rng.choice(NUMBERS),
                  "splice": rng.randrange(1 << 16), "text": rng.choice(_TEXTS), "nest": rng.choice("([{\"]")}.get(kind)
    # headers are at the beginning, directories of archives at the end
    at = rng.random() ** 3 if rng.random() < 0.5 else 1 - rng.random() ** 3
    return Damage(kind, round(at, 6), rng.choice((1, 1, 2, 3, 4, 8, 16, 100, 1000)), value)


# ---- values of JSON


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a JSON value, in order."""
    found, stack = [], [value]
    while stack:
        part = stack.pop()
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        found += [(part, key) for key in keys]
        stack += [part[key] for key in reversed(keys) if isinstance(part[key], (dict, list))]
    return found


def _replace(places: list[tuple[Any, Any]], i: int, d: Damage) -> None:
    places[i][0][places[i][1]] = copy.deepcopy(d.value)  # one strange value may be put into another that is the same


def _remove(places: list[tuple[Any, Any]], i: int, d: Damage) -> None:
    container, key = places[i]
    del container[key]


def _exchange(places: list[tuple[Any, Any]], i: int, d: Damage) -> None:
    (a, k), (b, m) = places[i], places[d.size % len(places)]
    a[k], b[m] = copy.deepcopy(b[m]), copy.deepcopy(a[k])  # one may be a part of the other


def _add(places: list[tuple[Any, Any]], i: int, d: Damage) -> None:
    if isinstance(places[i][0][places[i][1]], int): places[i][0][places[i][1]] += d.size - 50


def _double(places: list[tuple[Any, Any]], i: int, d: Damage) -> None:
    container, key = places[i]
    if isinstance(container, list): container.insert(key, container[key])
    else: container[f"{key}{_TWICE}"] = container[key]


_TWICE = "\u2021"  # marks a key that stands twice in the text
VALUES: dict[str, Callable[[list[tuple[Any, Any]], int, Damage], None]] = {
    "replace": _replace, "remove": _remove, "exchange": _exchange, "add": _add, "double": _double}


def draw_value(rng: random.Random) -> Damage:
    """One change to a value of a header."""
    kind = rng.choice(("replace", "replace", "replace", "remove", "exchange", "add", "double"))
    return Damage(kind, round(rng.random(), 6), rng.randrange(100), rng.choice(STRANGE) if kind == "replace" else None)


def damaged_json(text: bytes, damages: list[Damage]) -> bytes:
    """A JSON text with values changed; a key may stand in it twice."""
    value = json.loads(text)
    for d in damages:
        if not (places := _places(value)): break
        VALUES[d.kind](places, min(int(d.at * len(places)), len(places) - 1), d)
    return json.dumps(value).replace("\\u2021\"", "\"").encode()


def damaged(data: bytes, damages: list[Damage]) -> bytes:
    """The bytes with every change of bytes applied, in order."""
    for d in damages: data = BYTES[d.kind](data, d)
    return data
