"""AMD's GPUs: kernel driver bindings, queues, memory, programs."""
