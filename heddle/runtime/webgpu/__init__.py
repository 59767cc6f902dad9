"""WebGPU through Dawn and wgpu-native."""
