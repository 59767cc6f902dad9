"""What runtimes share: compilers, loaders, memory of the host, bindings of drivers."""
