"""TinyJit: capture of a function, guards on outside state, replay, and captures in files."""
