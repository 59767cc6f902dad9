"""A stand-in for NCCL between processes with emulated CUDA devices: see README.md."""
