"""OpenCL devices: library bindings, queues, images, command buffers."""
