"""Process services: fork safety, Ctrl-C, helper threads, and worker processes."""
