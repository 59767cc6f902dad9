"""WebGPU devices through Dawn and wgpu-native."""
