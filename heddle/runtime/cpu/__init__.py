"""CPU runtime: compilers, thread pool, memory, graph launches."""
