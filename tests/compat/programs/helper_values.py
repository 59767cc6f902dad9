"""What the helpers give, as JSON on standard output: once recorded with the reference, now compared with it."""
import ctypes  # noqa: F401 (likewise)
import json

import numpy as np  # noqa: F401 (the calls below use it)
from tinygrad import helpers
from tinygrad.helpers import *

CALLS = """
time_to_str(1.5) | time_to_str(0.0015) | time_to_str(12345) | time_to_str(0.0015, w=12) | time_to_str(0) | time_to_str(10) | time_to_str(0.01)
size_to_str(12) | size_to_str(1500) | size_to_str(15000000) | size_to_str(2**31) | size_to_str(2**45) | size_to_str(1024) | size_to_str(0)
colorize_float(0.5) | colorize_float(0.75) | colorize_float(1.15) | colorize_float(1.2) | colorize_float(float("inf"))
ansistrip(colored("x", "red") + "y") | ansilen(colored("abc", "BLUE")) | ansipad(colored("abc", "red"), 6) | ansipad("abcdef", 3)
word_wrap("a" * 100) | word_wrap("ab cd ef gh", 5) | word_wrap("abc\\ndefgh", 4) | word_wrap("") | word_wrap("abcdef", 2)
strip_parens("(a)") | strip_parens("(a)+(b)") | strip_parens("((a))") | strip_parens("a") | strip_parens("(a)(b)") | strip_parens("()") | strip_parens("")
pluralize("cat", 1) | pluralize("cat", 2) | pluralize("cat", 0) | polyN(2.0, [1.0, 2.0, 3.0]) | polyN(2.0, []) | polyN(3, [2])
to_function_name("a-b c_1.é") | to_function_name(colored("r_4", "red")) | to_function_name("a b%c")
flat_to_grouped((1, 2, 3, 4)) | flat_to_grouped((1, 2, 3, 4, 5, 6)) | flat_to_grouped((1, 2, 3)) | flat_to_grouped(())
resolve_pool_pads(1, 2) | resolve_pool_pads((1, 2), 2) | resolve_pool_pads((1, 2, 3, 4), 2) | resolve_pool_pads((1, 2, 3), 2)
canonicalize_strides((2, 1, 3), (3, 3, 1)) | strides_for_shape((2, 3, 4)) | strides_for_shape(()) | strides_for_shape((2, 0, 3)) | strides_for_shape((2, 1, 3))
data64(2**40 + 5) | data64_le(2**40 + 5) | lo32(-1) | hi32(2**40) | hi32(-1) | to_be32(1) | to_be64(258) | getbits(0b110100, 2, 4) | getbits(255, 0, 0)
i2u(8, -1) | i2u(32, -5) | i2u(8, 200) | cdiv(-7, 2) | cmod(-7, 2) | cdiv(7, -2) | cmod(7, -2) | cdiv(-8, -3) | cdiv(7, 0) | cmod(7, 0)
floordiv(-7, 2) | floormod(-7, 2) | floordiv(7, 0) | floormod(7, 0) | floormod(7, -2) | next_power2(5) | next_power2(8) | next_power2(0) | next_power2(1)
get_shape([[1, 2], [3, 4]]) | get_shape(5) | get_shape([[1, 2], [3]]) | get_shape([]) | get_shape(()) | get_shape([np.ones(3)]) | get_shape([[], []])
is_image_shape((4, 4, 4)) | is_image_shape((4, 4)) | is_image_shape((4, 4, 3)) | is_image_shape(()) | is_image_shape(None)
to_tuple(3) | to_tuple((3, 4)) | to_tuple([3]) | make_tuple([1, 2], 3) | make_tuple(1, 2) | make_tuple((1,), 2)
fromimport("math", "pi") | get_single_element([5]) | get_single_element([]) | get_single_element([1, 2])
pad_bytes(b"abc", 4) | pad_bytes(b"", 4) | pad_bytes(b"abcd", 4) | panic() | panic(ValueError, "x") | panic(KeyError)
system("echo hi") | system("false") | wait_cond(lambda: True) | wait_cond(lambda: 5, value=5) | wait_cond(lambda: False, timeout_ms=20, msg="xx")
select_by_name(["A", "B"], str, "A", "err") | select_by_name(["A", "B"], str, "C", "err") | select_by_name(["A", "B"], str, "", "err")
select_first_inited([lambda: 1 / 0, lambda: 5], "err") | select_first_inited([lambda: 1 / 0], "err")
from_mv(memoryview(bytearray(b"abc"))).raw | from_mv(memoryview(bytearray(b"abcdefgh")), ctypes.c_uint32)[1]
flat_mv(memoryview(np.ones((2, 2), np.float32))).nbytes | flat_mv(memoryview(np.ones((2, 2), np.float32))).format | len(to_char_p_p([b"a", b"b"]))
next(count(3)) | partition([1, 2, 3], lambda x: x > 1) | argsort([3, 1, 2]) | argsort((3, 1, 2)) | argfix([1, 2]) | argfix(1, 2) | argfix((1, 2), 3) | argfix()
all_same([]) | all_same([1, 1]) | all_same([1, 2]) | all_int((1, True)) | all_int((1, 2.0)) | dedup([2, 1, 2]) | prod([]) | prod((2, 3.5)) | ceildiv(-7, 2)
round_up(-3, 4) | round_up(5, 4) | round_down(7, 4) | round_down(-7, 4) | colored("x", None) | colored("x", "Red") | colored("x", "nocolor")
colored(5, "red", background=True) | colored("x", "RED") | getenv("HEDDLE_NOT_SET", 1.5) | getenv("HEDDLE_NOT_SET2") | getenv("HEDDLE_NOT_SET3", "x")
fully_flatten([1, [2, (3,)], "ab"]) | flatten([[1], [2]]) | get_child({"a": [1, 2]}, "a.1") | unwrap(5) | merge_dicts([{1: 2}, {3: 4}]) | str(Metadata("x"))
suppress_finalizing(lambda: 5)() | diskcache_put("test_table", "key", (5, "a")) | diskcache_get("test_table", "key") | diskcache_get("test_table", "none")
diskcache(ceildiv)(7, 2) | diskcache(ceildiv)(7, 2) | ContextVar("OF_MY_OWN", 5).value | ContextVar("OF_MY_OWN", 5).key | DEBUG.key | WINO.value | TC_SELECT.value
bool(DEBUG) | DEBUG == 0 | DEBUG < 1 | DEBUG >= 1 | TracingKey("x").display_name | type(perf_counter_us()).__name__ | temp("abc")[-4:] | OSX or WIN
"""


def outcome(call: str) -> str:
    try: return repr(eval(call))
    except Exception as fault: return f"raises {'/'.join(k.__name__ for k in type(fault).__mro__ if k.__module__ == 'builtins')}"


if __name__ == "__main__":
    variables = sorted(name for name, value in vars(helpers).items() if isinstance(value, ContextVar)) or dir(helpers)
    found = {call: outcome(call) for line in CALLS.strip().splitlines() for call in line.split(" | ")}
    names = sorted(n for n, v in vars(helpers).items() if getattr(v, "__module__", "tinygrad.helpers") == "tinygrad.helpers" and n[0] != "_")
    print(json.dumps({"names": names, "switches": variables, "values": found}))
