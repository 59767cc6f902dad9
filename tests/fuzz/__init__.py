"""Fuzzers: random programs, files and interrupts that look for wrong answers (`python -m tests.fuzz --help`).

One module per fuzzer, found by its file name. Each defines `FUZZER`, a `harness.Fuzzer`; `test_fuzz.py` runs each for a moment.
"""
