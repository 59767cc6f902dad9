"""Accuracy of the functions of a tensor in units in the last place (ULP), next to torch's: see `__main__`."""
