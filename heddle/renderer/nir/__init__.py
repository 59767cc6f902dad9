"""NIR text, the form in which kernels are handed to Mesa's compilers."""
