"""Runtimes: one `ops_<name>.py` per device, one folder per backend with its driver bindings, and `common/` for shared parts.

A runtime module has `COMPILERS` (names, the preferred one first), `probe() -> Probe`, and a class `<Name>Device(Compiled)` made with
(name, compiler, arch, interface). It may have `INTERFACES` and `probe_compiler(name) -> Probe`. Nothing else is required.
"""
