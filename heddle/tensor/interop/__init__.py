"""Interoperation with other libraries: DLPack, NumPy, the buffer protocol, torch."""
