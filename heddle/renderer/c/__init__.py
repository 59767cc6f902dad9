"""C and its dialects: clang, OpenCL C, Metal."""
