"""Files of tensors: safetensors, downloads, atomic writes."""
