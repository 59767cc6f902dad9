"""One `ops_<name>.py` for each device; `support/` holds what they share: loaders, bindings of drivers, queues.

A runtime module has `COMPILERS` (names, the preferred one first), `probe() -> Probe`, and a class `<Name>Device(Compiled)` made with
(name, compiler, arch, interface). It may have `INTERFACES` and `probe_compiler(name) -> Probe`. Nothing else is asked of it.
"""
