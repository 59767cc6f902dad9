"""Functions of tensors as programs for browsers and Node: an ES module, WGSL kernels, weights in files.

In: a function and example inputs. Out: a folder that any web server can serve. Always true: what runs there computes what the function
computes here, or is refused with the reason when it is exported.
"""
from heddle.web.export import Export, export_web

__all__ = ["Export", "export_web"]
