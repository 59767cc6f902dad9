"""AMD GPUs: kernel driver bindings, queues, memory, programs."""
