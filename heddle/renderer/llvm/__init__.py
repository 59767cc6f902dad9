"""LLVM's textual IR for CPUs and AMD's GPUs."""
