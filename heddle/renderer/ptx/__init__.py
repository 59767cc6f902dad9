"""PTX, NVIDIA's virtual assembly language."""
