"""Parts shared by runtimes: hardware queues, ELF loading, slabs, the LLVM workers, the operating system."""
