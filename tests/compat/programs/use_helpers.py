"""Helpers as programs use them around tensors."""
import os
import tempfile

from tinygrad import Context, Tensor, fetch, getenv
from tinygrad.helpers import *

print(getenv("EPOCHS", 3), getenv("NOT_SET_AT_ALL", "default"), getenv("RATE", 0.5))
with Timing("stacking: ", lambda et: f" {1e9 / max(et, 1):.0f} a second", enabled=False): print(Tensor.stack(*[Tensor([i]) for i in range(3)]).tolist())
total = 0
for i in trange(5, desc="sum", disable=True): total += i
for i in (bar := tqdm([1, 2, 3], desc="more", disable=True)):
    total += i
    bar.set_description(f"total {total}")
print(total, prod((2, 3, 4)), flatten([[1], [2, 3]]), argsort([3, 1, 2]), dedup([3, 3, 1]), round_up(10, 8), ceildiv(10, 3), all_same([1, 1]))
print(repr(colored("warning", "yellow")), ansilen(colored("abc", "red")), partition(range(6), lambda x: x % 2 == 0), merge_dicts([{"a": 1}, {"b": 2}]))
path = os.path.join(tempfile.mkdtemp(), "file.bin")
with open(path, "wb") as f: f.write(b"\1\2\3\4")
print(Tensor(fetch(path)).tolist(), str(fetch(path)) == path)


@Context(DEBUG=0, NOOPT=0)
def quiet(): return DEBUG.value, DEBUG < 2, bool(DEBUG)


MODE = ContextVar("PROGRAM_MODE", 2)
with Context(PROGRAM_MODE=5): inside = MODE.value
print(quiet(), MODE.value, inside, time_to_str(0.0023).strip(), size_to_str(3 << 20), strides_for_shape((2, 3, 4)))
print(get_child({"layer": [Tensor([7])]}, "layer.0").item(), make_tuple(3, 2), unwrap(4), next_power2(100), to_function_name("a+b"), word_wrap("abcdef", 3).split())


@diskcache
def squares(n): return [i * i for i in range(n)]


print(squares(4), squares(4), temp("x").endswith("x"), OSX or WIN or True)
